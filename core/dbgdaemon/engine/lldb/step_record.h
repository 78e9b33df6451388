// SPDX-License-Identifier: BSD-3-Clause
// A step, or a run to a place, that is on its way, and whether it would end where the rank stands. LLDB says so by
// itself, but not of a stop at a breakpoint, and those whose conditions we judge and find false are to be passed over.
// Thread: engine.
#pragma once

#include "debug/engine_request.h"
#include "debug/stop.h"
#include "util/ids.h"

#include <lldb/API/SBAddress.h>
#include <lldb/API/SBFrame.h>
#include <lldb/API/SBThread.h>

#include <cstdint>
#include <optional>

namespace dbgr::daemon {

struct StepRecord
{
    util::ThreadId thread;
    debug::StepKind kind = debug::StepKind::Over;
    std::uint64_t cfa = 0;  ///< of the call that it began in
    std::uint32_t line = 0; ///< that it began in
    debug::StepCount count; ///< before it is done
    bool alone = false;     ///< see debug::Step
};

/// \param frame that the step begins in
[[nodiscard]] StepRecord recordOf(util::ThreadId thread, debug::StepKind kind, lldb::SBFrame frame,
                                  debug::StepCount count);

/// A run to a place that is on its way.
struct RunToRecord
{
    /// With RunTo::untilReturn: of the call in which it began.
    struct Call
    {
        util::ThreadId thread;
        std::uint64_t cfa = 0;
        lldb::SBAddress function; ///< where it begins; not valid: that is not known
    };
    std::optional<Call> until;
};

[[nodiscard]] RunToRecord::Call callOf(lldb::SBThread thread, lldb::SBFrame frame);

/// \pre the thread stands at the place
[[nodiscard]] bool arrivesAt(const RunToRecord& run, lldb::SBThread thread);

/// Anywhere, for an instruction; else in another line of the same call, back in a caller, or, stepping into, in a
/// function that the call has called.
[[nodiscard]] bool endsAt(const StepRecord& step, lldb::SBThread thread);

} // namespace dbgr::daemon

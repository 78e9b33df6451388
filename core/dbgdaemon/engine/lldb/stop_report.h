// SPDX-License-Identifier: BSD-3-Clause
// Why a rank stands still, and which of its threads leads. Thread: engine.
#pragma once

#include "dbgdaemon/engine/lldb/lldb_session.h"
#include "debug/stop.h"

#include <cstdint>
#include <optional>
#include <set>

namespace dbgr::daemon {

/// Whether the rank stands still for an interrupt, or for no reason at all, and for nothing that happened in it.
[[nodiscard]] bool isBareStop(LldbSession& session);

/// Whether the rank stands at a breakpoint that is nobody's any more, hit in the moment in which it was taken out, or
/// that is LLDB's own: where the dynamic loader tells of libraries, which LLDB
/// reports as a stop in a rank that was attached to before its first instruction.
[[nodiscard]] bool isInternalStop(LldbSession& session);

/// Whether the rank stands since it has done one of several steps, and nothing else has happened in it.
[[nodiscard]] bool hasStepsLeft(LldbSession& session);

/// Whether the thread stands where its step has ended, and perhaps at a breakpoint, too.
[[nodiscard]] bool hasComeToItsEnd(LldbSession& session, lldb::SBThread thread);

/// Whether the rank stands since threads of its team have come to the end of their steps, or since we have asked it to,
/// and nothing else has happened in it. \pre it has a team
[[nodiscard]] bool isOfTeamOnly(LldbSession& session);

/// Where threads of the rank stand in traps of breakpoints that are no more.
[[nodiscard]] std::set<std::uint64_t> formerBreakpointsMet(LldbSession& session);

/// Makes the thread with the most telling reason the leading (selected) one and reports its stop. No whole stack and no
/// variables: those are asked for. \pre the session has noted the stop
/// \param interrupted the stop answers an interrupt of ours
[[nodiscard]] debug::StopEvent reportStop(LldbSession& session, bool interrupted);

/// What ended the process of a core file; StopReason::Attached for one that was taken of a live process.
[[nodiscard]] debug::StopEvent reportCore(LldbSession& session);

/// The stop of a rank that goes on elsewhere from here, though nothing has run.
[[nodiscard]] debug::StopEvent reportMoved(LldbSession& session);

/// The stop that attaching makes.
[[nodiscard]] debug::StopEvent reportAttached(LldbSession& session);

} // namespace dbgr::daemon

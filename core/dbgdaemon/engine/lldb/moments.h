// SPDX-License-Identifier: BSD-3-Clause
// Moments in a rank's life, where a function of a library stands for them. Thread: engine.
#pragma once

#include "debug/breakpoint.h"

#include <lldb/API/SBThread.h>

#include <span>
#include <string>

namespace dbgr::daemon {

/// Of libraries: to break at the first instruction of one that is there is to break at the moment.
[[nodiscard]] std::span<const char* const> functionsOf(debug::Moment::What what);

/// Why there is no such function.
[[nodiscard]] const char* whatIsMissing(debug::Moment::What what);

struct MomentFacts
{
    std::string subject; ///< what Moment::only is held against: the class, the call; "" it is not known
    std::string words;   ///< "threw std::runtime_error", "MPI_Send fails with MPI_ERR_RANK", "exits with status 3"
};

/// \pre the thread stands at the first instruction of one of functionsOf(what)
[[nodiscard]] MomentFacts factsOf(lldb::SBThread thread, debug::Moment::What what);
/// Whether the thread is at what the moment is about; also if nobody knows. \pre as factsOf()
[[nodiscard]] bool isAt(const debug::Moment& moment, lldb::SBThread thread);

} // namespace dbgr::daemon

// SPDX-License-Identifier: BSD-3-Clause
// What dbgd-keeper says of a thread that has met a trap of its debugger, or one of the keeper's own. liblldb passes it
// on where it has taken that trap out by then, or has never known it, and takes the stop for a signal of the program:
// so the engine knows better. Thread: any; constants.
#pragma once

#include <string_view>

namespace dbgr::util {

inline constexpr std::string_view kTrapOfDebugger = "trap of the debugger";
/// Where an error that MPI has found is about to end the program.
inline constexpr std::string_view kTrapOfMpiErrors = "fatal error of MPI";

} // namespace dbgr::util

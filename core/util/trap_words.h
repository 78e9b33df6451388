// SPDX-License-Identifier: BSD-3-Clause
// What dbgd-keeper says of a thread that has met a trap of its debugger. liblldb passes it on where it has taken that
// trap out by then, and takes the stop for a signal of the program: so the engine knows better. Thread: any; a
// constant.
#pragma once

#include <string_view>

namespace dbgr::util {

inline constexpr std::string_view kTrapOfDebugger = "trap of the debugger";

} // namespace dbgr::util

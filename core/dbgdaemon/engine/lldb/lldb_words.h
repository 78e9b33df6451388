// SPDX-License-Identifier: BSD-3-Clause
// LLDB's own words in those of a debugger's user. What the compiler inside of it says of an expression stays: it is
// what users know from their compiler. Thread: any; pure.
#pragma once

#include <string>
#include <string_view>

namespace dbgr::daemon {

/// "Couldn't materialize: couldn't get the value of variable n: variable not available" -> "n is optimised out here";
/// other words as they are.
[[nodiscard]] std::string plainWords(std::string_view words);

} // namespace dbgr::daemon

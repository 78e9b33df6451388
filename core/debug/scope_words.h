// SPDX-License-Identifier: BSD-3-Clause
// What is said of a name that a place in the program does not have, or of a variable that has no value there. Faces
// know it again, to say it shorter, of several ranks at once, or in a colour of its own. Thread: any; pure.
#pragma once

#include <string>
#include <string_view>

namespace dbgr::debug {

/// "there is no 'hop' here"
[[nodiscard]] std::string notInScope(std::string_view name);
/// Of a rank that is nowhere in the function that is looked at: "it is not in work, called as in the rank that ..."
[[nodiscard]] std::string notInFunction(std::string_view function);
/// Whether the text is one of these.
[[nodiscard]] bool saysOutOfScope(std::string_view problem);

/// Whether the text says what a variable is, and not that something went wrong: "not allocated", "optimised out".
[[nodiscard]] bool saysState(std::string_view problem);

} // namespace dbgr::debug

// SPDX-License-Identifier: BSD-3-Clause
// What is said of a name that a place in the program does not have. Faces know it again, to say it shorter or of
// several ranks at once. Thread: any; pure.
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

} // namespace dbgr::debug

// SPDX-License-Identifier: BSD-3-Clause
// Numbers in values as a person reads them: with the digits that say something. Daemons send all digits; every face
// shows these, and all of them on demand. Pure. Thread: any.
#pragma once

#include "debug/variable.h"

#include <string>
#include <string_view>
#include <vector>

namespace dbgr::session {

/// The value with its fractions rounded to seven significant digits, where they have more than eight; what stands in
/// quotes, integers and addresses stay as they are. "{x = 0.30000000000000004, n = 123456789012}" -> "{x = 0.3, ..."
[[nodiscard]] std::string shortNumbers(std::string_view value);

/// The values of the groups like that; with all digits where other groups would look the same.
[[nodiscard]] std::vector<std::string> readableValues(const std::vector<debug::ValueGroup>& groups);

/// For a question about one value: as readableValues(), but one number, and one complex one, has all of its digits.
[[nodiscard]] std::vector<std::string> answeredValues(const std::vector<debug::ValueGroup>& groups);

} // namespace dbgr::session

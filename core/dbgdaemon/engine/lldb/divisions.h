// SPDX-License-Identifier: BSD-3-Clause
// Divisions in an expression. LLDB interprets simple expressions itself, and takes n/0 for 0; only when the rank's own
// processor runs them is a division by zero one. Thread: any.
#pragma once

#include <functional>
#include <string_view>

namespace dbgr::daemon {

/// Whether no integer is divided by zero, for all that can be told without evaluating: each divisor is a number that is
/// not 0, or a path or sum that `isNotZero` says is not.
[[nodiscard]] bool dividesByNoZero(std::string_view expression,
                                   const std::function<bool(std::string_view divisor)>& isNotZero);

} // namespace dbgr::daemon

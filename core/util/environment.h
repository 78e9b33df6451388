// SPDX-License-Identifier: BSD-3-Clause
// Variables of an environment that is a list of "NAME=value". Thread: any; pure.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace dbgr::util {

/// Whether the entry sets that variable.
[[nodiscard]] bool isVariable(std::string_view entry, std::string_view name);
/// Its value, which lives as long as the environment; of several the first.
[[nodiscard]] std::optional<std::string_view> findVariable(const std::vector<std::string>& environment,
                                                           std::string_view name);

} // namespace dbgr::util

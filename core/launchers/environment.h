// SPDX-License-Identifier: BSD-3-Clause
// Variables in a whole environment ("NAME=value" each), for plans. Thread: any; pure.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace dbgr::launchers {

/// "" if it is not set.
[[nodiscard]] std::string_view environmentValue(const std::vector<std::string>& environment, std::string_view name);
/// Sets it, unless the user did.
void setDefault(std::vector<std::string>& environment, std::string_view name, std::string_view value);

} // namespace dbgr::launchers

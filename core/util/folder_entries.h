// SPDX-License-Identifier: BSD-3-Clause
// What lies in a folder. Thread: any.
#pragma once

#include <string>
#include <vector>

namespace dbgr::util {

/// The paths; none for a folder that cannot be read.
[[nodiscard]] std::vector<std::string> entriesOf(const std::string& folder);

} // namespace dbgr::util

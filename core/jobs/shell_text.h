// SPDX-License-Identifier: BSD-3-Clause
// Arguments as text for people. Thread: any; pure.
#pragma once

#include <string>
#include <vector>

namespace dbgr::jobs {

/// A command line as a shell would take it.
[[nodiscard]] std::string shellText(const std::vector<std::string>& argv);

} // namespace dbgr::jobs

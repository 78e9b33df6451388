// SPDX-License-Identifier: BSD-3-Clause
// The processes below another one. Thread: any.
#pragma once

#include "util/ids.h"

#include <string>
#include <vector>

namespace dbgr::util {

/// Children first, then theirs; those that the system shows, without `process` itself, and at most 10,000.
/// \param procRoot "/proc", or a stand-in of a test
[[nodiscard]] std::vector<Pid> descendantsOf(Pid process, const std::string& procRoot = "/proc");

} // namespace dbgr::util

// SPDX-License-Identifier: BSD-3-Clause
// The name of the node that we run on, as the system has it. Thread: any.
#pragma once

#include <string>

namespace dbgr::util {

/// "localhost" where the system has none.
[[nodiscard]] std::string hostName();

} // namespace dbgr::util

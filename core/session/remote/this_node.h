// SPDX-License-Identifier: BSD-3-Clause
// Whether a launcher means the node that we run on. Thread: any.
#pragma once

#include <string>

namespace dbgr::session {

/// \param host by its name in the launcher's table, with or without its domain
[[nodiscard]] bool isThisNode(const std::string& host);

} // namespace dbgr::session

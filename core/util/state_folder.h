// SPDX-License-Identifier: BSD-3-Clause
// Where a program puts what it keeps between its runs. Thread: any.
#pragma once

#include <string>

namespace dbgr::util {

/// $XDG_STATE_HOME/dbgr, or ~/.local/state/dbgr: not made yet. "" if there is no place for it.
[[nodiscard]] std::string stateFolder();

/// Likewise for what can be made again: $XDG_CACHE_HOME/dbgr, or ~/.cache/dbgr.
[[nodiscard]] std::string cacheFolder();

} // namespace dbgr::util

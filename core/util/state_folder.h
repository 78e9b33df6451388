// SPDX-License-Identifier: BSD-3-Clause
// Where a program keeps what it remembers between its runs. Thread: any.
#pragma once

#include <string>

namespace dbgr::util {

/// $XDG_STATE_HOME/dbgr, or ~/.local/state/dbgr: not made yet. "" if there is no place for it.
[[nodiscard]] std::string stateFolder();

} // namespace dbgr::util

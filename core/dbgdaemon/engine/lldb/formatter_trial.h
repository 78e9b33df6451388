// SPDX-License-Identifier: BSD-3-Clause
// LLDB's own formatters of values are in Python. dbgr does without them (docs/decisions/0015-own-value-reader.md), but
// not without that Python: liblldb starts it by itself, and it ends its process where it does not find its modules.
#pragma once

#include <string>

namespace dbgr::daemon {

/// Tries it in a process of its own, which ends. Blocks for some tenths of a second, ten seconds at the most.
/// \return "Python 3.11.2", which has loaded them; "none, " and why; "LLDB does not start, " and why
/// \pre liblldb has not been started here: there is one thread
[[nodiscard]] std::string tryFormatters();

} // namespace dbgr::daemon

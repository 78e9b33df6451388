// SPDX-License-Identifier: BSD-3-Clause
// Whether a process may report errors by a sanitizer, found without a debugger. Thread: any; reads /proc and the
// program.
#pragma once

#include "util/ids.h"

#include <string>

namespace dbgr::daemon {

/// Its program was compiled with one (address, thread, leak, undefined behaviour), or it has loaded the library of one.
/// \param executable where the program is to be read; "" nobody knows
[[nodiscard]] bool isSanitized(util::Pid pid, const std::string& executable);

} // namespace dbgr::daemon

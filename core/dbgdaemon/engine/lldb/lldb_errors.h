// SPDX-License-Identifier: BSD-3-Clause
// LLDB's errors as ours. Thread: any.
#pragma once

#include "debug/debug_error.h"
#include "util/error.h"

#include <lldb/API/SBError.h>

#include <string>
#include <string_view>

namespace dbgr::daemon {

/// LLDB's words on one line, without its "error: " and its drawing of the place in the text.
[[nodiscard]] std::string wordsOf(const lldb::SBError& error);

/// "<doing>: <LLDB's words>" with that code.
[[nodiscard]] util::Error toError(const lldb::SBError& error, debug::Errc code, std::string_view doing);

} // namespace dbgr::daemon

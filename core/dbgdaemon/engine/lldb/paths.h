// SPDX-License-Identifier: BSD-3-Clause
// Paths of variables ("state.history[2]", "*next->name") without the compiler: unlike it, they do not depend on which
// member functions of the C++ library the program happens to hold. Thread: engine.
#pragma once

#include <lldb/API/SBFrame.h>
#include <lldb/API/SBValue.h>

#include <string_view>

namespace dbgr::daemon {

/// Whether the text may be the path of a variable: no operator but those that lead to a part of a value.
[[nodiscard]] bool looksLikePath(std::string_view expression);

/// An invalid value if it is no path that we understand; it may still be an expression.
[[nodiscard]] lldb::SBValue valueAtPath(lldb::SBFrame frame, std::string_view path);

} // namespace dbgr::daemon

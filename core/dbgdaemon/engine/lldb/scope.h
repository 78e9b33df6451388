// SPDX-License-Identifier: BSD-3-Clause
// What a name means at a place in the program. Thread: engine.
#pragma once

#include "dbgdaemon/engine/lldb/lldb_session.h"

#include <lldb/API/SBFrame.h>
#include <lldb/API/SBValue.h>

#include <string>
#include <string_view>

namespace dbgr::daemon {

/// The frame has not come to the declaration of this local variable: LLDB shows it nevertheless, with whatever is
/// there.
[[nodiscard]] bool isEarly(lldb::SBFrame frame, lldb::SBValue variable);

/// The first name of a path: "state" of "*state.next->name"; "" for none.
[[nodiscard]] std::string rootOf(std::string_view path);

/// The value of a path that begins with a global variable. Not valid if it does not, or if `function`, where it is
/// asked for, may have something of its own with that name.
[[nodiscard]] lldb::SBValue globalValue(LldbSession& session, const std::string& path, const std::string& function);

} // namespace dbgr::daemon

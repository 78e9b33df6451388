// SPDX-License-Identifier: BSD-3-Clause
// Places in the program. Thread: engine.
#pragma once

#include "values/target/address.h"

#include <lldb/API/SBFrame.h>
#include <lldb/API/SBTarget.h>

#include <string>
#include <string_view>

namespace dbgr::daemon {

/// Whether the frame has not come to the code of that line of its file yet. \param line 0: it has
[[nodiscard]] bool isBefore(lldb::SBFrame frame, unsigned line);
/// Whether the frame's code stands in a file of that name.
[[nodiscard]] bool isInFile(lldb::SBFrame frame, std::string_view name);

/// Where the code of a function is, by the name that stacks show; 0 nowhere.
[[nodiscard]] values::Address codeOf(lldb::SBTarget target, const std::string& function);

} // namespace dbgr::daemon

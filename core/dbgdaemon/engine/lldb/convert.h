// SPDX-License-Identifier: BSD-3-Clause
// LLDB's objects as values of core/debug: the one place that reads SB getters for what a person will see.
// Way: SB* -> convert -> replies and events. Thread: engine.
#pragma once

#include "debug/breakpoint.h"
#include "debug/frame.h"
#include "debug/thread.h"

#include <lldb/API/SBAddress.h>
#include <lldb/API/SBFrame.h>
#include <lldb/API/SBLineEntry.h>
#include <lldb/API/SBThread.h>

#include <string>
#include <string_view>

namespace dbgr::daemon {

/// "" for null, which LLDB returns where it has nothing.
[[nodiscard]] std::string text(const char* orNull);

[[nodiscard]] std::string pathOf(const lldb::SBFileSpec& file);
/// Whether the path is what a person has named: all of it, or as many of its last parts.
[[nodiscard]] bool isNamedBy(std::string_view path, std::string_view asked);
/// "geo::turn", without what LLDB adds: parameters, and "::" before functions of one file.
[[nodiscard]] std::string functionName(const char* orNull);
/// The same with its parameters: "geo::turn(int)".
[[nodiscard]] std::string wholeFunctionName(const char* orNull);
[[nodiscard]] debug::SourceLocation toLocation(const lldb::SBLineEntry& line);
[[nodiscard]] debug::ThreadInfo toThreadInfo(lldb::SBThread thread);

} // namespace dbgr::daemon

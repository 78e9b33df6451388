// SPDX-License-Identifier: BSD-3-Clause
// LLDB's objects as values of core/debug: the one place that reads SB getters for what a person will see.
// Way: SB* -> convert -> replies and events. Thread: engine.
#pragma once

#include "debug/breakpoint.h"
#include "debug/frame.h"
#include "debug/thread.h"
#include "debug/variable.h"

#include <lldb/API/SBAddress.h>
#include <lldb/API/SBFrame.h>
#include <lldb/API/SBLineEntry.h>
#include <lldb/API/SBThread.h>
#include <lldb/API/SBValue.h>

#include <string>

namespace dbgr::daemon {

/// "" for null, which LLDB returns where it has nothing.
[[nodiscard]] std::string text(const char* orNull);

[[nodiscard]] std::string pathOf(const lldb::SBFileSpec& file);
[[nodiscard]] debug::SourceLocation toLocation(const lldb::SBLineEntry& line);
[[nodiscard]] debug::Frame toFrame(lldb::SBFrame frame);
[[nodiscard]] debug::ThreadInfo toThreadInfo(lldb::SBThread thread);

/// All of a Variable but its handle. \param path an expression that names it
[[nodiscard]] debug::Variable toVariable(lldb::SBValue value, std::string path);
/// The path of what a variable holds, as a person would write it: "trail" -> "trail[2]", "next" -> "next->name". (What
/// LLDB calls it leads through the inside of the C++ library's containers.)
[[nodiscard]] std::string pathOfChild(const std::string& parentPath, lldb::SBValue parent, lldb::SBValue child);

} // namespace dbgr::daemon

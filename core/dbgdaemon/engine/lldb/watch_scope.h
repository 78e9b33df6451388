// SPDX-License-Identifier: BSD-3-Clause
// The call that owns data on a thread's stack, and whether it is over. Thread: engine.
#pragma once

#include <lldb/API/SBBreakpoint.h>
#include <lldb/API/SBFrame.h>
#include <lldb/API/SBTarget.h>
#include <lldb/API/SBThread.h>

#include <cstdint>
#include <optional>
#include <string>

namespace dbgr::daemon {

struct WatchScope
{
    std::uint64_t thread = 0; ///< LLDB's id
    std::uint64_t cfa = 0;
    std::uint64_t entry = 0; ///< where its function begins
    std::string function;
    lldb::SBBreakpoint atReturn; ///< where it returns to
};

/// Of the call in whose part of the thread's stack the address is; nothing where it is in none, or where the call
/// returns to nobody. Sets a breakpoint.
[[nodiscard]] std::optional<WatchScope> scopeOf(lldb::SBTarget target, lldb::SBThread thread, std::uint64_t address);

/// It has returned. \pre the thread stands
[[nodiscard]] bool hasReturned(const WatchScope& scope, lldb::SBThread thread);
/// Its frame. Not valid: it is not under way, and was left in another way than by returning. \param thread any of the
/// rank
[[nodiscard]] lldb::SBFrame frameOf(const WatchScope& scope, lldb::SBThread thread);

} // namespace dbgr::daemon

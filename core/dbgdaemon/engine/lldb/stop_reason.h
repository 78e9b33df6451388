// SPDX-License-Identifier: BSD-3-Clause
// What the threads of a rank stand for: LLDB's reasons, and those of which it knows nothing; which of them tells most,
// and whether anybody is to hear of it. Thread: engine.
#pragma once

#include "dbgdaemon/engine/lldb/lldb_session.h"
#include "util/ids.h"

#include <lldb/API/SBThread.h>

#include <cstdint>
#include <set>
#include <string>
#include <vector>

namespace dbgr::daemon {

/// 0: none.
[[nodiscard]] int signalOf(lldb::SBThread& thread);

/// The thread has met a trap of the keeper's, where an error of MPI is about to end the rank.
[[nodiscard]] bool isFatalMpiError(lldb::SBThread& thread);

/// LLDB's: "signal SIGSEGV: address not mapped to object".
[[nodiscard]] std::string stopWords(lldb::SBThread& thread);

/// In the place of one that was taken out while the thread ran into it: one of ours, or one by which LLDB has another
/// thread step.
[[nodiscard]] bool isAtFormerBreakpoint(LldbSession& session, lldb::SBThread& thread);

/// LLDB knows of no breakpoint at a system call, and not of memory that is watched slowly.
[[nodiscard]] lldb::StopReason reasonOf(LldbSession& session, lldb::SBThread& thread);

/// What it stands for is what it stood for before the rank ran last.
[[nodiscard]] bool hasNotRun(LldbSession& session, lldb::SBThread& thread);

/// Those whose conditions hold, or cannot be judged.
[[nodiscard]] std::vector<util::BreakpointId> breakpointsHit(LldbSession& session, lldb::SBThread& thread);

/// At a breakpoint that is none of the hits, since its condition is false.
[[nodiscard]] bool endsStep(LldbSession& session, lldb::SBThread& thread);

/// The selected thread leads where its reason is as good as any; else the first of the best, which for plain stops is
/// the main thread.
[[nodiscard]] lldb::SBThread leadingThread(LldbSession& session);

/// It stands for more than an interrupt.
[[nodiscard]] bool isNews(LldbSession& session, lldb::SBThread& thread);

/// Whether the rank stands still for an interrupt, or for no reason at all, and for nothing that happened in it.
[[nodiscard]] bool isBareStop(LldbSession& session);

/// Whether the rank stands at a breakpoint that is nobody's any more, hit in the moment in which it was taken out, or
/// that is LLDB's own: where the dynamic loader tells of libraries, which LLDB
/// reports as a stop in a rank that was attached to before its first instruction.
[[nodiscard]] bool isInternalStop(LldbSession& session);

/// Whether the rank stands since a step of lines has come to its end where a signal's handler returns to.
[[nodiscard]] bool endsInSignalReturn(LldbSession& session);

/// Whether the rank stands since it has done one of several steps, and nothing else has happened in it.
[[nodiscard]] bool hasStepsLeft(LldbSession& session);

/// Whether the thread stands where its step has ended, and perhaps at a breakpoint, too.
[[nodiscard]] bool hasComeToItsEnd(LldbSession& session, lldb::SBThread thread);

/// Whether the rank stands since threads of its team have come to the end of their steps, or since we have asked it to,
/// and nothing else has happened in it. \pre it has a team
[[nodiscard]] bool isOfTeamOnly(LldbSession& session);

/// Where threads of the rank stand in traps of breakpoints that are no more.
[[nodiscard]] std::set<std::uint64_t> formerBreakpointsMet(LldbSession& session);

} // namespace dbgr::daemon

// SPDX-License-Identifier: BSD-3-Clause
// What becomes of a stop of a rank, by what was asked of the rank and why it stands. Knows no debugger. Thread: any.
#pragma once

namespace dbgr::daemon {

/// How we know the rank, when it is said to have stopped.
enum class RankPhase
{
    Attaching, ///< it has not stood yet
    Stopped,   ///< its stop was told
    Running
};

/// What was asked of it, and has not come about.
enum class StopAsked
{
    Nothing,
    Glance,    ///< to stand for a moment, so that the debugger reads what is loaded
    Interrupt, ///< by the user
    Farewell   ///< to stand, to be let go or killed
};

/// Why it stands.
enum class StopKind
{
    Bare,     ///< it was interrupted, and nothing has happened in it
    Internal, ///< at a breakpoint that is nobody's any more, or the debugger's own
    News
};

enum class StopAction
{
    Ignore,
    TakeLeave,
    TellAttached,
    PassOver, ///< let it run on, and tell nobody
    Tell
};

[[nodiscard]] StopAction actionFor(RankPhase phase, StopAsked asked, StopKind kind);

/// Whether `kind` matters; it may be costly to find out.
[[nodiscard]] bool dependsOnKind(RankPhase phase, StopAsked asked);

} // namespace dbgr::daemon

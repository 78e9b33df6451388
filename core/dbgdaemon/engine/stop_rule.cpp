// SPDX-License-Identifier: BSD-3-Clause
#include "dbgdaemon/engine/stop_rule.h"

namespace dbgr::daemon {

bool dependsOnKind(RankPhase phase, StopAsked asked)
{
    return phase == RankPhase::Running && (asked == StopAsked::Nothing || asked == StopAsked::Glance);
}

StopAction actionFor(RankPhase phase, StopAsked asked, StopKind kind)
{
    if (asked == StopAsked::Farewell)
        return StopAction::TakeLeave;
    if (phase != RankPhase::Running)
        return phase == RankPhase::Attaching ? StopAction::TellAttached : StopAction::Ignore; // told already
    if (!dependsOnKind(phase, asked))
        return StopAction::Tell;
    // An internal stop may count as interrupted, too: LLDB interrupts a rank to take a breakpoint out of it.
    const bool isNobodys = kind == StopKind::Internal || (kind == StopKind::Bare && asked == StopAsked::Glance);
    return isNobodys ? StopAction::PassOver : StopAction::Tell;
}

} // namespace dbgr::daemon

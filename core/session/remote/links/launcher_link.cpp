// SPDX-License-Identifier: BSD-3-Clause
#include "session/remote/links/launcher_link.h"

#include <csignal>

namespace dbgr::session {

void LauncherLink::onRanksFound(const std::string&, const debug::RanksFound&)
{}

/// Ranks that stand by SIGSTOP run when the debugger lets them.
void LauncherLink::release(const util::RankSet&, bool)
{}

int LauncherLink::firstSignal() const
{
    return SIGTERM;
}

} // namespace dbgr::session

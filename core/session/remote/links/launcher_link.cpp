// SPDX-License-Identifier: BSD-3-Clause
#include "session/remote/links/launcher_link.h"

#include "session/session_error.h"

#include <csignal>

namespace dbgr::session {

void LauncherLink::onRanksFound(const std::string&, const debug::RanksFound&)
{}

void LauncherLink::onDaemonLost(const std::string&, const std::string&)
{}

/// Ranks that stand by SIGSTOP run when the debugger lets them.
void LauncherLink::release(const util::RankSet&, bool)
{}

void LauncherLink::signalLauncher(int)
{}

/// Nobody asks: the exit of a launcher that is not ours is not told.
util::Error LauncherLink::launcherEndedAlone(net::ExitStatus status)
{
    return {make_error_code(Errc::WrongState), "the launcher ended (" + status.toString() + ")", {}};
}

int LauncherLink::firstSignal() const
{
    return SIGTERM;
}

} // namespace dbgr::session

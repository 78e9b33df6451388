// SPDX-License-Identifier: BSD-3-Clause
#include "dbgdaemon/engine/lldb/exit_report.h"

#include "dbgdaemon/engine/lldb/convert.h"
#include "dbgdaemon/engine/rank_holder.h"
#include "debug/debug_error.h"

#include <csignal>

namespace dbgr::daemon {

std::variant<RankExited, RankLost> reportEnd(LldbSession& session)
{
    if (session.farewell == Farewell::Kill)
        return RankExited{session.rank(), 0, SIGKILL};
    const int status = session.process().GetExitStatus();
    if (status >= 0)
        return RankExited{session.rank(), status, 0}; // or by that signal: LLDB has one number for both
    const std::string why = text(session.process().GetExitDescription());
    return RankLost{session.rank(),
                    {debug::Errc::KeeperFailed,
                     "the connection to process " + std::to_string(session.pid().value()) +
                         " ended: " + (why.empty() ? "LLDB does not say why" : why),
                     kReattachAdvice}};
}

} // namespace dbgr::daemon

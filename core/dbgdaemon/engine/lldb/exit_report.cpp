// SPDX-License-Identifier: BSD-3-Clause
#include "dbgdaemon/engine/lldb/exit_report.h"

#include "dbgdaemon/engine/lldb/convert.h"
#include "debug/debug_error.h"

#include <lldb/API/SBCommandInterpreter.h>
#include <lldb/API/SBCommandReturnObject.h>
#include <lldb/API/SBExecutionContext.h>

#include <csignal>

namespace dbgr::daemon {

namespace {

/// LLDB gives one number for an exit status and for a signal, and no word on which it is. The packet that brought it
/// tells, and LLDB keeps the last packets of each connection for its bug reports.
bool endedBySignal(lldb::SBDebugger& debugger, LldbSession& session)
{
    lldb::SBCommandReturnObject answer;
    lldb::SBExecutionContext context(session.process());
    debugger.GetCommandInterpreter().HandleCommand("process plugin packet history", context, answer, false);
    return endPacketKind(text(answer.GetOutput())) == 'X';
}

} // namespace

std::optional<char> endPacketKind(std::string_view packetHistory)
{
    constexpr std::string_view kReads[] = {"read packet: $W", "read packet: $X"};
    const std::size_t exit = packetHistory.rfind(kReads[0]);
    const std::size_t signal = packetHistory.rfind(kReads[1]);
    if (exit == signal) // neither
        return std::nullopt;
    const bool signalIsLater = exit == std::string_view::npos || (signal != std::string_view::npos && signal > exit);
    return signalIsLater ? 'X' : 'W';
}

std::variant<RankExited, RankLost> reportEnd(lldb::SBDebugger& debugger, LldbSession& session)
{
    if (session.farewell == Farewell::Kill)
        return RankExited{session.rank(), 0, SIGKILL};
    const int status = session.process().GetExitStatus();
    if (status < 0) {
        const std::string why = text(session.process().GetExitDescription());
        return RankLost{session.rank(),
                        {debug::Errc::StubFailed,
                         "lldb-server of process " + std::to_string(session.pid().value()) +
                             " is gone: " + (why.empty() ? "LLDB does not say why" : why),
                         {}}};
    }
    const bool mayBeSignal = status > 0 && status < NSIG;
    if (mayBeSignal && endedBySignal(debugger, session))
        return RankExited{session.rank(), 0, status};
    return RankExited{session.rank(), status, 0};
}

} // namespace dbgr::daemon

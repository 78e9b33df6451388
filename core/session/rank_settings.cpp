// SPDX-License-Identifier: BSD-3-Clause
#include "session/rank_settings.h"

#include "session/describe.h"
#include "session/report_catch.h"

#include <utility>

namespace dbgr::session {

using util::RankSet;

void RankSettings::send(const RankSet& ranks)
{
    for (const auto& [signal, rule] : signals.changed())
        sendSignal(rule, ranks);
    for (const auto& [traps, some] : floatTraps.all())
        sendFloatTraps(some & ranks, traps);
    if (m_catchesReports)
        sendReports(ranks);
}

void RankSettings::sendSignal(const debug::SignalRule& rule, const RankSet& ranks)
{
    submit(debug::SetSignal{rule}, ranks, "handling " + signalName(rule.signal));
}

void RankSettings::sendFloatTraps(const RankSet& ranks, util::FloatTraps traps)
{
    submit(debug::SetFloatTraps{traps}, ranks, "trapping floating-point arithmetic");
}

void RankSettings::sendReports(const RankSet& ranks)
{
    for (const debug::Moment::What what : kReportsCaught)
        sendReport(what, ranks);
}

void RankSettings::sendReport(debug::Moment::What what, const RankSet& ranks)
{
    const auto wanted = m_catchesReports ? reportCatch(what, m_parts.breakpoints) : std::nullopt;
    if (wanted)
        m_told.insert(what);
    else
        m_told.erase(what);
    if (ranks.empty() || m_parts.life.nothingRuns())
        return;
    RequestBook::Request request;
    request.what = "catching reports of errors";
    request.ranks = ranks;
    request.limit = RankCommands::kQueryLimit;
    request.handler = [](const util::Result<debug::EngineReply>&) {}; // nobody has asked for it
    m_parts.commands.submit(wanted ? debug::EngineRequest(debug::SetBreakpoint{*wanted, false, {}, {}, {}})
                                   : debug::RemoveBreakpoint{reportCatchId(what)},
                            std::move(request));
}

void RankSettings::catchReports(bool on)
{
    m_catchesReports = on;
    sendReports(m_parts.processes.controlled());
}

void RankSettings::followBreakpoints()
{
    if (!m_catchesReports)
        return;
    for (const debug::Moment::What what : kReportsCaught) {
        if (reportCatch(what, m_parts.breakpoints).has_value() != m_told.contains(what))
            sendReport(what, m_parts.processes.controlled());
    }
}

void RankSettings::submit(const debug::EngineRequest& setting, const RankSet& ranks, std::string what)
{
    if (ranks.empty() || m_parts.life.nothingRuns())
        return;
    RequestBook::Request request;
    request.what = std::move(what);
    request.ranks = ranks;
    request.limit = RankCommands::kControlLimit;
    request.handler = [this, ranks, command = debug::name(setting)](util::Result<debug::EngineReply> reply) {
        if (reply)
            m_parts.commands.tellFailures(command, reply->failures);
        else
            m_parts.commands.tellFailure(command, ranks, std::move(reply).error());
    };
    m_parts.commands.submit(setting, std::move(request));
}

} // namespace dbgr::session

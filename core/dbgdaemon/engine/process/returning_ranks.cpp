// SPDX-License-Identifier: BSD-3-Clause
#include "dbgdaemon/engine/process/returning_ranks.h"

#include <filesystem>
#include <string>
#include <system_error>
#include <utility>

namespace dbgr::daemon {

namespace {

using Events = std::vector<EngineEvent>;

/// LLDB, which did not know the program before, takes it for a rank that was asked to stand.
debug::StopEvent asExec(debug::StopEvent stop, util::Pid pid)
{
    std::error_code ignored;
    stop.cause.reason = debug::StopReason::Exec;
    stop.cause.description = std::filesystem::read_symlink("/proc/" + std::to_string(pid.value()) + "/exe", ignored);
    return stop;
}

} // namespace

void ReturningRanks::clear()
{
    m_expected.clear();
    m_toResume = m_quietlyResumed = {};
}

std::vector<EngineEvent> ReturningRanks::take(EngineEvent event)
{
    const auto rank = rankOf(event);
    if (rank && std::holds_alternative<RankResumed>(event) && m_quietlyResumed.contains(*rank)) {
        m_quietlyResumed.erase(*rank);
        return {};
    }
    const auto found = rank ? m_expected.find(*rank) : m_expected.end();
    if (found == m_expected.end())
        return Events{std::move(event)};
    if (std::holds_alternative<debug::AttachedRank>(event))
        return {};
    if (std::holds_alternative<debug::TraceRecord>(event))
        return Events{std::move(event)};
    const Was was = m_expected.extract(found).mapped();
    if (auto* const stop = std::get_if<debug::StopEvent>(&event))
        return takeStop(was, std::move(*stop));
    if (auto* const failed = std::get_if<RankAttachFailed>(&event))
        return Events{RankLost{failed->rank, std::move(failed->error)}};
    return Events{std::move(event)};
}

/// Whether it stands elsewhere, or for something else, than everybody knows.
std::vector<EngineEvent> ReturningRanks::takeStop(Was was, debug::StopEvent stop)
{
    const util::Rank rank = stop.rank;
    const EngineRecord::Rank& known = *m_record.find(rank);
    switch (was) {
    case Was::Unplaced:
        return Events{std::move(stop)};
    case Was::Another:
        return Events{asExec(std::move(stop), known.pid)};
    case Was::Running:
        if (stop.cause.reason != debug::StopReason::Interrupt || known.owesStop)
            return Events{std::move(stop)};
        m_toResume.insert(rank);
        return {};
    case Was::Standing:
        if (stop.cause.top.pc == known.pc)
            return {};
        break;
    case Was::Unknown:
        break;
    }
    return Events{RankResumed{rank}, std::move(stop)}; // it must have run
}

util::RankSet ReturningRanks::takeToResume()
{
    m_quietlyResumed = m_toResume & m_record.ranks();
    m_toResume = {};
    return m_quietlyResumed;
}

} // namespace dbgr::daemon

// SPDX-License-Identifier: BSD-3-Clause
#include "dbgdaemon/bootstrap/pmix_local_info.h"

#include <algorithm>
#include <utility>

namespace dbgr::daemon {

namespace {

bool complete(const std::vector<debug::LocalProcess>& processes)
{
    return !processes.empty() &&
           std::ranges::all_of(processes, [](const debug::LocalProcess& process) { return process.pid.value() > 0; });
}

} // namespace

void PmixLocalInfo::find(Found found)
{
    m_found = std::move(found);
    m_giveUp = m_scheduler.now() + kPidLimit;
    m_tool.connectAsSpawned(m_lifetime.guard([this](util::Result<void> done) { onConnected(std::move(done)); }));
}

void PmixLocalInfo::onConnected(util::Result<void> connected)
{
    if (!connected) {
        finish(util::fail(std::move(connected.error()).withContext("asking the PMIx server that started dbgd")));
        return;
    }
    m_job.daemonNspace = m_tool.self().nspace;
    m_job.daemonRank = m_tool.self().rank.value();
    const auto target = m_tool.jobInfo().debugTarget();
    if (!target) {
        finish(util::fail(pmix::Status::ErrNotFound,
                          "the PMIx server did not say which job dbgd is to debug (PMIX_DEBUG_TARGET)",
                          "dbgd is started by dbgr, not by hand; see dbgd --help"));
        return;
    }
    m_job.nspace = target->nspace;
    ask();
}

void PmixLocalInfo::ask()
{
    m_tool.query({pmix::localProcTableQuery(m_job.nspace)},
                 m_lifetime.guard([this](util::Result<pmix::QueryReply> reply) { onTable(std::move(reply)); }));
}

void PmixLocalInfo::onTable(util::Result<pmix::QueryReply> reply)
{
    util::Result<std::vector<pmix::ProcInfo>> table = std::vector<pmix::ProcInfo>();
    if (reply)
        table = pmix::procTableOf(*reply);
    m_job.processes.clear();
    if (reply && table)
        for (const pmix::ProcInfo& info : *table)
            if (info.proc.nspace == m_job.nspace)
                m_job.processes.push_back({util::Rank(info.proc.rank.value()), info.pid, info.executable});
    if (complete(m_job.processes)) {
        finish(m_job);
    } else if (m_scheduler.now() < m_giveUp) {
        m_again = m_scheduler.after(kAskAgain, [this] { ask(); });
    } else if (!reply || !table) {
        util::Error error = !reply ? std::move(reply.error()) : std::move(table.error());
        finish(util::fail(std::move(error).withContext("asking for the local processes of " + m_job.nspace)));
    } else {
        finish(util::fail(pmix::Status::ErrTimeout, "the launcher named no process ids of job " + m_job.nspace +
                                                        " on this node within " + std::to_string(kPidLimit.count()) +
                                                        " s"));
    }
}

void PmixLocalInfo::finish(util::Result<LocalJob> result)
{
    if (const auto found = std::exchange(m_found, nullptr))
        found(std::move(result));
}

} // namespace dbgr::daemon

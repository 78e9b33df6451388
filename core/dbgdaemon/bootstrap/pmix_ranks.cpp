// SPDX-License-Identifier: BSD-3-Clause
#include "dbgdaemon/bootstrap/pmix_ranks.h"

#include "util/log.h"

#include <csignal>
#include <utility>

namespace dbgr::daemon {

void PmixRanks::find(Events events)
{
    m_events = std::move(events);
    auto tool = pmix::Tool::create(m_loop, {});
    if (!tool)
        return m_events.found(util::fail(std::move(tool.error())));
    m_tool = *std::move(tool);
    m_info = std::make_unique<PmixLocalInfo>(m_loop, *m_tool);
    m_info->find([this](util::Result<LocalJob> job) { onJob(std::move(job)); });
}

void PmixRanks::onJob(util::Result<LocalJob> job)
{
    if (job)
        m_job = *job;
    hangUp([this, job = std::move(job)]() mutable { m_events.found(std::move(job)); });
}

/// Not inside a call of the tool's, which goes.
void PmixRanks::hangUp(std::function<void()> done)
{
    m_tool->finalize([this, done = std::move(done)]() mutable {
        m_loop.post(m_lifetime.guard([this, done = std::move(done)] {
            m_info.reset();
            m_tool.reset();
            done();
        }));
    });
}

void PmixRanks::leave(const util::RankSet& ours, std::function<void()> done)
{
    std::vector<pmix::Proc> alive;
    for (const debug::LocalProcess& process : m_job.processes)
        if (ours.contains(process.rank) && ::kill(process.pid.value(), 0) == 0)
            alive.push_back({m_job.nspace, pmix::ProcRank(process.rank.value())});
    if (alive.empty() || m_tool) // still finding them, thus none was attached to
        return done();
    auto tool = pmix::Tool::create(m_loop, {});
    if (!tool)
        return done();
    m_tool = *std::move(tool);
    m_tool->connectAsSpawned([this, alive, done = std::move(done)](const util::Result<void>& connected) mutable {
        if (connected)
            return release(alive, [this, done = std::move(done)]() mutable { hangUp(std::move(done)); });
        util::log::warning("daemon", "ranks not released", {{"why", connected.error().message()}});
        done();
    });
}

void PmixRanks::release(const std::vector<pmix::Proc>& ranks, std::function<void()> then)
{
    m_tool->releaseProcesses(ranks, [then = std::move(then)](const util::Result<void>& released) {
        if (!released)
            util::log::warning("daemon", "ranks not released", {{"why", released.error().message()}});
        then();
    });
}

} // namespace dbgr::daemon

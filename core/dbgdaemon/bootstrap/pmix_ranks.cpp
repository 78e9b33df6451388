// SPDX-License-Identifier: BSD-3-Clause
#include "dbgdaemon/bootstrap/pmix_ranks.h"

#include "util/log.h"

#include <utility>

namespace dbgr::daemon {

void PmixRanks::find(Events events)
{
    auto tool = pmix::Tool::create(m_loop, {});
    if (!tool)
        return events.found(util::fail(std::move(tool.error())));
    m_tool = *std::move(tool);
    m_tool->onLostConnection([](const util::Error& why) {
        // The launcher is gone. What that means for the session is the front end's to say; it sees it, too.
        util::log::warning("daemon", "PMIx connection lost", {{"why", why.message()}});
    });
    m_info = std::make_unique<PmixLocalInfo>(m_loop, *m_tool);
    m_info->onJobEnd([this, ended = std::move(events.jobEnded)] {
        m_jobEnded = true;
        ended();
    });
    m_info->find([this, found = std::move(events.found)](util::Result<LocalJob> job) {
        if (job)
            m_nspace = job->nspace;
        found(std::move(job));
    });
}

void PmixRanks::leave(const util::RankSet& ours, std::function<void()> done)
{
    if (!m_tool || !m_tool->server())
        return done();
    release(ours, [this, done = std::move(done)] { m_tool->finalize(done); });
}

void PmixRanks::release(const util::RankSet& ranks, std::function<void()> then)
{
    if (m_jobEnded || ranks.empty() || m_nspace.empty())
        return then();
    std::vector<pmix::Proc> targets;
    ranks.forEach([&](util::Rank rank) { targets.push_back({m_nspace, pmix::ProcRank(rank.value())}); });
    m_tool->releaseProcesses(std::move(targets), [then = std::move(then)](util::Result<void> released) {
        if (!released)
            util::log::warning("daemon", "ranks not released", {{"why", released.error().message()}});
        then();
    });
}

} // namespace dbgr::daemon

// SPDX-License-Identifier: BSD-3-Clause
#include "dbgdaemon/bootstrap/hydra_ranks.h"

#include "jobs/hydra_proxies.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace dbgr::daemon {

void HydraRanks::find(Events events)
{
    m_events = std::move(events);
    m_events.found(LocalJob());
    m_loop.post(m_lifetime.guard([this] { look(); }));
}

void HydraRanks::look()
{
    std::vector<jobs::RankProcess> ranks;
    if (!m_mpiexec)
        ranks = jobs::ranksOfHydraJob(m_controlPort);
    else if (auto below = jobs::ranksOfLauncher(*m_mpiexec)) // else it has ended: that is told by itself
        ranks = *std::move(below);
    debug::RanksFound news;
    for (const jobs::RankProcess& rank : ranks) {
        news.jobSize = std::max(news.jobSize, rank.ranks.value_or(0));
        if (m_found.contains(rank.rank))
            continue;
        m_found.insert(rank.rank);
        news.ranks.push_back({rank.rank, rank.pid, rank.program});
    }
    if (!std::exchange(m_told, true) || !news.ranks.empty())
        m_events.cameLater(std::move(news));
    m_again = m_loop.after(kLookAgain, [this] { look(); });
}

void HydraRanks::chosen(const util::RankSet&)
{
    m_again.cancel();
}

void HydraRanks::leave(const util::RankSet&, std::function<void()> done)
{
    m_again.cancel();
    done();
}

} // namespace dbgr::daemon

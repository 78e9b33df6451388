// SPDX-License-Identifier: BSD-3-Clause
#include "dbgdaemon/rank_sources.h"

#include "dbgdaemon/bootstrap/agent_ranks.h"
#include "dbgdaemon/bootstrap/hydra_ranks.h"
#include "dbgdaemon/bootstrap/pmix_ranks.h"
#include "dbgdaemon/bootstrap/told_ranks.h"

namespace dbgr::daemon {

util::Result<std::unique_ptr<LocalRankSource>> makeRankSource(net::EventLoop& loop, const Options& options)
{
    switch (options.ranks) {
    case dbgwire::RanksFrom::Pmix:
        return std::make_unique<PmixRanks>(loop);
    case dbgwire::RanksFrom::Told:
        return std::make_unique<ToldRanks>();
    case dbgwire::RanksFrom::Hydra:
        return std::make_unique<HydraRanks>(loop, options.mpiexec, options.controlPort);
    case dbgwire::RanksFrom::Agents:
        break;
    }
    return AgentRanks::create(loop, options.doorFd.value_or(-1));
}

std::vector<debug::LocalProcess> ordered(const std::vector<debug::LocalProcess>& found, const debug::AttachOrder& order)
{
    std::vector<debug::LocalProcess> chosen;
    util::RankSet ranks;
    const auto take = [&](const debug::LocalProcess& process) {
        if (ranks.contains(process.rank))
            return;
        ranks.insert(process.rank);
        chosen.push_back(process);
    };
    for (const debug::LocalProcess& process : found)
        if (!order.only || order.only->contains(process.rank))
            take(process);
    for (const debug::LocalProcess& process : order.processes)
        take(process);
    return chosen;
}

} // namespace dbgr::daemon

// SPDX-License-Identifier: BSD-3-Clause
#include "pmix/server/services.h"

#include <cstdlib>
#include <utility>

namespace dbgr::pmix {

Services::Services(util::Scheduler& scheduler, ServerHost& host, const ServerConfig& config,
                   EventHub::Deliver deliverEvent, IofHub::Deliver deliverOutput)
    : jobs(scheduler,
           [&host](const Proc& proc, const std::vector<Info>& infos, Answer<std::vector<ProcValues>> answer) {
               host.directModex(proc, infos, std::move(answer));
           }),
      collectives(scheduler, jobs, host, config.collectiveLimit), publications(scheduler),
      events(scheduler, std::move(deliverEvent), config.maxCachedEvents, config.eventLifetime),
      monitor(scheduler, events), iof(scheduler, std::move(deliverOutput), config.outputCacheBytes),
      queries(scheduler, jobs, collectives, host, config.self, RendezvousPlaces::fromEnvironment(::getenv))
{}

void Services::dropPeer(PeerId peer)
{
    jobs.dropPeer(peer);
    collectives.dropPeer(peer);
    publications.dropPeer(peer);
    events.dropPeer(peer);
    monitor.dropPeer(peer);
    iof.dropPeer(peer);
}

void Services::processLeft(const Proc& proc)
{
    collectives.processFinalized(proc);
}

void Services::processEnded(const Proc& proc)
{
    jobs.processEnded(proc);
    collectives.processEnded(proc);
    publications.processEnded(proc);
}

void Services::jobEnded(const std::string& nspace)
{
    publications.jobEnded(nspace);
    events.forgetJob(nspace);
    iof.forgetJob(nspace);
    jobs.remove(nspace);
}

} // namespace dbgr::pmix

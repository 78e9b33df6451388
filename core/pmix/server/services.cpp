// SPDX-License-Identifier: BSD-3-Clause
#include "pmix/server/services.h"

#include "pmix/types/all_types.h"
#include "pmix/types/keys.h"
#include "util/log.h"

#include <cstdlib>
#include <utility>

namespace dbgr::pmix {

namespace {

/// What became of a member, for the others. Handlers for all events are told only if the group asked for that.
Event groupEvent(Status code, const std::string& id, const Proc& member, const std::vector<Proc>& others, bool toAll)
{
    Event event;
    event.code = code;
    event.source = member;
    event.infos.emplace_back(keys::kGroupId, Value::string(id));
    event.infos.emplace_back(keys::kEventAffectedProc, Value::proc(member));
    event.infos.emplace_back(keys::kEventCustomRange,
                             Value::of<DataType::DataArray>(DataArray::of<DataType::Proc>(others)));
    if (!toAll)
        event.infos.emplace_back(keys::kEventNonDefault, Value::boolean(true));
    return event;
}

void tell(EventHub& events, const Event& event)
{
    if (const auto told = events.notify(event, DataRange::Custom, std::nullopt); !told)
        util::log::warning("pmix", "the members of a group are not told", {{"why", told.error().message()}});
}

} // namespace

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
    for (const Departure::Group& group : collectives.processEnded(proc).groups)
        tell(events, groupEvent(Status::GroupMemberFailed, group.id, proc, group.members, group.notify));
    publications.processEnded(proc);
}

util::Result<void> Services::leaveGroup(const Requester& who, const std::string& id)
{
    DBGR_TRY(const std::vector<Proc> remaining, collectives.leaveGroup(who, id));
    if (!remaining.empty())
        tell(events, groupEvent(Status::GroupLeft, id, who.proc(), remaining, false));
    return util::ok();
}

void Services::jobEnded(const std::string& nspace)
{
    publications.jobEnded(nspace);
    events.forgetJob(nspace);
    iof.forgetJob(nspace);
    jobs.remove(nspace);
}

} // namespace dbgr::pmix

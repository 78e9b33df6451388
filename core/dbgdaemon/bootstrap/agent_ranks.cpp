// SPDX-License-Identifier: BSD-3-Clause
#include "dbgdaemon/bootstrap/agent_ranks.h"

#include "agent/orders.h"
#include "debug/debug_error.h"

#include <cstdlib>

namespace dbgr::daemon {

util::Result<std::unique_ptr<LocalRankSource>> AgentRanks::create(net::EventLoop& loop, int doorFd)
{
    const char* path = std::getenv(agent::kDoorVariable);
    std::unique_ptr<AgentRanks> source(new AgentRanks());
    // No callback comes before the loop runs, thus none before find().
    auto onFound = [ranks = source.get()](const debug::RanksFound& found) { ranks->m_events.cameLater(found); };
    DBGR_TRY(source->m_door,
             agent::AgentDoor::open(loop, util::UniqueFd(doorFd), path ? path : "", std::move(onFound)));
    return source;
}

void AgentRanks::find(Events events)
{
    m_events = std::move(events);
    m_events.found(LocalJob());
}

/// dbgr orders to attach when all ranks of the job have called.
void AgentRanks::chosen(const util::RankSet& ranks)
{
    m_door->shut();
    util::RankSet others;
    for (const debug::LocalProcess& process : m_door->found().ranks)
        if (!ranks.contains(process.rank))
            others.insert(process.rank);
    m_door->letGo(others);
}

std::optional<util::Error> AgentRanks::whyNone() const
{
    return util::Error{debug::Errc::Ended,
                       "the script that was the rank has ended, and no program that it ran used MPI",
                       "To debug a program without MPI that a script runs, let the script end with 'exec PROGRAM'."};
}

void AgentRanks::happened(const debug::DaemonEvent& event)
{
    if (const auto* attached = std::get_if<debug::RanksAttached>(&event)) {
        util::RankSet ranks;
        for (const debug::AttachedRank& rank : attached->ranks)
            ranks.insert(rank.rank);
        m_door->caredFor(ranks);
    }
    if (const auto* failed = std::get_if<debug::AttachFailed>(&event))
        m_door->letGo(failed->ranks);
    // Nobody will give them any: what they wait for is its end.
    if (const auto* detached = std::get_if<debug::RanksDetached>(&event))
        m_door->inputs().end(detached->ranks);
    if (const auto* exited = std::get_if<debug::RanksExited>(&event))
        m_door->inputs().end(exited->ranks);
}

void AgentRanks::giveInput(const util::RankSet& ranks, const debug::GiveInput& input,
                           std::function<void(std::vector<debug::RankFailure>)> done)
{
    m_door->inputs().give(ranks, input.bytes, input.eof, std::move(done));
}

void AgentRanks::leave(const util::RankSet&, std::function<void()> done)
{
    m_door.reset(); // lets go of all that nobody holds
    done();
}

} // namespace dbgr::daemon

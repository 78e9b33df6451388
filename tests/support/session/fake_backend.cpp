// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/session/fake_backend.h"

#include "util/overloaded.h"

#include <utility>

namespace dbgr::test {

using session::BackendEvent;
using util::Rank;
using util::RankSet;

void FakeBackend::say(std::vector<BackendEvent> events)
{
    m_executor.post([sink = m_sink, events = std::move(events)]() mutable { sink(std::move(events)); });
}

void FakeBackend::reply(util::RequestId id, util::Result<debug::EngineReply> answer)
{
    say({session::CommandReply{id, std::move(answer)}});
}

RankSet FakeBackend::half(int node) const
{
    const std::uint32_t first = (m_size + 1) / 2;
    return node == 0 ? RankSet::firstN(first) : RankSet::firstN(m_size) - RankSet::firstN(first);
}

void FakeBackend::startJob(std::uint32_t size)
{
    m_size = size;
    session::JobLaunched job{"prterun-n01-100@1", {}};
    for (std::uint32_t i = 0; i < size; ++i) {
        const std::string host = half(0).contains(Rank(i)) ? "n01" : "n02";
        job.ranks.push_back({Rank(i), host, util::Pid(static_cast<std::int32_t>(1000 + i)), "/work/ring"});
    }
    session::LauncherStarted launcher{util::Pid(100), "mpiexec -n 4 ./ring", "PRRTE"};
    launcher.found = m_attaches;
    std::vector<BackendEvent> events{std::move(launcher), std::move(job)};
    if (!m_attaches && (!launched || launched->hold != launchers::HoldPoint::None))
        events.push_back(session::JobHeld{launchers::HoldPoint::Init, RankSet::firstN(size)});
    say(std::move(events));
}

void FakeBackend::attachAll()
{
    std::vector<BackendEvent> events;
    for (const int node : {0, 1}) {
        const std::string host = node == 0 ? "n01" : "n02";
        const RankSet mine = half(node);
        if (mine.empty())
            continue;
        debug::RanksAttached attached{host, {}};
        mine.forEach([&](Rank rank) {
            attached.ranks.push_back({rank, util::Pid(static_cast<std::int32_t>(1000 + rank.value())), "/work/ring"});
        });
        events.push_back(session::NodeJoined{util::NodeId(static_cast<std::uint32_t>(node)), host, mine});
        events.push_back(debug::DaemonEvent(std::move(attached)));
        debug::StopCause cause;
        cause.reason = debug::StopReason::Attached;
        events.push_back(debug::DaemonEvent(makeStop(mine, cause)));
    }
    events.push_back(session::JobAttached{RankSet::firstN(m_size), {}});
    say(std::move(events));
}

void FakeBackend::bringUp(std::uint32_t size)
{
    startJob(size);
    attachAll();
}

debug::StopGroup FakeBackend::makeStop(const RankSet& ranks, debug::StopCause cause)
{
    debug::StopGroup group{ranks, {}, std::move(cause), {}};
    ranks.forEach([&](Rank rank) {
        util::StopId& stop = m_stops[rank];
        stop = stop.next();
        if (!group.stopIds.empty() && group.stopIds.back().second == stop)
            group.stopIds.back().first.insert(rank);
        else
            group.stopIds.emplace_back(RankSet(rank), stop);
    });
    return group;
}

void FakeBackend::stop(const RankSet& ranks, debug::StopCause cause)
{
    say({debug::DaemonEvent(makeStop(ranks, std::move(cause)))});
}

void FakeBackend::write(Rank rank, std::string data, session::OutputChannel channel)
{
    say({session::OutputBytes{rank, channel, std::move(data)}});
}

void FakeBackend::exit(const RankSet& ranks, int status, int signal)
{
    say({debug::DaemonEvent(debug::RanksExited{ranks, status, signal})});
}

void FakeBackend::endJob(int status)
{
    say({session::JobEnded{status, std::nullopt, ""}, session::LauncherExited{status, 0}, session::Finished{}});
}

void FakeBackend::launch(launchers::LaunchSpec spec)
{
    launched = std::move(spec);
    m_attaches = false;
    m_stops.clear();
    calls.emplace_back("launch");
}

void FakeBackend::attach(launchers::AttachSpec spec)
{
    attachAsked = std::move(spec);
    m_attaches = true;
    m_stops.clear();
    calls.emplace_back("attach");
}

void FakeBackend::attachAgain()
{
    ++attachesAgain;
    calls.emplace_back("attach again");
}

void FakeBackend::submit(util::RequestId id, debug::EngineCommand command, util::Duration deadline)
{
    calls.push_back(std::string(debug::name(command.request)) + ' ' + command.ranks.toString());
    submitted.push_back({id, command, deadline});
    answerControl(id, command);
}

/// Answers what needs no more than "done"; a query, if the test knows the answer.
void FakeBackend::answerControl(util::RequestId id, const debug::EngineCommand& command)
{
    const auto done = [&](std::vector<BackendEvent> then) {
        if (!answersControl)
            return;
        std::vector<BackendEvent> events{session::CommandReply{id, debug::EngineReply{}}};
        for (BackendEvent& event : then)
            events.push_back(std::move(event));
        say(std::move(events));
    };
    std::visit(util::Overloaded{
                   [&](const debug::SetBreakpoint& set) {
                       if (!answersControl)
                           return;
                       debug::BreakpointStatus status;
                       status.id = set.spec.id;
                       status.resolved = command.ranks;
                       status.placeList = places;
                       reply(id, debug::EngineReply{debug::BreakpointReply{std::move(status)}, {}});
                   },
                   [&](const debug::Continue&) { done({debug::DaemonEvent(debug::RanksResumed{command.ranks})}); },
                   [&](const debug::Step&) { done({debug::DaemonEvent(debug::RanksResumed{command.ranks})}); },
                   [&](const debug::RunTo&) { done({debug::DaemonEvent(debug::RanksResumed{command.ranks})}); },
                   [&](const debug::Jump&) { done({debug::DaemonEvent(debug::RanksResumed{command.ranks})}); },
                   [&](const debug::ReturnNow&) { done({debug::DaemonEvent(debug::RanksResumed{command.ranks})}); },
                   [&](const debug::Interrupt&) { done({}); },
                   [&](const debug::RemoveBreakpoint&) { done({}); },
                   [&](const debug::Detach&) { done({}); },
                   [&](const debug::Kill&) { done({}); },
                   [&](const auto&) {
                       if (auto answer = answersQuery ? answersQuery(command) : std::nullopt)
                           reply(id, *std::move(answer));
                   },
               },
               command.request);
}

void FakeBackend::release(const RankSet& ranks)
{
    calls.push_back("release " + ranks.toString());
    released.push_back(ranks);
    say({session::RanksReleased{ranks}});
}

void FakeBackend::sendInput(util::RequestId id, const RankSet& ranks, std::string bytes, bool eof)
{
    calls.push_back("input " + ranks.toString());
    inputs.push_back({id, ranks, std::move(bytes), eof});
    if (acceptsInput)
        say({session::InputAccepted{id, util::ok()}});
}

void FakeBackend::detach()
{
    calls.emplace_back("detach");
    ++detaches;
}

void FakeBackend::kill()
{
    calls.emplace_back("kill");
    ++kills;
}

void FakeBackend::leave()
{
    calls.emplace_back("leave");
    ++leaves;
}

} // namespace dbgr::test

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/step_queue.h"

#include "session/session.h"
#include "ui/bridge/session_bridge.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <utility>

namespace dbgr::ui {

using debug::StepKind;
using debug::StopReason;
using util::RankSet;

namespace {

/// The step ended elsewhere than where steps of that kind end: keys that were pressed before meant another place.
bool isSurprise(StepKind kind, const std::string& from, const debug::StopCause& cause)
{
    if (cause.reason == StopReason::Step)
        return false;
    if (cause.reason != StopReason::Breakpoint)
        return true;
    // A step that ends on a line with a breakpoint has hit it; one on the way is what somebody waits for.
    switch (kind) {
    case StepKind::Into:
    case StepKind::IntoInstruction:
        return false;
    case StepKind::Over:
    case StepKind::OverInstruction:
        return cause.top.function != from;
    case StepKind::Out:
        return true;
    }
    return true;
}

} // namespace

StepQueue::StepQueue(SessionBridge& bridge, QObject* parent) : QObject(parent), m_bridge(bridge)
{
    connect(&bridge, &SessionBridge::jobChanged, this, &StepQueue::forgetAll);
    connect(&bridge, &SessionBridge::happened, this, [this](const std::vector<session::SessionEvent>& events) {
        if (m_trains.empty())
            return;
        for (const session::SessionEvent& event : events) {
            if (const auto* const stop = std::get_if<debug::StopGroup>(&event))
                take(*stop);
            else if (const auto* const apart = std::get_if<session::RanksApart>(&event))
                arrive(takeOut(apart->ranks));
        }
        goOn();
    });
}

util::Result<void> StepQueue::step(const RankSet& ranks, StepKind kind)
{
    session::Session& session = m_bridge.session();
    std::vector<Train> waiting = takeOut(ranks);
    RankSet others = ranks; // one that stands already, but of which the news is still to come, waits for it, too
    for (Train& train : waiting) {
        others -= train.ranks;
        train.next.push_back(kind);
        add(std::move(train));
    }
    const RankSet free = (others & session.processes().standing()) - session.processes().held();
    util::Result<void> result = util::ok();
    if (!free.empty() || waiting.empty())
        result = tell(others, kind);
    if (result)
        begin(free, kind, {});
    emit changed();
    return result;
}

bool StepQueue::cancel(const RankSet& ranks)
{
    const bool any = waiting().intersects(ranks);
    for (Train& train : takeOut(ranks)) {
        train.next.clear();
        add(std::move(train));
    }
    if (any)
        emit changed();
    return any;
}

RankSet StepQueue::busy() const
{
    RankSet ranks;
    for (const Train& train : m_trains)
        ranks |= train.ranks;
    return ranks;
}

RankSet StepQueue::waiting() const
{
    RankSet ranks;
    for (const Train& train : m_trains) {
        if (!train.next.empty())
            ranks |= train.ranks;
    }
    return ranks;
}

std::size_t StepQueue::depth() const
{
    std::size_t most = 0;
    for (const Train& train : m_trains)
        most = std::max(most, train.next.size());
    return most;
}

util::Result<void> StepQueue::stepTimes(const RankSet& ranks, StepKind kind, std::uint32_t count)
{
    return tell(ranks - busy(), kind, count);
}

util::Result<void> StepQueue::tell(const RankSet& ranks, StepKind kind, std::uint32_t count)
{
    session::Session& session = m_bridge.session();
    const bool isOfLines = !debug::isOfInstructions(kind);
    const debug::Step step{kind, count, m_alone, m_team && isOfLines};
    return m_together && isOfLines ? session.stepTogether(ranks, step) : session.step(ranks, step);
}

void StepQueue::take(const debug::StopGroup& stop)
{
    std::vector<Train> trains = takeOut(stop.ranks);
    const bool isSurprising = std::any_of(trains.begin(), trains.end(), [&](const Train& train) {
        return isSurprise(train.kind, train.function, stop.cause);
    });
    if (!isSurprising)
        return arrive(std::move(trains));
    cancel(busy());
    m_arrived.clear();
}

void StepQueue::arrive(std::vector<Train> trains)
{
    std::erase_if(trains, [](const Train& train) { return train.next.empty(); });
    std::move(trains.begin(), trains.end(), std::back_inserter(m_arrived));
}

/// The next step of those that have arrived; ranks that do the same are told in one command.
void StepQueue::goOn()
{
    std::map<std::vector<StepKind>, RankSet> together;
    for (const Train& train : std::exchange(m_arrived, {}))
        together[{train.next.begin(), train.next.end()}] |= train.ranks;
    session::Session& session = m_bridge.session();
    for (const auto& [kinds, arrived] : together) {
        const RankSet ranks = arrived & session.processes().standing(); // others were told something else meanwhile
        if (ranks.empty())
            continue;
        if (const auto result = tell(ranks, kinds.front()))
            begin(ranks, kinds.front(), {kinds.begin() + 1, kinds.end()});
        else
            emit refused(result.error());
    }
    // The others have ended, were lost, or were not told after all.
    (void)takeOut(busy() - session.processes().inState(session::RankState::Running) - session.steppingTogether());
    emit changed();
}

void StepQueue::forgetAll()
{
    m_trains.clear();
    m_arrived.clear();
    emit changed();
}

void StepQueue::begin(const RankSet& ranks, StepKind kind, const Kinds& next)
{
    std::map<std::string, RankSet> byFunction;
    const session::ProcessTable& processes = m_bridge.session().processes();
    ranks.forEach([&](util::Rank rank) {
        const auto& stop = processes.at(rank).stop;
        byFunction[stop ? stop->top.function : std::string()].insert(rank);
    });
    for (auto& [function, its] : byFunction)
        add({std::move(its), kind, function, next});
}

void StepQueue::add(Train train)
{
    const auto same = std::find_if(m_trains.begin(), m_trains.end(), [&](const Train& one) {
        return one.kind == train.kind && one.function == train.function && one.next == train.next;
    });
    if (same != m_trains.end())
        same->ranks |= train.ranks;
    else
        m_trains.push_back(std::move(train));
}

std::vector<StepQueue::Train> StepQueue::takeOut(const RankSet& ranks)
{
    std::vector<Train> taken;
    for (Train& train : m_trains) {
        RankSet out = train.ranks & ranks;
        if (out.empty())
            continue;
        train.ranks -= out;
        taken.push_back({std::move(out), train.kind, train.function, train.next});
    }
    std::erase_if(m_trains, [](const Train& train) { return train.ranks.empty(); });
    return taken;
}

} // namespace dbgr::ui

#include "moc_step_queue.cpp"

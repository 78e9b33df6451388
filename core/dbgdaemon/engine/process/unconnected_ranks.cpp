// SPDX-License-Identifier: BSD-3-Clause
#include "dbgdaemon/engine/process/unconnected_ranks.h"

#include "dbgdaemon/engine/farewell.h"
#include "debug/debug_error.h"

#include <csignal>
#include <utility>

namespace dbgr::daemon {

namespace {

bool needsLldb(UnconnectedRanks::State state, const debug::EngineRequest& request)
{
    using State = UnconnectedRanks::State;
    const bool isToEnd = farewellOf(request).has_value();
    const bool isToRun = std::holds_alternative<debug::Continue>(request);
    if (std::holds_alternative<debug::CountHits>(request)) // they have no breakpoints yet
        return false;
    switch (state) {
    case State::Leaving:
        return false;
    case State::Standing:
        return !isToEnd && !isToRun && !std::holds_alternative<debug::Interrupt>(request);
    case State::Running:
        return !isToEnd && !isToRun;
    case State::Attaching:
    case State::Stopped:
    case State::Another:
        break;
    }
    return !isToEnd;
}

} // namespace

UnconnectedRanks::UnconnectedRanks(util::Scheduler& scheduler, RankHolder& holder, Hooks hooks)
    : m_scheduler(scheduler), m_holder(holder), m_hooks(std::move(hooks))
{
    m_holder.setListener([this](util::Rank rank, HolderNews news) { onNews(rank, news); });
}

void UnconnectedRanks::add(std::vector<AttachTarget> targets)
{
    for (AttachTarget& target : targets) {
        const util::Rank rank = target.rank;
        m_ranks.insert_or_assign(rank, Rank{std::move(target), State::Attaching});
    }
    m_limit = m_scheduler.after(kAttachLimit, [this] { giveUpAttaching(); });
}

util::RankSet UnconnectedRanks::ranks() const
{
    util::RankSet all;
    for (const auto& entry : m_ranks)
        all.insert(entry.first);
    return all;
}

util::RankSet UnconnectedRanks::inState(State state) const
{
    util::RankSet found;
    for (const auto& [rank, known] : m_ranks) {
        if (known.state == state)
            found.insert(rank);
    }
    return found;
}

util::RankSet UnconnectedRanks::beyondUs(const util::RankSet& ranks, const debug::EngineRequest& request) const
{
    util::RankSet beyond;
    for (const auto& [rank, known] : m_ranks) {
        if (ranks.contains(rank) && needsLldb(known.state, request))
            beyond.insert(rank);
    }
    return beyond;
}

util::RankSet UnconnectedRanks::perform(const util::RankSet& asked, const debug::EngineRequest& request,
                                        std::function<void()> done)
{
    const util::RankSet ours = (asked & ranks()) - leaving();
    if (const auto farewell = farewellOf(request)) {
        m_departures.await(ours, std::move(done));
        ours.forEach([&](util::Rank rank) {
            if (*farewell == Farewell::Kill)
                ::kill(m_ranks.at(rank).target.pid.value(), SIGKILL);
            else
                m_holder.release(rank);
            m_ranks.at(rank).state = State::Leaving;
        });
        return {};
    }
    util::RankSet resumed;
    if (std::holds_alternative<debug::Continue>(request)) {
        ours.forEach([&](util::Rank rank) {
            State& state = m_ranks.at(rank).state;
            if (std::exchange(state, State::Running) == State::Running)
                return;
            m_holder.run(rank);
            resumed.insert(rank);
        });
    }
    done();
    return resumed;
}

std::vector<UnconnectedRanks::Rank> UnconnectedRanks::take(const util::RankSet& asked)
{
    std::vector<Rank> taken;
    ((asked & ranks()) - leaving()).forEach([&](util::Rank rank) {
        taken.push_back(std::move(m_ranks.extract(rank).mapped()));
        if (taken.back().state == State::Running)
            m_holder.stand(rank); // all at once: LLDB will come to them one after the other
    });
    return taken;
}

void UnconnectedRanks::onNews(util::Rank rank, HolderNews news)
{
    const auto found = m_ranks.find(rank);
    if (found == m_ranks.end())
        return; // LLDB tells
    Rank& known = found->second;
    switch (news) {
    case HolderNews::Held:
        return onHeld(known);
    case HolderNews::Stopped:
    case HolderNews::BecameAnother:
        if (known.state == State::Leaving)
            return;
        known.state = news == HolderNews::Stopped ? State::Stopped : State::Another;
        return m_hooks.connect(util::RankSet(rank));
    case HolderNews::NotHeld:
        return leave(rank, RankAttachFailed{rank, m_holder.whyEnded(rank).value_or(util::Error{})});
    case HolderNews::Released:
        return leave(rank, RankDetached{rank});
    case HolderNews::Ended:
        break;
    }
    if (known.state == State::Attaching)
        return leave(rank, RankAttachFailed{rank, {debug::Errc::Ended, "the process has ended", {}}});
    const auto end = m_holder.endingOf(rank).value_or(util::RankEnd{});
    leave(rank, RankExited{rank, end.status.value_or(0), end.signal});
}

void UnconnectedRanks::onHeld(Rank& held)
{
    if (held.state != State::Attaching)
        return;
    const AttachTarget& target = held.target;
    held.state = target.keepRunning ? State::Running : State::Standing;
    debug::StopCause cause;
    cause.reason = debug::StopReason::Attached;
    const util::Rank rank = target.rank;
    if (!target.keepRunning)
        awaitIdle();
    const bool runs = target.keepRunning;
    m_hooks.tell(debug::AttachedRank{rank, target.pid, target.executable});
    m_hooks.tell(debug::StopEvent{rank, util::StopId(1), std::move(cause), {}});
    if (runs)
        m_hooks.tell(RankResumed{rank});
}

void UnconnectedRanks::awaitIdle()
{
    m_idle = m_scheduler.after(kIdle, [this] { m_hooks.connect(inState(State::Standing)); });
}

void UnconnectedRanks::leave(util::Rank rank, EngineEvent lastWords)
{
    m_ranks.erase(rank);
    m_hooks.tell(std::move(lastWords));
    m_departures.gone(rank);
}

void UnconnectedRanks::giveUpAttaching()
{
    inState(State::Attaching).forEach([this](util::Rank rank) {
        leave(rank, RankAttachFailed{rank, {debug::Errc::Timeout, "it did not stop for being attached to", {}}});
    });
}

} // namespace dbgr::daemon

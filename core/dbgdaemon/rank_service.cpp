// SPDX-License-Identifier: BSD-3-Clause
#include "dbgdaemon/rank_service.h"

#include "debug/debug_error.h"

#include <utility>

namespace dbgr::daemon {

RankService::RankService(util::Scheduler& scheduler, Engine& engine, std::string host, Hooks hooks)
    : m_engine(engine), m_hooks(std::move(hooks)), m_coalescer(scheduler, std::move(host), m_hooks.tell),
      m_router(scheduler, engine), m_scheduler(scheduler)
{
    m_engine.start({[this](EngineEvent event) { onEvent(std::move(event)); },
                    [this](util::RequestId id, debug::EngineReply reply) {
                        // What happened before the reply is told before it: nobody may take a rank that was resumed for
                        // one that still stands.
                        m_coalescer.flush();
                        m_router.onReply(id, std::move(reply));
                    }});
}

void RankService::add(AttachTarget target, util::Result<util::UniqueFd> stub)
{
    m_ranks.add(target.rank, target.pid);
    if (!stub)
        return m_stillborn.push_back({target.rank, std::move(stub.error())});
    target.stub = *std::move(stub);
    m_targets.push_back(std::move(target));
}

void RankService::addCore(const debug::LocalCore& core)
{
    m_ranks.add(core.rank, util::Pid());
    m_targets.push_back({core.rank, util::Pid(), {}, core.executable, {}, core.path});
}

void RankService::attach()
{
    for (RankAttachFailed& failed : std::exchange(m_stillborn, {}))
        onEvent(std::move(failed));
    if (m_ranks.all().empty() && !std::exchange(m_toldAllGone, true))
        m_hooks.allGone();
    if (!m_targets.empty())
        m_engine.attach(std::exchange(m_targets, {}));
}

void RankService::onEvent(EngineEvent event)
{
    if (!mayBeExplained(event))
        return take(std::move(event));
    m_unexplained.push_back(m_scheduler.after(kCauseMayTake, [this, event = std::move(event)] { take(event); }));
}

void RankService::take(EngineEvent event)
{
    if (!m_ranks.note(event))
        return;
    if (const auto rank = rankOf(event); rank && !std::holds_alternative<RankResumed>(event))
        forgetInterrupt(*rank);
    improve(event);
    letGoIfLost(event);
    const bool isStop = std::holds_alternative<debug::StopEvent>(event);
    m_coalescer.add(std::move(event));
    if (isStop && m_ranks.allQuiet())
        m_coalescer.flush();
    if (m_ranks.allGone() && !m_ranks.all().empty() && !std::exchange(m_toldAllGone, true)) {
        m_coalescer.flush(); // nobody is left to wait for
        m_hooks.allGone();
    }
}

namespace {

std::optional<util::Rank> goneRankOf(const EngineEvent& event)
{
    if (const auto* const exited = std::get_if<RankExited>(&event))
        return exited->rank;
    if (const auto* const lost = std::get_if<RankLost>(&event))
        return lost->rank;
    return std::nullopt;
}

} // namespace

/// The keeper's end is on its way to us.
bool RankService::mayBeExplained(const EngineEvent& event) const
{
    const auto* const lost = std::get_if<RankLost>(&event);
    return lost && lost->error.code == debug::Errc::KeeperFailed &&
           !(m_hooks.howEnded && m_hooks.howEnded(lost->rank)) && !m_hooks.whyLost(lost->rank);
}

void RankService::improve(EngineEvent& event) const
{
    const auto gone = goneRankOf(event);
    if (const auto ending = gone && m_hooks.howEnded ? m_hooks.howEnded(*gone) : std::nullopt) {
        event = RankExited{*gone, ending->status.value_or(0), ending->signal};
        return;
    }
    std::optional<util::Error> better;
    if (auto* failed = std::get_if<RankAttachFailed>(&event)) {
        better = m_hooks.whyNotAttached(failed->rank, m_ranks.pidOf(failed->rank).value_or(util::Pid()));
        if (better)
            failed->error = *std::move(better);
    } else if (auto* lost = std::get_if<RankLost>(&event)) {
        better = m_hooks.whyLost(lost->rank);
        if (better)
            lost->error = *std::move(better);
    }
}

void RankService::letGoIfLost(const EngineEvent& event) const
{
    if (!m_hooks.letGo)
        return;
    if (const auto* const failed = std::get_if<RankAttachFailed>(&event))
        m_hooks.letGo(failed->rank);
    else if (const auto* const lost = std::get_if<RankLost>(&event))
        m_hooks.letGo(lost->rank);
}

void RankService::lose(const util::RankSet& ranks, const util::Error& why)
{
    m_lost |= ranks;
    ranks.forEach([&](util::Rank rank) { take(RankLost{rank, why}); });
}

void RankService::forgetInterrupt(util::Rank rank)
{
    m_interrupted.erase(rank);
    m_stand.erase(rank);
}

void RankService::noteStands(util::Rank rank)
{
    if (!m_interrupted.contains(rank))
        return;
    m_interrupted.erase(rank);
    const bool isFirst = m_stand.empty();
    m_stand.insert(rank);
    if (m_interrupted.empty())
        tellStand();
    else if (isFirst)
        m_tellStand = m_scheduler.after(kOthersMayTake, [this] { tellStand(); });
}

void RankService::tellStand()
{
    m_tellStand.cancel();
    if (!m_stand.empty())
        m_hooks.tell(debug::RanksStand{std::exchange(m_stand, {})});
}

void RankService::onCommand(util::RequestId id, debug::EngineCommand command, CommandRouter::Respond respond)
{
    // The engine would only find out how dead they are.
    const util::RankSet lost = command.ranks & m_lost;
    command.ranks -= lost;
    if (!lost.empty())
        respond = [lost, respond = std::move(respond)](util::Result<debug::EngineReply> reply) {
            if (reply)
                reply->failures.push_back(
                    {lost, {debug::Errc::NotAttached, "the connection to the rank was lost", {}}});
            respond(std::move(reply));
        };
    if (std::holds_alternative<debug::Interrupt>(command.request)) {
        command.ranks.forEach([this](util::Rank rank) {
            if (m_ranks.stateOf(rank) == LocalRanks::State::Running)
                m_interrupted.insert(rank);
        });
    }
    m_router.submit(id, std::move(command), m_ranks.all(), std::move(respond));
}

void RankService::shutdown(std::function<void()> done)
{
    m_engine.shutdown(Farewell::Detach, [this, done = std::move(done)] {
        m_coalescer.flush();
        done();
    });
}

} // namespace dbgr::daemon

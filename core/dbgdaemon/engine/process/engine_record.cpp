// SPDX-License-Identifier: BSD-3-Clause
#include "dbgdaemon/engine/process/engine_record.h"

#include "util/overloaded.h"

#include <algorithm>
#include <utility>

namespace dbgr::daemon {

namespace {

bool isSame(const EngineRecord::Planted& first, const EngineRecord::Planted& second)
{
    const debug::BreakpointSpec& one = first.spec;
    const debug::BreakpointSpec& other = second.spec;
    return first.tellsPassed == second.tellsPassed && one.id == other.id && one.where == other.where &&
           one.condition == other.condition && one.enabled == other.enabled && one.ignore == other.ignore &&
           one.off == other.off;
}

} // namespace

void EngineRecord::note(const AttachTarget& target)
{
    Rank known;
    known.pid = target.pid;
    known.executable = target.executable;
    known.file = target.file;
    known.core = target.core;
    known.slot = target.slot;
    m_ranks.insert_or_assign(target.rank, std::move(known));
}

void EngineRecord::notePassed(const debug::HitsPassed& passed)
{
    const auto rank = passed.ranks.size() == 1 ? passed.ranks.lowest() : std::nullopt; // engines tell it of each
    const auto found = rank ? m_ranks.find(*rank) : m_ranks.end();
    if (found == m_ranks.end())
        return;
    const auto one = found->second.breakpoints.find(passed.id);
    if (one == found->second.breakpoints.end())
        return;
    std::uint32_t& left = one->second.spec.ignore;
    left -= static_cast<std::uint32_t>(std::min<std::uint64_t>(left, passed.times));
}

void EngineRecord::note(const EngineEvent& event)
{
    if (const auto* const passed = std::get_if<debug::HitsPassed>(&event))
        return notePassed(*passed);
    const auto rank = rankOf(event);
    const auto found = rank ? m_ranks.find(*rank) : m_ranks.end();
    if (found == m_ranks.end())
        return;
    Rank& known = found->second;
    const auto hit = [&](util::BreakpointId id) { // it has been passed as often as was asked for
        if (const auto one = known.breakpoints.find(id); one != known.breakpoints.end())
            one->second.spec.ignore = 0;
    };
    std::visit(util::Overloaded{
                   [&](const debug::StopEvent& stop) {
                       known.stop = stop.stopId;
                       known.isPlaced = stop.cause.isPlaced();
                       known.pc = stop.cause.top.pc;
                       known.runs = known.owesStop = false;
                       std::ranges::for_each(stop.cause.breakpoints, hit);
                   },
                   [&](const RankResumed&) { known.runs = true; },
                   [](const debug::AttachedRank&) {},
                   [&](const debug::TraceRecord& record) { hit(record.id); },
                   [&](const auto&) { m_ranks.erase(found); },
               },
               event);
}

void EngineRecord::note(const debug::EngineCommand& command, const debug::EngineReply& reply)
{
    util::RankSet done = command.ranks;
    for (const debug::RankFailure& failure : reply.failures)
        done -= failure.ranks;
    const auto* const set = std::get_if<debug::SetBreakpoint>(&command.request);
    const auto* const removed = std::get_if<debug::RemoveBreakpoint>(&command.request);
    if (const auto* const threads = std::get_if<debug::ThreadsReply>(&reply.body)) {
        for (const debug::RankThreads& one : threads->ranks)
            noteFrozen(one);
    }
    for (auto& [rank, known] : m_ranks) {
        if (!done.contains(rank))
            continue;
        if (set && std::holds_alternative<debug::WatchedData>(set->spec.where))
            known.watched.insert(set->spec.id);
        else if (set)
            known.breakpoints.insert_or_assign(set->spec.id, Planted{set->spec, set->tellsPassed});
        if (const auto* const signal = std::get_if<debug::SetSignal>(&command.request))
            known.signalRules.insert_or_assign(signal->rule.signal, signal->rule);
        if (removed) {
            known.breakpoints.erase(removed->id);
            known.watched.erase(removed->id);
        }
        known.owesStop |= known.runs && (std::holds_alternative<debug::Interrupt>(command.request) ||
                                         std::holds_alternative<debug::Step>(command.request) ||
                                         std::holds_alternative<debug::RunTo>(command.request));
    }
}

void EngineRecord::expectStop(const util::RankSet& ranks)
{
    for (auto& [rank, known] : m_ranks)
        known.owesStop |= ranks.contains(rank);
}

void EngineRecord::noteFrozen(const debug::RankThreads& threads)
{
    const auto found = m_ranks.find(threads.rank);
    if (found == m_ranks.end())
        return;
    found->second.frozen.clear();
    for (const debug::ThreadInfo& thread : threads.threads) {
        if (thread.frozen)
            found->second.frozen.push_back(thread.id);
    }
}

std::vector<debug::EngineCommand> EngineRecord::frozenThreads() const
{
    std::vector<debug::EngineCommand> commands;
    for (const auto& [rank, known] : m_ranks) {
        for (const util::ThreadId thread : known.frozen)
            commands.push_back({util::RankSet(rank), debug::FreezeThreads{{thread}, true}});
    }
    return commands;
}

const EngineRecord::Rank* EngineRecord::find(util::Rank rank) const
{
    const auto found = m_ranks.find(rank);
    return found == m_ranks.end() ? nullptr : &found->second;
}

util::RankSet EngineRecord::ranks() const
{
    util::RankSet all;
    for (const auto& entry : m_ranks)
        all.insert(entry.first);
    return all;
}

std::vector<debug::EngineCommand> EngineRecord::settings() const
{
    std::vector<std::pair<Planted, util::RankSet>> all;
    for (const auto& [rank, known] : m_ranks) {
        for (const auto& [id, planted] : known.breakpoints) {
            const auto alike = std::ranges::find_if(all, [&](const auto& one) { return isSame(one.first, planted); });
            if (alike != all.end())
                alike->second.insert(rank);
            else
                all.emplace_back(planted, util::RankSet(rank));
        }
    }
    std::vector<debug::EngineCommand> commands;
    for (auto& [planted, ranks] : all) {
        debug::SetBreakpoint set{std::move(planted.spec)};
        set.tellsPassed = planted.tellsPassed;
        commands.push_back({std::move(ranks), std::move(set)});
    }
    for (const auto& [rank, known] : m_ranks) {
        for (const auto& [signal, rule] : known.signalRules)
            commands.push_back({util::RankSet(rank), debug::SetSignal{rule}});
    }
    return commands;
}

std::map<util::BreakpointId, util::RankSet> EngineRecord::takeWatched()
{
    std::map<util::BreakpointId, util::RankSet> lost;
    for (auto& [rank, known] : m_ranks) {
        for (const util::BreakpointId id : std::exchange(known.watched, {}))
            lost[id].insert(rank);
    }
    return lost;
}

std::optional<util::Rank> rankOf(const EngineEvent& event)
{
    return std::visit(util::Overloaded{
                          [](const debug::BreakpointChanged&) { return std::optional<util::Rank>(); },
                          [](const debug::EngineBusy&) { return std::optional<util::Rank>(); },
                          [](const debug::RankWarning&) { return std::optional<util::Rank>(); },
                          [](const debug::SignalsSeen&) { return std::optional<util::Rank>(); },
                          [](const debug::HitsPassed&) { return std::optional<util::Rank>(); },
                          [](const auto& one) { return std::optional(one.rank); },
                      },
                      event);
}

} // namespace dbgr::daemon

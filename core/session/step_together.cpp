// SPDX-License-Identifier: BSD-3-Clause
#include "session/step_together.h"

#include "debug/debug_error.h"
#include "debug/merge.h"
#include "session/query_p.h"

#include <algorithm>
#include <utility>

namespace dbgr::session {

using util::Rank;
using util::RankSet;
using util::Result;

namespace {

/// A step that only catches up has nothing to tell but where it ended.
debug::StopCause placeOnly(debug::StopCause cause)
{
    cause.steps.reset();
    cause.returnedFrom.clear();
    return cause;
}

} // namespace

StepTogether::StepTogether(Parts parts, RankSet ranks, Rank leader, const debug::Step& what)
    : m_parts(std::move(parts)), m_ranks(std::move(ranks)), m_leader(leader), m_what(what), m_left(what.count)
{
    m_what.count = 1;
    look();
}

RankSet StepTogether::take(const debug::StopGroup& stop)
{
    const RankSet ours = stop.ranks & m_moving;
    if (ours.empty())
        return {};
    m_moving -= ours;
    const bool isStep = stop.cause.reason == debug::StopReason::Step;
    if (isStep) {
        debug::StopGroup kept = debug::restricted(stop, ours);
        if (m_isCatchingUp) {
            kept.cause = placeOnly(std::move(kept.cause));
            kept.returned.clear();
        }
        m_stops.push_back(std::move(kept));
    } else {
        m_surprised |= ours;
    }
    if (m_moving.empty())
        look();
    return isStep ? ours : RankSet();
}

void StepTogether::leave(const RankSet& ranks)
{
    const RankSet leaving = ranks & m_ranks;
    if (leaving.empty())
        return;
    const bool waited = !m_moving.empty();
    tellStops(leaving);
    m_ranks -= leaving;
    m_moving -= leaving;
    if (!m_ranks.contains(m_leader))
        end();
    else if (waited && m_moving.empty())
        look();
}

void StepTogether::look()
{
    ask<debug::FramesReply, Stacks>(
        m_parts.commands, m_ranks, "reading the stack of", debug::GetFrames{}, &debug::FramesReply::ranks,
        m_lifetime.guard([this](Result<Answer<Stacks>> answer) { goOn(std::move(answer)); }));
}

void StepTogether::goOn(Result<Answer<Stacks>> answer)
{
    if (m_ranks.empty() || !m_moving.empty())
        return; // what was asked for is of no use any more
    if (!answer) {
        if (answer.error().code == make_error_code(debug::Errc::Stale))
            return look(); // some have left meanwhile
        m_parts.commands.tellFailure("step", m_ranks, std::move(answer).error());
        return end();
    }
    const Stacks& stacks = answer->value;
    const auto leader = std::find_if(stacks.begin(), stacks.end(),
                                     [this](const debug::RankFrames& one) { return one.rank == m_leader; });
    for (const debug::RankFailure& failure : answer->failures) {
        if (const RankSet failed = failure.ranks & m_ranks; !failed.empty())
            m_parts.commands.tellFailure("step", failed, failure.error);
    }
    if (leader == stacks.end())
        return end();

    m_apart.clear();
    RankSet together;
    CatchingUp behind;
    for (const debug::RankFrames& stack : stacks) {
        if (!m_ranks.contains(stack.rank))
            continue; // it has left meanwhile
        const Standing standing = standingOf(stack, *leader);
        if (standing.course == Course::Together)
            together.insert(stack.rank);
        else
            m_apart[standing.course].insert(stack.rank);
        if (standing.course == Course::Behind && !m_surprised.contains(stack.rank))
            behind[standing.deeper].insert(stack.rank);
    }
    if (!behind.empty() && m_caughtUp++ < kMostCatchingUp) {
        m_isCatchingUp = true;
        for (const auto& [deeper, ranks] : behind)
            step(ranks, deeper > 0 ? debug::Step{debug::StepKind::Out, deeper, m_what.alone, m_what.team}
                                   : debug::Step{debug::StepKind::Over, 1, m_what.alone, m_what.team});
        return;
    }
    if (m_left == 0 || m_surprised.contains(m_leader))
        return end();
    --m_left;
    m_caughtUp = 0;
    m_isCatchingUp = false;
    step(together - m_surprised, m_what);
}

void StepTogether::step(const RankSet& ranks, const debug::Step& what)
{
    for (debug::StopGroup& stop : m_stops)
        stop = debug::restricted(std::move(stop), stop.ranks - ranks);
    m_moving |= ranks;
    m_parts.commands.resume("step", "stepping", ranks, what, m_lifetime.guard([this, ranks](const RankSet& running) {
        leave((ranks & m_moving) - running); // they could not, which was told
    }));
}

void StepTogether::tellStops(const RankSet& ranks)
{
    std::vector<debug::StopGroup> told;
    for (debug::StopGroup& stop : m_stops) {
        told.push_back(debug::restricted(stop, stop.ranks & ranks));
        stop = debug::restricted(std::move(stop), stop.ranks - ranks);
    }
    for (std::vector<debug::StopGroup>* const groups : {&told, &m_stops})
        std::erase_if(*groups, [](const debug::StopGroup& group) { return group.ranks.empty(); });
    for (debug::StopGroup& group : debug::mergeStopGroups(std::move(told))) {
        m_parts.publisher.changes().ranks |= group.ranks;
        m_parts.publisher.changes().staleStacks |= group.ranks;
        m_parts.publisher.tell(std::move(group));
    }
    m_parts.publishSoon();
}

void StepTogether::end()
{
    tellStops(m_ranks);
    for (const auto& [course, ranks] : m_apart) {
        const RankSet apart = ranks & m_ranks;
        const RankSet surprised = course == Course::Behind ? apart & m_surprised : RankSet();
        if (!(apart - surprised).empty())
            m_parts.publisher.tell(RanksApart{apart - surprised, m_leader, course});
    }
    m_ranks = {};
    m_moving = {};
    m_parts.publishSoon();
}

} // namespace dbgr::session

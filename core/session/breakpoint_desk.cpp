// SPDX-License-Identifier: BSD-3-Clause
#include "session/breakpoint_desk.h"

#include "debug/debug_error.h"
#include "session/session_error.h"

#include <algorithm>
#include <iterator>
#include <utility>
#include <variant>

namespace dbgr::session {

using util::RankSet;

namespace {

/// Whether none of `ranks` has such a place, nor ever will, or its condition cannot be there.
bool nowhere(const debug::EngineReply& reply, const RankSet& ranks)
{
    RankSet without;
    for (const debug::RankFailure& failure : reply.failures) {
        if (failure.error.code == debug::make_error_code(debug::Errc::NoSuchPlace) ||
            failure.error.code == debug::make_error_code(debug::Errc::BadExpression))
            without |= failure.ranks;
    }
    return without.containsAll(ranks);
}

/// Those that say that the condition cannot be.
std::vector<debug::RankFailure> refusalsOf(const std::vector<debug::RankFailure>& failures)
{
    std::vector<debug::RankFailure> refusals;
    std::ranges::copy_if(failures, std::back_inserter(refusals), [](const debug::RankFailure& failure) {
        return failure.error.code == debug::make_error_code(debug::Errc::BadExpression);
    });
    return refusals;
}

} // namespace

util::Result<void> BreakpointDesk::checkNew(const debug::BreakpointSpec& spec, bool mayWait) const
{
    if (!isNamed(spec.where))
        return util::fail(std::make_error_code(std::errc::invalid_argument), "setting a breakpoint: no place was named",
                          "Name a line (ring.cpp:29) or a function.");
    if (spec.traced.size() > debug::kMostTraced)
        return util::fail(std::make_error_code(std::errc::invalid_argument),
                          "setting a tracepoint: it has more than " + std::to_string(debug::kMostTraced) +
                              " expressions",
                          "Set several at the same place.");
    if (spec.ranks && spec.ranks->empty())
        return util::fail(Errc::NoRanks, "setting a breakpoint: it would be for no rank");
    if (!mayWait)
        DBGR_TRY(m_parts.life.requireLife("setting a breakpoint"));
    if (const Breakpoint* const same = m_parts.breakpoints.sameAs(spec))
        return util::fail(standsAlready("setting a breakpoint", *same));
    return util::ok();
}

void BreakpointDesk::sendAll(const RankSet& ranks)
{
    for (const auto& [id, breakpoint] : m_parts.breakpoints.all()) {
        if (!m_parts.breakpoints.keepFrom(id, ranks))
            send(breakpoint, ranks, {});
    }
}

util::BreakpointId BreakpointDesk::begin(util::BreakpointId id, const FrameChoice& frame)
{
    LineFollower::Outcome outcome;
    if (m_parts.lines.knowsJob()) // it may have been kept since a program before
        outcome = followLine(id);
    const Breakpoint& breakpoint = *m_parts.breakpoints.find(id);
    m_parts.traces.note(breakpoint.spec);
    m_parts.tellGiven(GivenAddBreakpoint{breakpoint.spec, breakpoint.temporary,
                                         breakpoint.barrier ? std::optional(breakpoint.barrier->group) : std::nullopt,
                                         frame.frame});
    send(breakpoint, m_parts.processes.controlled(), {true, false, frame});
    tellFollowed(std::move(outcome));
    tell({id});
    return id;
}

LineFollower::Outcome BreakpointDesk::followLine(util::BreakpointId id)
{
    debug::BreakpointSpec spec = m_parts.breakpoints.find(id)->spec;
    LineFollower::Outcome outcome = m_parts.lines.follow(spec);
    if (outcome.followed)
        m_parts.breakpoints.moveTo(id, std::move(spec.where), std::move(spec.lineText));
    return outcome;
}

void BreakpointDesk::tellFollowed(LineFollower::Outcome outcome)
{
    if (outcome.warning)
        m_parts.publisher.tell(BackendWarning{*std::move(outcome.warning)});
    if (!outcome.followed)
        return;
    const util::BreakpointId id = outcome.followed->id;
    m_parts.publisher.tell(*std::move(outcome.followed));
    tell({id});
}

void BreakpointDesk::followLines()
{
    for (const auto& [id, breakpoint] : m_parts.breakpoints.all())
        tellFollowed(followLine(id));
}

void BreakpointDesk::rememberLine(util::BreakpointId id)
{
    const Breakpoint* const breakpoint = m_parts.breakpoints.find(id);
    if (!breakpoint || breakpoint->status.resolved.empty() || !breakpoint->status.actual.known() ||
        !std::holds_alternative<debug::SourceLine>(breakpoint->spec.where))
        return;
    const debug::SourceLocation& where = breakpoint->status.actual;
    const std::optional<debug::LineText>& known = breakpoint->spec.lineText;
    if (known && known->file == where.file && known->line == where.line)
        return;
    const auto place = std::ranges::find(breakpoint->places, where, &debug::BreakpointPlace::where);
    const util::Rank lowest = *breakpoint->status.resolved.lowest();
    const std::string program = place != breakpoint->places.end()          ? place->module
                                : m_parts.processes.all().contains(lowest) ? m_parts.processes.at(lowest).executable
                                                                           : std::string();
    if (auto text = m_parts.lines.textAt(where, program))
        m_parts.breakpoints.moveTo(id, breakpoint->spec.where, std::move(text));
}

void BreakpointDesk::send(const Breakpoint& breakpoint, const RankSet& reachable, const Sending& how)
{
    const RankSet ranks = meant(breakpoint, reachable);
    if (ranks.empty() || m_parts.life.nothingRuns())
        return;
    RequestBook::Request request;
    request.what = "setting breakpoint " + std::to_string(breakpoint.spec.id.value());
    request.ranks = ranks;
    request.limit = RankCommands::kQueryLimit;
    const auto* const data = std::get_if<debug::WatchedData>(&breakpoint.spec.where);
    const std::string command(data ? debug::nameOf(data->use) : breakpoint.spec.isTrace() ? "trace" : "break");
    m_parts.breakpoints.countAsked(breakpoint.spec.id);
    request.handler = [this, ranks, command, how, isNew = how.isNew, isOfData = data != nullptr,
                       asked = breakpoint.spec](util::Result<debug::EngineReply> reply) {
        const util::BreakpointId id = asked.id;
        if (m_parts.breakpoints.countAnswered(id))
            tell({id, false});
        if (!reply)
            return m_parts.commands.tellFailure(command, ranks, std::move(reply).error());
        m_parts.commands.tellFailures(command, reply->failures);
        if (isNew && nowhere(*reply, ranks))
            return takeBack(id);
        if (!isOfData && !isNew && endRefused(id, asked, refusalsOf(reply->failures), how))
            return;
        const auto* body = std::get_if<debug::BreakpointReply>(&reply->body);
        const bool isKnown = body && body->status.id == id && m_parts.breakpoints.update(body->status);
        if (isOfData && m_parts.breakpoints.lack(id, reply->failures) && !isKnown)
            tell({id, false});
        if (!isKnown)
            return;
        m_parts.breakpoints.noteAccepted(id, asked.condition);
        rememberLine(id);
        if (const Breakpoint* const other = isNew ? m_parts.breakpoints.standingBeside(id) : nullptr) {
            m_parts.commands.tellFailure(command, ranks, standsAlready("setting a breakpoint", *other));
            return takeBack(id);
        }
        tell({id, false});
    };
    debug::SetBreakpoint set{breakpoint.spec, how.ignoreAnew, how.frame.thread, how.frame.frame, how.frame.match};
    set.tellsPassed = breakpoint.spec.ignore != 0;
    m_parts.commands.submit(std::move(set), std::move(request));
}

bool BreakpointDesk::endRefused(util::BreakpointId id, const debug::BreakpointSpec& asked,
                                const std::vector<debug::RankFailure>& failures, const Sending& how)
{
    const Breakpoint* const breakpoint = m_parts.breakpoints.find(id);
    if (failures.empty() || !breakpoint)
        return false;
    if (!how.isChange) { // ranks that have come since
        static_cast<void>(m_parts.breakpoints.lack(id, failures));
        return false;
    }
    if (breakpoint->spec.condition != asked.condition) // it was changed again
        return true;
    m_parts.breakpoints.change(id, breakpoint->accepted, breakpoint->spec.enabled);
    send(*breakpoint, m_parts.processes.controlled(), {}); // also to those that had taken it
    tell({id, false});
    return true;
}

void BreakpointDesk::takeBack(util::BreakpointId id)
{
    if (const auto removed = m_parts.breakpoints.remove(id))
        forget(*removed);
    m_parts.traces.forget(id);
    m_parts.publisher.changes().traces = true;
    tell({id, true});
}

void BreakpointDesk::forget(const Breakpoint& removed)
{
    removeFrom(meant(removed, m_parts.processes.controlled()), removed.spec.id);
    if (removed.barrier)
        m_parts.publisher.changes().ranks |= removed.barrier->arrived; // they wait no longer
}

void BreakpointDesk::tellGathered()
{
    for (auto& [id, ranks] : m_parts.breakpoints.takeGathered(m_parts.processes.controlled())) {
        m_parts.publisher.changes().ranks |= ranks;
        m_parts.publisher.tell(BarrierReached{id, std::move(ranks)});
        m_parts.publisher.changes().breakpoints = true;
    }
}

void BreakpointDesk::pass(const std::vector<util::BreakpointId>& ids, const RankSet& ranks)
{
    for (const util::BreakpointId id : m_parts.breakpoints.pass(ids, ranks))
        removeFrom(ranks, id);
    dropPassed();
}

void BreakpointDesk::dropPassed()
{
    for (const util::BreakpointId id : m_parts.breakpoints.passedBy(m_parts.processes.controlled())) {
        m_parts.breakpoints.remove(id);
        tell({id, true, true});
    }
}

void BreakpointDesk::removeFrom(const RankSet& ranks, util::BreakpointId id)
{
    if (ranks.empty())
        return;
    RequestBook::Request request;
    request.what = "deleting breakpoint " + std::to_string(id.value());
    request.ranks = ranks;
    request.limit = RankCommands::kControlLimit;
    request.handler = [this, ranks](util::Result<debug::EngineReply> reply) {
        if (!reply)
            return m_parts.commands.tellFailure("delete", ranks, std::move(reply).error());
        // It need not have been in all of them: data may be in some only.
        std::erase_if(reply->failures, [](const debug::RankFailure& failure) {
            return failure.error.code == debug::make_error_code(debug::Errc::NoSuchBreakpoint);
        });
        m_parts.commands.tellFailures("delete", reply->failures);
    };
    m_parts.commands.submit(debug::RemoveBreakpoint{id}, std::move(request));
}

void BreakpointDesk::tell(BreakpointUpdated event)
{
    m_parts.publisher.changes().breakpoints = true;
    if (const Breakpoint* const breakpoint = m_parts.breakpoints.find(event.id))
        event.off = breakpoint->placesOff();
    m_parts.publisher.tell(std::move(event));
    m_parts.publishSoon();
}

} // namespace dbgr::session

// SPDX-License-Identifier: BSD-3-Clause
#include "dbgdaemon/engine/lldb/team_control.h"

#include "dbgdaemon/engine/lldb/convert.h"
#include "dbgdaemon/engine/lldb/frame_choice.h"
#include "dbgdaemon/engine/lldb/lldb_errors.h"
#include "dbgdaemon/engine/lldb/run_control.h"
#include "dbgdaemon/engine/lldb/signal_return.h"
#include "dbgdaemon/engine/lldb/stop_reason.h"
#include "dbgdaemon/engine/lldb/thread_runs.h"
#include "dbgdaemon/engine/lldb/thread_steps.h"
#include "util/log.h"

#include <string>
#include <utility>

namespace dbgr::daemon {

namespace {

using Member = TeamMember::State;

/// Where a thread stands for its user.
struct Standpoint
{
    std::string function;
    debug::SourceLocation where;
    friend bool operator==(const Standpoint&, const Standpoint&) = default;
};

Standpoint standpointOf(lldb::SBThread thread)
{
    debug::Frame frame = toFrame(frameThatCounts(thread));
    return {std::move(frame.function), std::move(frame.where)};
}

/// Of those of the last step that have not come to its end; the others' are forgotten.
std::vector<TeamMember> stillUnderWay(LldbSession& session, debug::StepKind kind)
{
    std::vector<TeamMember> members;
    if (!session.team)
        return members;
    for (TeamMember& member : session.team->members) {
        lldb::SBThread thread = session.process().GetThreadByID(member.thread.value());
        const bool isToGoOn = session.team->kind == kind && member.state == Member::UnderWay &&
                              !session.holds().isFrozen(member.thread) && thread.IsValid() &&
                              hasStep(session.target(), thread);
        if (isToGoOn)
            members.push_back(std::exchange(member, {}));
    }
    return members;
}

void addAlike(LldbSession& session, lldb::SBThread leading, std::vector<TeamMember>& members)
{
    const Standpoint here = standpointOf(leading);
    lldb::SBProcess& process = session.process();
    for (std::uint32_t i = 0; i < process.GetNumThreads(); ++i) {
        lldb::SBThread thread = process.GetThreadAtIndex(i);
        const util::ThreadId id(thread.GetThreadID());
        const bool isIn = std::ranges::find(members, id, &TeamMember::thread) != members.end();
        if (isIn || session.holds().isFrozen(id))
            continue;
        const bool isLeading = thread.GetThreadID() == leading.GetThreadID();
        if (isLeading || (here.where.known() && standpointOf(thread) == here))
            members.push_back({id, thread.GetIndexID(), Member::Waiting, {}, {}, false, false});
    }
}

util::Result<void> letTeamRun(LldbSession& session)
{
    TeamStep& team = *session.team;
    session.holds().holdAnew(session.process(), team.standing({}));
    session.noteStanding();
    team.standAsked = false;
    if (const lldb::SBError error = session.process().Continue(); error.Fail())
        return util::fail(toError(error, debug::Errc::EngineFailed, "letting it run"));
    ++team.turn;
    session.noteRunning();
    return util::ok();
}

/// Begins the step of one more of them. The rank runs for no longer than that takes, if there are others.
util::Result<void> beginNext(LldbSession& session)
{
    TeamStep& team = *session.team;
    const auto next = std::ranges::find(team.members, Member::Waiting, &TeamMember::state);
    if (next == team.members.end())
        return letTeamRun(session);
    lldb::SBThread thread = session.process().GetThreadByID(next->thread.value());
    lldb::SBFrame from = frameThatCounts(thread);
    // What the handler interrupted may be in the midst of its line, and that is where its caller stands to a user.
    const std::uint32_t left = next->leavesHandler ? 1 : 0;
    const debug::StepKind kind = std::exchange(next->leavesHandler, false) ? debug::StepKind::Over : team.kind;
    next->record = recordOf(next->thread, team.kind, from, team.count);
    next->leaving = kind == debug::StepKind::Out ? functionLeft(from) : std::string();
    next->isReturning = team.kind != debug::StepKind::Out && from.IsValid() && from.GetFrameID() > left;
    session.holds().holdAnew(session.process(), team.standing(next->thread));
    session.noteStanding();
    next->state = Member::UnderWay;
    team.isGivenUp = false;
    team.standAsked = team.has(Member::Waiting);
    if (team.standAsked)
        session.wantStand();
    // Others of the team may wait for one that LLDB would have stand while this one is in its line.
    const lldb::SBError error = startStep(thread, kind, lldb::eAllThreads);
    static_cast<void>(session.process().SetSelectedThread(session.process().GetThreadByID(team.leader.value())));
    if (error.Fail()) {
        session.takeBackStand();
        next->state = Member::Waiting;
        return util::fail(toError(error, debug::Errc::EngineFailed, "stepping"));
    }
    ++team.turn;
    session.noteRunning();
    return util::ok();
}

/// What a step out of a library's function has come to is perhaps the line that is to be stepped over.
bool isInItsLine(const TeamMember& member, lldb::SBThread thread)
{
    return !endsAt(member.record, thread) && thread.GetFrameAtIndex(0).GetCFA() == member.record.cfa;
}

/// Whether its step has come to its end, and LLDB has it no more.
bool isAtItsEnd(LldbSession& session, lldb::SBThread thread)
{
    if (thread.GetStopReason() == lldb::eStopReasonPlanComplete)
        return true;
    if (hasComeToItsEnd(session, thread)) { // at a breakpoint
        discardStep(session.target(), thread);
        return true;
    }
    const bool isSpared = thread.GetStopReason() == lldb::eStopReasonNone ||
                          thread.GetStopReason() == lldb::eStopReasonInvalid; // nothing was asked of its steps
    return !isSpared && !hasStep(session.target(), thread);
}

/// None of those that the others wait for has done anything since this was asked last.
bool doAllSleep(LldbSession& session)
{
    constexpr std::uint64_t kNothing = 2'000'000; // being woken by a debugger's stop takes less
    TeamStep& team = *session.team;
    bool doSleep = true;
    for (const TeamMember& member : team.members) {
        if (member.state != Member::UnderWay)
            continue;
        const std::uint64_t now = runsOf(session.pid(), member.thread).value_or(ThreadRuns{}).nanoseconds;
        const std::uint64_t before = std::exchange(team.ran[member.thread], now);
        doSleep = doSleep && now < before + kNothing;
    }
    return doSleep;
}

} // namespace

util::Result<void> stepTeam(LldbSession& session, const debug::Step& what)
{
    DBGR_TRY(lldb::SBThread leading, session.thread(std::nullopt));
    const util::ThreadId leader(leading.GetThreadID());
    DBGR_TRY(session.holds().check(session.process(), leader));
    std::vector<TeamMember> members = stillUnderWay(session, what.kind);
    forgetStep(session);
    addAlike(session, leading, members);
    session.team = TeamStep{what.kind, {0, what.count}, leader, std::move(members)};
    auto begun = beginNext(session);
    if (!begun) {
        session.holds().letGo(session.process());
        forgetTeam(session);
    }
    return begun;
}

void noteEnds(LldbSession& session)
{
    if (!session.team)
        return;
    for (TeamMember& member : session.team->members) {
        lldb::SBThread thread = session.process().GetThreadByID(member.thread.value());
        if (!thread.IsValid()) {
            member.state = Member::Ended;
            continue;
        }
        if (member.state != Member::UnderWay || hasNotRun(session, thread) || !isAtItsEnd(session, thread))
            continue;
        member.leavesHandler =
            !debug::isOfInstructions(session.team->kind) && isSignalReturn(thread.GetFrameAtIndex(0));
        const bool isToGoOn = member.leavesHandler || (member.isReturning && isInItsLine(member, thread));
        member.state = isToGoOn ? Member::Waiting : Member::Done;
    }
}

bool goesOnTogether(LldbSession& session)
{
    if (!session.team || !isOfTeamOnly(session))
        return false;
    TeamStep& team = *session.team;
    if (team.isDone()) {
        if (team.count.done + 1 >= team.count.asked || !team.has(Member::Done))
            return false;
        ++team.count.done;
        for (TeamMember& member : team.members) {
            if (member.state == Member::Done)
                member.state = Member::Waiting;
        }
        team.isGivenUp = false;
    }
    if (team.isGivenUp && !team.has(Member::Waiting))
        return false;
    const auto runs = beginNext(session);
    if (!runs)
        util::log::warning("engine", "threads do not go on stepping",
                           {{"rank", session.rank().value()}, {"error", runs.error().message()}});
    return runs.has_value();
}

void forgetTeam(LldbSession& session)
{
    if (!session.team)
        return;
    for (const TeamMember& member : session.team->members) {
        lldb::SBThread thread = session.process().GetThreadByID(member.thread.value());
        if (member.state == Member::UnderWay && thread.IsValid() && !discardStep(session.target(), thread))
            util::log::warning("engine", "LLDB keeps a step", {{"rank", session.rank().value()}});
    }
    session.team.reset();
}

std::optional<std::uint64_t> beginToWatch(LldbSession& session)
{
    if (session.state() != LldbSession::State::Running || !session.team)
        return std::nullopt;
    TeamStep& team = *session.team;
    if (team.has(Member::Waiting) || !team.has(Member::Done) || !team.has(Member::UnderWay))
        return std::nullopt;
    team.looks = 0;
    static_cast<void>(doAllSleep(session));
    return team.turn;
}

bool isToBeWatched(LldbSession& session, std::uint64_t turn)
{
    if (session.state() != LldbSession::State::Running || !session.team || session.team->turn != turn)
        return false;
    TeamStep& team = *session.team;
    if (!doAllSleep(session) && ++team.looks < kMostTeamMoments)
        return true;
    if (session.interruptAsked || session.farewell)
        return false;
    team.isGivenUp = true;
    team.standAsked = true;
    askToStand(session);
    return false;
}

} // namespace dbgr::daemon

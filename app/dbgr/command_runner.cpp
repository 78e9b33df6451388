// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dbgr/command_runner.h"

#include "app/dbgr/app_error.h"
#include "app/dbgr/command_language.h"
#include "debug/debug_error.h"
#include "session/rank_refusal.h"
#include "session/session_error.h"

namespace dbgr::app {

CommandRunner::CommandRunner(util::Scheduler& scheduler, session::Session& session, Printer& printer,
                             SourceFiles& sources, Until usual)
    : m_scheduler(scheduler), m_session(session), m_printer(printer), m_sources(sources), m_usual(usual)
{}

void CommandRunner::run(const Command& command, const std::string& line, Callback callback)
{
    m_line = line;
    m_callback = std::move(callback);
    m_wait.reset();
    m_failedRanks = {};
    m_newBreakpoint.reset();
    m_input.reset();
    // Later, so that a command that is done at once does not call back inside this call.
    m_scheduler.post([this, command, alive = std::weak_ptr(m_alive)] {
        if (!alive.expired())
            std::visit([this](const auto& c) { carryOut(c); }, command);
    });
}

void CommandRunner::finish(Outcome outcome)
{
    m_condition = nullptr;
    m_then = nullptr;
    m_deadline.cancel();
    m_tellAwaited.cancel();
    const auto leader = m_callback && outcome != Outcome::Quit ? leaderWithThread() : std::nullopt;
    if (leader && !knowsThreadOf(*leader))
        return askForThread(*leader, outcome);
    if (const Callback callback = std::exchange(m_callback, nullptr))
        callback(outcome);
}

bool CommandRunner::cancelQuestions()
{
    return m_callback && !m_wait && m_session.cancelQuestions() > 0;
}

void CommandRunner::noteAwaited(const util::RankSet& awaited)
{
    m_awaited = awaited;
    if (!m_tellAwaited.active())
        m_tellAwaited = m_scheduler.after(kSlowAnswer, [this] {
            m_printer.note("No answer yet: " + session::ranksText(m_awaited) + ". Ctrl-C shows those that there are.");
        });
}

void CommandRunner::succeed(Reply reply)
{
    m_printer.reply(reply);
    finish(Outcome::Done);
}

void CommandRunner::fail(const util::Error& error)
{
    m_printer.error(error, m_line);
    finish(Outcome::Failed);
}

void CommandRunner::waitUntil(std::function<bool()> condition, std::function<void()> then)
{
    m_condition = std::move(condition);
    m_then = std::move(then);
    m_scheduler.post([this, alive = std::weak_ptr(m_alive)] {
        if (alive.expired())
            return;
        check();
        if (waitsForRanks() && m_waitsChanged)
            m_waitsChanged();
    });
}

void CommandRunner::waitUntil(std::function<bool()> condition, const char* what, std::function<void()> then)
{
    m_deadline = m_scheduler.after(kPatience, [this, what] {
        const std::string detail = std::string(what) + ": no answer within " + std::to_string(kPatience.count()) + " s";
        fail({debug::Errc::Timeout, detail, "'ranks' shows how the ranks stand."});
    });
    waitUntil(std::move(condition), std::move(then));
}

void CommandRunner::check()
{
    if (!m_condition || !(m_session.canLaunch() || m_condition()))
        return;
    m_condition = nullptr;
    m_deadline.cancel();
    std::exchange(m_then, nullptr)();
}

void CommandRunner::sessionChanged(const session::ChangeSet& changes, std::span<const session::SessionEvent> events)
{
    if (changes.staleStacks.intersects(m_session.focus()))
        m_frame.reset();
    for (const session::SessionEvent& event : events)
        takeEvent(event);
    for (const Parked& wait : waits())
        lookForFirstStop(*wait);
    check();
}

void CommandRunner::takeEvent(const session::SessionEvent& event)
{
    if (const auto* failed = std::get_if<session::CommandFailed>(&event))
        m_failedRanks |= failed->ranks;
    else if (const auto* breakpoint = std::get_if<session::BreakpointUpdated>(&event))
        tellBreakpoint(*breakpoint);
    else if (const auto* input = std::get_if<session::InputDone>(&event))
        takeInputDone(*input);
    else if (const auto* stop = std::get_if<debug::StopGroup>(&event))
        takeCrash(*stop);
}

void CommandRunner::takeInputDone(const session::InputDone& event)
{
    if (m_input != event.id)
        return;
    m_input.reset();
    m_inputFailed = !event.result;
}

/// Only what a user would not know: that a breakpoint found or lost its place, or has a problem. Hits are told as
/// stops, and what a `break` under way comes to is its reply.
void CommandRunner::tellBreakpoint(const session::BreakpointUpdated& event)
{
    const session::Breakpoint* breakpoint = m_session.breakpoints().find(event.id);
    if (event.removed || !breakpoint) {
        m_toldBreakpoints.erase(event.id);
        return;
    }
    if (m_newBreakpoint == event.id)
        return;
    const debug::BreakpointStatus& now = breakpoint->status;
    debug::BreakpointStatus& told = m_toldBreakpoints[event.id];
    const bool isNews = now.resolved != told.resolved || now.problem != told.problem;
    told = now;
    if (isNews)
        m_printer.breakpoint(*breakpoint);
}

void CommandRunner::carryOut(const NoCommand&)
{
    finish(Outcome::Done);
}

// --- focus, input and life -------------------------------------------------------------------------------------------

void CommandRunner::carryOut(const FocusCommand& command)
{
    if (command.ranks) {
        const auto ranks = m_session.ranksOf(command.ranks->text());
        if (!ranks)
            return fail(ranks.error());
        if (const auto set = m_session.setFocus(*ranks); !set)
            return fail(set.error());
        m_frame.reset();
    }
    if (command.leading) {
        if (const auto set = m_session.setLeadingRank(*command.leading); !set)
            return fail(set.error());
        m_frame.reset();
    }
    tellFocus();
}

void CommandRunner::send(const char* name, const RankSelector& ranks, std::string bytes, bool eof)
{
    const auto targets = m_session.ranksOf(ranks.text());
    if (!targets)
        return fail(targets.error());
    const std::size_t size = bytes.size();
    const auto id = m_session.sendInput(*targets, std::move(bytes), eof);
    if (!id)
        return fail(id.error());
    m_input = *id;
    const auto answered = [this] { return !m_input.has_value(); };
    waitUntil(answered, "sending input", [this, name, targets = *targets, size] {
        if (m_input || m_inputFailed)
            return finish(Outcome::Failed); // InputDone has said why, or the session is over
        succeed({InputReply{name, targets, size}, {}});
    });
}

void CommandRunner::carryOut(const InputCommand& command)
{
    send("input", command.ranks, command.bytes, false);
}

void CommandRunner::carryOut(const EofCommand& command)
{
    send("eof", command.ranks, "", true);
}

void CommandRunner::carryOut(const ReattachCommand&)
{
    const util::RankSet lost = m_session.processes().inState(session::RankState::Lost);
    if (const auto begun = m_session.attachAgain(); !begun)
        return fail(begun.error());
    const auto attached = [this, lost] {
        return !m_session.attachingAgain() &&
               !lost.intersects(m_session.processes().inState(session::RankState::Starting));
    };
    waitUntil(attached, [this, lost] {
        const util::RankSet back = lost & m_session.processes().controlled();
        m_printer.reply({ReattachReply{back, lost - back}, {}});
        finish(back.empty() ? Outcome::Failed : Outcome::Done); // why not was told, rank by rank
    });
}

void CommandRunner::carryOut(const DetachCommand&)
{
    if (const auto begun = m_session.detach(); !begun)
        return fail(begun.error());
    const auto detached = [this] {
        return m_session.state() == session::SessionState::Detached || m_session.jobStatus().has_value();
    };
    waitUntil(detached, "detaching", [this] { succeed({DoneReply{"detach"}, {}}); });
}

void CommandRunner::carryOut(const KillCommand&)
{
    if (const auto begun = m_session.kill(); !begun)
        return fail(begun.error());
    waitUntil([this] { return m_session.jobStatus().has_value(); }, "killing the job",
              [this] {
                  succeed({DoneReply{"kill"}, {}});
              });
}

void CommandRunner::carryOut(const QuitCommand&)
{
    m_printer.reply({DoneReply{"quit"}, {}});
    finish(Outcome::Quit);
}

void CommandRunner::carryOut(const HelpCommand& command)
{
    if (command.topic.empty())
        return succeed({HelpReply{commandHelp()}, {}});
    const auto info = findCommand(command.topic);
    if (!info)
        return fail(info.error());
    std::string text = (*info)->usage() + "\n  " + std::string((*info)->summary) + "\n";
    if (!(*info)->alias.empty())
        text += "  Short: " + std::string((*info)->alias) + "\n";
    succeed({HelpReply{std::move(text)}, {}});
}

} // namespace dbgr::app

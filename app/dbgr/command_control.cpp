// SPDX-License-Identifier: GPL-3.0-or-later
// The commands that let ranks run and wait for them.
#include "app/dbgr/app_error.h"
#include "app/dbgr/command_runner.h"
#include "session/rank_refusal.h"
#include "session/session_error.h"

#include <algorithm>
#include <utility>

namespace dbgr::app {

namespace {

/// Ranks are sent a short way, and may wait there for others that stand.
bool isStep(std::string_view name)
{
    constexpr std::string_view kOthers[] = {"continue", "wait", "interrupt", "restart", "advance", "jump", "return"};
    return std::ranges::find(kOthers, name) == std::end(kOthers);
}

} // namespace

struct CommandRunner::ControlWait
{
    util::RankSet ranks;
    Until until = Until::All;
    bool isAsked = true;     ///< in so many words: the first stop, if that is what is waited for, is not waited behind
    std::uint64_t since = 0; ///< stops after this generation of the process table count as the first
    Returned gaveUp = Returned::Settled;
    bool isMomentOver = false;
    util::Subscription moment;
    util::Subscription afterCrash;
    util::Subscription limit;
    util::Subscription slow;

    // While it is put aside
    std::string line;
    Callback callback;
    std::function<bool()> condition;
    std::function<void()> then;
    util::RankSet failedRanks;
};

void CommandRunner::control(const char* name, const util::Result<void>& begun, Until until,
                            std::optional<std::chrono::milliseconds> limit)
{
    if (!begun)
        return fail(begun.error());
    const util::RankSet ranks = m_session.focus();
    if (until == Until::Nothing)
        return replyToControl(name, ranks);
    // What has stopped since the user was last told how ranks stand counts for `wait`, too.
    const bool isWait = std::string_view(name) == "wait";
    m_wait = std::make_shared<ControlWait>();
    ControlWait& wait = *m_wait;
    wait.ranks = ranks;
    wait.until = until == Until::Usual ? m_usual : until;
    wait.isAsked = until != Until::Usual;
    wait.since = isWait ? m_toldGeneration : m_session.processes().generation();
    if (limit)
        wait.limit = m_scheduler.after(*limit, [this, &wait] { giveUp(wait, Returned::Time); });
    if (isStep(name))
        wait.slow = m_scheduler.after(kSlowStep, [this, &wait, name] { tellSlowStep(wait, name); });
    lookForFirstStop(wait);
    waitUntil([this, &wait] { return ending(wait).has_value(); }, [this, name, ranks] { replyToControl(name, ranks); });
}

CommandRunner::Parked CommandRunner::park()
{
    Parked parked = std::exchange(m_wait, nullptr);
    parked->line = m_line;
    parked->callback = std::exchange(m_callback, nullptr);
    parked->condition = std::exchange(m_condition, nullptr);
    parked->then = std::exchange(m_then, nullptr);
    parked->failedRanks = m_failedRanks;
    std::erase_if(m_aside, [](const auto& one) { return one.expired(); });
    m_aside.push_back(parked);
    return parked;
}

void CommandRunner::takeUp(Parked parked)
{
    m_line = parked->line;
    m_callback = std::exchange(parked->callback, nullptr);
    m_failedRanks = parked->failedRanks;
    auto condition = std::exchange(parked->condition, nullptr);
    auto then = std::exchange(parked->then, nullptr);
    std::erase_if(m_aside, [&](const auto& one) { return one.expired() || one.lock() == parked; });
    m_wait = std::move(parked);
    waitUntil(std::move(condition), std::move(then));
}

bool CommandRunner::isOver(const Parked& parked) const
{
    const std::function<bool()>& condition = parked == m_wait ? m_condition : parked->condition;
    return m_session.canLaunch() || (condition && condition());
}

std::vector<CommandRunner::Parked> CommandRunner::waits() const
{
    std::vector<Parked> waits;
    if (waitsForRanks())
        waits.push_back(m_wait);
    for (const auto& one : m_aside) {
        if (Parked aside = one.lock())
            waits.push_back(std::move(aside));
    }
    return waits;
}

util::RankSet CommandRunner::waitedFor() const
{
    util::RankSet ranks;
    for (const Parked& wait : waits())
        ranks |= wait->ranks;
    return ranks;
}

util::RankSet CommandRunner::ranksOnTheMove() const
{
    return m_session.processes().unsettled() | m_session.steppingTogether();
}

void CommandRunner::tellSlowStep(const ControlWait& wait, const char* name)
{
    const session::ProcessTable& table = m_session.processes();
    const util::RankSet stepping = table.inState(session::RankState::Running) & wait.ranks;
    const util::RankSet standing = table.standing();
    if (stepping.empty() || standing.empty())
        return;
    m_printer.note(session::ranksText(stepping) + (stepping.size() == 1 ? " has" : " have") + " been at '" + name +
                   "' for " + std::to_string(kSlowStep.count()) + " s, while " + session::ranksText(standing) +
                   (standing.size() == 1 ? " stands" : " stand") +
                   ": what waits for a rank that stands comes to no end. Ctrl+C stops the step.");
}

void CommandRunner::giveUp(ControlWait& wait, Returned why)
{
    wait.gaveUp = why;
    if (&wait == m_wait.get())
        check();
    else if (m_waitsChanged)
        m_waitsChanged();
}

bool CommandRunner::firstStands(const ControlWait& wait) const
{
    const session::ProcessTable& table = m_session.processes();
    return wait.until == Until::Any &&
           table.changedSince(wait.since, wait.ranks).intersects(table.standing() - ranksOnTheMove());
}

/// Whoever asked for the first wants the first; a person does not want to see four ranks arrive at four prompts.
void CommandRunner::lookForFirstStop(ControlWait& wait)
{
    if (wait.isAsked || wait.moment.active() || !firstStands(wait))
        return;
    wait.isMomentOver = false;
    wait.moment = m_scheduler.after(kMoment, [this, &wait] {
        wait.moment.cancel();
        wait.isMomentOver = firstStands(wait); // commands of a breakpoint may have let it go on
        if (wait.isMomentOver)
            giveUp(wait, wait.gaveUp);
    });
}

std::optional<Returned> CommandRunner::ending(const ControlWait& wait) const
{
    if (wait.gaveUp != Returned::Settled)
        return wait.gaveUp;
    if ((wait.isAsked || wait.isMomentOver) && firstStands(wait))
        return Returned::Any;
    if (!ranksOnTheMove().intersects(wait.ranks))
        return Returned::Settled;
    return std::nullopt;
}

/// Ranks that talk to one that crashed wait for it for ever: so does not the user.
void CommandRunner::takeCrash(const debug::StopGroup& stop)
{
    for (const Parked& wait : waits()) {
        if (stop.cause.isCrash() && stop.ranks.intersects(wait->ranks))
            wait->afterCrash =
                m_scheduler.after(kAfterCrash, [this, wait = wait.get()] { giveUp(*wait, Returned::Crash); });
    }
}

void CommandRunner::replyToControl(const char* name, const util::RankSet& ranks)
{
    const session::ProcessTable& table = m_session.processes();
    ControlReply reply{name,
                       ranks,
                       table.standing() & ranks,
                       table.inState(session::RankState::Ended) & ranks,
                       ranksOnTheMove() & ranks,
                       Returned::Settled,
                       {}};
    if (std::string_view(name) != "interrupt" && std::string_view(name) != "wait")
        reply.onHold = m_session.onHold() & ranks;
    if (m_wait && !reply.running.empty())
        reply.returned = ending(*m_wait).value_or(Returned::Settled);
    m_wait.reset();
    m_toldGeneration = table.generation();
    m_printer.reply({std::move(reply), {}});
    const util::RankSet meant = ranks & table.controlled();
    const bool failed = !m_failedRanks.empty() && m_failedRanks.containsAll(meant);
    finish(failed ? Outcome::Failed : Outcome::Done);
}

void CommandRunner::carryOut(const ContinueCommand& command)
{
    control("continue", m_session.continueRanks(m_session.focus()), command.until);
}

void CommandRunner::carryOut(const StepCommand& command)
{
    const debug::Step step{command.kind, command.count, command.alone, command.team};
    const util::RankSet& focus = m_session.focus();
    control(debug::name(command.kind),
            command.together ? m_session.stepTogether(focus, step) : m_session.step(focus, step), command.until);
}

void CommandRunner::carryOut(const AdvanceCommand& command)
{
    findPlace(command.to.where, [this, command](debug::Place place) {
        const bool untilReturn = command.to.untilReturn;
        control(untilReturn ? "until" : "advance", m_session.runTo(m_session.focus(), {std::move(place), untilReturn}),
                command.until);
    });
}

void CommandRunner::carryOut(const MoveCommand& command)
{
    if (const auto* const leave = std::get_if<debug::ReturnNow>(&command.what))
        return control("return", m_session.returnNow(m_session.focus(), *leave), Until::All);
    findPlace(std::get<debug::Jump>(command.what).where, [this](const debug::Place& place) {
        control("jump", m_session.jump(m_session.focus(), {std::get<debug::SourceLine>(place)}), Until::All);
    });
}

void CommandRunner::carryOut(const HoldCommand& command)
{
    const auto ranks = m_session.ranksOf(command.ranks.text());
    if (!ranks)
        return fail(ranks.error());
    if (const auto done = command.on ? m_session.putOnHold(*ranks) : m_session.takeOffHold(*ranks); !done)
        return fail(done.error());
    const auto stand = [this, ranks = *ranks, on = command.on] {
        return !on || !m_session.processes().inState(session::RankState::Running).intersects(ranks);
    };
    waitUntil(stand, "holding ranks", [this, ranks = *ranks, on = command.on] {
        succeed({HoldReply{on ? "hold" : "unhold", ranks, m_session.onHold()}, {}});
    });
}

void CommandRunner::carryOut(const HandleCommand& command)
{
    for (const int signal : command.which) {
        debug::SignalRule rule = m_session.signalRules().rule(signal);
        rule.tell = command.stop ? command.tell : rule.tell;
        rule.stop = command.stop.value_or(rule.stop);
        rule.pass = command.pass.value_or(rule.pass);
        if (const auto done = m_session.handleSignal(rule); !done)
            return fail(done.error());
    }
    SignalsReply reply;
    for (int signal = 1; signal <= debug::kMaxSignal; ++signal) {
        const debug::SignalRule rule = m_session.signalRules().rule(signal);
        const bool isAsked = std::find(command.which.begin(), command.which.end(), signal) != command.which.end();
        const bool isOfInterest =
            command.which.empty() && !debug::isOwnSignal(signal) && (rule.stop || rule != debug::usualRule(signal));
        if (isAsked || isOfInterest)
            reply.rules.push_back(rule);
        if (auto seen = m_session.signalRules().seen(signal); seen.times > 0)
            reply.seen.emplace(signal, std::move(seen));
    }
    succeed({std::move(reply), {}});
}

void CommandRunner::carryOut(const FloatTrapsCommand& command)
{
    const auto ranks =
        command.ranks ? m_session.ranksOf(command.ranks->text()) : util::Result<util::RankSet>(m_session.focus());
    if (!ranks)
        return fail(ranks.error());
    if (command.traps)
        m_session.trapFloats(*ranks, *command.traps);
    FloatTrapsReply reply;
    util::RankSet others = *ranks;
    for (const auto& [traps, some] : m_session.floatTraps().all()) {
        if (const util::RankSet here = some & *ranks; !here.empty())
            reply.ranks.emplace_back(here, traps);
        others -= some;
    }
    if (!others.empty())
        reply.ranks.emplace_back(std::move(others), util::FloatTraps());
    succeed({std::move(reply), {}});
}

void CommandRunner::carryOut(const InterruptCommand&)
{
    control("interrupt", m_session.interrupt(m_session.focus()), Until::All);
}

void CommandRunner::carryOut(const WaitCommand& command)
{
    if (m_session.state() != session::SessionState::Detached)
        return control("wait", util::ok(), command.until, command.limit);
    m_wait = std::make_shared<ControlWait>();
    ControlWait& wait = *m_wait;
    wait.ranks = m_session.focus();
    if (command.limit)
        wait.limit = m_scheduler.after(*command.limit, [this, &wait] { giveUp(wait, Returned::Time); });
    waitUntil([this, &wait] { return wait.gaveUp != Returned::Settled || m_session.jobStatus().has_value(); },
              [this] { replyToControl("wait", m_session.focus()); });
}

void CommandRunner::carryOut(const SetCommand& command)
{
    if (command.stopAll)
        m_session.setStopAll(*command.stopAll);
    if (command.catchReports)
        m_session.setCatchReports(*command.catchReports);
    succeed({SettingsReply{m_session.stopAll(), m_session.catchesReports()}, {}});
}

void CommandRunner::carryOut(const RestartCommand& command)
{
    if (m_session.attachSpec())
        return fail({session::make_error_code(session::Errc::WrongState),
                     "restarting: dbgr did not start this job, and does not know how",
                     "Start it under dbgr: put dbgr in front of the command that starts it."});
    launchers::LaunchSpec spec = m_session.launchSpec();
    const auto forget = [&spec](std::string_view name) {
        std::erase_if(spec.environment, [name](const std::string& line) {
            return line.starts_with(name) && line.substr(name.size()).starts_with('=');
        });
    };
    for (const std::string& name : command.unset)
        forget(name);
    for (const std::string& line : command.environment) {
        forget(std::string_view(line).substr(0, line.find('=')));
        spec.environment.push_back(line);
    }
    if (!command.argv.empty())
        spec.argv = command.argv;
    m_session.leave();
    waitUntil([] { return false; }, [this, spec] { launchAgain(spec); }); // that is, until the session can launch
}

void CommandRunner::launchAgain(launchers::LaunchSpec spec)
{
    if (const auto launched = m_session.launch(std::move(spec)); !launched)
        return fail(launched.error());
    const auto attached = [this] {
        const session::SessionState state = m_session.state();
        return state != session::SessionState::Launching && state != session::SessionState::Attaching &&
               m_session.processes().count(session::RankState::Starting) == 0;
    };
    waitUntil(attached, [this] {
        if (m_session.failure())
            return finish(Outcome::Failed); // BackendFailed has said why
        m_failedRanks = {};                 // of the job before
        replyToControl("restart", m_session.focus());
    });
}

} // namespace dbgr::app

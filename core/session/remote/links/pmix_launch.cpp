// SPDX-License-Identifier: BSD-3-Clause
#include "session/remote/links/pmix_launch.h"

#include "launchers/launcher_error.h"
#include "session/remote/links/input_refusal.h"
#include "session/remote/links/pmix_job.h"
#include "session/remote/remote_error.h"
#include "util/log.h"
#include "util/overloaded.h"

#include <csignal>
#include <utility>

namespace dbgr::session {

namespace {

std::vector<pmix::Info> toInfos(const std::vector<launchers::Directive>& directives)
{
    std::vector<pmix::Info> infos;
    for (const launchers::Directive& directive : directives)
        infos.emplace_back(directive.key,
                           std::visit(util::Overloaded{[](bool b) { return pmix::Value::boolean(b); },
                                                       [](const std::string& s) { return pmix::Value::string(s); }},
                                      directive.value));
    return infos;
}

pmix::LauncherCommand toCommand(const launchers::LaunchPlan& plan, util::Duration patience)
{
    pmix::LauncherCommand command;
    command.arguments = plan.argv;
    command.environment = plan.environment;
    command.workingDirectory = plan.workingDirectory;
    command.standardInput = net::Stdio::pipe();
    command.standardOutput = net::Stdio::pipe();
    command.standardError = net::Stdio::pipe();
    command.ownProcessGroup = true; // the terminal's Ctrl-C is for the debugger
    command.connectLimit = patience;
    return command;
}

} // namespace

PmixLaunch::PmixLaunch(net::EventLoop& loop, launchers::LaunchPlan plan, util::Duration patience, std::string command)
    : m_loop(loop), m_plan(std::move(plan)), m_patience(patience), m_command(std::move(command))
{}

// ---- The launch

void PmixLaunch::start(Events events)
{
    m_events = std::move(events);
    auto tool = pmix::Tool::create(m_loop, {});
    if (!tool) {
        m_loop.post([this, error = std::move(tool).error()] { m_events.failed(error); });
        return;
    }
    m_tool = std::move(*tool);
    m_io.emplace(*m_tool, m_events.tell, m_events.checkInput);
    m_eventWatch = m_tool->registerEvents({pmix::Status::EventJobStart, pmix::Status::LaunchComplete,
                                           pmix::Status::ReadyForDebug, pmix::Status::EventJobEnd},
                                          [this](const pmix::Event& event) { onEvent(event); });
    startSequence();
}

void PmixLaunch::startSequence()
{
    LaunchSequence::Callbacks callbacks;
    callbacks.tell = m_events.tell;
    callbacks.launcherStarted = [this](pmix::LauncherStarted started) {
        m_events.tell(
            LauncherStarted{started.pid, m_command, m_plan.launcher.name, name(launchers::LaunchWay::Pmix), false});
        onLauncherStarted(std::move(started));
    };
    callbacks.launcherHeld = [this](const pmix::LauncherHeld& held) {
        m_launcher = held.proc.nspace;
        if (held.pid.value() > 0 && held.pid != m_pid)
            reapOnOurDeath(held.pid);
    };
    callbacks.launcherReleased = [this] {
        m_released = true;
        m_reaper.set(OnOurDeath::TerminateLauncher);
    };
    callbacks.launched = [this](const JobLaunched& launched) { onLaunched(launched); };
    callbacks.nearlySettled = [this] { m_events.nearlySettled(); };
    callbacks.settled = [this](bool held, const util::RankSet& atExec) {
        if (m_plan.hold != launchers::HoldPoint::Exec && !atExec.empty())
            m_events.standAtExec(atExec);
        m_events.settled(held ? std::optional(m_plan.hold) : std::nullopt);
    };
    callbacks.output = [this](const pmix::Proc& source, pmix::IofChannel channel, std::string_view bytes) {
        m_io->onOutput(source, channel, bytes);
        if (m_daemons)
            m_daemons->onOutput(source, bytes);
    };
    callbacks.failed = [this](util::Error error) { m_events.failed(explained(std::move(error))); };
    m_sequence.emplace(m_loop, *m_tool, m_plan.hold, m_patience, std::move(callbacks));
    if (isOwnLauncher())
        m_sequence->releaseIsKept();
    m_sequence->start(toCommand(m_plan, m_patience), toInfos(m_plan.directives));
}

void PmixLaunch::onLauncherStarted(pmix::LauncherStarted started)
{
    m_tool->onLauncherExit([this](net::ExitStatus status) { onLauncherExit(status); });
    m_input = std::move(started.standardInput);
    m_output.emplace(m_loop, std::move(started.standardOutput), std::move(started.standardError),
                     [this](OutputBytes bytes) { m_events.tell(std::move(bytes)); });
    m_pid = started.pid;
    reapOnOurDeath(started.pid);
}

/// Until the job can go on without us. The process that connects may be another one than the command that was started.
void PmixLaunch::reapOnOurDeath(util::Pid launcher)
{
    auto reaper = LauncherReaper::start(launcher, m_output->pipes());
    if (reaper)
        m_reaper = std::move(*reaper);
    else
        m_events.tell(BackendWarning{
            std::move(reaper).error().withAdvice("If dbgr is killed before the job runs, end the launcher by hand.")});
}

void PmixLaunch::onLaunched(const JobLaunched& launched)
{
    m_launched = true;
    m_io->setJob(launched.nspace);
    m_daemons.emplace(*m_tool, launched.nspace, PmixDaemons::Words::ToUs);
    m_events.launched(launched);
}

void PmixLaunch::abandonStart()
{
    if (m_sequence)
        m_sequence->abandon();
}

// ---- The job

void PmixLaunch::release(const util::RankSet& ranks, bool all)
{
    if (m_plan.hold == launchers::HoldPoint::Exec)
        return; // those stand by SIGSTOP, and run when the debugger lets them
    const std::string& job = m_sequence->jobNspace();
    // "Every rank" has a name of its own, and one short message is better than many long ones.
    auto targets = all ? std::vector<pmix::Proc>{{job, pmix::kRankWildcard}} : procsOf(job, ranks);
    m_tool->releaseProcesses(std::move(targets), [this](util::Result<void> released) {
        if (!released)
            m_events.tell(BackendWarning{std::move(released).error().withContext("letting ranks out of their hold")});
    });
}

void PmixLaunch::sendInput(util::RequestId id, const util::RankSet& ranks, std::string bytes, bool eof)
{
    if (!m_sequence || !m_sequence->over())
        return m_events.tell(InputAccepted{id, util::fail(noJobToRead())});
    m_io->send(id, ranks, std::move(bytes), eof);
}

void PmixLaunch::onEvent(const pmix::Event& event)
{
    if (event.code == pmix::Status::EventJobEnd)
        onJobEnd(event);
    else if (m_sequence)
        m_sequence->onEvent(event);
}

// ---- Ends

void PmixLaunch::onJobEnd(const pmix::Event& event)
{
    const std::string nspace = endedJob(event);
    if (!m_sequence || nspace.empty())
        return;
    if (!m_sequence->isJob(nspace)) {
        if (m_daemons)
            m_daemons->onJobEnd(nspace, event.jobEnd().exitStatus);
        return;
    }
    JobEnded ended = jobEndOf(event);
    const bool early = !m_sequence->over() && (m_plan.hold != launchers::HoldPoint::None || !ended.status);
    m_sequence->abandon();
    if (early) {
        util::Error why = jobEndedEarly(m_plan.hold, m_command, event.jobEnd(), launcherText());
        if (!ended.status) // it never ran
            return m_events.failed(std::move(why));
        return m_events.endedEarly(std::move(ended), std::move(why));
    }
    m_events.jobEnded(std::move(ended));
}

void PmixLaunch::onLauncherExit(net::ExitStatus status)
{
    util::log::info("launch", "the launcher ended", {{"how", status.toString()}});
    m_output->drain();
    m_input.reset();
    m_sequence->abandon();
    m_events.launcherExited(status);
}

/// Its daemons on other nodes end their ranks when they lose it. Here it was the daemon itself.
void PmixLaunch::endOrphans(std::function<void()> done)
{
    if (m_launcher.empty())
        return done(); // it had not begun
    m_orphans.emplace(m_loop, m_launcher, m_sequence->jobNspace(), std::move(done));
    m_orphans->end();
}

util::Error PmixLaunch::launcherEndedAlone(net::ExitStatus status)
{
    if (m_launched)
        return launcherVanished(m_command, status.toString());
    if (status.kind == net::ExitStatus::Kind::Signalled)
        return launcherKilled(m_command, status.toString());
    return explained(launcherRefused(m_command, status.toString(), launcherText()));
}

util::Error PmixLaunch::explained(util::Error error) const
{
    const launchers::LauncherKind& launcher = m_plan.launcher;
    if (m_launched || launcher.family != launchers::LauncherFamily::Script)
        return error;
    return launchers::scriptGuessedWrong(std::move(error), launcher.path);
}

std::string PmixLaunch::launcherText()
{
    drainOutput();
    return m_output ? m_output->text() : std::string();
}

void PmixLaunch::drainOutput()
{
    if (m_output)
        m_output->drain();
}

void PmixLaunch::killJob()
{
    if (!m_launched) // nothing runs yet
        return signalLauncher(firstSignal());
    killByJobControl(*m_tool, m_sequence->jobNspace());
}

/// A held launcher obeys only one signal.
int PmixLaunch::firstSignal() const
{
    return m_released ? SIGTERM : SIGKILL;
}

void PmixLaunch::signalLauncher(int signal)
{
    if (!m_tool)
        return;
    if (auto sent = m_tool->signalLauncher(signal); !sent)
        util::log::debug("launch", "launcher not signalled", {{"why", sent.error().message()}});
}

void PmixLaunch::letLive()
{
    m_reaper.set(OnOurDeath::LeaveAlone);
    if (m_tool)
        m_tool->letLauncherLive();
}

void PmixLaunch::leave(bool jobEnded, std::function<void()> done)
{
    m_eventWatch.cancel();
    if (!m_tool)
        m_loop.post(std::move(done));
    else if (jobEnded && !isOwnLauncher())
        m_tool->leaveAfterJobEnd(std::move(done));
    else
        m_tool->finalize(std::move(done));
}

} // namespace dbgr::session

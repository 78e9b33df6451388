// SPDX-License-Identifier: BSD-3-Clause
#include "session/remote/remote_job.h"

#include "pmix/types/keys.h"
#include "session/launch/launch_plan.h"
#include "session/remote/remote_error.h"
#include "session/session_error.h"
#include "util/log.h"
#include "util/overloaded.h"
#include "util/string_util.h"

#include <csignal>

namespace dbgr::session {

namespace {

std::vector<pmix::Info> toInfos(const std::vector<Directive>& directives)
{
    std::vector<pmix::Info> infos;
    for (const Directive& directive : directives)
        infos.emplace_back(directive.key,
                           std::visit(util::Overloaded{[](bool b) { return pmix::Value::boolean(b); },
                                                       [](const std::string& s) { return pmix::Value::string(s); }},
                                      directive.value));
    return infos;
}

pmix::LauncherCommand toCommand(const LaunchPlan& plan, util::Duration patience)
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

RemoteJob::RemoteJob(net::EventLoop& loop, RemoteConfig config, Tell tell)
    : m_loop(loop), m_config(std::move(config)), m_tell(std::move(tell)),
      m_ending(loop, {m_tell, [this] { dismissDaemons(); }, [this] { leaveTool(); },
                      [this](int signal) { signalLauncher(signal); },
                      [this](net::ExitStatus status) { return launcherEndedAlone(status); }})
{}

RemoteJob::~RemoteJob() = default;

// ---- The launch

void RemoteJob::launch(LaunchSpec spec)
{
    m_command = util::join(spec.argv, " ");
    auto plan = planLaunch(spec, RealLauncherFiles());
    if (!plan)
        return failLaunch(std::move(plan).error());
    if (auto made = makeTool(); !made)
        return failLaunch(std::move(made).error());
    startLaunch(std::move(*plan), std::move(spec));
}

void RemoteJob::attach(AttachSpec spec)
{
    failLaunch({std::make_error_code(std::errc::not_supported), "attaching to " + describe(spec.target),
                "Start the job under dbgr."});
}

util::Result<void> RemoteJob::makeTool()
{
    DBGR_TRY(m_tool, pmix::Tool::create(m_loop, {}));
    m_io.emplace(*m_tool, m_tell);
    m_fleet.emplace(m_loop, m_config, RanksFrom::Pmix,
                    DaemonFleet::Callbacks{m_tell,
                                           {},
                                           [this] { letLauncherOutliveUs(); },
                                           [this](util::Error error) { failLaunch(std::move(error)); },
                                           [this] { m_ending.ranksGone(); },
                                           [this] { m_ending.daemonsGone(); }});
    m_events = m_tool->registerEvents({pmix::Status::EventJobStart, pmix::Status::LaunchComplete,
                                       pmix::Status::ReadyForDebug, pmix::Status::EventJobEnd},
                                      [this](const pmix::Event& event) { onEvent(event); });
    return util::ok();
}

void RemoteJob::startLaunch(LaunchPlan plan, LaunchSpec spec)
{
    m_spec = std::move(spec);
    LaunchSequence::Callbacks callbacks;
    callbacks.tell = m_tell;
    callbacks.launcherStarted = [this, kind = plan.launcher.name](pmix::LauncherStarted started) {
        m_tell(LauncherStarted{started.pid, m_command, kind, name(LaunchWay::Pmix), false});
        onLauncherStarted(std::move(started));
    };
    callbacks.launcherHeld = [this](const pmix::LauncherHeld& held) {
        if (held.pid.value() > 0 && held.pid != m_launcherPid)
            reapOnOurDeath(held.pid);
    };
    callbacks.launcherReleased = [this] {
        m_launcherReleased = true;
        m_reaper.set(OnOurDeath::TerminateLauncher);
    };
    callbacks.launched = [this](const JobLaunched& launched) {
        m_io->setJob(launched.nspace);
        for (const RankPlace& place : launched.ranks)
            m_ranks.insert(place.rank);
        m_fleet->setJob(launched, {});
        m_daemons.emplace(*m_tool, launched.nspace, DaemonRoster(launched).hosts().size());
    };
    callbacks.nearlySettled = [this] { m_fleet->start(*m_daemons); };
    callbacks.settled = [this](bool held) { onSettled(held); };
    callbacks.output = [this](const pmix::Proc& source, pmix::IofChannel channel, std::string_view bytes) {
        m_io->onOutput(source, channel, bytes);
    };
    callbacks.failed = [this](util::Error error) { failLaunch(std::move(error)); };
    m_launch.emplace(m_loop, *m_tool, plan.hold, m_spec.patience, std::move(callbacks));
    m_launch->start(toCommand(plan, m_spec.patience), toInfos(plan.directives));
}

void RemoteJob::onLauncherStarted(pmix::LauncherStarted started)
{
    m_ending.launcherStarted();
    m_tool->onLauncherExit([this](net::ExitStatus status) { onLauncherExit(status); });
    m_launcherInput = std::move(started.standardInput);
    m_launcherOutput.emplace(m_loop, std::move(started.standardOutput), std::move(started.standardError),
                             [this](OutputBytes bytes) { m_tell(std::move(bytes)); });
    m_launcherPid = started.pid;
    reapOnOurDeath(started.pid);
}

/// Until the job can go on without us. The process that connects may be another one than the command that was started.
void RemoteJob::reapOnOurDeath(util::Pid launcher)
{
    auto reaper = LauncherReaper::start(launcher);
    if (reaper)
        m_reaper = std::move(*reaper);
    else
        m_tell(BackendWarning{
            std::move(reaper).error().withAdvice("If dbgr is killed before the job runs, end the launcher by hand.")});
}

void RemoteJob::letLauncherOutliveUs()
{
    m_reaper.set(OnOurDeath::LeaveAlone);
    m_tool->letLauncherLive();
}

void RemoteJob::onSettled(bool held)
{
    if (held) {
        m_held = m_ranks;
        m_tell(JobHeld{m_spec.hold, m_ranks});
    }
    m_fleet->mayAttach();
}

void RemoteJob::failLaunch(util::Error error)
{
    static_cast<void>(launcherText()); // told before the failure
    if (m_launch)
        m_launch->abandon();
    m_ending.fail(std::move(error), firstSignal());
}

// ---- Commands

void RemoteJob::submit(util::RequestId id, debug::EngineCommand command, util::Duration deadline)
{
    const auto reply = [this, id](util::Result<debug::EngineReply> answer) {
        m_tell(CommandReply{id, std::move(answer)});
    };
    if (!m_fleet)
        return reply(util::fail(make_error_code(Errc::WrongState), "asking the ranks: there is no job"));
    m_fleet->submit(std::move(command), deadline, reply);
}

void RemoteJob::release(const util::RankSet& ranks)
{
    const util::RankSet now = ranks & m_held;
    if (now.empty() || !launchOver())
        return;
    m_held -= now;
    if (m_spec.hold != HoldPoint::Exec) { // those stand by SIGSTOP, and run when the debugger lets them
        const std::string& job = m_launch->jobNspace();
        // "Every rank" has a name of its own, and one short message is better than many long ones.
        auto targets = now == m_ranks ? std::vector<pmix::Proc>{{job, pmix::kRankWildcard}} : procsOf(job, now);
        m_tool->releaseProcesses(std::move(targets), [this](util::Result<void> released) {
            if (!released)
                m_tell(BackendWarning{std::move(released).error().withContext("letting ranks out of their hold")});
        });
    }
    m_tell(RanksReleased{now});
}

void RemoteJob::sendInput(util::RequestId id, const util::RankSet& ranks, std::string bytes, bool eof)
{
    if (!m_io || !launchOver())
        return m_tell(
            InputAccepted{id, util::fail(make_error_code(Errc::WrongState), "sending input: the job does not run")});
    m_io->send(id, ranks, std::move(bytes), eof);
}

// ---- Ends

void RemoteJob::onEvent(const pmix::Event& event)
{
    if (event.code == pmix::Status::EventJobEnd)
        onJobEnd(event);
    else if (m_launch)
        m_launch->onEvent(event);
}

void RemoteJob::onJobEnd(const pmix::Event& event)
{
    const auto affected = event.affected();
    const std::string& nspace = affected ? affected->nspace : event.source.nspace;
    if (!m_launch || nspace.empty())
        return;
    if (!m_launch->isJob(nspace)) {
        if (m_daemons)
            m_daemons->onJobEnd(nspace);
        return;
    }
    m_jobEndSeen = true;
    JobEnded ended;
    ended.status = event.jobTermStatus().value_or(0);
    if (ended.status != 0 && affected && affected->rank < pmix::kRankInvalid)
        ended.firstFailed = util::Rank(affected->rank.value());
    if (const pmix::Value* text = event.find(pmix::keys::kEventTextMessage))
        ended.text = text->asString().value_or("");
    if (!m_launch->over() && (m_spec.hold != HoldPoint::None || ended.status < 0))
        return failLaunch(jobEndedEarly(m_spec.hold, m_command, ended.status, launcherText()));
    m_launch->abandon();
    m_ending.jobEnded(std::move(ended), m_fleet->ranks().size() > 0);
}

void RemoteJob::onLauncherExit(net::ExitStatus status)
{
    util::log::info("launch", "the launcher ended", {{"how", status.toString()}});
    m_launcherOutput->drain();
    m_launcherInput.reset();
    if (m_launch)
        m_launch->abandon();
    // Once in a while a launcher ends without a word on its job. If no rank is left, its own status is the job's.
    if (launchOver() && !m_jobEndSeen && m_ranks.size() > 0 && m_fleet->ranks().empty() && m_fleet->attachTold())
        m_ending.jobEnded({status.shellStatus(), std::nullopt, ""}, false);
    // Ranks that outlive their launcher wait for it for ever: in MPI_Init, or at their next word to it.
    if (!m_jobEndSeen && m_fleet && !m_fleet->ranks().empty())
        killAttached();
    m_ending.launcherExited(status);
}

util::Error RemoteJob::launcherEndedAlone(net::ExitStatus status)
{
    if (!m_ranks.empty())
        return launcherVanished(m_command, status.toString());
    if (status.kind == net::ExitStatus::Kind::Signalled)
        return launcherKilled(m_command, status.toString());
    return launcherRefused(m_command, status.toString(), launcherText());
}

void RemoteJob::dismissDaemons()
{
    if (m_fleet)
        m_fleet->dismiss();
    else
        m_loop.post([this] { m_ending.daemonsGone(); });
}

void RemoteJob::leaveTool()
{
    m_events.cancel();
    if (!m_tool) {
        m_loop.post([this] { m_ending.toolClosed(); });
    } else if (m_jobEndSeen) {
        m_tool->leaveAfterJobEnd([this] { m_ending.toolClosed(); });
    } else {
        m_tool->finalize([this] { m_ending.toolClosed(); });
    }
}

void RemoteJob::kill()
{
    if (m_ending.begun())
        return;
    if (m_launch)
        m_launch->abandon();
    endByForce();
    m_ending.expectEnd();
}

void RemoteJob::endByForce()
{
    if (!m_tool)
        return m_ending.letLauncherLive(); // there is none
    if (m_ranks.empty())                   // nothing runs yet
        return signalLauncher(firstSignal());
    killAttached();
    m_tool->jobControl({{m_launch->jobNspace(), pmix::kRankWildcard}},
                       {{pmix::keys::kJobCtrlKill, pmix::Value::boolean(true)}}, [](util::Result<void> killed) {
                           if (!killed)
                               util::log::info("launch", "job control refused", {{"why", killed.error().message()}});
                       });
}

/// All that the launcher has printed by now is told, and its end is yielded.
std::string RemoteJob::launcherText()
{
    if (!m_launcherOutput)
        return {};
    m_launcherOutput->drain();
    return m_launcherOutput->text();
}

/// A held launcher obeys only one signal.
int RemoteJob::firstSignal() const
{
    return m_launcherReleased ? SIGTERM : SIGKILL;
}

void RemoteJob::signalLauncher(int signal)
{
    if (auto sent = m_tool->signalLauncher(signal); !sent)
        util::log::debug("launch", "launcher not signalled", {{"why", sent.error().message()}});
}

void RemoteJob::killAttached()
{
    m_fleet->submit({m_fleet->ranks(), debug::Kill{}}, std::chrono::seconds(5),
                    [](util::Result<debug::EngineReply>) {});
}

void RemoteJob::detach()
{
    if (m_detach != Detach::No || m_ending.begun() || !m_fleet)
        return;
    m_detach = Detach::UnderWay;
    letLauncherOutliveUs();
    m_fleet->submit({m_fleet->ranks(), debug::Detach{}}, std::chrono::seconds(20),
                    [this](util::Result<debug::EngineReply>) { onDetached(); });
}

void RemoteJob::onDetached()
{
    release(m_held);
    m_fleet->dismiss();
    m_detach = Detach::Done;
    if (m_leaveAfterDetach)
        goWithoutLauncher();
}

void RemoteJob::goWithoutLauncher()
{
    if (m_ending.begun())
        return;
    m_ending.letLauncherLive();
}

void RemoteJob::leave()
{
    if (m_ending.begun())
        return;
    if (m_detach == Detach::Done)
        goWithoutLauncher();
    else if (m_detach == Detach::UnderWay)
        m_leaveAfterDetach = true;
    else
        kill();
}

} // namespace dbgr::session

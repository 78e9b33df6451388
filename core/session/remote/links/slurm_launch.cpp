// SPDX-License-Identifier: BSD-3-Clause
#include "session/remote/links/slurm_launch.h"

#include "mpir/held_start.h"
#include "session/remote/links/living_ranks.h"
#include "session/remote/links/slurm_input.h"
#include "session/remote/remote_error.h"
#include "util/log.h"

#include <csignal>
#include <utility>

namespace dbgr::session {

namespace {

bool hasSpawned(mpir::Target& srun)
{
    const auto state = srun.number(mpir::kDebugState);
    return state && *state == static_cast<std::int32_t>(mpir::DebugState::Spawned);
}

} // namespace

SlurmLaunch::SlurmLaunch(net::EventLoop& loop, launchers::LaunchPlan plan, util::Duration patience, std::string command)
    : m_loop(loop), m_plan(std::move(plan)), m_patience(patience), m_command(std::move(command))
{}

// ---- The launch

void SlurmLaunch::start(Events events)
{
    m_events = std::move(events);
    m_loop.post(m_lifetime.guard([this] {
        if (auto started = startSrun(); !started) {
            m_events.failed(std::move(started).error().withContext("launching \"" + m_command + '"'));
            if (!m_srun)
                m_events.launcherExited(kLauncherNotStarted);
        }
    }));
}

util::Result<void> SlurmLaunch::startSrun()
{
    LauncherProcess::Callbacks callbacks;
    callbacks.output = [this](OutputBytes bytes) { onOutput(bytes); };
    callbacks.exited = [this](net::ExitStatus status) { onExit(status); };
    callbacks.warning = [this](util::Error error) { m_events.tell(BackendWarning{std::move(error)}); };
    LauncherProcess::Options options;
    options.stopOnExec = true;
    options.onOurDeath = OnOurDeath::KillLauncher;
    DBGR_TRY(m_srun, LauncherProcess::start(m_loop, m_plan, std::move(callbacks), options));
    m_events.tell(
        LauncherStarted{m_srun->pid(), m_command, m_plan.launcher.name, name(launchers::LaunchWay::Slurm), false});
    DBGR_TRY(prepare());
    m_srun->signal(SIGCONT);
    m_runs = true;
    m_srun->onOurDeath(OnOurDeath::TerminateLauncher);
    m_events.tell(LaunchProgress{"waiting for Slurm to start the tasks"});
    awaitNodes();
    return util::ok();
}

util::Result<void> SlurmLaunch::prepare()
{
    DBGR_TRY(mpir::Target srun, mpir::Target::open(m_srun->pid()));
    if (holds())
        DBGR_TRY(mpir::startTasksHeld(srun));
    const MpirWatch::Ready ready = holds() ? hasSpawned : MpirWatch::Ready();
    m_watch.emplace(m_loop, std::move(srun), ready, [this](const mpir::Proctable& table) { onTable(table); });
    return util::ok();
}

/// Patience begins when srun has its job.
void SlurmLaunch::awaitNodes()
{
    m_queue.emplace(m_loop, m_srun->pid(), [this] {
        m_timer = m_loop.after(
            m_patience, [this] { m_events.failed(tasksMissing(m_command, m_watch->missing().message(), m_patience)); });
    });
}

void SlurmLaunch::onTable(const mpir::Proctable& table)
{
    m_queue.reset();
    m_timer.cancel();
    m_step = stepOf(m_watch->launcher(), m_plan.launcher.path, m_plan.environment);
    m_watch.reset();
    m_job = jobOf(table, m_step.name());
    m_output.setJobSize(static_cast<std::uint32_t>(m_job.ranks.size()));
    m_daemons.emplace(m_loop, m_step);
    m_events.launched(m_job);
    if (m_plan.hold == launchers::HoldPoint::Init || m_plan.hold == launchers::HoldPoint::App)
        m_events.tell(LaunchProgress{"held at their first instruction: Slurm cannot hold ranks in MPI_Init"});
    m_events.settled(holds() ? std::optional(launchers::HoldPoint::Exec) : std::nullopt);
}

void SlurmLaunch::abandonStart()
{
    m_watch.reset();
    m_queue.reset();
    m_timer.cancel();
}

// ---- The job

/// Ranks that the debugger has are let go by it. One that could not be attached to stands until Slurm wakes it.
void SlurmLaunch::release(const util::RankSet&, bool)
{
    if (m_waker)
        return;
    auto waker = wakeTasks(m_loop, m_step);
    if (waker)
        m_waker = std::move(*waker);
    else
        m_events.tell(BackendWarning{std::move(waker).error().withContext("waking ranks that could not be attached")});
}

void SlurmLaunch::sendInput(util::RequestId id, const util::RankSet& ranks, std::string bytes, bool eof)
{
    auto answer = m_lifetime.guard([this, id](const util::Result<void>& result) {
        m_events.tell(InputAccepted{id, result});
    });
    if (auto reaches = checkSlurmInput(m_plan.stdinChoice, ranks, livingRanks(m_job.ranks)); !reaches)
        return m_loop.post([answer, reaches]() mutable { answer(reaches); });
    m_srun->sendInput(bytes, eof, std::move(answer));
}

void SlurmLaunch::onOutput(const OutputBytes& bytes)
{
    tellOutput(m_output.feed(bytes));
}

void SlurmLaunch::tellOutput(const std::vector<OutputBytes>& pieces)
{
    for (const OutputBytes& piece : pieces)
        m_events.tell(piece);
}

void SlurmLaunch::drainOutput()
{
    if (m_srun)
        static_cast<void>(m_srun->lastWords());
    tellOutput(m_output.finish());
}

// ---- Ends

void SlurmLaunch::onExit(net::ExitStatus status)
{
    drainOutput();
    abandonStart();
    const bool byItself = status.kind == net::ExitStatus::Kind::Exited;
    // Ranks that stand do not end by themselves. Where it could not start them, srun calls that a success, or (26) a
    // failure, and may have told of them before.
    if (byItself && holds() && !m_attached)
        m_events.failed((m_job.ranks.empty() ? launcherRefused : standingRanksMissing)(m_command, status.toString(),
                                                                                       m_srun->lastWords()));
    else if (!m_job.ranks.empty() && byItself)
        m_events.jobEnded({status.shellStatus(), std::nullopt, ""});
    m_events.launcherExited(status);
}

void SlurmLaunch::killJob()
{
    signalLauncher(SIGTERM);
}

void SlurmLaunch::signalLauncher(int signal)
{
    if (m_srun)
        m_srun->signal(signal);
}

/// One that stands hears nothing else.
int SlurmLaunch::firstSignal() const
{
    return m_runs ? SIGTERM : SIGKILL;
}

void SlurmLaunch::letLive()
{
    m_attached = true;
    if (m_srun)
        m_srun->letLive();
    if (m_daemons)
        m_daemons->attached();
}

void SlurmLaunch::leave(bool, std::function<void()> done)
{
    m_loop.post(std::move(done));
}

util::Error SlurmLaunch::launcherEndedAlone(net::ExitStatus status)
{
    if (!m_job.ranks.empty())
        return launcherVanished(m_command, status.toString());
    if (status.kind == net::ExitStatus::Kind::Signalled)
        return launcherKilled(m_command, status.toString());
    return launcherRefused(m_command, status.toString(), m_srun ? m_srun->lastWords() : "");
}

} // namespace dbgr::session

// SPDX-License-Identifier: BSD-3-Clause
#include "session/remote/links/orte_launch.h"

#include "session/remote/links/orte_input.h"
#include "session/remote/links/orte_release.h"
#include "session/remote/remote_error.h"

#include <csignal>
#include <utility>

namespace dbgr::session {

namespace {

util::Error noTableInTime(util::Duration patience, const util::Error& missing)
{
    const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(patience).count();
    return {make_error_code(LaunchErrc::TimedOut),
            "starting the job: after " + std::to_string(seconds) + " s not all ranks are in MPI_Init" + " (" +
                missing.message() + ")",
            "If every rank really needs that long, give more time with --launch-timeout. Open MPI 4 tells of its ranks "
            "when they call MPI_Init: a program that never does cannot be debugged by way of this launcher; "
            "dbgr --attach-pids can."};
}

} // namespace

OrteLaunch::OrteLaunch(net::EventLoop& loop, launchers::LaunchPlan plan, util::Duration patience, std::string command)
    : m_loop(loop), m_plan(std::move(plan)), m_patience(patience), m_command(std::move(command)),
      m_daemons(loop, m_plan.launcher.path, m_plan.environment)
{}

// ---- The launch

void OrteLaunch::start(Events events)
{
    m_events = std::move(events);
    m_next = m_loop.after(std::chrono::milliseconds(0), [this] { startLauncher(); });
}

void OrteLaunch::startLauncher()
{
    LauncherProcess::Callbacks callbacks;
    callbacks.output = [this](const OutputBytes& read) { onOutput(read); };
    callbacks.exited = [this](net::ExitStatus status) { onExit(status); };
    callbacks.warning = [this](util::Error error) { m_events.tell(BackendWarning{std::move(error)}); };
    auto process = LauncherProcess::start(m_loop, m_plan, std::move(callbacks), {});
    if (!process)
        return m_events.failed(std::move(process).error());
    m_process = std::move(*process);
    m_events.tell(
        LauncherStarted{m_process->pid(), m_command, m_plan.launcher.name, name(launchers::LaunchWay::Orte), false});
    m_events.tell(LaunchProgress{"waiting for the ranks to call MPI_Init", 0, 0});
    m_table.emplace(m_loop, m_process->pid(),
                    OrteTable::Callbacks{[this](const mpir::Proctable& table) { onTable(table); },
                                         [this](util::Error error) { // of its end we hear otherwise
                                             if (m_process->running())
                                                 m_events.failed(std::move(error));
                                         },
                                         m_plan.wrapped ? [this](util::Pid pid) { onMpirun(pid); }
                                                        : std::function<void(util::Pid)>()});
    m_table->start();
    m_next = m_loop.after(m_patience, [this] {
        m_table->stop();
        m_events.failed(noTableInTime(m_patience, m_table->missing()));
    });
}

/// What was started waits for mpirun, and need not pass signals on.
void OrteLaunch::onMpirun(util::Pid pid)
{
    if (auto mpirun = net::ForeignProcess::open(pid, "watching mpirun"))
        m_mpirun = *std::move(mpirun);
    m_process->guard(pid);
}

void OrteLaunch::onTable(const mpir::Proctable& table)
{
    m_next.cancel();
    const JobLaunched launched = jobOf(table, "mpirun-" + std::to_string(m_process->pid().value()));
    for (const RankPlace& place : launched.ranks)
        m_ranks.insert(place.rank);
    m_tags.setJobSize(static_cast<std::uint32_t>(launched.ranks.size()));
    m_held = m_plan.hold != launchers::HoldPoint::None;
    m_events.launched(launched);
    m_events.settled(m_held ? std::optional(m_plan.hold) : std::nullopt);
}

void OrteLaunch::abandonStart()
{
    m_abandoned = true;
    m_next.cancel();
    if (m_table)
        m_table->stop();
}

// ---- The job

/// mpirun knows only all ranks. Those that are attached to are stopped by the debugger as well.
void OrteLaunch::release(const util::RankSet&, bool)
{
    if (!std::exchange(m_held, false) || !m_process->running())
        return;
    if (auto released = releaseOrteRanks(m_table->mpirun()); !released)
        m_events.tell(BackendWarning{std::move(released)
                                         .error()
                                         .withContext("letting the ranks out of MPI_Init")
                                         .withAdvice("They wait there for ever: end the job, and start it again.")});
}

void OrteLaunch::onOutput(const OutputBytes& read)
{
    for (OutputBytes& part : m_tags.feed(read)) {
        m_rankWrote = m_rankWrote || part.rank;
        m_events.tell(std::move(part));
    }
}

void OrteLaunch::sendInput(util::RequestId id, const util::RankSet& ranks, std::string bytes, bool eof)
{
    const auto answer = [this, id](util::Result<void> result) { m_events.tell(InputAccepted{id, std::move(result)}); };
    const auto reaches = checkOrteInput(m_plan.stdinChoice, ranks, m_ranks);
    if (!reaches)
        return answer(reaches);
    m_process->sendInput(bytes, eof, answer);
}

// ---- Ends

void OrteLaunch::onExit(net::ExitStatus status)
{
    m_next.cancel();
    if (m_table)
        m_table->stop();
    for (OutputBytes& part : m_tags.finish())
        m_events.tell(std::move(part));
    // Killed, it has no word on its job.
    const bool saysHow = status.kind == net::ExitStatus::Kind::Exited;
    if (saysHow && (!m_ranks.empty() || (!m_abandoned && tellEarlyEnd(status))))
        m_events.jobEnded({status.number, std::nullopt, ""});
    m_events.launcherExited(status);
}

bool OrteLaunch::tellEarlyEnd(net::ExitStatus status)
{
    const bool began = m_rankWrote || status.success();
    if (!began || m_plan.hold == launchers::HoldPoint::None)
        return began;
    m_events.failed(jobEndedEarly(m_plan.hold, m_command, {status.number, std::nullopt}, launcherText()));
    return false;
}

util::Error OrteLaunch::launcherEndedAlone(net::ExitStatus status)
{
    if (!m_ranks.empty())
        return launcherVanished(m_command, status.toString());
    if (status.kind == net::ExitStatus::Kind::Signalled)
        return launcherKilled(m_command, status.toString());
    return launcherRefused(m_command, status.toString(), launcherText());
}

std::string OrteLaunch::launcherText()
{
    return m_process ? m_process->lastWords() : std::string();
}

void OrteLaunch::drainOutput()
{
    static_cast<void>(launcherText());
}

void OrteLaunch::signalLauncher(int signal)
{
    if (m_mpirun)
        static_cast<void>(m_mpirun->signal(signal, "ending mpirun"));
    else if (m_process)
        m_process->signal(signal);
}

/// All ranks are attached to, and stopped: mpirun's hold is of no use any more. Without us nobody would end it.
void OrteLaunch::letLive()
{
    if (!m_process)
        return;
    release(m_ranks, true);
    m_process->letLive();
}

void OrteLaunch::leave(bool, std::function<void()> done)
{
    m_loop.post(std::move(done));
}

} // namespace dbgr::session

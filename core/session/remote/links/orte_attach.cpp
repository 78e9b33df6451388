// SPDX-License-Identifier: BSD-3-Clause
#include "session/remote/links/orte_attach.h"

#include "jobs/attach_obstacles.h"
#include "jobs/proc_files.h"
#include "launchers/launch_plan.h"
#include "session/remote/links/input_refusal.h"
#include "session/remote/remote_error.h"
#include "util/string_util.h"

#include <csignal>
#include <utility>

namespace dbgr::session {

namespace {

util::Error noTable(const std::string& mpirun, const util::Error& missing)
{
    return {
        make_error_code(LaunchErrc::TimedOut),
        "attaching to " + mpirun + ": it has not told of its ranks yet, which it does when all have called MPI_Init" +
            " (" + missing.message() + ")",
        "Try again when the program has called MPI_Init, or attach to its processes: dbgr --attach-pids PID,PID..."};
}

} // namespace

OrteAttach::OrteAttach(net::EventLoop& loop, RunningLauncherProcess mpirun)
    : m_loop(loop), m_mpirun(std::move(mpirun)),
      m_daemons(loop, m_mpirun.kind.path, environmentOf(m_mpirun.process.pid))
{}

std::string OrteAttach::who() const
{
    return "mpirun (process " + std::to_string(m_mpirun.process.pid.value()) + ")";
}

void OrteAttach::start(Events events)
{
    m_events = std::move(events);
    m_next = m_loop.after(std::chrono::milliseconds(0), [this] { begin(); });
}

void OrteAttach::begin()
{
    const util::Pid pid = m_mpirun.process.pid;
    auto process = net::ForeignProcess::open(pid, "attaching to " + who());
    if (!process)
        return m_events.failed(std::move(process).error());
    m_process = std::move(*process);
    m_process->watchEnd(m_loop, [this] { onEnd(); });
    m_events.tell(LauncherStarted{pid, util::join(m_mpirun.process.arguments, " "), m_mpirun.kind.name,
                                  name(launchers::LaunchWay::Orte), true});
    m_table.emplace(m_loop, pid,
                    OrteTable::Callbacks{[this](const mpir::Proctable& table) { onTable(table); },
                                         [this](util::Error error) {
                                             m_next.cancel();
                                             m_events.failed(std::move(error).withContext("attaching to " + who()));
                                         }});
    m_table->start();
    m_next = m_loop.after(kTableMayTake, [this] {
        m_table->stop();
        m_events.failed(noTable(who(), m_table->missing()));
    });
}

/// In the words of whoever knows the system's rules, where these are the reason.
util::Error OrteAttach::explained(util::Error error) const
{
    const std::string doing = "attaching to " + who();
    const jobs::ProcFiles files;
    const jobs::AttachObstacles obstacles(files, "");
    const util::Pid pid = m_mpirun.process.pid;
    for (auto reason :
         {obstacles.container(pid, doing), obstacles.ptraceScope(doing, false), obstacles.wordSize(pid, doing)})
        if (reason)
            return *std::move(reason);
    return std::move(error).withContext(doing);
}

void OrteAttach::onTable(const mpir::Proctable& table)
{
    m_next.cancel();
    m_events.launched(jobOf(table, "mpirun-" + std::to_string(m_mpirun.process.pid.value())));
    m_events.settled(std::nullopt);
}

void OrteAttach::abandonStart()
{
    m_next.cancel();
    if (m_table)
        m_table->stop();
}

void OrteAttach::sendInput(util::RequestId id, const util::RankSet&, std::string, bool)
{
    m_events.tell(InputAccepted{id, util::fail(inputIsReadElsewhere(who() + " reads it"))});
}

/// It ends its ranks, and then itself.
void OrteAttach::killJob()
{
    if (!m_process)
        return;
    if (auto sent = m_process->signal(SIGTERM, "ending " + who()); !sent)
        m_events.tell(BackendWarning{std::move(sent).error()});
}

/// Its exit status is for whoever started it.
void OrteAttach::onEnd()
{
    m_process->unwatch();
    abandonStart();
    m_events.jobEnded({0, std::nullopt, who() + " has ended; how, only those learn who started it"});
}

void OrteAttach::leave(bool, std::function<void()> done)
{
    if (m_process)
        m_process->unwatch();
    m_loop.post(std::move(done));
}

} // namespace dbgr::session

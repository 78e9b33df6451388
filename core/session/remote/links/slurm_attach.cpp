// SPDX-License-Identifier: BSD-3-Clause
#include "session/remote/links/slurm_attach.h"

#include "launchers/launch_plan.h"
#include "session/remote/links/input_refusal.h"
#include "session/remote/remote_error.h"
#include "util/string_util.h"

#include <csignal>
#include <utility>

namespace dbgr::session {

SlurmAttach::SlurmAttach(net::EventLoop& loop, RunningLauncherProcess srun, util::Duration patience,
                         std::vector<std::string> environment)
    : m_loop(loop), m_srun(std::move(srun)), m_patience(patience), m_environment(std::move(environment))
{}

void SlurmAttach::start(Events events)
{
    m_events = std::move(events);
    m_loop.post(m_lifetime.guard([this] {
        if (auto looked = look(); !looked)
            m_events.failed(std::move(looked).error().withContext("attaching to the job of srun"));
    }));
}

util::Result<void> SlurmAttach::look()
{
    const util::Pid pid = m_srun.process.pid;
    DBGR_TRY(m_process, net::ForeignProcess::open(pid, "watching process " + std::to_string(pid.value())));
    DBGR_TRY(mpir::Target srun, mpir::Target::open(pid));
    m_process->watchEnd(m_loop, [this] { onEnded(); });
    m_events.tell(LauncherStarted{pid, util::join(m_srun.process.arguments, " "), m_srun.kind.name,
                                  name(launchers::LaunchWay::Slurm), true});
    m_watch.emplace(m_loop, std::move(srun), nullptr, [this](const mpir::Proctable& table) { onTable(table); });
    m_timer = m_loop.after(m_patience, [this] {
        m_events.failed(
            tasksMissing(util::join(m_srun.process.arguments, " "), m_watch->missing().message(), m_patience));
    });
    return util::ok();
}

void SlurmAttach::onTable(const mpir::Proctable& table)
{
    m_timer.cancel();
    m_launched = true;
    // srun's own environment says which cluster it is on; ours may know nothing of Slurm.
    std::vector<std::string> environment = environmentOf(m_srun.process.pid);
    if (environment.empty())
        environment = m_environment;
    SlurmStep step = stepOf(m_watch->launcher(), m_srun.process.executable, std::move(environment));
    m_watch.reset();
    const JobLaunched job = jobOf(table, step.name());
    m_daemons.emplace(m_loop, std::move(step));
    m_events.launched(job);
    m_events.settled(std::nullopt);
}

void SlurmAttach::onEnded()
{
    m_process->unwatch();
    abandonStart();
    if (m_launched)
        m_events.jobEnded({0, std::nullopt, ""}); // how it ended, only its parent learns
    else
        m_events.failed(
            {std::make_error_code(std::errc::no_such_process), "attaching to the job of srun: it has ended", ""});
}

void SlurmAttach::abandonStart()
{
    m_watch.reset();
    m_timer.cancel();
}

void SlurmAttach::sendInput(util::RequestId id, const util::RankSet&, std::string, bool)
{
    m_loop.post(m_lifetime.guard([this, id] {
        m_events.tell(InputAccepted{id, util::fail(inputIsReadElsewhere("srun reads it"))});
    }));
}

void SlurmAttach::killJob()
{
    if (m_process)
        static_cast<void>(m_process->signal(SIGTERM, "ending srun"));
}

void SlurmAttach::letLive()
{
    if (m_daemons)
        m_daemons->attached();
}

void SlurmAttach::leave(bool, std::function<void()> done)
{
    if (m_process)
        m_process->unwatch();
    m_loop.post(std::move(done));
}

} // namespace dbgr::session

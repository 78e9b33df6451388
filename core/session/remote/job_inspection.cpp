// SPDX-License-Identifier: BSD-3-Clause
#include "session/remote/job_inspection.h"

#include "jobs/rank_processes.h"
#include "jobs/running_launcher.h"
#include "mpir/proctable.h"
#include "mpir/target.h"
#include "session/remote/links/mpir_watch.h"
#include "util/host_name.h"
#include "util/overloaded.h"

#include <utility>

namespace dbgr::session {

namespace {

using Inspected = util::Result<std::optional<JobLaunched>>;

Inspected readTable(util::Pid launcher)
{
    DBGR_TRY(auto memory, mpir::Target::open(launcher));
    DBGR_TRY(const auto table, mpir::readProctable(memory));
    return jobOf(table, {});
}

/// Those of other nodes cannot be seen from here.
Inspected ranksOfTree(util::Pid launcher)
{
    DBGR_TRY(const auto ranks, jobs::ranksOfLauncher(launcher));
    JobLaunched job;
    for (const jobs::RankProcess& rank : ranks)
        job.ranks.push_back({rank.rank, util::hostName(), rank.pid, rank.program});
    return job;
}

Inspected inspectLauncher(util::Pid pid)
{
    DBGR_TRY(const auto launcher, jobs::findRunningLauncher(pid));
    switch (launcher.kind.family) {
    case launchers::LauncherFamily::OpenMpi4:
    case launchers::LauncherFamily::Slurm:
        return readTable(launcher.process.pid);
    case launchers::LauncherFamily::Hydra:
        return ranksOfTree(launcher.process.pid);
    case launchers::LauncherFamily::Dbgrun:
    case launchers::LauncherFamily::Prrte:
    case launchers::LauncherFamily::Script:
    case launchers::LauncherFamily::Unknown:
        break;
    }
    return std::nullopt;
}

/// They are numbered as they were given.
Inspected inspectProcesses(const launchers::LooseProcesses& processes)
{
    JobLaunched job;
    for (const util::Pid pid : processes.pids) {
        DBGR_TRY(const auto process, jobs::lookAtProcess(pid));
        const util::Rank rank(static_cast<std::uint32_t>(job.ranks.size()));
        job.ranks.push_back({rank, util::hostName(), pid, process.executable});
    }
    return job;
}

} // namespace

util::Result<std::optional<JobLaunched>> inspectFromOutside(const launchers::AttachTarget& target)
{
    return std::visit(util::Overloaded{
                          [](const launchers::RunningLauncher& launcher) { return inspectLauncher(launcher.pid); },
                          [](const launchers::LooseProcesses& processes) { return inspectProcesses(processes); },
                          [](const launchers::CoreFiles&) -> Inspected {
                              return util::fail(std::make_error_code(std::errc::not_supported),
                                                "core files tell their ranks when they are opened", "Attach to them.");
                          },
                          [](const auto&) -> Inspected { return std::nullopt; },
                      },
                      target);
}

void PmixInspection::start(net::EventLoop& loop, const launchers::AttachSpec& spec, Done done)
{
    if (m_stopped)
        return;
    m_done = std::move(done);
    auto tool = pmix::Tool::create(loop, {});
    if (!tool)
        return finish(util::fail(std::move(tool).error()));
    m_tool = *std::move(tool);
    m_search.emplace(loop, *m_tool, PmixSearch::wantedOf(spec));
    m_search->start([] {},
                    [this](util::Result<FoundJob> job) {
                        finish(job ? util::Result<JobLaunched>(toLaunched(job->nspace, job->procs))
                                   : util::fail(std::move(job).error()));
                    });
}

void PmixInspection::stop()
{
    m_stopped = true;
    m_done = nullptr;
    if (m_search)
        m_search->stop();
    leave();
}

void PmixInspection::finish(util::Result<JobLaunched> outcome)
{
    leave();
    if (const auto done = std::exchange(m_done, nullptr))
        done(std::move(outcome));
}

/// With a goodbye: a launcher must not think that a tool has crashed.
void PmixInspection::leave()
{
    if (!m_tool)
        return;
    pmix::Tool& tool = *m_tool;
    tool.finalize([tool = std::shared_ptr<pmix::Tool>(std::move(m_tool))] {});
}

} // namespace dbgr::session

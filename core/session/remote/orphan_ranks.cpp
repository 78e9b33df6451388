// SPDX-License-Identifier: BSD-3-Clause
#include "session/remote/orphan_ranks.h"

#include "net/foreign_process.h"
#include "session/remote/links/job_choice.h"
#include "util/environment.h"
#include "util/log.h"

#include <algorithm>
#include <csignal>
#include <unistd.h>
#include <utility>

namespace dbgr::session {

OrphanRanks::OrphanRanks(net::EventLoop& loop, std::string launcher, std::string job, std::function<void()> done)
    : m_loop(loop), m_launcher(std::move(launcher)), m_job(std::move(job)), m_done(std::move(done))
{}

void OrphanRanks::end()
{
    look();
}

bool OrphanRanks::isOrphan(const std::vector<std::string>& environment, const std::string& launcher,
                           const std::string& job)
{
    const std::string nspace(util::findVariable(environment, "PMIX_NAMESPACE").value_or(""));
    // Our own daemons are jobs of the launcher, too. They have ranks to take leave of.
    if (nspace.empty() || !util::findVariable(environment, "DBGR_FRONTEND").value_or("").empty())
        return false;
    return job.empty() ? belongsToLauncher(nspace, launcher) : nspace == job;
}

std::vector<util::Pid> OrphanRanks::find() const
{
    std::vector<util::Pid> found;
    for (const util::Pid pid : m_files.processesOf(::geteuid()))
        if (pid.value() != ::getpid() && isOrphan(m_files.environment(pid), m_launcher, m_job))
            found.push_back(pid);
    return found;
}

void OrphanRanks::look()
{
    const std::vector<util::Pid> left = find();
    m_quiet = left.empty() ? m_quiet + 1 : 0;
    for (const util::Pid pid : left) {
        util::log::info("launch", "ending a rank without a launcher", {{"pid", pid.value()}});
        if (auto process = net::ForeignProcess::open(pid, "ending a rank that has no launcher any more"))
            if (isOrphan(m_files.environment(pid), m_launcher, m_job)) // still the same one
                static_cast<void>(process->signal(SIGKILL, "ending a rank that has no launcher any more"));
    }
    if (m_quiet >= kQuietLooks || ++m_looks >= kMostLooks)
        return std::exchange(m_done, nullptr)();
    m_next = m_loop.after(kBetweenLooks, [this] { look(); });
}

} // namespace dbgr::session

// SPDX-License-Identifier: BSD-3-Clause
#include "session/remote/links/hydra_attach.h"

#include "session/remote/links/input_refusal.h"
#include "util/host_name.h"
#include "util/string_util.h"

#include <algorithm>
#include <csignal>
#include <utility>

namespace dbgr::session {

namespace {

std::uint32_t sizeOf(const std::vector<jobs::RankProcess>& ranks)
{
    std::uint32_t size = 0;
    for (const jobs::RankProcess& rank : ranks)
        size = std::max(size, rank.ranks.value_or(0));
    return size;
}

util::Error noRankHere(util::Pid launcher)
{
    return {std::make_error_code(std::errc::no_such_process),
            "attaching to launcher " + std::to_string(launcher.value()) + ": none of its ranks is to be seen below it",
            "This launcher does not say where its ranks are, and only those that it started on this node can be found. "
            "On the node of a rank, use --attach-pids; or start the job under dbgr."};
}

util::Error ranksElsewhere(std::size_t here, std::uint32_t all)
{
    return {std::make_error_code(std::errc::operation_not_supported),
            std::to_string(all - here) + " of the job's " + std::to_string(all) +
                " ranks are on other hosts, where this launcher does not let a debugger find them",
            "The " + std::to_string(here) + " ranks of this node are debugged. To have all, start the job under dbgr."};
}

} // namespace

HydraAttach::HydraAttach(net::EventLoop& loop, RunningLauncherProcess launcher)
    : m_loop(loop), m_launcher(std::move(launcher)), m_daemon(loop)
{}

std::string HydraAttach::command() const
{
    return util::join(m_launcher.process.arguments, " ");
}

void HydraAttach::start(Events events)
{
    m_events = std::move(events);
    m_loop.post(m_lifetime.guard([this] {
        if (auto watched = watchLauncher(); !watched)
            return m_events.failed(std::move(watched).error().withContext("attaching to \"" + command() + '"'));
        m_lastNews = m_loop.now();
        look();
    }));
}

util::Result<void> HydraAttach::watchLauncher()
{
    const util::Pid pid = m_launcher.process.pid;
    DBGR_TRY(m_process, net::ForeignProcess::open(pid, "watching process " + std::to_string(pid.value())));
    m_process->watchEnd(m_loop, [this] { onEnded(); });
    m_events.tell(LauncherStarted{pid, command(), m_launcher.kind.name, "the process tree of this node", true});
    return util::ok();
}

void HydraAttach::look()
{
    // Its end is told by itself.
    const auto ranks = jobs::ranksOfLauncher(m_launcher.process.pid).value_or(std::vector<jobs::RankProcess>());
    const std::uint32_t size = sizeOf(ranks);
    if (ranks.size() != m_seen) {
        m_seen = ranks.size();
        m_lastNews = m_loop.now();
    }
    if (size > 0 && ranks.size() >= size)
        return onRanks(ranks, size);
    if (m_loop.now() - m_lastNews < kLastRankAfter) {
        m_again = m_loop.after(kLookAgain, [this] { look(); });
        return;
    }
    if (ranks.empty())
        return m_events.failed(noRankHere(m_launcher.process.pid));
    onRanks(ranks, size);
}

void HydraAttach::onRanks(const std::vector<jobs::RankProcess>& ranks, std::uint32_t jobSize)
{
    m_launched = true;
    JobLaunched job;
    job.nspace = std::string(jobs::baseName(m_launcher.process.executable)) + '-' +
                 std::to_string(m_launcher.process.pid.value());
    const std::string host = util::hostName();
    for (const jobs::RankProcess& rank : ranks)
        job.ranks.push_back({rank.rank, host, rank.pid, rank.program});
    m_events.launched(job);
    if (ranks.size() < jobSize)
        m_events.tell(BackendWarning{ranksElsewhere(ranks.size(), jobSize)});
    m_events.settled(std::nullopt);
}

void HydraAttach::onEnded()
{
    m_process->unwatch();
    abandonStart();
    if (m_launched)
        m_events.jobEnded({0, std::nullopt, ""}); // how it ended, only its parent learns
    else
        m_events.failed({std::make_error_code(std::errc::no_such_process),
                         "attaching to \"" + command() + "\": it has ended meanwhile", ""});
}

void HydraAttach::abandonStart()
{
    m_again.cancel();
}

void HydraAttach::sendInput(util::RequestId id, const util::RankSet&, std::string, bool)
{
    m_loop.post(m_lifetime.guard([this, id] {
        m_events.tell(InputAccepted{id, util::fail(inputIsReadElsewhere("the launcher reads it"))});
    }));
}

void HydraAttach::killJob()
{
    if (m_process)
        static_cast<void>(m_process->signal(SIGTERM, "ending the launcher"));
}

void HydraAttach::leave(bool, std::function<void()> done)
{
    if (m_process)
        m_process->unwatch();
    m_loop.post(std::move(done));
}

} // namespace dbgr::session

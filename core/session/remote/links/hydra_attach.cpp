// SPDX-License-Identifier: BSD-3-Clause
#include "session/remote/links/hydra_attach.h"

#include "session/remote/links/input_refusal.h"
#include "session/remote/remote_error.h"
#include "session/remote/this_node.h"
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

std::string hostsOf(const std::vector<jobs::HydraProxy>& proxies)
{
    std::vector<std::string> hosts;
    for (const jobs::HydraProxy& proxy : proxies)
        hosts.push_back(proxy.host);
    return util::join(hosts, ", ");
}

} // namespace

HydraAttach::HydraAttach(net::EventLoop& loop, RunningLauncherProcess launcher)
    : m_loop(loop), m_launcher(std::move(launcher)), m_daemons(loop, m_launcher)
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
    m_events.tell(LauncherStarted{pid, command(), m_launcher.kind.name, "the process tree of each node", true});
    return util::ok();
}

// ---- Where its ranks are

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
        return startDaemons(true);
    m_elsewhere = jobs::hydraProxiesOf(m_launcher.process.pid);
    const bool someHere = !ranks.empty() || std::ranges::any_of(m_elsewhere, [](const jobs::HydraProxy& proxy) {
        return !proxy.isElsewhere;
    });
    std::erase_if(m_elsewhere, [](const jobs::HydraProxy& proxy) { return !proxy.isElsewhere; });
    m_unreadable = std::erase_if(m_elsewhere, [](const jobs::HydraProxy& proxy) { return proxy.host.empty(); }) > 0;
    if (!m_elsewhere.empty())
        return startDaemons(someHere);
    if (m_loop.now() - m_lastNews < kLastRankAfter)
        m_again = m_loop.after(kLookAgain, [this] { look(); });
    else if (someHere)
        startDaemons(true);
    else
        onNoMoreRanks();
}

void HydraAttach::startDaemons(bool here)
{
    auto command = m_events.daemonCommand(m_elsewhere.empty());
    if (!command)
        return m_events.failed(std::move(command).error());
    m_nodes = m_elsewhere.size() + (here ? 1 : 0);
    m_events.tell(LaunchProgress{"looking for the ranks on each node"});
    m_patience = m_loop.after(kNodesMayTake, [this] { onNoMoreRanks(); });
    if (!m_elsewhere.empty())
        m_again = m_loop.after(kCommandsMayTake, [this] { lookAtCommands(false); });
    m_daemons.begin(*command, here, m_elsewhere,
                    m_lifetime.guard([this, here](util::Error error) { onStartFailed(std::move(error), here); }));
}

/// MPICH 4's mpiexec takes no notice of it.
void HydraAttach::lookAtCommands(bool again)
{
    const bool allReach = m_daemons.reaching() >= m_elsewhere.size();
    if (again && !allReach)
        return onNoMoreRanks();
    m_again = m_loop.after(kLastRankAfter, [this, allReach] { lookAtCommands(!allReach); });
}

/// The daemon of this node does not depend on those of others.
void HydraAttach::onStartFailed(util::Error error, bool here)
{
    m_startFailed = std::move(error);
    m_nodes = 1;
    std::erase_if(m_called, [](const std::string& host) { return !isThisNode(host); });
    if (m_elsewhere.empty() || !here || !m_called.empty())
        onNoMoreRanks();
}

void HydraAttach::onRanksFound(const std::string& host, const debug::RanksFound& found)
{
    if (m_over)
        return;
    m_called.insert(host);
    m_jobSize = std::max(m_jobSize, found.jobSize);
    for (const debug::LocalProcess& process : found.ranks)
        m_places.try_emplace(process.rank, RankPlace{process.rank, host, process.pid, process.executable});
    const bool all = m_jobSize > 0 && m_places.size() >= m_jobSize;
    if (all || m_called.size() >= m_nodes)
        m_lastRank =
            m_loop.after(all ? util::Duration::zero() : util::Duration(kLastRankAfter), [this] { onNoMoreRanks(); });
}

void HydraAttach::onNoMoreRanks()
{
    if (std::exchange(m_over, true))
        return;
    abandonStart();
    m_incomplete = m_called.size() < m_nodes;
    if (m_places.empty())
        return m_events.failed(ranksMissing());
    m_launched = true;
    JobLaunched job;
    job.nspace = std::string(jobs::baseName(m_launcher.process.executable)) + '-' +
                 std::to_string(m_launcher.process.pid.value());
    for (const auto& [rank, place] : m_places)
        job.ranks.push_back(place);
    m_events.launched(job);
    if (m_places.size() < m_jobSize)
        m_events.tell(BackendWarning{ranksMissing()});
    m_events.settled(std::nullopt);
}

/// Some of the job's, or all.
util::Error HydraAttach::ranksMissing()
{
    const std::string pid = std::to_string(m_launcher.process.pid.value());
    util::Error error{std::make_error_code(std::errc::no_such_process),
                      "attaching to launcher " + pid + ": none of its ranks is to be seen", ""};
    if (!m_places.empty())
        error.detail = std::to_string(m_jobSize - m_places.size()) + " of the job's " + std::to_string(m_jobSize) +
                       " ranks are not to be seen";
    if (m_startFailed) {
        error.detail += ": " + m_startFailed->message();
        error.advice = m_startFailed->advice;
    } else if (m_incomplete) {
        const util::Error why = daemonsSilent(m_called.size(), m_nodes, hostsOf(m_elsewhere), m_daemons.words());
        error.detail += ": " + why.detail;
        error.advice = why.advice;
    } else if (m_unreadable || m_elsewhere.empty()) {
        error.detail += ": they are on other nodes, and this launcher does not show how it reaches these";
        error.advice = "On the node of a rank, use --attach-pids; or start the job under dbgr, to have all.";
    } else {
        error.detail += ": they have ended, or have not begun yet";
    }
    return error;
}

// ---- The job

void HydraAttach::onEnded()
{
    m_process->unwatch();
    m_over = true;
    abandonStart();
    if (m_launched)
        m_events.jobEnded({0, std::nullopt, ""}); // how it ended, only its parent learns
    else
        m_events.failed({std::make_error_code(std::errc::no_such_process),
                         "attaching to \"" + command() + "\": it has ended meanwhile", ""});
}

void HydraAttach::abandonStart()
{
    m_over = true;
    m_again.cancel();
    m_patience.cancel();
    m_lastRank.cancel();
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
    if (m_incomplete)
        m_daemons.endElsewhere();
    if (m_process)
        m_process->unwatch();
    m_loop.post(std::move(done));
}

} // namespace dbgr::session

// SPDX-License-Identifier: BSD-3-Clause
#include "session/remote/links/agent_link.h"

#include "agent/meeting_place.h"
#include "agent/orders.h"
#include "net/child_spec.h"
#include "session/remote/links/agent_input.h"
#include "session/remote/links/living_ranks.h"
#include "session/remote/remote_error.h"
#include "util/memory_file.h"
#include "util/string_util.h"

#include <algorithm>
#include <csignal>
#include <unistd.h>
#include <utility>

namespace dbgr::session {

namespace {

void setVariables(std::vector<std::string>& environment, const std::vector<std::string>& variables)
{
    for (const std::string& variable : variables) {
        const std::size_t equals = variable.find('=');
        net::setVariable(environment, variable.substr(0, equals), variable.substr(equals + 1));
    }
}

util::Error ranksMissing(const std::string& command, std::size_t here, std::uint32_t jobSize, util::Duration patience)
{
    const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(patience).count();
    std::string detail = "launching \"" + command + "\": after " + std::to_string(seconds) + " s dbgr-exec ";
    if (here == 0)
        detail += "has not called from any rank";
    else
        detail += "has called from " + std::to_string(here) + " of " + std::to_string(jobSize) + " ranks only";
    return {make_error_code(LaunchErrc::TimedOut), detail,
            "Look whether dbgr is installed under the same path on all nodes, whether they reach this one, and whether "
            "the launcher passes its environment on to its ranks. --launch-timeout gives more time."};
}

std::string ranksAnd(const util::RankSet& ranks, const char* ofOne, const char* ofMany)
{
    return (ranks.size() == 1 ? "rank " : "ranks ") + ranks.toString() + (ranks.size() == 1 ? ofOne : ofMany);
}

std::string textOf(const std::set<std::string>& names)
{
    return util::join({names.begin(), names.end()}, ", ");
}

std::string nameOf(const std::string& path)
{
    return path.substr(path.rfind('/') + 1);
}

util::Error noProgramFound(const std::string& command, const util::RankSet& starters)
{
    return {std::make_error_code(std::errc::executable_format_error),
            "running \"" + command + "\": ranks " + starters.toString() +
                " were scripts that have run no program that uses MPI, so nothing was debugged",
            "To debug a program without MPI that a script runs, let the script end with 'exec PROGRAM'."};
}

} // namespace

AgentLink::AgentLink(net::EventLoop& loop, launchers::LaunchPlan plan, util::Duration patience, std::string command)
    : m_loop(loop), m_plan(std::move(plan)), m_patience(patience), m_command(std::move(command)), m_daemons(loop)
{
    if (m_plan.launcher.family == launchers::LauncherFamily::Hydra)
        m_output.emplace(TagSyntax::Hydra);
    if (m_plan.launcher.family == launchers::LauncherFamily::OpenMpi4)
        m_output.emplace(TagSyntax::Orte);
    if (m_plan.launcher.family == launchers::LauncherFamily::Slurm)
        m_output.emplace(TagSyntax::Slurm);
}

// ---- The launch

void AgentLink::start(Events events)
{
    m_events = std::move(events);
    m_loop.post(m_lifetime.guard([this] {
        if (auto started = startLauncher(); !started) {
            m_events.failed(std::move(started).error().withContext("launching \"" + m_command + '"'));
            m_events.launcherExited(kLauncherNotStarted);
        }
    }));
}

util::Result<void> AgentLink::startLauncher()
{
    DBGR_TRY(giveOrders());
    DBGR_TRY(giveChangedFile());
    LauncherProcess::Callbacks callbacks;
    callbacks.output = [this](const OutputBytes& bytes) { onOutput(bytes); };
    callbacks.exited = [this](net::ExitStatus status) { onExit(status); };
    callbacks.warning = [this](util::Error error) { m_events.tell(BackendWarning{std::move(error)}); };
    DBGR_TRY(m_launcher, LauncherProcess::start(m_loop, m_plan, std::move(callbacks), {}));
    m_events.tell(
        LauncherStarted{m_launcher->pid(), m_command, m_plan.launcher.name, name(launchers::LaunchWay::Agent), false});
    m_events.tell(LaunchProgress{"waiting for dbgr-exec in front of the ranks"});
    awaitRanks();
    return util::ok();
}

void AgentLink::awaitRanks()
{
    const auto begin = [this] { m_deadline = m_loop.after(m_patience, [this] { onPatienceOver(); }); };
    if (m_plan.launcher.family == launchers::LauncherFamily::Slurm)
        m_queue.emplace(m_loop, m_launcher->pid(), begin);
    else
        begin();
}

/// It has no name in any folder, and is gone with us.
util::Result<void> AgentLink::giveChangedFile()
{
    if (!m_plan.changedFile)
        return util::ok();
    const auto& [argument, contents] = *m_plan.changedFile;
    DBGR_TRY(m_changedFile, util::makeMemoryFile("dbgr-programs", contents));
    m_plan.argv[argument] = "/proc/" + std::to_string(::getpid()) + "/fd/" + std::to_string(m_changedFile.get());
    return util::ok();
}

util::Result<void> AgentLink::giveOrders()
{
    DBGR_TRY(const DaemonCommand daemon, m_events.daemonCommand(false));
    DBGR_TRY(m_session, agent::newSession());
    setVariables(m_plan.environment, daemon.environment);
    setVariables(m_plan.environment,
                 agent::toVariables({m_session, daemon.program, daemon.arguments, holds(), launchersReaders(m_plan)}));
    return util::ok();
}

void AgentLink::onRanksFound(const std::string& host, const debug::RanksFound& found)
{
    if (m_over)
        return;
    for (const debug::LocalProcess& process : found.starters) {
        m_starters.insert(process.rank);
        m_starting.insert(process.rank);
        m_starterNames.insert(nameOf(process.executable));
    }
    for (const debug::LocalProcess& process : found.ranks) {
        m_places.try_emplace(process.rank, RankPlace{process.rank, host, process.pid, process.executable});
        m_starting.erase(process.rank);
    }
    if (found.jobSize > 0)
        m_jobSize = found.jobSize;
    // Nothing is late any more: what scripts do first may take any time.
    const bool allCalled = m_places.size() + m_starting.size() >= m_jobSize;
    if (allCalled && !m_starting.empty())
        cancelDeadline();
    const bool ofScripts = allCalled && !m_starters.empty();
    m_events.tell(LaunchProgress{ofScripts ? ranksAnd(m_starters, " runs ", " run ") + textOf(m_starterNames) +
                                                 ": waiting for the MPI program that it starts"
                                           : "waiting for dbgr-exec in front of the ranks",
                                 static_cast<std::uint32_t>(m_places.size()), m_jobSize});
    m_lastRank.cancel();
    if (!m_starting.empty() && !m_exit)
        return;
    if (m_jobSize == 0)
        m_lastRank = m_loop.after(kLastRankAfter, [this] { onAllRanks(); });
    else if (allCalled)
        m_lastRank = m_loop.after(util::Duration::zero(), [this] { onAllRanks(); });
}

/// What was to be debugged has not begun, and runs on by itself; nothing of it is ended for that. Ranks that stand
/// already would wait for those for ever.
void AgentLink::onDaemonLost(const std::string& host, const std::string& why)
{
    if (m_over || m_starting.empty())
        return;
    util::Error error = daemonDied(host, why);
    if (!m_places.empty())
        return m_events.failed(std::move(error));
    abandonStart();
    m_unwatched = true;
    m_events.tell(BackendWarning{std::move(error)});
    m_events.tell(LaunchProgress{"waiting for the job's end: it runs without the debugger"});
}

void AgentLink::onAllRanks()
{
    if (m_over)
        return;
    if (m_exit)
        return tellExit();
    abandonStart();
    if (std::ranges::all_of(m_places, [](const auto& place) { return place.second.pid.value() == 0; })) {
        m_onlyScripts = true;
        m_events.tell(LaunchProgress{"waiting for the job's end: no rank runs a program that uses MPI"});
        return;
    }
    m_launched = true;
    tellPrograms();
    JobLaunched job;
    job.nspace = m_command.substr(0, m_command.find(' ')) + '-' + std::to_string(m_launcher->pid().value());
    job.ranks = places();
    if (m_output)
        m_output->setJobSize(static_cast<std::uint32_t>(job.ranks.size()));
    m_events.launched(job);
    if (holds())
        m_events.tell(LaunchProgress{"held before their first instruction: this launcher cannot hold ranks in "
                                     "MPI_Init (break MPI_Init, and continue, for that)"});
    m_events.settled(holds() ? std::optional(launchers::HoldPoint::Exec) : std::nullopt);
}

/// What became of scripts.
void AgentLink::tellPrograms()
{
    util::RankSet ranks;
    std::set<std::string> names;
    for (const auto& [rank, place] : m_places)
        if (m_starters.contains(rank) && place.pid.value() != 0) {
            ranks.insert(rank);
            names.insert(nameOf(place.executable));
        }
    if (!ranks.empty())
        m_events.tell(LaunchProgress{ranksAnd(ranks, " is ", " are ") + textOf(names) + ", started by way of " +
                                     textOf(m_starterNames)});
}

void AgentLink::onPatienceOver()
{
    if (m_over)
        return;
    abandonStart();
    m_events.failed(ranksMissing(m_command, m_places.size(), m_jobSize, m_patience));
}

void AgentLink::cancelDeadline()
{
    m_queue.reset();
    m_deadline.cancel();
}

void AgentLink::abandonStart()
{
    m_over = true;
    cancelDeadline();
    m_lastRank.cancel();
    if (m_lastCalls.active())
        m_lastCalls = m_loop.after(util::Duration::zero(), [this] { tellExit(); });
}

// ---- The job

void AgentLink::sendInput(util::RequestId id, const util::RankSet& ranks, std::string bytes, bool eof)
{
    const LauncherInput::Done answer = m_lifetime.guard([this, id](const util::Result<void>& result) {
        m_events.tell(InputAccepted{id, result});
    });
    const auto ways = waysOfInput(m_plan, ranks, livingRanks(places()));
    if (!ways)
        return m_loop.post([answer, why = ways.error()] { answer(util::fail(why)); });
    if (ways->daemons.empty())
        return m_launcher->sendInput(bytes, eof, answer);
    if (ways->launcher.empty())
        return m_events.giveInput(ways->daemons, std::move(bytes), eof, answer);
    // By both: the answer is that of the last, or the first failure.
    struct Both
    {
        LauncherInput::Done answer;
        util::Result<void> result;
        int awaited = 2;
    };
    const auto part = [both = std::make_shared<Both>(Both{answer, util::ok()})](const util::Result<void>& result) {
        if (both->result)
            both->result = result;
        if (--both->awaited == 0)
            both->answer(both->result);
    };
    m_launcher->sendInput(bytes, eof, part);
    m_events.giveInput(ways->daemons, std::move(bytes), eof, part);
}

std::vector<RankPlace> AgentLink::places() const
{
    std::vector<RankPlace> places;
    for (const auto& [rank, place] : m_places)
        places.push_back(place);
    return places;
}

void AgentLink::onOutput(const OutputBytes& bytes)
{
    if (m_output)
        tellOutput(m_output->feed(bytes));
    else
        m_events.tell(bytes);
}

void AgentLink::tellOutput(const std::vector<OutputBytes>& pieces)
{
    for (const OutputBytes& piece : pieces) {
        m_rankWrote = m_rankWrote || piece.rank;
        m_events.tell(piece);
    }
}

void AgentLink::drainOutput()
{
    if (m_launcher)
        static_cast<void>(m_launcher->lastWords());
    if (m_output)
        tellOutput(m_output->finish());
}

// ---- Ends

void AgentLink::onExit(net::ExitStatus status)
{
    drainOutput();
    m_exit = status;
    cancelDeadline();
    if (mayStillCall())
        m_lastCalls = m_loop.after(kLastCallsMayTake, [this] { tellExit(); });
    else
        tellExit();
}

/// Ranks that ended at once may have been quicker than the daemon that tells of them.
bool AgentLink::mayStillCall() const
{
    if (m_over || m_exit->kind != net::ExitStatus::Kind::Exited)
        return false;
    const bool allCalled = m_jobSize > 0 && m_places.size() + m_starting.size() >= m_jobSize;
    const std::string door = agent::doorOnThisNode(m_plan.environment, m_session);
    return !allCalled && (m_rankWrote || ::access(door.c_str(), F_OK) == 0);
}

void AgentLink::tellExit()
{
    m_lastCalls.cancel();
    m_onlyScripts = m_onlyScripts || (!m_over && !m_starters.empty());
    abandonStart();
    if (m_onlyScripts && m_exit->kind == net::ExitStatus::Kind::Exited)
        m_events.tell(BackendWarning{noProgramFound(m_command, m_starters)});
    if ((m_launched || m_onlyScripts || m_unwatched) && m_exit->kind == net::ExitStatus::Kind::Exited)
        m_events.jobEnded({m_exit->shellStatus(), std::nullopt, ""});
    m_events.launcherExited(*m_exit);
}

void AgentLink::killJob()
{
    signalLauncher(SIGTERM);
}

void AgentLink::signalLauncher(int signal)
{
    if (m_launcher)
        m_launcher->signal(signal);
}

void AgentLink::letLive()
{
    if (m_launcher)
        m_launcher->letLive();
}

void AgentLink::leave(bool, std::function<void()> done)
{
    // A dbgd of this node that was killed could not do it.
    if (!m_session.empty())
        agent::removeDoor(agent::doorOnThisNode(m_plan.environment, m_session));
    m_loop.post(std::move(done));
}

util::Error AgentLink::launcherEndedAlone(net::ExitStatus status)
{
    if (m_launched)
        return launcherVanished(m_command, status.toString());
    if (status.kind == net::ExitStatus::Kind::Signalled)
        return launcherKilled(m_command, status.toString());
    return launcherRefused(m_command, status.toString(), m_launcher ? m_launcher->lastWords() : "");
}

} // namespace dbgr::session

// SPDX-License-Identifier: BSD-3-Clause
#include "launcher/job.h"

#include "launcher/job_record_builder.h"
#include "launcher/program_search.h"
#include "launcher/rank_environment.h"
#include "programs/pmix_users.h"
#include "util/log.h"
#include "util/string_util.h"

#include <algorithm>
#include <csignal>
#include <ctime>
#include <utility>

namespace dbgr::launcher {

using pmix::IofChannel;
using pmix::ProcRank;
using pmix::Status;
using programs::InitCalls;

namespace {

/// A start takes about a millisecond, in which the loop does nothing else.
constexpr std::uint32_t kStartsPerRound = 4;

/// The words of an agent's command line, put before a process's own.
void prepend(std::vector<std::string>& argv, const std::string& agent)
{
    std::vector<std::string> words;
    for (const std::string_view word : util::split(agent, ' '))
        if (!word.empty())
            words.emplace_back(word);
    argv.insert(argv.begin(), words.begin(), words.end());
}

util::RankSet inputRanksOf(const StdinSpec& input, std::uint32_t processes)
{
    const util::RankSet all = util::RankSet::firstN(processes);
    switch (input.kind) {
    case StdinSpec::Kind::None:
        return {};
    case StdinSpec::Kind::All:
        return all;
    case StdinSpec::Kind::Ranks:
        break;
    }
    return input.ranks & all;
}

} // namespace

Job::Job(net::EventLoop& loop, pmix::Server& server, JobPlan plan, Handlers handlers)
    : m_loop(loop), m_server(server), m_plan(std::move(plan)), m_handlers(std::move(handlers)),
      m_progress(static_cast<std::uint32_t>(m_plan.map.processes.size()), m_plan.spec.hold),
      m_inputRanks(inputRanksOf(m_plan.spec.standardInput, m_progress.size())), m_processes(m_progress.size())
{
    for (const AppSpec& app : m_plan.spec.apps) {
        const std::string path = programOf(app).value_or(app.argv.front());
        m_executables.push_back(path.starts_with('/') ? path : workingDirectoryOf(app, m_plan.facts) + "/" + path);
    }
    chooseWhereToHold();
}

Job::~Job() = default;

util::Result<std::string> Job::programOf(const AppSpec& app) const
{
    const auto environment = environmentOf(app, m_plan.spec, m_plan.environment);
    return findJobProgram(app.argv.front(), net::findVariable(environment, "PATH").value_or(""),
                          workingDirectoryOf(app, m_plan.facts));
}

/// Those that are to be held in a library, and have none that does it, stand where they can.
void Job::chooseWhereToHold()
{
    const JobSpec& spec = m_plan.spec;
    const bool inLibrary = spec.hold.point == HoldSpec::Point::Init || spec.hold.point == HoldSpec::Point::App;
    const bool agents = !spec.forkExecAgent.empty() || !spec.execAgent.empty();
    std::vector<InitCalls> ofApp(spec.apps.size(), InitCalls::Likely);
    for (std::size_t i = 0; inLibrary && !agents && i < spec.apps.size(); ++i)
        ofApp[i] = programs::pmixInitCallsOf(m_executables[i], environmentOf(spec.apps[i], spec, m_plan.environment),
                                             workingDirectoryOf(spec.apps[i], m_plan.facts));
    for (const MappedProcess& process : m_plan.map.processes) {
        if (!spec.hold.holds(process.rank))
            continue;
        if (spec.hold.point == HoldSpec::Point::Exec || ofApp.at(process.app) == InitCalls::Never)
            m_execRanks.insert(process.rank);
        else if (ofApp.at(process.app) == InitCalls::Perhaps)
            m_followedRanks.insert(process.rank);
    }
}

net::ExecFollower::Then Job::becameProgram(util::Rank rank, util::Pid pid)
{
    const InitCalls calls = programs::pmixInitCallsOf(pid);
    if (calls == InitCalls::Perhaps)
        return net::ExecFollower::Then::GoOn;
    m_followedRanks.erase(rank);
    if (calls == InitCalls::Likely)
        return net::ExecFollower::Then::LetGo;
    m_execRanks.insert(rank);
    m_progress.waiting(rank);
    m_loop.post(m_lifetime.guard([this] { checkReady(); }));
    return net::ExecFollower::Then::Stop;
}

void Job::stopFollowing(const util::RankSet& ranks)
{
    (m_followedRanks & ranks).forEach([this](util::Rank rank) {
        if (const auto& process = m_processes.at(rank.value()))
            process->stopFollowing();
    });
    m_followedRanks = m_followedRanks - ranks;
}

pmix::Proc Job::procOf(util::Rank rank) const
{
    return {nspace(), ProcRank(rank.value())};
}

ProcessName Job::nameOf(util::Rank rank) const
{
    const auto& process = m_processes.at(rank.value());
    return {rank, m_plan.facts.host, process ? process->pid() : util::Pid(0)};
}

std::string Job::folderOf(util::Rank rank) const
{
    return workingDirectoryOf(m_plan.spec.apps.at(m_plan.map.processes.at(rank.value()).app), m_plan.facts);
}

EventContext Job::eventContext() const
{
    return {m_plan.facts.server, nspace(), m_plan.spec, std::time(nullptr)};
}

// ---- Start

util::Result<void> Job::open()
{
    JobSpec told = m_plan.spec;
    told.hold.ranks = told.hold.ranks.value_or(allRanks()) - m_execRanks;
    return m_server.registerJob(buildJobRecord(told, m_plan.map, m_plan.facts));
}

void Job::start(Done launched)
{
    m_launched = std::move(launched);
    m_limitTimer = endAfter(m_plan.spec.jobTimeout, "because its time limit is over");
    m_startTimer = endAfter(m_plan.spec.spawnTimeout, "because it was not started within its time limit");
    m_loop.post(m_lifetime.guard([this] { startSome(); }));
}

util::Subscription Job::endAfter(std::optional<util::Duration> limit, const char* why)
{
    if (!limit)
        return {};
    return m_loop.after(*limit, [this, why] {
        Verdict verdict = judgeRequest(why, SIGKILL);
        verdict.termStatus = static_cast<int>(Status::ErrTimeout);
        end(std::move(verdict), Ending::Gentle);
    });
}

void Job::startSome()
{
    std::uint32_t count = 0;
    for (const MappedProcess& process : m_plan.map.processes) {
        if (m_progress.stage(process.rank) != JobProgress::Stage::Prepared)
            continue;
        if (m_ending) // before all had been started: they never will be
            m_progress.gone(process.rank);
        else if (count++ < kStartsPerRound)
            startOne(process);
        else
            return m_loop.post(m_lifetime.guard([this] { startSome(); }));
    }
    if (m_ending) {
        launchDone(util::fail(Status{m_verdict->termStatus < 0 ? m_verdict->termStatus : -1}, m_verdict->text));
        return endRest();
    }
    tell(Status::LaunchComplete);
    if (!m_followedRanks.empty())
        m_followTimer = m_loop.after(kFollowLimit, [this] { stopFollowing(allRanks()); });
    launchDone(util::ok());
    checkReady();
}

void Job::startOne(const MappedProcess& process)
{
    const auto start = startOf(process);
    auto host = start ? ProcessHost::start(m_loop, *start, handlersOf(process.rank)) : util::fail(start.error());
    if (!host) {
        judge(judgeFailedStart(process.rank, host.error())); // while there still is somebody to judge
        return m_progress.gone(process.rank);
    }
    const bool first = std::none_of(m_processes.begin(), m_processes.end(), [](const auto& p) { return p != nullptr; });
    (*host)->pauseOutput(m_outputPaused);
    m_processes[process.rank.value()] = std::move(*host);
    m_progress.started(process.rank);
    if (start->stopOnExec)
        m_progress.waiting(process.rank);
    if (first)
        tell(Status::EventJobStart);
}

util::Result<ProcessStart> Job::startOf(const MappedProcess& process) const
{
    const JobSpec& spec = m_plan.spec;
    const AppSpec& app = spec.apps.at(process.app);
    ProcessStart start;
    start.workingDirectory = workingDirectoryOf(app, m_plan.facts);
    start.arguments = app.argv;
    DBGR_TRY(start.program, programOf(app));
    if (!spec.forkExecAgent.empty() || !spec.execAgent.empty()) {
        start.arguments.front() = start.program; // agents look along PATH only
        prepend(start.arguments, spec.forkExecAgent);
        prepend(start.arguments, spec.execAgent);
        const auto environment = environmentOf(app, spec, m_plan.environment);
        DBGR_TRY(start.program,
                 findJobProgram(start.arguments.front(), net::findVariable(environment, "PATH").value_or(""),
                                start.workingDirectory));
    }
    start.environment = environmentOf(process, spec, m_plan.map, m_plan.facts, m_plan.environment,
                                      m_server.environmentFor(procOf(process.rank)));
    start.cpus = process.cpus;
    start.givesInput = m_inputRanks.contains(process.rank);
    start.pseudoTerminal = spec.pseudoTerminals;
    start.mergeStderr = spec.output.mergeStderr;
    start.stopOnExec = m_execRanks.contains(process.rank);
    return start;
}

ProcessHost::Handlers Job::handlersOf(util::Rank rank)
{
    ProcessHost::Handlers handlers;
    handlers.onOutput = [this, rank](IofChannel channel, std::string_view bytes) { outputCame(rank, channel, bytes); };
    handlers.onOutputEnd = [this, rank](IofChannel channel) { outputEnded(rank, channel); };
    handlers.onExit = [this, rank](net::ExitStatus how) { processExited(rank, how); };
    handlers.onGone = [this, rank] { processGone(rank); };
    if (m_followedRanks.contains(rank))
        handlers.onExec = [this, rank](util::Pid pid) { return becameProgram(rank, pid); };
    return handlers;
}

void Job::launchDone(util::Result<void> result)
{
    m_startTimer.cancel();
    if (const auto launched = std::exchange(m_launched, nullptr))
        launched(std::move(result));
}

void Job::tell(Status code)
{
    const bool log = m_plan.spec.logJobEvents && m_handlers.onMessage;
    const auto& requester = m_plan.spec.requester;
    if (!requester && !log)
        return;
    pmix::Event event = milestone(eventContext(), code, requester ? requester->proc() : m_plan.facts.server);
    if (code == Status::ReadyForDebug)
        addWhoStandsAtExec(event, nspace(), m_execRanks, m_progress.waitingRanks());
    if (log)
        m_handlers.onMessage(logLine(event, nspace()));
    util::log::info("launcher", "a job has come further",
                    {{"nspace", nspace()},
                     {"event", pmix::toString(code)},
                     {"for", requester ? pmix::toString(requester->proc()) : ""}});
    // That all wait for it is always told; how the launch goes on, to those who asked.
    if (requester && (code == Status::ReadyForDebug || m_plan.spec.notifyJobEvents))
        m_server.notify(std::move(event), pmix::DataRange::Custom);
}

void Job::checkReady()
{
    if (!m_ending && m_progress.takeReadyForDebug())
        tell(Status::ReadyForDebug);
}

// ---- What processes do

void Job::clientConnected(util::Rank rank)
{
    m_progress.connected(rank);
    stopFollowing(util::RankSet(rank));
}

void Job::clientWaits(util::Rank rank)
{
    m_progress.waiting(rank);
    checkReady();
}

void Job::outputCame(util::Rank rank, IofChannel channel, std::string_view bytes)
{
    const bool show = m_server.deliverOutput(procOf(rank), channel, bytes) && m_showOutput;
    if (m_handlers.onOutput)
        m_handlers.onOutput(rank, channel, bytes, show);
}

void Job::outputEnded(util::Rank rank, IofChannel channel)
{
    m_server.endOutput(procOf(rank), channel);
    if (m_handlers.onOutputEnd)
        m_handlers.onOutputEnd(rank, channel);
}

void Job::processExited(util::Rank rank, net::ExitStatus how)
{
    const ProcessHistory history{m_progress.everConnected(rank), m_progress.hasFinalized(rank),
                                 m_progress.othersConnected(rank)};
    auto verdict = judgeEnd(nameOf(rank), how, history);
    m_progress.exited(rank);
    m_server.processEnded(procOf(rank));
    if (history.connected && !history.finalized && !m_ending) // else it is we who end it
        m_server.notify(endWithoutFinalize(eventContext(), rank, how), pmix::DataRange::Session);
    tellProcessEnd(rank, how, verdict.has_value());
    if (verdict)
        judge(std::move(*verdict));
    else
        checkReady();
    if (m_progress.allExited())
        endRest();
}

void Job::tellProcessEnd(util::Rank rank, net::ExitStatus how, bool abnormal)
{
    const JobSpec& spec = m_plan.spec;
    if (spec.requester && (spec.notifyProcessEnds || (abnormal && spec.notifyAbnormalEnds)))
        m_server.notify(processEnd(eventContext(), rank, how, abnormal, spec.requester->proc()),
                        pmix::DataRange::Custom);
}

void Job::processGone(util::Rank rank)
{
    m_progress.gone(rank);
    if (m_progress.allGone())
        m_loop.post(m_lifetime.guard([this] { finish(); }));
}

void Job::abort(util::Rank by, int status, const std::string& message)
{
    judge(judgeAbort(nameOf(by), status, message));
}

void Job::judge(Verdict verdict)
{
    end(std::move(verdict), Ending::Gentle);
}

// ---- End

void Job::end(Verdict verdict, Ending how)
{
    if (!m_verdict && !m_progress.allGone()) {
        if (m_handlers.onMessage && !verdict.text.empty() && !m_plan.spec.debugger.daemons)
            m_handlers.onMessage(verdict.text);
        m_verdict = std::move(verdict);
    }
    if (how == Ending::AtOnce) {
        m_ending = true;
        m_endTimer.cancel();
        return signalRunning(SIGKILL);
    }
    if (std::exchange(m_ending, true))
        return;
    signalRunning(SIGTERM);
    signalRunning(SIGCONT); // one that is stopped obeys no SIGTERM
    m_endTimer = m_loop.after(kEndGrace, [this] { signalRunning(SIGKILL); });
}

void Job::signalRunning(int number)
{
    for (const auto& process : m_processes)
        if (process && !process->gone())
            (void)process->signal(number); // it is ending by itself
}

/// All processes have ended; what they left behind in their groups may go on for a moment.
void Job::endRest()
{
    if (m_progress.allGone()) {
        m_loop.post(m_lifetime.guard([this] { finish(); }));
        return;
    }
    if (!m_progress.allExited())
        return;
    m_restTimer = m_loop.after(m_ending ? util::Duration::zero() : kRestGrace, [this] {
        signalRunning(SIGKILL);
        // Whoever left the group may have taken the output with it.
        m_restTimer = m_loop.after(kEndGrace, [this] {
            for (const auto& process : m_processes)
                if (process && !process->gone())
                    process->closeOutput();
        });
    });
}

void Job::finish()
{
    if (!m_handlers.onEnded)
        return;
    m_endTimer.cancel();
    m_restTimer.cancel();
    m_limitTimer.cancel();
    pmix::Event event = jobEnd(eventContext(), m_verdict.value_or(Verdict{}));
    const bool good = !m_verdict || m_verdict->good();
    if (m_plan.spec.logCompletion && m_handlers.onMessage)
        m_handlers.onMessage(logLine(event, nspace()));
    if (!good || !m_plan.spec.silentTermination)
        m_server.notify(std::move(event), pmix::DataRange::Session);
    std::exchange(m_handlers.onEnded, nullptr)(); // may destroy this
}

} // namespace dbgr::launcher

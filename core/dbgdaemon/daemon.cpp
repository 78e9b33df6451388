// SPDX-License-Identifier: BSD-3-Clause
#include "dbgdaemon/daemon.h"

#include "dbgdaemon/bootstrap/daemon_environment.h"
#include "dbgdaemon/bootstrap/process_state.h"
#include "dbgdaemon/bootstrap/ptrace_access.h"
#include "dbgdaemon/bootstrap/standard_input.h"
#include "dbgdaemon/keeper_holder.h"
#include "dbgdaemon/mpi_process.h"
#include "dbgdaemon/rank_sources.h"
#include "debug/debug_error.h"
#include "util/build_facts.h"
#include "util/log.h"

#include <algorithm>
#include <csignal>
#include <map>
#include <unistd.h>
#include <utility>

namespace dbgr::daemon {

namespace {

template <class Entry>
util::RankSet ranksOf(const std::vector<Entry>& entries)
{
    util::RankSet ranks;
    for (const Entry& entry : entries)
        ranks.insert(entry.rank);
    return ranks;
}

/// A process number that the system has given to somebody else.
bool hasChanged(const debug::LocalProcess& process, const RankProgram& program)
{
    return !process.executable.empty() && !program.name.empty() && program.name != process.executable;
}

} // namespace

Daemon::Daemon(net::EventLoop& loop, DaemonConfig config)
    : m_loop(loop), m_config(std::move(config)), m_host(hostName())
{}

Daemon::~Daemon() = default;

void Daemon::start(std::function<void()> ended)
{
    m_ended = std::move(ended);
    for (const int number : {SIGTERM, SIGINT, SIGHUP})
        m_signals.push_back(m_loop.onSignal(number, [this] { end("a signal"); }));
    FrontEndLink::Handlers handlers;
    handlers.onHello = [this] {
        if (m_later)
            m_link->tell(*m_later);
    };
    handlers.onAttach = [this](debug::AttachOrder order) { onOrder(std::move(order)); };
    handlers.onCommand = [this](util::RequestId id, debug::EngineCommand command, CommandRouter::Respond respond) {
        onCommand(id, std::move(command), std::move(respond));
    };
    handlers.onCancel = [this](util::RequestId id) {
        if (m_service)
            m_service->onCancel(id);
    };
    handlers.onEnd = [this](const util::Error& why) { end(why.message()); };
    m_link = std::make_unique<FrontEndLink>(m_loop, std::move(m_config.environment), std::move(handlers));
    prepare();
    findRanks();
}

void Daemon::onCommand(util::RequestId id, debug::EngineCommand command, CommandRouter::Respond respond)
{
    if (const auto* const input = std::get_if<debug::GiveInput>(&command.request))
        m_config.ranks->giveInput(command.ranks, *input, [respond](std::vector<debug::RankFailure> failures) {
            respond(debug::EngineReply{debug::DoneReply{}, std::move(failures)});
        });
    else if (std::holds_alternative<debug::CheckInput>(command.request))
        respond(debug::EngineReply{debug::DoneReply{}, ranksWithoutInput(command.ranks, m_job.processes)});
    else if (m_service)
        m_service->onCommand(id, std::move(command), std::move(respond));
    else
        respond(util::fail(m_problem.value_or(util::Error{debug::Errc::NotAttached, "no rank is attached to", {}})));
}

/// Before anything else: the engine's start takes as long as finding the ranks.
void Daemon::prepare()
{
    if (!m_config.programs) {
        m_problem = m_config.programs.error();
        return;
    }
    RankHolder::Observer observer;
    observer.onLost = [this](const util::RankSet& ranks, const util::Error& why) {
        util::log::error("daemon", "ranks lost", {{"ranks", ranks.toString()}, {"why", why.message()}});
        if (m_service)
            m_service->lose(ranks, why);
    };
    observer.onStands = [this](util::Rank rank) {
        if (m_service)
            m_service->noteStands(rank);
    };
    auto holder = KeeperHolder::create(m_loop, m_config.programs->keeper, std::move(observer));
    if (!holder) {
        m_problem = std::move(holder.error()).withContext("starting the keeper");
        return;
    }
    m_holder = *std::move(holder);
    m_engine = std::make_unique<ProcessEngine>(m_loop, m_config.programs->engine, *m_holder);
}

void Daemon::findRanks()
{
    LocalRankSource::Events events;
    events.found = [this](util::Result<LocalJob> job) { onRanks(std::move(job)); };
    events.cameLater = [this](debug::RanksFound found) { onLaterRanks(std::move(found)); };
    m_config.ranks->find(std::move(events));
}

void Daemon::onRanks(util::Result<LocalJob> job)
{
    if (m_ending)
        return;
    if (job)
        m_job = *std::move(job);
    else if (!m_problem)
        m_problem = std::move(job.error()).withContext("finding the ranks on " + m_host);
    util::log::info("daemon", "ranks", {{"job", m_job.nspace}, {"count", m_job.processes.size()}});
    dbgwire::Hello hello;
    hello.program = "dbgd " DBGR_VERSION;
    hello.sources = util::sourceId();
    hello.features.emplace_back(dbgwire::kValuesFeature);
    hello.features.emplace_back(dbgwire::kStatisticsFeature);
    hello.features.emplace_back(dbgwire::kInputFeature);
    hello.features.emplace_back(dbgwire::kInputCheckFeature);
    hello.features.emplace_back(dbgwire::kControlFeature);
    hello.features.emplace_back(dbgwire::kTriggersFeature);
    hello.features.emplace_back(dbgwire::kThreadsFeature);
    hello.features.emplace_back(dbgwire::kThreadTeamsFeature);
    hello.features.emplace_back(dbgwire::kMovesFeature);
    hello.features.emplace_back(dbgwire::kTracesFeature);
    hello.features.emplace_back(dbgwire::kMomentsFeature);
    hello.features.emplace_back(dbgwire::kFloatTrapsFeature);
    hello.features.emplace_back(dbgwire::kPlacesFeature);
    hello.features.emplace_back(dbgwire::kSlowWatchingFeature);
    hello.features.emplace_back(dbgwire::kWithinFeature);
    hello.features.emplace_back(dbgwire::kCodeListsFeature);
    hello.features.emplace_back(dbgwire::kSamplingFeature);
    hello.features.emplace_back(dbgwire::kThreadStacksFeature);
    hello.features.emplace_back(dbgwire::kDeclarationsFeature);
    hello.features.emplace_back(dbgwire::kHitCountsFeature);
    hello.features.emplace_back(dbgwire::kCancelFeature);
    hello.host = m_host;
    hello.pid = util::Pid(::getpid());
    hello.nspace = m_job.daemonNspace;
    hello.rank = m_job.daemonRank;
    hello.localRanks = static_cast<std::uint32_t>(m_job.processes.size());
    m_link->start(std::move(hello));
}

void Daemon::onLaterRanks(debug::RanksFound found)
{
    m_link->tell(found);
    m_job.processes.insert(m_job.processes.end(), found.ranks.begin(), found.ranks.end());
    if (m_order && m_service && !m_ending && !found.ranks.empty())
        attach(ordered(found.ranks, {m_order->only, {}, {}}));
    if (!m_later)
        m_later.emplace();
    m_later->ranks.insert(m_later->ranks.end(), found.ranks.begin(), found.ranks.end());
    m_later->starters.insert(m_later->starters.end(), found.starters.begin(), found.starters.end());
    m_later->jobSize = found.jobSize;
}

void Daemon::onOrder(debug::AttachOrder order)
{
    if (m_ending || m_order)
        return;
    m_order = std::move(order);
    const std::vector<debug::LocalProcess> processes = ordered(m_job.processes, *m_order);
    if (m_problem)
        return tellProblem(ranksOf(processes) | ranksOf(m_order->cores));
    RankService::Hooks hooks;
    hooks.tell = [this](const debug::DaemonEvent& event) { tell(event); };
    hooks.whyNotAttached = [this](util::Rank rank, util::Pid pid) { return whyNotAttached(rank, pid); };
    hooks.whyLost = [this](util::Rank rank) { return m_holder->whyEnded(rank); };
    hooks.letGo = [this](util::Rank rank) { m_holder->release(rank); };
    hooks.howEnded = [this](util::Rank rank) { return m_holder->endingOf(rank); };
    hooks.allGone = [this] { endLater(kLinger, "no rank is left"); };
    m_service = std::make_unique<RankService>(m_loop, *m_engine, m_host, std::move(hooks));
    for (const debug::LocalCore& core : m_order->cores)
        m_service->addCore(core);
    if (m_order->again)
        attachWhenFree(processes, m_loop.now() + kLeftoversMayTake);
    else
        attach(processes);
}

/// The keeper of the daemon before us may still be at work.
void Daemon::attachWhenFree(const std::vector<debug::LocalProcess>& processes, util::TimePoint limit)
{
    const PtraceAccess access("", ::geteuid());
    const bool free = std::ranges::all_of(processes, [&](const debug::LocalProcess& process) {
        return access.otherTracer(process.pid, m_holder->tracer()).value() == 0;
    });
    if (free || m_loop.now() >= limit)
        return attach(processes);
    m_leftovers = m_loop.after(kLookAgain, [this, processes, limit] { attachWhenFree(processes, limit); });
}

void Daemon::attach(const std::vector<debug::LocalProcess>& processes)
{
    m_chosen |= ranksOf(processes);
    m_config.ranks->chosen(m_chosen);
    std::map<std::string, debug::RankWarning> warnings; // by their words
    for (const debug::LocalProcess& started : processes) {
        const debug::LocalProcess process = m_order->again ? started : mpiProcessOf(started);
        if (process.pid != started.pid)
            util::log::info(
                "daemon", "a rank below the process that was started",
                {{"rank", process.rank.value()}, {"started", started.pid.value()}, {"pid", process.pid.value()}});
        RankProgram program = m_programs.of(process);
        if (process.pid.value() == 0)
            program.refusal = m_config.ranks->whyNone();
        if (!program.warning)
            program.warning = warningOfShell(program.name);
        if (m_order->again && !program.refusal && hasChanged(process, program))
            program.refusal = util::Error{debug::Errc::Ended,
                                          "process " + std::to_string(process.pid.value()) +
                                              " runs another program now: the rank has ended",
                                          {}};
        if (program.warning)
            warnings.try_emplace(program.warning->message(), debug::RankWarning{{}, *program.warning})
                .first->second.ranks.insert(process.rank);
        const auto how = m_order->keepRunning ? RankHolder::AtFirst::RunsOn : RankHolder::AtFirst::Stands;
        auto connection =
            program.refusal ? util::fail(*program.refusal) : m_holder->open(process.rank, process.pid, how);
        AttachTarget target{
            process.rank, process.pid, {}, program.name, program.file, {}, m_holder->slotOf(process.rank)};
        target.keepRunning = m_order->keepRunning;
        m_service->add(std::move(target), std::move(connection));
    }
    for (const auto& [words, warning] : warnings)
        tell(warning);
    m_service->attach();
}

/// What the system shows, or else what the keeper saw.
std::optional<util::Error> Daemon::whyNotAttached(util::Rank rank, util::Pid pid)
{
    if (pid.value() == 0)
        return std::nullopt; // a core file, or a process that the launcher did not know
    const PtraceAccess access("", ::geteuid());
    if (access.otherTracer(pid, m_holder->tracer()).value() != 0)
        m_others.insert(rank);
    if (auto reason = access.explain(pid, m_holder->tracer()))
        return reason;
    return m_holder->whyEnded(rank);
}

void Daemon::tell(const debug::DaemonEvent& event)
{
    m_config.ranks->happened(event);
    m_link->tell(event);
}

void Daemon::sayDying(int signal)
{
    debug::DaemonDying dying{signal, {}, {}};
    if (const auto underway = m_service ? m_service->underway() : std::nullopt) {
        dying.request = underway->request;
        dying.ranks = underway->ranks;
    }
    m_link->tell(dying);
}

void Daemon::tellProblem(const util::RankSet& ranks)
{
    m_chosen = ranks;
    tell(debug::AttachFailed{ranks, *m_problem});
    endLater(kLinger, "nothing can be done");
}

void Daemon::endLater(util::Duration delay, const char* why)
{
    if (!m_ending)
        m_endTimer = m_loop.after(delay, [this, why] { end(why); });
}

void Daemon::end(const std::string& why)
{
    if (std::exchange(m_ending, true))
        return;
    util::log::info("daemon", "ending", {{"why", why}});
    m_leftovers.cancel();
    m_endTimer = m_loop.after(kEndLimit, [this] { finish(); });
    if (m_service)
        m_service->shutdown([this] { endHolder(); });
    else
        endHolder();
}

void Daemon::endHolder()
{
    m_link->close();
    if (m_holder)
        m_holder->shutdown([this] { leaveSource(); });
    else
        leaveSource();
}

void Daemon::leaveSource()
{
    // Without an order, nobody lets any of them go. What another debugger holds, it lets go.
    util::RankSet ours = m_chosen - m_others;
    if (!m_order)
        for (const debug::LocalProcess& process : m_job.processes)
            if (PtraceAccess("", ::geteuid()).otherTracer(process.pid, util::Pid()).value() == 0)
                ours.insert(process.rank);
    m_config.ranks->leave(ours, [this] { finish(); });
}

void Daemon::finish()
{
    if (const auto ended = std::exchange(m_ended, nullptr))
        ended();
}

} // namespace dbgr::daemon

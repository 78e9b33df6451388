// SPDX-License-Identifier: BSD-3-Clause
#include "launcher/launcher.h"

#include "launcher/launcher_host.h"
#include "pmix/handshake/own_nspace.h"
#include "util/log.h"

#include <algorithm>
#include <csignal>
#include <iterator>
#include <utility>

#include <unistd.h>

namespace dbgr::launcher {

using pmix::DataRange;
using pmix::IofChannel;
using pmix::Proc;
using pmix::ProcRank;
using pmix::Status;

namespace {

/// Ends of jobs that we remember for those who ask later.
constexpr std::size_t kMaxEnds = 256;

Proc selfOf(const LauncherConfig& config)
{
    if (!config.nspace.empty())
        return {config.nspace, ProcRank(0)};
    return {pmix::ownNspace("dbgrun", config.hostNames.front(), util::Pid(::getpid())) + "@0", ProcRank(0)};
}

/// Jobs are NAME@1, NAME@2 ... of a launcher NAME@0.
std::string jobPrefixOf(const std::string& nspace)
{
    const std::string own = "@0";
    return nspace.ends_with(own) ? nspace.substr(0, nspace.size() - 1) : nspace + "@";
}

pmix::CpuSet unitsTakenBy(const JobMap& map)
{
    pmix::CpuSet units;
    for (const MappedProcess& process : map.processes)
        units = pmix::united(units, process.taken);
    return units;
}

pmix::CpuSet without(const pmix::CpuSet& all, const pmix::CpuSet& some)
{
    pmix::CpuSet rest;
    std::ranges::set_difference(all, some, std::back_inserter(rest));
    return rest;
}

} // namespace

util::Result<std::unique_ptr<Launcher>> Launcher::create(net::EventLoop& loop, LauncherConfig config,
                                                         LauncherOwner& owner)
{
    DBGR_TRY(pmix::Topology topology, pmix::Topology::ofThisNode());
    DBGR_TRY(SessionFolder folder, SessionFolder::create(config.temporaryDirectory));
    config.rendezvous.serverTmpdir = folder.path();
    std::unique_ptr<Launcher> launcher(
        new Launcher(loop, std::move(config), owner, std::move(folder), std::move(topology)));
    pmix::ServerConfig server;
    server.self = launcher->m_self;
    server.rendezvous = launcher->m_config.rendezvous;
    DBGR_TRY(launcher->m_server, pmix::Server::create(loop, std::move(server), *launcher->m_host));
    if (launcher->m_config.recordDirectory.empty())
        return launcher;
    if (auto record = ProcessorRecord::open(launcher->m_config.recordDirectory))
        launcher->m_record.emplace(std::move(*record));
    else // processes are bound all the same
        util::log::warning("launcher", "no record of processors", {{"why", record.error().message()}});
    return launcher;
}

Launcher::Launcher(net::EventLoop& loop, LauncherConfig config, LauncherOwner& owner, SessionFolder folder,
                   pmix::Topology topology)
    : m_loop(loop), m_config(std::move(config)), m_owner(owner), m_folder(std::move(folder)),
      m_topology(std::move(topology)),
      m_slots(m_config.slotCount.value_or(static_cast<std::uint32_t>(m_topology.count(pmix::HardwareLevel::Core)))),
      m_self(selfOf(m_config)), m_jobPrefix(jobPrefixOf(m_self.nspace)), m_host(std::make_unique<LauncherHost>(*this))
{}

Launcher::~Launcher()
{
    for (auto& [nspace, entry] : m_entries) {
        entry.job.reset(); // kills what still runs
        entry.cleanup.clean();
    }
    m_server.reset();
}

// ---- Jobs

void Launcher::spawn(JobSpec spec, Spawned answer)
{
    auto job = prepare(std::move(spec));
    if (!job) {
        tidyRecord();
        return answer(util::fail(std::move(job).error()));
    }
    (*job)->pauseOutput(!m_slow.empty());
    m_owner.jobBegins(**job);
    (*job)->start([nspace = (*job)->nspace(), answer = std::move(answer)](util::Result<void> launched) {
        if (!launched)
            return answer(util::fail(std::move(launched).error()));
        answer(nspace);
    });
}

util::Result<Job*> Launcher::prepare(JobSpec spec)
{
    const std::uint32_t number = m_lastNumber + 1;
    DBGR_TRY(JobPlan plan, planFor(std::move(spec), number));
    DBGR_TRY(plan.facts.jobDirectory, m_folder.makeFolder(std::to_string(number)));
    m_lastNumber = number;
    const std::string nspace = plan.facts.nspace;
    const auto& requester = plan.spec.requester;
    if (requester && requester->isClient())
        m_parents[nspace] = requester->proc().nspace;
    Entry entry;
    entry.number = number;
    entry.folder = plan.facts.jobDirectory;
    entry.job = std::make_unique<Job>(m_loop, *m_server, std::move(plan), handlersFor(nspace));
    Job* const job = entry.job.get();
    DBGR_TRY(job->open());
    m_entries.emplace(nspace, std::move(entry));
    if (const auto& target = job->spec().debugger.target)
        if (Job* debugged = find(target->nspace)) // its daemons are about to trace it
            debugged->stopFollowing(debugged->allRanks());
    forward(*job);
    return job;
}

pmix::CpuSet Launcher::cpusInUse() const
{
    pmix::CpuSet units;
    for (const auto& [nspace, entry] : m_entries)
        if (!entry.job->spec().debugger.daemons)
            units = pmix::united(units, unitsTakenBy(entry.job->map()));
    return units;
}

/// Another launcher may be faster: then we look again.
util::Result<JobMap> Launcher::mapHere(const JobSpec& spec, std::uint32_t targetRanks)
{
    constexpr int kTries = 10;
    NodeUse use;
    use.totalSlots = m_slots;
    use.slotsGiven = m_config.slotCount.has_value();
    use.slotsInUse = slotsInUse();
    use.nextNodeRank = use.slotsInUse;
    use.cpusInUse = cpusInUse();
    for (int i = 0;; ++i) {
        if (m_record)
            use.cpusOfOthers = m_record->takenByOthers(m_topology.all());
        DBGR_TRY(JobMap map, mapJob(spec, m_topology, use, targetRanks));
        if (!m_record || i == kTries || m_record->take(without(unitsTakenBy(map), use.cpusOfOthers)))
            return map;
    }
}

void Launcher::tidyRecord()
{
    if (m_record)
        m_record->giveBack(without(m_topology.all(), cpusInUse()));
}

util::Result<JobPlan> Launcher::planFor(JobSpec spec, std::uint32_t number)
{
    std::uint32_t targetRanks = 0;
    if (spec.debugger.target) {
        const Job* target = find(spec.debugger.target->nspace);
        if (target == nullptr)
            return util::fail(Status::ErrNotFound,
                              "there is no job " + spec.debugger.target->nspace + " for debugger daemons");
        targetRanks = spec.debugger.target->rank == pmix::kRankWildcard ? target->size() : 1;
    }
    JobPlan plan;
    DBGR_TRY(plan.map, mapHere(spec, targetRanks));
    plan.facts.nspace = m_jobPrefix + std::to_string(number);
    plan.facts.number = number;
    plan.facts.server = m_self;
    plan.facts.host = m_config.hostNames.front();
    plan.facts.universeSize = m_slots;
    plan.facts.uid = ::geteuid();
    plan.facts.sessionDirectory = m_folder.path();
    plan.facts.topologyXml = m_topology.xml();
    plan.facts.workingDirectory = m_config.workingDirectory;
    if (spec.requester)
        plan.facts.parent = spec.requester->proc();
    plan.environment = m_config.environment;
    plan.spec = std::move(spec);
    return plan;
}

Job::Handlers Launcher::handlersFor(const std::string& nspace)
{
    Job::Handlers handlers;
    handlers.onOutput = [this, nspace](util::Rank rank, IofChannel channel, std::string_view bytes, bool show) {
        m_owner.jobOutput(*find(nspace), rank, channel, bytes, show);
    };
    handlers.onOutputEnd = [this, nspace](util::Rank rank, IofChannel channel) {
        m_owner.jobOutputEnded(*find(nspace), rank, channel);
    };
    handlers.onMessage = [this](const std::string& line) { m_owner.message(line); };
    handlers.onEnded = [this, nspace] { ended(nspace); };
    return handlers;
}

/// Output that the asker wants for itself goes there, and nowhere else.
void Launcher::forward(const Job& job)
{
    const JobSpec& spec = job.spec();
    const auto channels = pmix::IofChannels::fromBits(
        static_cast<std::uint16_t>((spec.forward.standardOutput ? static_cast<int>(IofChannel::Stdout) : 0) |
                                   (spec.forward.standardError ? static_cast<int>(IofChannel::Stderr) : 0) |
                                   (spec.forward.diagnostics ? static_cast<int>(IofChannel::Stddiag) : 0)));
    if (spec.requester && (channels.bits() != 0 || !spec.forward.directives.empty())) // else limits of the cache
        m_server->forwardOutput(spec.requester->id, job.nspace(), channels, spec.forward.directives);
}

Job* Launcher::find(const std::string& nspace)
{
    const auto entry = m_entries.find(nspace);
    return entry == m_entries.end() ? nullptr : entry->second.job.get();
}

std::vector<Job*> Launcher::jobs()
{
    std::vector<const Entry*> entries;
    for (const auto& [nspace, entry] : m_entries)
        entries.push_back(&entry);
    std::sort(entries.begin(), entries.end(), [](const Entry* a, const Entry* b) { return a->number < b->number; });
    std::vector<Job*> jobs;
    for (const Entry* entry : entries)
        jobs.push_back(entry->job.get());
    return jobs;
}

std::uint32_t Launcher::slotsInUse() const
{
    std::uint32_t count = 0;
    for (const auto& [nspace, entry] : m_entries)
        count += entry.job->spec().debugger.daemons ? 0 : entry.job->size();
    return count;
}

std::optional<Verdict> Launcher::endOf(const std::string& nspace) const
{
    const auto end = m_ends.find(nspace);
    return end == m_ends.end() ? std::nullopt : std::optional(end->second);
}

Proc Launcher::newToolName()
{
    return {m_jobPrefix + "tool" + std::to_string(++m_lastTool), ProcRank(0)};
}

// ---- Ends

void Launcher::ended(const std::string& nspace)
{
    auto node = m_entries.extract(nspace);
    tidyRecord();
    const std::unique_ptr<Job> job = std::move(node.mapped().job);
    const Verdict verdict = job->verdict().value_or(Verdict{});
    node.mapped().cleanup.clean();
    removeTree(node.mapped().folder);
    m_server->deregisterJob(nspace);
    if (m_ends.size() >= kMaxEnds)
        m_ends.erase(m_ends.begin());
    m_ends[nspace] = verdict;
    if (!verdict.good() && !job->spec().debugger.daemons)
        endRelatives(nspace, verdict);
    m_parents.erase(nspace);
    m_abandoned.erase(nspace);
    m_owner.jobEnded(*job, verdict);
    if (job->spec().debugger.daemons)
        endAbandoned();
}

std::string Launcher::rootOf(const std::string& nspace) const
{
    std::string root = nspace;
    for (auto parent = m_parents.find(root); parent != m_parents.end(); parent = m_parents.find(root))
        root = parent->second;
    return root;
}

bool Launcher::areRelatives(const std::string& one, const std::string& other) const
{
    return rootOf(one) == rootOf(other);
}

bool Launcher::mayControl(const std::string& actor, const std::string& target) const
{
    for (std::string job = target; job != actor; job = m_parents.at(job)) {
        if (!m_parents.contains(job)) {
            const auto entry = m_entries.find(actor);
            const DebuggerSpec debugger =
                entry == m_entries.end() ? DebuggerSpec{} : entry->second.job->spec().debugger;
            return debugger.daemons && debugger.target && debugger.target->nspace == target;
        }
    }
    return true;
}

/// Jobs that spawned each other end together when one of them ends badly.
void Launcher::endRelatives(const std::string& nspace, const Verdict& verdict)
{
    for (Job* job : jobs()) {
        if (job->spec().debugger.daemons || !areRelatives(job->nspace(), nspace))
            continue;
        Verdict same = verdict;
        same.rank.reset();
        same.text.clear(); // it was told
        job->end(std::move(same), Job::Ending::Gentle);
    }
}

void Launcher::endAll(const Verdict& verdict, Job::Ending how)
{
    for (Job* job : jobs())
        job->end(verdict, how);
}

void Launcher::setSlow(SlowReader reader, bool slow)
{
    if (slow)
        m_slow.insert(reader);
    else
        m_slow.erase(reader);
    for (Job* job : jobs())
        job->pauseOutput(!m_slow.empty());
}

void Launcher::toolLeft(const pmix::Requester& tool)
{
    for (const Job* job : jobs())
        if (const auto& requester = job->spec().requester; requester && requester->id == tool.id)
            m_abandoned.insert(job->nspace());
    endAbandoned();
    m_owner.toolLeft(tool);
}

/// Whom a debugger's daemons look after, those may still let go; others would wait for ever.
void Launcher::endAbandoned()
{
    for (const std::string& nspace : std::set(m_abandoned)) {
        Job* const job = find(nspace);
        if (job != nullptr && job->awaitsRelease() && !job->spec().surviveTool && !hasDaemons(nspace))
            job->end(judgeRequest("because the tool that holds it has gone", SIGKILL), Job::Ending::AtOnce);
    }
}

bool Launcher::hasDaemons(const std::string& nspace) const
{
    return std::ranges::any_of(m_entries, [&](const auto& each) {
        const DebuggerSpec& debugger = each.second.job->spec().debugger;
        return debugger.daemons && debugger.target && debugger.target->nspace == nspace;
    });
}

} // namespace dbgr::launcher

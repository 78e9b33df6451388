// SPDX-License-Identifier: BSD-3-Clause
#include "jobs/find_jobs.h"

#include "debug/debug_error.h"
#include "jobs/attach_obstacles.h"
#include "jobs/contact_traces.h"
#include "jobs/mpir_ranks.h"
#include "jobs/process_list.h"
#include "jobs/rank_processes.h"
#include "jobs/running_launcher.h"
#include "jobs/shell_text.h"
#include "launchers/environment.h"
#include "mpir/mpir_error.h"
#include "mpir/target.h"
#include "pmix/handshake/launcher_identity.h"
#include "pmix/types/status.h"
#include "util/string_util.h"

#include <algorithm>
#include <map>
#include <set>

#include <sys/stat.h>
#include <unistd.h>

namespace dbgr::jobs {

namespace {

using launchers::LauncherFamily;
using launchers::RunningJob;

/// A launcher writes its contact file some time after its start.
constexpr std::chrono::seconds kStartUp{5};

bool speaksPmix(LauncherFamily family)
{
    return family == LauncherFamily::Prrte || family == LauncherFamily::Dbgrun;
}

bool hasProctable(LauncherFamily family)
{
    return family == LauncherFamily::OpenMpi4 || family == LauncherFamily::Slurm;
}

/// Whether a table that cannot be read now may be readable soon.
bool mayComeLater(const util::Error& error)
{
    return error.code == mpir::Errc::NotFilled || error.code == mpir::Errc::Damaged;
}

pmix::RendezvousPlaces placesOf(const std::vector<std::string>& environment)
{
    return pmix::RendezvousPlaces::fromEnvironment([&environment](const char* name) -> const char* {
        const std::string_view value = launchers::environmentValue(environment, name);
        return value.empty() ? nullptr : value.data(); // the end of its entry, and so of a string
    });
}

/// Started by a launcher to reach its other nodes.
bool startsNodeDaemons(const Process& process)
{
    return std::ranges::any_of(process.argv, [](const std::string& argument) {
        for (const std::string_view daemon : {"prted", "orted", "hydra_pmi_proxy"})
            if (argument == daemon || argument.find("/" + std::string(daemon)) != std::string::npos)
                return true;
        return false;
    });
}

/// A launcher's command that runs dbgr's own daemons beside a job.
bool startsOurDaemons(const Process& process)
{
    return std::ranges::any_of(process.argv, [](const std::string& argument) { return argument.ends_with("/dbgd"); });
}

/// "12,13"
std::string pidList(const std::vector<RankProcess>& ranks)
{
    std::vector<std::string> pids;
    for (const RankProcess& rank : ranks)
        pids.push_back(std::to_string(rank.pid.value()));
    return util::join(pids, ",");
}

/// One listing, from begin to end.
class Finder
{
public:
    explicit Finder(const FinderPlaces& places)
        : m_places(places), m_files(places.proc), m_obstacles(m_files, places.host),
          m_processes(ProcessList::read(m_files, places.uid))
    {}

    launchers::JobListing run()
    {
        findLaunchers();
        m_traces.search(m_places.contactFiles);
        std::set<util::Pid> listed;
        for (const auto& [pid, launcher] : m_launchers) {
            listLauncher(*m_processes.find(pid), launcher);
            listed.insert(pid);
        }
        listOtherServers();
        m_listing.problems = m_traces.unusableOfOthers(listed, m_processes);
        std::ranges::stable_sort(m_listing.jobs, std::ranges::greater(), &RunningJob::started);
        return std::move(m_listing);
    }

private:
    [[nodiscard]] std::optional<RunningLauncherProcess> recognise(const Process& process) const;
    void findLaunchers();
    void listLauncher(const Process& launcher, const RunningLauncherProcess& seen);
    void listMpirLauncher(const Process& launcher, const RunningLauncherProcess& seen);
    void listOtherServers();
    [[nodiscard]] bool searchPlacesOf(const Process& launcher, const std::vector<RankProcess>& ranks);
    [[nodiscard]] std::vector<RankProcess> ranksOf(const Process& launcher) const;
    [[nodiscard]] bool isProxied(const Process& launcher) const;
    [[nodiscard]] RunningJob describe(const Process& launcher, const RunningLauncherProcess& seen,
                                      const std::vector<RankProcess>& ranks) const;
    void judge(RunningJob& job, const Process& launcher, const std::vector<RankProcess>& ranks) const;
    [[nodiscard]] std::optional<util::Error> contactMissing(const Process& launcher, const std::string& whom) const;
    [[nodiscard]] std::string noteOn(const std::vector<RankProcess>& ranks) const;

    const FinderPlaces& m_places;
    const ProcFiles m_files;
    const AttachObstacles m_obstacles;
    const ProcessList m_processes;
    std::map<util::Pid, RunningLauncherProcess> m_launchers;
    ContactTraces m_traces;
    launchers::JobListing m_listing;
};

std::optional<RunningLauncherProcess> Finder::recognise(const Process& process) const
{
    auto seen = lookAtProcess(process.pid, m_places.proc);
    if (!seen)
        return std::nullopt;
    auto kind = recogniseRunning(*seen, m_places.proc);
    if (!kind)
        return std::nullopt;
    return RunningLauncherProcess{*std::move(seen), *std::move(kind)};
}

void Finder::findLaunchers()
{
    std::map<util::Pid, RunningLauncherProcess> found;
    for (const Process& process : m_processes.all())
        if (auto launcher = recognise(process))
            found.emplace(process.pid, *std::move(launcher));
    for (auto& [pid, launcher] : found) {
        const Process& process = *m_processes.find(pid);
        const auto parent = found.find(process.parent);
        // A launcher's copy of itself (srun has one), or its way to other nodes.
        const bool isPart = parent != found.end() &&
                            (startsNodeDaemons(process) || (parent->second.kind.family == launcher.kind.family &&
                                                            m_processes.find(process.parent)->argv == process.argv));
        if (!isPart && !startsOurDaemons(process))
            m_launchers.emplace(pid, launcher);
    }
}

std::vector<RankProcess> Finder::ranksOf(const Process& launcher) const
{
    return ranksBelow(launcher, m_processes, m_files,
                      [this](const Process& process) { return m_launchers.contains(process.pid); });
}

bool Finder::isProxied(const Process& launcher) const
{
    return std::ranges::any_of(m_processes.childrenOf(launcher.pid),
                               [](const Process* child) { return startsNodeDaemons(*child); });
}

/// \return whether its contact file is where everybody looks for it who knows its process
bool Finder::searchPlacesOf(const Process& launcher, const std::vector<RankProcess>& ranks)
{
    const auto environment = m_files.environment(launcher.pid);
    pmix::RendezvousPlaces places = placesOf(environment);
    const auto& ourNames = m_places.contactFiles.hostNames;
    places.hostNames.insert(places.hostNames.end(), ourNames.begin(), ourNames.end());
    m_traces.search(places);
    if (m_traces.of(launcher) != nullptr)
        return true;
    // PRRTE's own word for it.
    if (const auto base = launchers::environmentValue(environment, "PRTE_MCA_prte_tmpdir_base"); !base.empty()) {
        places.sessionDir = places.systemDir = std::string(base);
        m_traces.search(places);
    }
    if (!ranks.empty() && !ranks.front().serverFolder.empty()) {
        places.sessionDir = places.systemDir = ranks.front().serverFolder;
        m_traces.search(places);
    }
    return false;
}

/// Other jobs that its ranks started by MPI_Comm_spawn are not in its table.
void Finder::listMpirLauncher(const Process& launcher, const RunningLauncherProcess& seen)
{
    const auto table =
        m_places.readProctable ? m_places.readProctable(launcher.pid) : util::fail(mpir::Errc::Damaged, "not read");
    if (table) {
        const MpirRanks known = ranksOfTable(*table, m_places.contactFiles.hostNames, m_processes);
        RunningJob job = describe(launcher, seen, known.here);
        job.ranks = known.ranks;
        job.hosts = known.hosts;
        if (job.program.empty() && !table->empty())
            job.program = table->front().executable;
        judge(job, launcher, known.here);
        if (!job.refusal && known.here.empty() && known.ranksHere == known.ranks)
            job.refusal = util::Error{debug::Errc::Ended,
                                      "attaching to " + launchers::describe(job.target) + ": all its ranks have ended",
                                      "The launcher waits for something else, or hangs: it can be ended."};
        m_listing.jobs.push_back(std::move(job));
        return;
    }
    std::vector<RankProcess> ranks = ranksOf(launcher);
    const std::string firstJob = ranks.empty() ? std::string() : ranks.front().job;
    std::erase_if(ranks, [&](const RankProcess& rank) { return rank.job != firstJob; });
    RunningJob job = describe(launcher, seen, ranks);
    judge(job, launcher, ranks);
    const bool young = std::chrono::system_clock::now() - launcher.started < kStartUp;
    // Open MPI 4 fills its table when the ranks call MPI_Init: programs without MPI are not in it.
    const bool withoutMpi = table.error().code == mpir::Errc::NotFilled && !ranks.empty();
    if (!job.refusal && !young && (withoutMpi || !mayComeLater(table.error()))) {
        util::Error error = table.error();
        job.refusal = std::move(error)
                          .withContext("attaching to " + launchers::describe(job.target))
                          .withAdvice(withoutMpi ? "Its program has not called MPI_Init, perhaps never will. Attach to "
                                                   "its processes: dbgr --attach-pids " +
                                                       pidList(ranks)
                                                 : std::string());
    }
    m_listing.jobs.push_back(std::move(job));
}

void Finder::listLauncher(const Process& launcher, const RunningLauncherProcess& seen)
{
    if (hasProctable(seen.kind.family))
        return listMpirLauncher(launcher, seen);
    const std::vector<RankProcess> ranks = ranksOf(launcher);
    std::map<std::string, std::vector<RankProcess>> byJob;
    for (const RankProcess& rank : ranks)
        byJob[rank.job].push_back(rank);
    // Whatever else bears the name.
    if (seen.kind.family == LauncherFamily::Hydra && ranks.empty() && !isProxied(launcher))
        return;

    const bool pmix = speaksPmix(seen.kind.family);
    const bool usual = pmix && searchPlacesOf(launcher, ranks);
    const bool dvm = isDvm(seen.process, seen.kind);
    if (!dvm && (!pmix || byJob.size() < 2)) {
        const auto first = byJob.empty() ? std::vector<RankProcess>() : byJob.begin()->second;
        RunningJob job = describe(launcher, seen, first);
        if (const auto* const contact = pmix && !usual ? m_traces.of(launcher) : nullptr)
            job.target = launchers::JobOfServer{contact->source};
        judge(job, launcher, first);
        m_listing.jobs.push_back(std::move(job));
        return;
    }
    for (const auto& [name, members] : byJob) {
        RunningJob job = describe(launcher, seen, members);
        job.target = launchers::RunningLauncher{launcher.pid, name};
        judge(job, launcher, members);
        m_listing.jobs.push_back(std::move(job));
    }
}

/// Servers that no name tells: other launchers with PMIx tool support. Without ranks below there is nothing to debug.
void Finder::listOtherServers()
{
    for (const util::Pid pid : m_traces.servers()) {
        const Process* server = m_processes.find(pid);
        if (server == nullptr || m_launchers.contains(pid) || startsNodeDaemons(*server))
            continue;
        const pmix::ServerContact* contact = m_traces.of(*server);
        const auto ranks = contact != nullptr ? ranksOf(*server) : std::vector<RankProcess>();
        if (ranks.empty() || !pmix::checkSafeToConnect(*contact, m_places.proc))
            continue;
        const std::string program = m_files.executable(pid).path;
        RunningJob job = describe(
            *server, {{pid, program, server->argv}, {LauncherFamily::Unknown, "a PMIx server", program}}, ranks);
        job.target = launchers::JobOfServer{contact->source};
        job.nspace = ranks.front().job;
        judge(job, *server, ranks);
        m_listing.jobs.push_back(std::move(job));
    }
}

RunningJob Finder::describe(const Process& launcher, const RunningLauncherProcess& seen,
                            const std::vector<RankProcess>& ranks) const
{
    RunningJob job;
    job.target = launchers::RunningLauncher{launcher.pid, {}};
    job.launcher = seen.kind;
    job.pid = launcher.pid;
    job.command = shellText(seen.process.arguments);
    job.started = launcher.started;
    job.ranksHere = static_cast<std::uint32_t>(ranks.size());
    if (ranks.empty())
        return job;
    if (speaksPmix(seen.kind.family))
        job.nspace = ranks.front().job;
    job.ranks = ranks.front().ranks;
    job.hosts = ranks.front().hosts;
    std::vector<std::string> programs;
    for (const RankProcess& rank : ranks)
        if (std::ranges::find(programs, rank.program) == programs.end())
            programs.push_back(rank.program);
    job.program = util::join(programs, " : ");
    job.note = noteOn(ranks);
    return job;
}

std::string Finder::noteOn(const std::vector<RankProcess>& ranks) const
{
    for (const RankProcess& rank : ranks) {
        const ExecutableLink link = m_files.executable(rank.pid);
        if (!link.deleted)
            continue;
        struct stat info = {};
        return ::stat(link.path.c_str(), &info) == 0
                   ? link.path + " was built anew since the job started: source lines may not fit"
                   : link.path + " was removed since the job started";
    }
    return {};
}

void Finder::judge(RunningJob& job, const Process& launcher, const std::vector<RankProcess>& ranks) const
{
    std::vector<util::Pid> pids;
    for (const RankProcess& rank : ranks)
        pids.push_back(rank.pid);
    const Tracing tracing = m_obstacles.tracing(pids);
    job.debuggedBy = tracing.by;

    const std::string whom = "attaching to " + launchers::describe(job.target);
    const bool needsContact = speaksPmix(job.launcher.family);
    job.refusal = m_obstacles.container(launcher.pid, whom);
    if (!job.refusal && needsContact && m_traces.of(launcher) == nullptr)
        job.refusal = contactMissing(launcher, whom);
    // MPIR's table is in the launcher's memory, which the same rule guards.
    if (!job.refusal && (!pids.empty() || !needsContact))
        job.refusal = m_obstacles.ptraceScope(whom, job.launcher.family == LauncherFamily::Dbgrun);
    if (!job.refusal && !pids.empty())
        job.refusal = m_obstacles.wordSize(pids.front(), whom);
    const bool allAreHere = !job.ranks || *job.ranks == pids.size();
    if (!job.refusal && allAreHere)
        job.refusal = AttachObstacles::held(tracing, pids.size(), whom);
}

std::optional<util::Error> Finder::contactMissing(const Process& launcher, const std::string& whom) const
{
    if (const util::Error* why = m_traces.unusableOf(launcher)) {
        util::Error error = *why;
        return std::move(error).withContext(whom).withAdvice(
            "The contact file must belong to you, and you must be able to read it.");
    }
    if (std::chrono::system_clock::now() - launcher.started < kStartUp)
        return util::Error{std::make_error_code(std::errc::resource_unavailable_try_again),
                           whom + ": it was started just now, and has no contact file for tools yet", "Wait a moment."};
    const auto places = placesOf(m_files.environment(launcher.pid));
    struct stat info = {};
    if (::stat(places.sessionDir.c_str(), &info) != 0)
        return util::Error{make_error_code(pmix::Status::ErrNotFound),
                           whom + ": its contact file for tools was in " + places.sessionDir +
                               ", its TMPDIR, which is gone",
                           "Attach to its ranks by their process numbers: dbgr --attach-pids. Start the job anew with "
                           "a TMPDIR that stays."};
    return util::Error{make_error_code(pmix::Status::ErrNotFound),
                       whom + ": it has no contact file for tools under " + places.sessionDir +
                           ": it was removed, or the launcher was told not to serve tools",
                       "Attach to its ranks by their process numbers: dbgr --attach-pids."};
}

} // namespace

FinderPlaces FinderPlaces::ofThisNode(const std::vector<std::string>& environment)
{
    FinderPlaces places;
    places.uid = ::geteuid();
    places.readProctable = [](util::Pid launcher) -> util::Result<mpir::Proctable> {
        DBGR_TRY(auto target, mpir::Target::open(launcher));
        return mpir::readProctable(target);
    };
    places.contactFiles = placesOf(environment);
    if (!places.contactFiles.hostNames.empty())
        places.host = places.contactFiles.hostNames.back();
    return places;
}

launchers::JobListing findJobs(const FinderPlaces& places)
{
    return Finder(places).run();
}

} // namespace dbgr::jobs

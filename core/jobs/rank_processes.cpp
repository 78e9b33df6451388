// SPDX-License-Identifier: BSD-3-Clause
#include "jobs/rank_processes.h"

#include "jobs/hydra_proxies.h"
#include "jobs/running_launcher.h"
#include "launchers/environment.h"
#include "util/rank_environment.h"
#include "util/string_util.h"

#include <algorithm>
#include <deque>
#include <map>
#include <set>
#include <sys/stat.h>
#include <utility>

namespace dbgr::jobs {

namespace {

/// Processes of debuggers, which launchers start with the environment of a rank.
bool isTool(const std::string& program)
{
    const std::string_view name = baseName(program);
    return name == "dbgd" || name == "dbgd-keeper" || name.starts_with("lldb-server") || name == "gdbserver";
}

/// As it was started, a loader looked through.
std::string programOf(const Process& process, const ProcFiles& files)
{
    const auto seen = lookAtProcess(process.pid, files.root());
    return seen && !seen->arguments.empty() ? seen->arguments.front() : process.argv.front();
}

/// Hydra's ranks do not say of which of its jobs they are; their proxy does.
bool isOfSpawnedJob(const Process& process)
{
    const auto proxy = readHydraProxy(process.argv);
    return proxy && proxy->group != 0;
}

/// A launcher that was itself started as a rank passes its own place on: that is not its children's.
std::vector<std::string> withoutInherited(std::vector<std::string> environment, const std::set<std::string>& inherited)
{
    std::erase_if(environment, [&](const std::string& entry) { return inherited.contains(entry); });
    return environment;
}

std::optional<std::uint32_t> numberIn(const std::vector<std::string>& environment, std::string_view name)
{
    return util::parseNumber<std::uint32_t>(launchers::environmentValue(environment, name));
}

std::optional<std::uint32_t> hostsIn(const std::vector<std::string>& environment)
{
    for (const char* name : {"OMPI_MCA_orte_num_nodes", "SLURM_STEP_NUM_NODES"})
        if (const auto hosts = numberIn(environment, name); hosts && *hosts > 0)
            return hosts;
    constexpr std::pair<const char*, const char*> kSizes[] = {
        {"OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_LOCAL_SIZE"},
        {"PMI_SIZE", "MPI_LOCALNRANKS"},
    };
    for (const auto& [all, here] : kSizes)
        if (const auto size = numberIn(environment, all); size && size == numberIn(environment, here))
            return 1;
    return std::nullopt;
}

} // namespace

std::vector<RankProcess> ranksBelow(const Process& launcher, const ProcessList& processes, const ProcFiles& files,
                                    const std::function<bool(const Process&)>& isOtherLauncher)
{
    const auto own = files.environment(launcher.pid);
    const bool isRankItself = util::placeInJob(own).has_value();
    const auto inherited = isRankItself ? std::set<std::string>(own.begin(), own.end()) : std::set<std::string>();

    std::map<std::pair<std::string, util::Rank>, RankProcess> ranks;
    std::deque<const Process*> open{&launcher};
    std::set<util::Pid> seen{launcher.pid};
    while (!open.empty()) {
        const Process* parent = open.front();
        open.pop_front();
        for (const Process* child : processes.childrenOf(parent->pid)) {
            // A number that was used again while /proc was read could close a circle.
            if (!seen.insert(child->pid).second || isOtherLauncher(*child))
                continue;
            const std::string program = programOf(*child, files);
            if (isTool(program) || isOfSpawnedJob(*child))
                continue;
            open.push_back(child);
            const auto environment = withoutInherited(files.environment(child->pid), inherited);
            const auto place = util::placeInJob(environment);
            if (!place)
                continue;
            ranks.try_emplace(
                {place->job, place->rank},
                RankProcess{place->rank, child->pid, place->job,
                            place->jobSize > 0 ? std::optional(place->jobSize) : std::nullopt, hostsIn(environment),
                            std::string(launchers::environmentValue(environment, "PMIX_SERVER_TMPDIR")), program});
        }
    }
    std::vector<RankProcess> result;
    for (auto& [key, rank] : ranks)
        result.push_back(std::move(rank));
    return result;
}

util::Result<std::vector<RankProcess>> ranksOfLauncher(util::Pid launcher)
{
    const ProcFiles files;
    struct stat info
    {};
    const bool lives = ::stat(files.path(launcher, "").c_str(), &info) == 0;
    const auto processes = lives ? ProcessList::read(files, info.st_uid) : ProcessList();
    const Process* root = processes.find(launcher);
    if (!root)
        return util::fail(std::make_error_code(std::errc::no_such_process),
                          "the launcher, process " + std::to_string(launcher.value()) + ", has ended");
    const auto isOtherLauncher = [](const Process& process) {
        const auto seen = lookAtProcess(process.pid);
        return seen && recogniseRunning(*seen).has_value();
    };
    std::vector<RankProcess> ranks = ranksBelow(*root, processes, files, isOtherLauncher);
    std::erase_if(ranks,
                  [job = ranks.empty() ? "" : ranks.front().job](const RankProcess& rank) { return rank.job != job; });
    return ranks;
}

} // namespace dbgr::jobs

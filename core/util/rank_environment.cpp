// SPDX-License-Identifier: BSD-3-Clause
#include "util/rank_environment.h"

#include "util/string_util.h"

#include <array>
#include <string_view>

namespace dbgr::util {
namespace {

/// The variables of one way to tell a process its rank; "" where it has none for that.
struct RankVariables
{
    std::string_view rank;
    std::string_view size;
    std::array<std::string_view, 2> job; ///< together they name the job
};

// The order matters: a launcher that uses a resource manager to start its daemons passes the manager's variables on to
// its ranks, where they tell the daemon's number. So Slurm's own come last, and PMIx's, which nobody uses for
// daemons that then start ranks by other means, come first.
constexpr RankVariables kLaunchers[] = {
    {"PMIX_RANK", "OMPI_COMM_WORLD_SIZE", {"PMIX_NAMESPACE", ""}}, // PRRTE, Open MPI, srun --mpi=pmix
    {"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE", {"OMPI_MCA_ess_base_jobid", ""}}, // Open MPI before PMIx
    {"MV2_COMM_WORLD_RANK", "MV2_COMM_WORLD_SIZE", {"", ""}},                          // MVAPICH2
    {"PMI_RANK", "PMI_SIZE", {"PMI_JOBID", ""}}, // hydra: MPICH, Intel MPI; srun --mpi=pmi2
    {"PALS_RANKID", "", {"PALS_APID", ""}},      // Cray
    {"ALPS_APP_PE", "", {"ALPS_APP_ID", ""}},
    {"JSM_NAMESPACE_RANK", "JSM_NAMESPACE_SIZE", {"JSM_NAMESPACE_ID", ""}}, // IBM
    {"FLUX_TASK_RANK", "FLUX_JOB_SIZE", {"FLUX_JOB_ID", ""}},
    {"SLURM_PROCID", "SLURM_STEP_NUM_TASKS", {"SLURM_JOB_ID", "SLURM_STEP_ID"}},
};

/// Empty for a name that is not set, and for "".
std::string_view valueOf(const std::vector<std::string>& environment, std::string_view name)
{
    if (name.empty())
        return {};
    for (const std::string_view entry : environment)
        if (entry.size() > name.size() && entry[name.size()] == '=' && entry.starts_with(name))
            return entry.substr(name.size() + 1);
    return {};
}

std::string jobOf(const std::vector<std::string>& environment, const RankVariables& names)
{
    std::string job(valueOf(environment, names.job[0]));
    if (const std::string_view more = valueOf(environment, names.job[1]); !job.empty() && !more.empty())
        job.append(".").append(more);
    return job;
}

} // namespace

std::optional<PlaceInJob> placeInJob(const std::vector<std::string>& environment)
{
    for (const RankVariables& names : kLaunchers) {
        const auto rank = parseNumber<std::uint32_t>(valueOf(environment, names.rank));
        if (!rank || *rank >= kMaxRankCount)
            continue;
        const std::uint32_t size = parseNumber<std::uint32_t>(valueOf(environment, names.size)).value_or(0);
        const bool sizeFits = size > *rank && size <= kMaxRankCount;
        return PlaceInJob{Rank(*rank), sizeFits ? size : 0, jobOf(environment, names)};
    }
    return std::nullopt;
}

} // namespace dbgr::util

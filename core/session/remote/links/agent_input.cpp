// SPDX-License-Identifier: BSD-3-Clause
#include "session/remote/links/agent_input.h"

#include "session/remote/links/input_refusal.h"
#include "session/remote/links/slurm_input.h"

namespace dbgr::session {

namespace {

using launchers::LauncherFamily;

/// Hydra's -s, Open MPI 4's --stdin: ranks, or all. Both serve rank 0 when nothing is said.
bool hasStdinOption(LauncherFamily family)
{
    return family == LauncherFamily::Hydra || family == LauncherFamily::OpenMpi4;
}

std::string optionOf(const launchers::LaunchPlan& plan)
{
    return (plan.launcher.family == LauncherFamily::Hydra ? "-s " : "--stdin ") + plan.stdinChoice.value_or("0");
}

} // namespace

std::optional<util::RankSet> launchersReaders(const launchers::LaunchPlan& plan)
{
    if (!hasStdinOption(plan.launcher.family))
        return std::nullopt;
    auto readers = util::RankSet::parse(plan.stdinChoice.value_or("0"), {});
    if (!readers || readers->empty()) // "all", "none"
        return std::nullopt;
    return *std::move(readers);
}

util::Result<InputWays> waysOfInput(const launchers::LaunchPlan& plan, const util::RankSet& ranks,
                                    const util::RankSet& job)
{
    if (plan.launcher.family == LauncherFamily::Slurm)
        DBGR_TRY(checkSlurmInput(plan.stdinChoice, ranks, job));
    if (!hasStdinOption(plan.launcher.family))
        return InputWays{ranks, {}}; // of others nobody knows whom they give it to
    const auto only = launchersReaders(plan);
    if (!only && plan.stdinChoice == "none")
        return util::fail(notToThese("the launcher was started with " + optionOf(plan),
                                     "Start it without, or with the ranks that are to read."));
    const util::RankSet readers = (only ? *only : job) & job;
    const util::RankSet byLauncher = ranks & readers;
    if (!byLauncher.empty() && byLauncher != readers)
        return util::fail(notToThese("the launcher gives its input to ranks " + readers.toString() + " together (" +
                                         optionOf(plan) + ")",
                                     "Send it to all of these, or start the launcher with another option."));
    return InputWays{byLauncher, ranks - byLauncher};
}

} // namespace dbgr::session

// SPDX-License-Identifier: BSD-3-Clause
#include "launchers/orte_plan.h"

#include "launchers/agent_plan.h"
#include "launchers/environment.h"
#include "launchers/launcher_error.h"

#include <algorithm>
#include <array>

namespace dbgr::launchers {

namespace {

// Its ranks wait at the end of MPI_Init until a debugger lets them go.
constexpr std::string_view kHold = "OMPI_MCA_orte_in_parallel_debugger";
// No words on the terminal about a debugger that uses MPIR.
constexpr std::string_view kNoBanner = "OMPI_MPIR_DO_NOT_WARN";
// What comes out of mpirun says which rank wrote it: see TaggedOutput.
constexpr std::string_view kTags = "OMPI_MCA_orte_tag_output";

// What it starts instead of a program, with the program behind it.
constexpr std::string_view kForkAgent = "OMPI_MCA_orte_fork_agent";

/// It cannot hold ranks before their first instruction itself.
util::Result<void> planAgent(LaunchPlan& plan, const LaunchSpec& spec, const LauncherFiles& files)
{
    DBGR_TRY(planWrittenAgent(plan, spec, files));
    if (hasAgent(spec.argv))
        return util::ok();
    const auto own = files.nodeProgram(kAgentProgram, spec.environment);
    if (!own)
        return util::fail(agentMissing(" Or use --stop=init, which needs none."));
    setDefault(plan.environment, kForkAgent, *own);
    return util::ok();
}

/// The value of --stdin, as far as it shows: an option of this name that belongs to the program counts, too.
std::optional<std::string> stdinChoice(const std::vector<std::string>& argv)
{
    for (std::size_t i = 1; i < argv.size(); ++i) {
        if ((argv[i] == "--stdin" || argv[i] == "-stdin") && i + 1 < argv.size())
            return argv[i + 1];
    }
    return std::nullopt;
}

} // namespace

util::Result<void> planOrte(LaunchPlan& plan, const LaunchSpec& spec, const LauncherFiles& files)
{
    plan.way = LaunchWay::Orte;
    plan.stdinChoice = stdinChoice(spec.argv);
    setDefault(plan.environment, kTags, "1");
    if (spec.hold == HoldPoint::Exec || hasAgent(spec.argv))
        return planAgent(plan, spec, files);
    if (spec.hold != HoldPoint::None)
        setDefault(plan.environment, kHold, "1");
    setDefault(plan.environment, kNoBanner, "1");
    return util::ok();
}

std::vector<std::string> withoutOrtePlan(std::vector<std::string> environment)
{
    static constexpr std::array kOurs{kHold, kTags};
    std::erase_if(environment, [](const std::string& variable) {
        return std::ranges::any_of(kOurs, [&](std::string_view name) {
            return variable.starts_with(name) && variable.substr(name.size()).starts_with('=');
        });
    });
    return environment;
}

} // namespace dbgr::launchers

// SPDX-License-Identifier: BSD-3-Clause
#include "launchers/slurm_plan.h"

#include "launchers/agent_plan.h"
#include "launchers/environment.h"
#include "launchers/launcher_error.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace dbgr::launchers {

namespace {

// Options of srun that take their value as the next argument. Of the long ones, that is all but these.
constexpr std::string_view kShortWithValue = "ABCDGJLMNSTWbcdeimnopqrtwx";
constexpr std::array<std::string_view, 37> kLongWithoutValue = {"compress",
                                                                "contiguous",
                                                                "debugger-test",
                                                                "disable-status",
                                                                "exact",
                                                                "exclusive",
                                                                "get-user-env",
                                                                "help",
                                                                "hold",
                                                                "immediate",
                                                                "interactive",
                                                                "kill-on-bad-exit",
                                                                "label",
                                                                "multi-prog",
                                                                "nice",
                                                                "no-allocate",
                                                                "no-kill",
                                                                "overcommit",
                                                                "overlap",
                                                                "oversubscribe",
                                                                "preserve-env",
                                                                "propagate",
                                                                "pty",
                                                                "quiet",
                                                                "quit-on-interrupt",
                                                                "reboot",
                                                                "resv-ports",
                                                                "send-libs",
                                                                "share",
                                                                "spread-job",
                                                                "test-only",
                                                                "unbuffered",
                                                                "usage",
                                                                "use-min-nodes",
                                                                "verbose",
                                                                "version",
                                                                "whole"};

bool takesNext(std::string_view longName)
{
    return std::find(kLongWithoutValue.begin(), kLongWithoutValue.end(), longName) == kLongWithoutValue.end();
}

/// The value of --input or -i, looked for in front of the program.
std::optional<std::string> inputOption(const std::vector<std::string>& argv)
{
    std::optional<std::string> choice;
    for (std::size_t i = 1; i < argv.size(); ++i) {
        const std::string_view argument = argv[i];
        if (argument.size() < 2 || argument[0] != '-' || argument == "--")
            break;
        const bool isLong = argument[1] == '-';
        const std::size_t equals = isLong ? argument.find('=') : std::string_view::npos;
        const std::string_view name =
            isLong ? argument.substr(2, equals == std::string_view::npos ? equals : equals - 2) : argument.substr(1, 1);
        std::optional<std::string_view> value;
        if (isLong && equals != std::string_view::npos)
            value = argument.substr(equals + 1);
        else if (!isLong && argument.size() > 2)
            value = argument.substr(2);
        else if ((isLong ? takesNext(name) : kShortWithValue.find(name) != std::string_view::npos) &&
                 i + 1 < argv.size())
            value = argv[++i];
        if (value && name == (isLong ? "input" : "i"))
            choice = std::string(*value);
    }
    return choice;
}

std::optional<std::string> stdinChoice(const LaunchSpec& spec)
{
    if (auto option = inputOption(spec.argv))
        return option;
    const std::string_view variable = environmentValue(spec.environment, "SLURM_STDINMODE");
    return variable.empty() ? std::nullopt : std::optional(std::string(variable));
}

/// Whether it is srun itself: what its memory is told before it begins would be lost on whatever a script runs first.
bool isScript(const LaunchPlan& plan, const LauncherFiles& files)
{
    return files.contents(files.resolved(plan.argv.front()), 2) == "#!";
}

} // namespace

util::Result<void> planSlurm(LaunchPlan& plan, const LaunchSpec& spec, const LauncherFiles& files)
{
    plan.way = LaunchWay::Slurm;
    if (isScript(plan, files))
        return util::fail(make_error_code(Errc::Unsupported), plan.argv.front() + " is a script that runs Slurm's srun",
                          "Give srun itself and its options, for example: srun -n 4 ./ring");
    setDefault(plan.environment, "SLURM_LABELIO", "1"); // which rank a line is of; any value of the user does that, too
    plan.stdinChoice = stdinChoice(spec);
    return hasAgent(spec.argv) ? planWrittenAgent(plan, spec, files) : util::ok();
}

} // namespace dbgr::launchers

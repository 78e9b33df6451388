// SPDX-License-Identifier: BSD-3-Clause
#include "launchers/agent_plan.h"

#include "agent/orders.h"
#include "launchers/environment.h"
#include "launchers/hydra_command_line.h"
#include "launchers/launcher_error.h"
#include "util/string_util.h"

#include <algorithm>

namespace dbgr::launchers {

namespace {

constexpr std::size_t kMaxConfigBytes = std::size_t(1) << 20;
// What comes with dbgd's own needs; dbgr-exec hands it on.
constexpr const char* kDaemonVariables[] = {"DBGR_FRONTEND", "DBGR_SECRET", "DBGR_DAEMON_LOG"};

bool isAgent(std::string_view argument)
{
    return argument.substr(argument.rfind('/') + 1) == kAgentProgram;
}

util::Error noProgram(const LaunchPlan& plan, const HydraCommandLine& line)
{
    std::string detail = "launching: no program is to be seen in the arguments of " + plan.launcher.path;
    if (!line.unknownOptions.empty())
        detail += " (what belongs to " + util::join(line.unknownOptions, ", ") + " is not known)";
    return {make_error_code(Errc::Unsupported), detail,
            "Write dbgr-exec in front of the program yourself: mpiexec ... dbgr-exec ./app"};
}

util::Error programsInFile(const std::string& file)
{
    return {make_error_code(Errc::Unsupported),
            "launching: the programs are in the file " + file + ", which dbgr does not change",
            "Write dbgr-exec in front of each program in that file."};
}

/// A launcher that is to pass on only some variables passes on ours, too.
void passVariables(std::vector<std::string>& argv, const HydraCommandLine& line)
{
    const std::string names = variablesForAgent();
    for (const HydraCommandLine::Value& value : line.variableLists)
        argv[value.argument] += (argv[value.argument].size() == value.begin ? "" : ",") + names;
    for (const std::size_t option : line.noVariables) {
        std::string& text = argv[option];
        text.resize(text.size() - std::string_view("none").size());
        text += "list=" + names;
    }
}

/// Whether the user has written it, and not named a variable so.
bool isWritten(const std::vector<std::string>& argv, const HydraCommandLine& line)
{
    std::vector<std::string> others = argv;
    for (const HydraCommandLine::Value& value : line.variableLists)
        others[value.argument].clear();
    return hasAgent(others);
}

} // namespace

std::string variablesForAgent()
{
    std::vector<std::string> names = agent::variableNames();
    names.insert(names.end(), std::begin(kDaemonVariables), std::end(kDaemonVariables));
    return util::join(names, ",");
}

bool hasAgent(const std::vector<std::string>& argv)
{
    return std::any_of(argv.begin(), argv.end(), isAgent);
}

util::Result<void> planWrittenAgent(LaunchPlan& plan, const LaunchSpec& spec, const LauncherFiles&)
{
    plan.way = LaunchWay::Agent;
    plan.hold = spec.hold == HoldPoint::None ? HoldPoint::None : HoldPoint::Exec;
    return util::ok();
}

util::Result<void> planHydra(LaunchPlan& plan, const LaunchSpec& spec, const LauncherFiles& files)
{
    DBGR_TRY(planWrittenAgent(plan, spec, files));
    const std::string_view path = environmentValue(spec.environment, "PATH");
    const auto isProgram = [&](const std::string& name) {
        return files.findProgram(name, path, spec.workingDirectory).has_value();
    };
    const HydraCommandLine line = readHydraCommandLine(plan.argv, isProgram);
    plan.stdinChoice = line.stdinChoice;
    const bool written = isWritten(plan.argv, line);
    if (line.configFile && !written) {
        const std::string file =
            line.configFile->starts_with('/') ? *line.configFile : spec.workingDirectory + '/' + *line.configFile;
        if (files.contents(file, kMaxConfigBytes).find(kAgentProgram) == std::string::npos)
            return util::fail(programsInFile(*line.configFile));
    } else if (line.programs.empty()) {
        return util::fail(noProgram(plan, line));
    }
    passVariables(plan.argv, line);
    if (!written && !line.configFile) {
        const auto own = files.nodeProgram(kAgentProgram, spec.environment);
        if (!own)
            return util::fail(agentMissing({}));
        for (auto at = line.programs.rbegin(); at != line.programs.rend(); ++at)
            plan.argv.insert(plan.argv.begin() + static_cast<std::ptrdiff_t>(*at), *own);
    }
    if (!line.marksOutput)
        plan.argv.insert(plan.argv.begin() + 1, "-prepend-rank");
    return util::ok();
}

} // namespace dbgr::launchers

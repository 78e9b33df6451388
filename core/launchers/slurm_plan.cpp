// SPDX-License-Identifier: BSD-3-Clause
#include "launchers/slurm_plan.h"

#include "launchers/agent_plan.h"
#include "launchers/environment.h"
#include "launchers/launcher_error.h"
#include "launchers/slurm_command_line.h"
#include "programs/starters.h"
#include "util/string_util.h"

#include <algorithm>
#include <string_view>

namespace dbgr::launchers {

namespace {

constexpr std::size_t kMaxProgramFileBytes = std::size_t(1) << 20;

std::optional<std::string> slurmStdin(const LaunchSpec& spec, const SlurmCommandLine& line)
{
    if (line.input)
        return line.input->in(spec.argv);
    const std::string_view variable = environmentValue(spec.environment, "SLURM_STDINMODE");
    return variable.empty() ? std::nullopt : std::optional(std::string(variable));
}

bool isStarter(std::string_view program)
{
    return programs::isShell(program) || programs::isRunner(program);
}

/// Finds programs as srun does: in PATH, or else in the ranks' working directory.
class RankFiles
{
public:
    RankFiles(const LaunchSpec& spec, const SlurmCommandLine& line, const LauncherFiles& files)
        : m_spec(spec), m_files(files), m_folder(spec.workingDirectory)
    {
        const std::string folder = line.folder ? line.folder->in(spec.argv) : "";
        if (!folder.empty())
            m_folder = folder.starts_with('/') ? folder : m_folder + '/' + folder;
    }

    [[nodiscard]] std::optional<std::string> find(const std::string& name) const
    {
        if (auto found = m_files.findProgram(name, environmentValue(m_spec.environment, "PATH"), m_folder))
            return found;
        return m_files.findProgram("./" + name, "", m_folder);
    }

    /// A shell, a script of one, or a program like env: the node's dbgr-exec follows what they start.
    [[nodiscard]] bool startsOthers(const std::string& name) const
    {
        const auto path = find(name);
        if (!path)
            return false;
        const std::string file = m_files.resolved(*path);
        if (isStarter(*path) || isStarter(file))
            return true;
        const std::string head = m_files.contents(file, 256);
        if (!head.starts_with("#!"))
            return false;
        const std::string_view line = util::trimmed(std::string_view(head).substr(2, head.find('\n') - 2));
        return isStarter(line.substr(0, line.find_first_of(" \t")));
    }

private:
    const LaunchSpec& m_spec;
    const LauncherFiles& m_files;
    std::string m_folder;
};

/// To ranks that get only some of the variables, ours go, too.
void exportVariables(LaunchPlan& plan, const SlurmCommandLine& line)
{
    const std::string typed = line.exported ? line.exported->in(plan.argv)
                                            : std::string(environmentValue(plan.environment, "SLURM_EXPORT_ENV"));
    const std::string lower = util::lowered(std::string_view(typed));
    const auto words = util::split(lower, ',');
    if (typed.empty() || std::ranges::find(words, "all") != words.end())
        return;
    const bool none = words.front() == "none" || words.front() == "nil"; // what stands behind is not looked at
    const std::string list = (none ? "" : typed + ',') + variablesForAgent();
    if (line.exported)
        plan.argv[line.exported->argument].replace(line.exported->begin, std::string::npos, list);
    else
        plan.argv.insert(plan.argv.begin() + 1, "--export=" + list);
}

/// dbgr-exec in front of the program, or in a copy of the file that has the programs, where a program starts others:
/// srun would hold those, and not what they start.
class AgentUse
{
public:
    AgentUse(const LaunchSpec& spec, const SlurmCommandLine& line, const LauncherFiles& files)
        : m_spec(spec), m_line(line), m_ranks(spec, line, files)
    {
        if (line.program && line.programsInFile)
            m_inFile = readSlurmProgramFile(files.contents(pathOf(spec.argv[*line.program]), kMaxProgramFileBytes));
    }

    [[nodiscard]] bool isWritten() const { return hasAgent(m_spec.argv) || (m_inFile && hasAgent(m_inFile->programs)); }

    /// srun itself copies a program's file to the nodes, and would copy dbgr-exec; parts are numbered by it.
    [[nodiscard]] bool isNeeded() const
    {
        const bool copies = m_line.copiesProgram || !environmentValue(m_spec.environment, "SLURM_BCAST").empty();
        if (m_spec.hold == HoldPoint::None || !m_line.program || copies || m_line.hasParts)
            return false;
        if (!m_inFile)
            return m_ranks.startsOthers(m_spec.argv[*m_line.program]);
        return std::ranges::any_of(m_inFile->programs, [this](const auto& name) { return m_ranks.startsOthers(name); });
    }

    void write(LaunchPlan& plan, const std::string& agent) const
    {
        const std::size_t program = *m_line.program;
        if (m_inFile) {
            plan.changedFile = {program, m_inFile->with(agent)};
            return;
        }
        if (const auto path = m_ranks.find(plan.argv[program]))
            plan.argv[program] = *path; // dbgr-exec does not look where srun does
        plan.argv.insert(plan.argv.begin() + static_cast<std::ptrdiff_t>(program), agent);
    }

private:
    [[nodiscard]] std::string pathOf(const std::string& name) const
    {
        return name.starts_with('/') ? name : m_spec.workingDirectory + '/' + name;
    }

    const LaunchSpec& m_spec;
    const SlurmCommandLine& m_line;
    const RankFiles m_ranks;
    std::optional<SlurmProgramFile> m_inFile;
};

} // namespace

util::Result<void> planSlurm(LaunchPlan& plan, const LaunchSpec& spec, const LauncherFiles& files)
{
    plan.way = LaunchWay::Slurm;
    // What srun's memory is told before it begins would be lost on whatever a script runs first.
    if (files.isScript(plan.argv.front()))
        return util::fail(make_error_code(Errc::Unsupported), plan.argv.front() + " is a script that runs Slurm's srun",
                          "Give srun itself and its options, for example: srun -n 4 ./ring");
    setDefault(plan.environment, "SLURM_LABELIO", "1"); // which rank a line is of; any value of the user does that, too
    const SlurmCommandLine line = readSlurmCommandLine(spec.argv);
    plan.stdinChoice = slurmStdin(spec, line);
    const AgentUse use(spec, line, files);
    const auto own = files.nodeProgram(kAgentProgram, spec.environment);
    if (!use.isWritten() && !(use.isNeeded() && own))
        return util::ok();
    DBGR_TRY(planWrittenAgent(plan, spec, files));
    if (!use.isWritten())
        use.write(plan, *own);
    exportVariables(plan, line);
    return util::ok();
}

} // namespace dbgr::launchers

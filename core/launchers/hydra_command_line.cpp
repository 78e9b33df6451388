// SPDX-License-Identifier: BSD-3-Clause
#include "launchers/hydra_command_line.h"

#include <algorithm>
#include <iterator>
#include <string_view>

namespace dbgr::launchers {

namespace {

enum class Meaning
{
    Other,
    Variable, ///< "NAME VALUE" or "NAME=VALUE"
    VariableList,
    NoVariables,
    ConfigFile,
    Marks,
    Stdin,
};

struct HydraOption
{
    std::string_view name; ///< without its dashes: one or two are the same
    int values = 0;
    Meaning meaning = Meaning::Other;
};

// By name. MPICH 4.0 to 4.2; what only Intel MPI has is behind it. MVAPICH has MPICH's.
constexpr HydraOption kMpich[] = {
    {"binding", 1},
    {"bind-to", 1},
    {"bootstrap", 1},
    {"bootstrap-exec", 1},
    {"configfile", 1, Meaning::ConfigFile},
    {"dac", 0},
    {"debug", 0},
    {"demux", 1},
    {"disable-auto-cleanup", 0},
    {"disable-hostname-propagation", 0},
    {"disable-x", 0},
    {"enable-auto-cleanup", 0},
    {"enable-hostname-propagation", 0},
    {"enable-x", 0},
    {"env", 2, Meaning::Variable},
    {"envall", 0},
    {"envlist", 1, Meaning::VariableList},
    {"envnone", 0, Meaning::NoVariables},
    {"errfile", 1},
    {"errfile-pattern", 1},
    {"exitinfo", 0},
    {"f", 1},
    {"genv", 2, Meaning::Variable},
    {"genvall", 0},
    {"genvlist", 1, Meaning::VariableList},
    {"genvnone", 0, Meaning::NoVariables},
    {"gpus-per-proc", 1},
    {"gpu-subdevs-per-proc", 1},
    {"host", 1},
    {"hostfile", 1},
    {"hostlist", 1},
    {"hosts", 1},
    {"iface", 1},
    {"info", 0},
    {"l", 0, Meaning::Marks},
    {"launcher", 1},
    {"launcher-exec", 1},
    {"localhost", 1},
    {"machine", 1},
    {"machinefile", 1},
    {"machinelist", 1},
    {"machines", 1},
    {"map-by", 1},
    {"membind", 1},
    {"n", 1},
    {"nameserver", 1},
    {"np", 1},
    {"order-nodes", 1},
    {"outfile", 1},
    {"outfile-pattern", 1},
    {"output-from", 1},
    {"pmi-port", 0},
    {"ppn", 1},
    {"prepend-pattern", 1, Meaning::Marks},
    {"prepend-rank", 0, Meaning::Marks},
    {"print-all-exitcodes", 0},
    {"print-rank-map", 0},
    {"profile", 0},
    {"rmk", 1},
    {"skip-launch-node", 0},
    {"topolib", 1},
    {"usize", 1},
    {"v", 0},
    {"verbose", 0},
    {"version", 0},
    {"wdir", 1},
};

constexpr HydraOption kIntel[] = {
    {"aps", 0},
    {"branch-count", 1},
    {"check_mpi", 0},
    {"check-mpi", 0},
    {"cleanup", 0},
    {"genvexcl", 1},
    {"gdb", 0},
    {"gdba", 1},
    {"ghost", 1},
    {"gpath", 1},
    {"grr", 1},
    {"gtool", 1},
    {"gtoolfile", 1},
    {"gumask", 1},
    {"gwdir", 1},
    {"hostos", 1},
    {"hosts-group", 1},
    {"ilp64", 0},
    {"localroot", 0},
    {"localuser", 0},
    {"mps", 0},
    {"noconf", 0},
    {"nolocal", 0},
    {"ordered-output", 0},
    {"path", 1},
    {"perhost", 1},
    {"pmi-aggregate", 0},
    {"pmi-connect", 1},
    {"pmi-noaggregate", 0},
    {"rr", 0},
    {"s", 1, Meaning::Stdin},
    {"silent-abort", 0},
    {"tmpdir", 1},
    {"umask", 1},
    {"use-app-topology", 1},
    {"V", 0},
};

const HydraOption* findOption(std::string_view name)
{
    const auto hasName = [name](const HydraOption& option) { return option.name == name; };
    if (const auto at = std::find_if(std::begin(kMpich), std::end(kMpich), hasName); at != std::end(kMpich))
        return at;
    const auto at = std::find_if(std::begin(kIntel), std::end(kIntel), hasName);
    return at == std::end(kIntel) ? nullptr : at;
}

class Reader
{
public:
    Reader(const std::vector<std::string>& argv, const std::function<bool(const std::string&)>& isProgram)
        : m_argv(argv), m_isProgram(isProgram)
    {}

    HydraCommandLine read()
    {
        while (m_at < m_argv.size()) {
            if (m_argv[m_at] == ":")
                ++m_at;
            else if (m_argv[m_at].starts_with('-'))
                readOption();
            else
                readProgram();
        }
        return std::move(m_line);
    }

private:
    /// All up to the next ":" is the program's.
    void readProgram()
    {
        m_line.programs.push_back(m_at);
        while (m_at < m_argv.size() && m_argv[m_at] != ":")
            ++m_at;
    }

    void readOption()
    {
        const std::size_t option = m_at++;
        const std::string_view text = m_argv[option];
        const std::size_t dashes = text.starts_with("--") ? 2 : 1;
        const std::size_t equals = text.find('=', dashes);
        const HydraOption* known = findOption(text.substr(dashes, equals - dashes));
        if (!known)
            return skipUnknown(option, equals != std::string_view::npos);
        if (known->meaning == Meaning::Marks)
            m_line.marksOutput = true;
        if (known->meaning == Meaning::NoVariables)
            m_line.noVariables.push_back(option);
        if (known->values == 0)
            return;
        HydraCommandLine::Value value{option, equals + 1};
        if (equals == std::string_view::npos)
            value = {m_at++, 0};
        if (value.argument >= m_argv.size())
            return; // the launcher will complain
        noteValue(known->meaning, value);
        const bool whole =
            known->meaning == Meaning::Variable && m_argv[value.argument].find('=', value.begin) != std::string::npos;
        if (!whole)
            m_at += static_cast<std::size_t>(known->values) - 1;
    }

    void noteValue(Meaning meaning, HydraCommandLine::Value value)
    {
        if (meaning == Meaning::VariableList)
            m_line.variableLists.push_back(value);
        if (meaning == Meaning::ConfigFile)
            m_line.configFile = m_argv[value.argument].substr(value.begin);
        if (meaning == Meaning::Stdin)
            m_line.stdinChoice = m_argv[value.argument].substr(value.begin);
    }

    /// Most options have one value; what can be executed is more likely the program.
    void skipUnknown(std::size_t option, bool hasValue)
    {
        m_line.unknownOptions.push_back(m_argv[option]);
        const bool last = m_at >= m_argv.size();
        if (!hasValue && !last && !m_argv[m_at].starts_with('-') && m_argv[m_at] != ":" && !m_isProgram(m_argv[m_at]))
            ++m_at;
    }

    const std::vector<std::string>& m_argv;
    const std::function<bool(const std::string&)>& m_isProgram;
    std::size_t m_at = 1;
    HydraCommandLine m_line;
};

} // namespace

HydraCommandLine readHydraCommandLine(const std::vector<std::string>& argv,
                                      const std::function<bool(const std::string&)>& isProgram)
{
    return Reader(argv, isProgram).read();
}

} // namespace dbgr::launchers

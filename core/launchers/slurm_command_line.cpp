// SPDX-License-Identifier: BSD-3-Clause
#include "launchers/slurm_command_line.h"

#include "util/string_util.h"

#include <algorithm>
#include <array>

namespace dbgr::launchers {

namespace {

// Of the short ones, what takes a value in the same argument or in the next, and what takes one in the same only.
constexpr std::string_view kShortWithValue = "ABCDFGJLMNPSTWbcdegimnopqrtwx";
constexpr std::string_view kShortWithOwnValue = "IKk";
// Of the long ones, what takes none, or one behind "=" only.
constexpr std::array<std::string_view, 41> kLongWithoutValue = {"autocomplete",
                                                                "bcast",
                                                                "compress",
                                                                "contiguous",
                                                                "debugger-test",
                                                                "disable-status",
                                                                "exact",
                                                                "exclusive",
                                                                "external",
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
                                                                "whole",
                                                                "x11"};

bool takesNext(std::string_view longName)
{
    return std::ranges::find(kLongWithoutValue, longName) == kLongWithoutValue.end();
}

class SrunReader
{
public:
    explicit SrunReader(const std::vector<std::string>& argv) : m_argv(argv) {}

    SlurmCommandLine read()
    {
        while (m_at < m_argv.size()) {
            const std::string_view argument = m_argv[m_at];
            if (argument == "--") {
                ++m_at;
                break;
            }
            if (argument.size() < 2 || argument[0] != '-')
                break;
            if (argument[1] == '-')
                readLong();
            else
                readShort();
            ++m_at;
        }
        if (m_at < m_argv.size())
            m_line.program = m_at;
        m_line.hasParts = std::ranges::find(m_argv, ":") != m_argv.end();
        return m_line;
    }

private:
    void readLong()
    {
        const std::string_view argument = m_argv[m_at];
        const std::size_t equals = argument.find('=');
        const std::string_view name = argument.substr(2, equals == std::string_view::npos ? equals : equals - 2);
        m_line.programsInFile = m_line.programsInFile || name == "multi-prog";
        m_line.copiesProgram = m_line.copiesProgram || name == "bcast";
        if (equals != std::string_view::npos)
            note(name, {m_at, equals + 1});
        else if (takesNext(name) && m_at + 1 < m_argv.size())
            note(name, {++m_at, 0});
    }

    /// Several may stand together: "-lN2", "-ln 4".
    void readShort()
    {
        const std::string_view argument = m_argv[m_at];
        for (std::size_t i = 1; i < argument.size(); ++i) {
            const std::string_view letter = argument.substr(i, 1);
            if (kShortWithOwnValue.find(letter) != std::string_view::npos)
                return;
            if (kShortWithValue.find(letter) == std::string_view::npos)
                continue;
            if (i + 1 < argument.size())
                note(letter, {m_at, i + 1});
            else if (m_at + 1 < m_argv.size())
                note(letter, {++m_at, 0});
            return;
        }
    }

    void note(std::string_view name, SlurmCommandLine::Value value)
    {
        if (name == "input" || name == "i")
            m_line.input = value;
        else if (name == "export")
            m_line.exported = value;
        else if (name == "chdir" || name == "D")
            m_line.folder = value;
    }

    const std::vector<std::string>& m_argv;
    std::size_t m_at = 1;
    SlurmCommandLine m_line;
};

constexpr std::string_view kBlanks = " \t";

/// Lines that go on are one; nothing changes its place.
std::string withoutContinuations(std::string text)
{
    for (std::size_t at = text.find("\\\n"); at != std::string::npos; at = text.find("\\\n", at))
        text.replace(at, 2, "  ");
    return text;
}

} // namespace

SlurmCommandLine readSlurmCommandLine(const std::vector<std::string>& argv)
{
    return SrunReader(argv).read();
}

SlurmProgramFile readSlurmProgramFile(std::string text)
{
    SlurmProgramFile file;
    const std::string lines = withoutContinuations(text);
    file.text = std::move(text);
    std::size_t begin = 0;
    for (const std::string_view line : util::split(lines, '\n')) {
        const std::size_t ranks = line.find_first_not_of(kBlanks);
        const std::size_t program = line.find_first_not_of(kBlanks, line.find_first_of(kBlanks, ranks));
        if (ranks != std::string_view::npos && line[ranks] != '#' && program != std::string_view::npos) {
            file.places.push_back(begin + program);
            file.programs.emplace_back(line.substr(program, line.find_first_of(kBlanks, program) - program));
        }
        begin += line.size() + 1;
    }
    return file;
}

std::string SlurmProgramFile::with(std::string_view word) const
{
    std::string changed = text;
    for (auto place = places.rbegin(); place != places.rend(); ++place)
        changed.insert(*place, std::string(word) + ' ');
    return changed;
}

} // namespace dbgr::launchers

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/doctor/program_list.h"

#include "util/string_util.h"

namespace dbgr::doctor {

namespace {

constexpr std::chrono::seconds kAnswersWithin{20}; // a cold LLDB comes from a shared file system

ProgramKind kindNamed(std::string_view name)
{
    if (name == "helper")
        return ProgramKind::Helper;
    return name == "node" ? ProgramKind::Node : ProgramKind::User;
}

std::vector<ListedProgram> readList()
{
    std::vector<ListedProgram> programs;
    for (const std::string_view entry : util::split(std::string_view(DBGR_PROGRAMS), ',')) {
        const std::size_t colon = entry.find(':');
        programs.push_back({kindNamed(entry.substr(0, colon)), std::string(entry.substr(colon + 1))});
    }
    return programs;
}

/// The words of the dynamic loader and of a shell are in the first line.
std::string firstLine(std::string_view text)
{
    return std::string(util::trimmed(text.substr(0, text.find('\n'))));
}

std::string whyNot(const ProgramRun& run)
{
    if (run.tooLate)
        return "it did not answer within " + std::to_string(kAnswersWithin.count()) + " s";
    const std::string said = firstLine(run.errors.empty() ? run.output : run.errors);
    const std::string status = "it ended with status " + std::to_string(run.status);
    return said.empty() ? status : said;
}

} // namespace

const std::vector<ListedProgram>& programList()
{
    static const std::vector<ListedProgram> programs = readList();
    return programs;
}

ProgramAnswer readAnswer(std::string name, std::string path, const ProgramRun& run)
{
    ProgramAnswer answer{std::move(name), std::move(path), {}, {}, {}};
    const std::string line = firstLine(run.output);
    if (!run.good())
        answer.failure = whyNot(run);
    else if (!line.starts_with(answer.name + " "))
        answer.failure = "it answers \"" + line.substr(0, 80) + "\"";
    else
        answer.version = line.substr(answer.name.size() + 1);
    const std::size_t end = run.output.find('\n');
    if (!answer.version.empty() && end != std::string::npos)
        answer.details = run.output.substr(end + 1);
    return answer;
}

ProgramAnswer askProgram(const ListedProgram& program, bool verbose, const std::string& self)
{
    const bool helper = program.kind == ProgramKind::Helper;
    std::string path = helper ? util::ownHelper(program.name, self) : util::ownProgram(program.name, self);
    std::vector<std::string> command{path, "--version"};
    if (verbose)
        command.emplace_back("--verbose");
    const ProgramRun run = runProgram(command, kAnswersWithin);
    return readAnswer(program.name, std::move(path), run);
}

std::string_view ownVersion()
{
    return DBGR_VERSION;
}

} // namespace dbgr::doctor

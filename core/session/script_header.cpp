// SPDX-License-Identifier: BSD-3-Clause
#include "session/script_header.h"

#include "util/overloaded.h"
#include "util/shell_words.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <utility>
#include <variant>

namespace dbgr::session {

using util::shellWord;

namespace {

std::map<std::string, std::string> variablesOf(const std::vector<std::string>& environment)
{
    std::map<std::string, std::string> variables;
    for (const std::string& line : environment)
        variables.insert_or_assign(line.substr(0, line.find('=')), line);
    return variables;
}

/// The options that name it.
std::string optionsOf(const launchers::AttachTarget& target)
{
    return std::visit(util::Overloaded{
                          [](const launchers::RunningLauncher& launcher) {
                              const std::string pid = std::to_string(launcher.pid.value());
                              return " --attach " + (launcher.nspace.empty() ? pid : shellWord(launcher.nspace));
                          },
                          [](const launchers::NamedJob& job) { return " --attach " + shellWord(job.nspace); },
                          [](const launchers::JobOfServer& job) { return " --connect " + shellWord(job.where); },
                          [](const launchers::LooseProcesses& processes) {
                              std::string pids;
                              for (const util::Pid pid : processes.pids)
                                  pids += (pids.empty() ? "" : ",") + std::to_string(pid.value());
                              return " --attach-pids " + pids;
                          },
                          [](const launchers::CoreFiles& cores) {
                              std::string options;
                              for (const std::string& file : cores.files)
                                  options += " --core " + shellWord(file);
                              return options;
                          },
                      },
                      target);
}

} // namespace

std::string oneLine(std::string text)
{
    std::replace_if(
        text.begin(), text.end(), [](char c) { return c == '\n' || c == '\r'; }, ' ');
    return text;
}

std::string environmentChanges(const std::vector<std::string>& from, const std::vector<std::string>& to)
{
    const auto before = variablesOf(from);
    const auto after = variablesOf(to);
    std::string changes;
    for (const auto& [name, line] : before)
        changes += after.contains(name) ? "" : " -u " + shellWord(name);
    for (const auto& [name, line] : after) {
        const auto known = before.find(name);
        changes += known != before.end() && known->second == line ? "" : " " + shellWord(line);
    }
    return changes;
}

std::string scriptHeader(const launchers::LaunchSpec& spec, const std::vector<std::string>& environment)
{
    const std::string changes = environmentChanges(environment, spec.environment);
    std::string line = changes.empty() ? "# dbgr" : "# env" + changes + " dbgr";
    if (spec.hold != launchers::HoldPoint::Init)
        line += std::string(" --stop=") + name(spec.hold);
    for (const std::string& word : spec.argv)
        line += " " + shellWord(word);
    return oneLine(std::move(line));
}

std::string scriptHeader(const launchers::AttachSpec& spec)
{
    std::string line = "# dbgr" + optionsOf(spec.target);
    if (spec.ranks)
        line += " --ranks " + spec.ranks->toString();
    // What stands behind the options is the program.
    if (const auto* const cores = std::get_if<launchers::CoreFiles>(&spec.target); cores && !cores->program.empty())
        line += " " + shellWord(cores->program);
    return oneLine(std::move(line));
}

} // namespace dbgr::session

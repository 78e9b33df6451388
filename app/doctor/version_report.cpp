// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/doctor/version_report.h"

#include "app/doctor/program_list.h"
#include "util/build_facts.h"
#include "util/string_util.h"

#include <fstream>

#include <sys/utsname.h>

namespace dbgr::doctor {

namespace {

std::string indented(std::string_view lines)
{
    std::string text;
    for (const std::string_view line : util::split(lines, '\n'))
        if (!line.empty())
            text += "  " + std::string(line) + "\n";
    return text;
}

std::string distribution(const std::string& root)
{
    constexpr std::string_view kName = "PRETTY_NAME=";
    std::ifstream file(root + "/etc/os-release");
    for (std::string line; std::getline(file, line);) {
        if (!line.starts_with(kName))
            continue;
        std::string name = line.substr(kName.size());
        std::erase(name, '"');
        return name;
    }
    return "a system without a name";
}

std::string part(const ListedProgram& program)
{
    const ProgramAnswer answer = askProgram(program, true);
    if (answer.version.empty())
        return program.name + ": no version\n" + indented("program: " + answer.path + "\nfailure: " + answer.failure);
    const bool saysWhere = answer.details.find("program: ") != std::string::npos;
    return program.name + " " + answer.version + "\n" +
           indented((saysWhere ? "" : "program: " + answer.path + "\n") + answer.details);
}

} // namespace

std::string systemName(const std::string& root)
{
    utsname names{};
    if (::uname(&names) != 0)
        return distribution(root);
    return distribution(root) + ", " + names.sysname + " " + names.release + " " + names.machine;
}

std::string versionReport()
{
    std::string text =
        "dbgr " + std::string(ownVersion()) + "\n" + indented(util::buildFacts() + "system: " + systemName());
    for (const ListedProgram& program : programList())
        if (program.name != "dbgr")
            text += part(program);
    return text;
}

} // namespace dbgr::doctor

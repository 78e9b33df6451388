// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/doctor/front_checks.h"

#include "util/string_util.h"

#include <algorithm>
#include <cctype>
#include <cstring>

#include <nlohmann/json.hpp>

namespace dbgr::doctor {

namespace {

using Json = nlohmann::ordered_json;
constexpr auto kWithoutWindow = "Log in with 'ssh -X', or work without a window: dbgr --batch ...";

Finding window(const DisplayFacts& facts)
{
    if (!facts.built)
        return {"window", Verdict::Limited, "this dbgr was built without the window", "dbgr --batch works."};
    if (!facts.platform.empty())
        return {"window", Verdict::Fine, "Qt draws it with QT_QPA_PLATFORM=" + facts.platform, {}};
    if (facts.name.empty())
        return {"window", Verdict::Limited, "there is no display (DISPLAY and WAYLAND_DISPLAY are not set)",
                kWithoutWindow};
    if (!facts.connected)
        return {"window", Verdict::Unknown, facts.name + " is of another node and was not tried", {}};
    if (*facts.connected != 0)
        return {"window", Verdict::Limited, facts.name + " cannot be connected to: " + std::strerror(*facts.connected),
                kWithoutWindow};
    return {"window", Verdict::Fine, facts.name + " answers", {}};
}

/// Words with one blank between them, whatever stood there.
std::string oneLine(std::string_view text)
{
    std::string line;
    for (const char c : text) {
        const bool blank = c == ' ' || c == '\t' || c == '\n';
        if (!blank)
            line += c;
        else if (!line.empty() && line.back() != ' ')
            line += ' ';
    }
    return std::string(util::trimmed(line));
}

/// The line that has the number: of Hydra it is not the first.
std::string versionLine(const std::string& output)
{
    for (const std::string_view line : util::split(output, '\n'))
        if (std::ranges::any_of(line, [](unsigned char c) { return std::isdigit(c) != 0; }))
            return oneLine(line);
    return {};
}

std::string lastLine(std::string_view text)
{
    text = util::trimmed(text);
    return std::string(text.substr(text.rfind('\n') + 1));
}

/// "; OpenPMIx 5.0.7a1" of "  PMIx: OpenPMIx 5.0.7a1 (PMIx Standard: ...".
std::string pmixOf(const LauncherFacts& facts)
{
    if (facts.kind.family != launchers::LauncherFamily::Prrte)
        return {};
    constexpr std::string_view kName = " PMIx: ";
    const std::string text = " " + facts.parts.output;
    const std::size_t at = text.find(kName);
    if (!facts.parts.good() || at == std::string::npos)
        return "; the version of its PMIx is not known";
    const std::string line = text.substr(at + kName.size(), text.find('\n', at) - at - kName.size());
    return "; " + std::string(util::trimmed(line.substr(0, line.find('('))));
}

Finding launcher(const LauncherFacts& facts)
{
    using Family = launchers::LauncherFamily;
    const launchers::LauncherKind& kind = facts.kind;
    const std::string who = kind.path + (kind.name.empty() ? "" : " (" + kind.name + ")");
    const std::string version = facts.version.good() ? versionLine(facts.version.output) : "";
    if (!facts.version.good())
        return {"launcher", Verdict::Limited,
                who + " does not work: " +
                    (facts.version.tooLate ? "it did not tell its version in time" : lastLine(facts.version.errors)),
                "Look what '" + kind.path + " --version' says; jobs cannot be started by it."};
    const std::string found = who + (version.empty() ? ", version unknown" : ": " + version) + pmixOf(facts);
    if (kind.family == Family::Unknown || kind.family == Family::Script)
        return {"launcher", Verdict::Unknown, found + "; dbgr does not know it",
                "Write dbgr-exec in front of the program: dbgr " + kind.path + " ... dbgr-exec ./program"};
    return {"launcher", Verdict::Fine, found, {}};
}

/// The first error among the lines of dbgr --json.
Finding failedTrial(const ProgramRun& run)
{
    Finding finding{"session", Verdict::Broken, "a job of one rank under dbgrun could not be debugged", {}};
    for (const std::string_view line : util::split(run.output, '\n')) {
        const Json object = Json::parse(line, nullptr, false);
        if (!object.is_object() || object.value("event", Json()) != "error")
            continue;
        if (const Json detail = object.value("detail", Json()); detail.is_string())
            finding.found += ": " + oneLine(detail.get<std::string>());
        if (const Json advice = object.value("advice", Json()); advice.is_string())
            finding.advice = oneLine(advice.get<std::string>());
        return finding;
    }
    finding.found += run.tooLate ? ": it took too long" : ": status " + std::to_string(run.status);
    if (const std::string said = lastLine(run.errors); !said.empty())
        finding.found += ", " + said;
    finding.advice = "Try it by hand: dbgr --batch --log - -n 1 /bin/true";
    return finding;
}

Finding session(const std::optional<ProgramRun>& trial)
{
    if (!trial)
        return {"session", Verdict::Unknown, "no job was tried", {}};
    const bool attached = trial->output.find("{\"event\":\"attached\",\"ranks\":\"0\"") != std::string::npos;
    if (!trial->good() || !attached)
        return failedTrial(*trial);
    return {"session", Verdict::Fine, "a job of one rank under dbgrun was held, attached to, and let go", {}};
}

} // namespace

Findings checkFront(const FrontFacts& facts)
{
    Findings findings{session(facts.trial), window(facts.display)};
    std::ranges::transform(facts.launchers, std::back_inserter(findings), launcher);
    if (facts.launchers.empty())
        findings.push_back({"launcher", Verdict::Limited,
                            "no mpiexec, mpirun, prterun, mpiexec.hydra or srun is in PATH",
                            "dbgr's own launcher is there: dbgr -n 4 ./program. Others often come by 'module load'."});
    return findings;
}

} // namespace dbgr::doctor

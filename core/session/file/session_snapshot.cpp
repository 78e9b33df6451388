// SPDX-License-Identifier: BSD-3-Clause
#include "session/file/session_snapshot.h"

#include "session/file/saved_breakpoint.h"
#include "session/session.h"

#include <algorithm>
#include <set>
#include <string_view>
#include <utility>

namespace dbgr::session {

SessionDocument documentOf(const Session& session, const std::vector<std::string>& own, SessionDocument base)
{
    SessionDocument document = std::move(base);
    const launchers::LaunchSpec& launch = session.launchSpec();
    if (!launch.argv.empty())
        document.launch =
            SavedLaunch{launch.argv, launch.workingDirectory, onTopOf(own, launch.environment), launch.hold};
    document.breakpoints.clear();
    for (const auto& [id, breakpoint] : session.breakpoints().all())
        document.breakpoints.push_back(savedForm(breakpoint));
    document.signalRules.clear();
    for (const auto& [signal, rule] : session.signalRules().changed())
        document.signalRules.push_back({signalWord(signal), rule.stop, rule.pass, rule.tell});
    document.floatTraps.clear();
    for (const auto& [traps, ranks] : session.floatTraps().all())
        document.floatTraps.push_back({ranks.toString(), traps.text()});
    document.groups.clear();
    for (const RankGroup& group : session.groups().all())
        document.groups.push_back({group.name, group.definition.text(), group.origin});
    if (const util::RankSet& all = session.processes().all(); !all.empty())
        document.focus = session.focus() == all ? "" : session.focus().toString();
    document.stopAll = session.stopAll();
    document.catchReports = session.catchesReports();
    return document;
}

std::vector<std::string> onTopOf(const std::vector<std::string>& own, const std::vector<std::string>& whole)
{
    const std::set<std::string_view> known(own.begin(), own.end());
    std::vector<std::string> added;
    for (const std::string& variable : whole) {
        if (!known.contains(variable))
            added.push_back(variable);
    }
    return added;
}

std::vector<std::string> withVariables(std::vector<std::string> own, const std::vector<std::string>& added)
{
    for (const std::string& variable : added) {
        const std::string name = variable.substr(0, variable.find('=') + 1);
        std::erase_if(own, [&](const std::string& old) { return old.starts_with(name); });
        own.push_back(variable);
    }
    return own;
}

} // namespace dbgr::session

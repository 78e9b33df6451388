// SPDX-License-Identifier: BSD-3-Clause
#include "jobs/process_list.h"

#include "util/string_util.h"

#include <algorithm>
#include <optional>

#include <unistd.h>

namespace dbgr::jobs {

namespace {

using Clock = std::chrono::system_clock;

/// When this machine was started.
Clock::time_point bootTime(const ProcFiles& files)
{
    constexpr std::string_view kName = "btime ";
    const std::string text = files.text("stat");
    for (const std::string_view line : util::split(text, '\n'))
        if (line.starts_with(kName))
            if (const auto seconds = util::parseNumber<std::int64_t>(util::trimmed(line.substr(kName.size()))))
                return Clock::time_point(std::chrono::seconds(*seconds));
    return {};
}

struct StatLine
{
    char state = 0;
    util::Pid parent;
    std::uint64_t startTicks = 0;
};

/// "123 (name) S 1 ...": the name may have anything in it, brackets too.
std::optional<StatLine> parseStat(std::string_view text)
{
    constexpr std::size_t kParent = 1, kStartTime = 19; // counted from the state
    const std::size_t nameEnd = text.rfind(") ");
    if (nameEnd == std::string_view::npos)
        return std::nullopt;
    const auto fields = util::split(util::trimmed(text.substr(nameEnd + 2)), ' ');
    if (fields.size() <= kStartTime || fields[0].empty())
        return std::nullopt;
    const auto parent = util::parseNumber<std::int32_t>(fields[kParent]);
    const auto ticks = util::parseNumber<std::uint64_t>(fields[kStartTime]);
    if (!parent || !ticks)
        return std::nullopt;
    return StatLine{fields[0][0], util::Pid(*parent), *ticks};
}

} // namespace

ProcessList ProcessList::read(const ProcFiles& files, std::uint32_t uid)
{
    const Clock::time_point boot = bootTime(files);
    const auto ticksPerSecond = static_cast<std::uint64_t>(std::max(1L, ::sysconf(_SC_CLK_TCK)));
    ProcessList list;
    for (const util::Pid pid : files.processesOf(uid)) {
        const auto stat = parseStat(files.text(std::to_string(pid.value()) + "/stat"));
        if (!stat || stat->state == 'Z' || stat->state == 'X')
            continue;
        Process process{pid, stat->parent, boot, files.commandLine(pid)};
        process.started += std::chrono::milliseconds(stat->startTicks * 1000 / ticksPerSecond);
        if (!process.argv.empty())
            list.m_processes.push_back(std::move(process));
    }
    std::ranges::sort(list.m_processes, {}, &Process::pid);
    for (std::size_t i = 0; i < list.m_processes.size(); ++i)
        list.m_children[list.m_processes[i].parent.value()].push_back(i);
    return list;
}

const Process* ProcessList::find(util::Pid pid) const
{
    const auto found = std::ranges::lower_bound(m_processes, pid, {}, &Process::pid);
    return found != m_processes.end() && found->pid == pid ? &*found : nullptr;
}

std::vector<const Process*> ProcessList::childrenOf(util::Pid pid) const
{
    std::vector<const Process*> children;
    if (const auto found = m_children.find(pid.value()); found != m_children.end())
        for (const std::size_t index : found->second)
            children.push_back(&m_processes[index]);
    return children;
}

} // namespace dbgr::jobs

// SPDX-License-Identifier: BSD-3-Clause
#include "jobs/contact_traces.h"

#include "pmix/types/status.h"
#include "util/string_util.h"

#include <algorithm>
#include <optional>

#include <sys/stat.h>

namespace dbgr::jobs {

namespace {

/// The kernel tells the time of its start in whole seconds, and file systems round too.
constexpr std::chrono::seconds kClockTolerance{3};
/// Servers that were killed leave theirs behind, on some machines for years.
constexpr pmix::SearchLimits kLimits{3, 50'000, 1024};

std::optional<std::chrono::system_clock::time_point> timeWritten(const std::string& path)
{
    struct stat info = {};
    if (::lstat(path.c_str(), &info) != 0)
        return std::nullopt;
    return std::chrono::system_clock::time_point(std::chrono::seconds(info.st_mtim.tv_sec));
}

/// "pmix.HOST.tool.4711" names it; "pmix.HOST.tool.prterun-HOST-4711@0" is the same server's.
std::optional<util::Pid> pidInName(std::string_view path)
{
    const std::string_view name = baseName(path);
    const auto pid = util::parseNumber<std::int32_t>(name.substr(name.rfind('.') + 1));
    return pid ? std::optional(util::Pid(*pid)) : std::nullopt;
}

} // namespace

void ContactTraces::search(const pmix::RendezvousPlaces& places)
{
    searchUnder(places.sessionDir, places.hostNames);
    searchUnder(places.systemDir, places.hostNames);
}

void ContactTraces::searchUnder(const std::string& root, const std::vector<std::string>& hostNames)
{
    std::vector<std::string> prefixes;
    for (const std::string& host : hostNames) {
        if (!m_searched.insert(root + '\n' + host).second)
            continue;
        prefixes.push_back("pmix." + host + ".tool");
        prefixes.push_back("pmix.sys." + host);
    }
    if (prefixes.empty())
        return;
    const auto wanted = [&](std::string_view name) {
        return std::ranges::any_of(prefixes, [name](const std::string& prefix) {
            return name.starts_with(prefix) && (name.size() == prefix.size() || name[prefix.size()] == '.');
        });
    };
    for (pmix::ServerContact& contact : pmix::searchContactFiles(root, wanted, kLimits, &m_unusable))
        if (const auto written = timeWritten(contact.source))
            m_traces.push_back(Trace{std::move(contact), *written});
}

const pmix::ServerContact* ContactTraces::of(const Process& process) const
{
    const Trace* newest = nullptr;
    for (const Trace& trace : m_traces) {
        const auto pid = trace.contact.pid ? trace.contact.pid : pidInName(trace.contact.source);
        const bool fresh = trace.written + kClockTolerance >= process.started;
        if (pid == process.pid && fresh && (newest == nullptr || trace.written > newest->written))
            newest = &trace;
    }
    return newest == nullptr ? nullptr : &newest->contact;
}

const util::Error* ContactTraces::unusableOf(const Process& process) const
{
    for (const pmix::UnusableContact& file : m_unusable)
        if (pidInName(file.path) == process.pid)
            return &file.why;
    return nullptr;
}

std::vector<util::Error> ContactTraces::unusableOfOthers(const std::set<util::Pid>& known,
                                                         const ProcessList& processes) const
{
    std::vector<util::Error> errors;
    for (const pmix::UnusableContact& file : m_unusable) {
        const auto pid = pidInName(file.path);
        // Of the files with other names each server has one with its number, too. One that is being written is no
        // trouble.
        if (!pid || known.contains(*pid) || processes.find(*pid) == nullptr ||
            file.why.code == make_error_code(pmix::Status::ErrWouldBlock))
            continue;
        util::Error error = file.why;
        errors.push_back(
            std::move(error)
                .withContext("looking for launchers: reading the contact file of process " +
                             std::to_string(pid->value()))
                .withAdvice("If a job of yours is missing in the list, attach to it by the number of its process."));
    }
    return errors;
}

std::set<util::Pid> ContactTraces::servers() const
{
    std::set<util::Pid> pids;
    for (const Trace& trace : m_traces)
        if (trace.contact.pid)
            pids.insert(*trace.contact.pid);
    return pids;
}

} // namespace dbgr::jobs

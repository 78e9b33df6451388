// SPDX-License-Identifier: BSD-3-Clause
#include "session/remote/links/loose_link.h"

#include "net/foreign_process.h"
#include "session/remote/links/input_refusal.h"
#include "session/remote/links/rank_choice.h"
#include "session/remote/links/running_launcher.h"
#include "util/host_name.h"
#include "util/rank_environment.h"
#include "util/string_util.h"

#include <algorithm>
#include <csignal>
#include <fstream>
#include <unistd.h>
#include <utility>

namespace dbgr::session {
namespace {

std::string numbered(util::Pid pid)
{
    return "process " + std::to_string(pid.value());
}

/// The process that a thread id belongs to; nothing if there is none.
std::optional<util::Pid> processOfThread(util::Pid thread)
{
    std::ifstream status("/proc/" + std::to_string(thread.value()) + "/status");
    constexpr std::string_view kField = "Tgid:";
    for (std::string line; std::getline(status, line);)
        if (line.starts_with(kField))
            if (const auto pid = util::parseNumber<std::int32_t>(util::trimmed(line).substr(kField.size() + 1)))
                return util::Pid(*pid);
    return std::nullopt;
}

util::Error refused(std::errc code, std::string detail, std::string advice)
{
    return {std::make_error_code(code), std::move(detail), std::move(advice)};
}

} // namespace

struct LooseLink::Process
{
    util::Pid pid;
    std::string executable;
    std::string command;
    std::optional<util::PlaceInJob> place;
    std::optional<net::ForeignProcess> handle; ///< always there once it was looked at
};

LooseLink::LooseLink(net::EventLoop& loop, launchers::LooseProcesses target)
    : m_loop(loop), m_target(std::move(target)), m_daemon(loop)
{}

LooseLink::~LooseLink() = default;

void LooseLink::start(Events events)
{
    m_events = std::move(events);
    m_loop.post(m_lifetime.guard([this] {
        if (auto found = find(); !found)
            m_events.failed(std::move(found).error());
        else
            tellJob();
    }));
}

util::Result<void> LooseLink::checkNumbers() const
{
    std::vector<util::Pid> pids = m_target.pids;
    std::ranges::sort(pids);
    if (pids.empty())
        return util::fail(refused(std::errc::invalid_argument, "attaching to processes: none is named", ""));
    if (const auto twice = std::ranges::adjacent_find(pids); twice != pids.end())
        return util::fail(refused(std::errc::invalid_argument,
                                  "attaching to processes: " + numbered(*twice) + " is named twice",
                                  "Name each process once."));
    return util::ok();
}

util::Result<void> LooseLink::find()
{
    DBGR_TRY(checkNumbers());
    for (const util::Pid pid : m_target.pids) {
        DBGR_TRY(Process process, look(pid));
        m_processes.push_back(std::move(process));
    }
    return util::ok();
}

util::Result<LooseLink::Process> LooseLink::look(util::Pid pid) const
{
    if (pid == util::Pid(::getpid()))
        return util::fail(
            refused(std::errc::invalid_argument, "attaching to " + numbered(pid) + ": that is this dbgr itself", ""));
    if (const auto owner = processOfThread(pid); owner && *owner != pid)
        return util::fail(refused(std::errc::invalid_argument,
                                  "attaching to " + numbered(pid) + ": it is a thread of " + numbered(*owner),
                                  "Name that one: all its threads come with it."));
    // The handle first: what is looked at after that is the process that it means.
    Process process;
    process.pid = pid;
    auto handle = net::ForeignProcess::open(pid, "attaching to " + numbered(pid));
    if (!handle && handle.error().code != std::errc::no_such_process)
        return util::fail(std::move(handle).error());
    auto seen = lookAtProcess(pid);
    if (!seen)
        return util::fail(std::move(seen.error()).withContext("attaching to " + numbered(pid)));
    if (!handle)
        return util::fail(
            refused(std::errc::no_such_process, "attaching to " + numbered(pid) + ": it has just ended", ""));
    process.handle = std::move(*handle);
    process.executable = seen->executable.starts_with('/') ? seen->executable : "";
    process.command = util::join(seen->arguments, " ");
    process.place = util::placeInJob(environmentOf(pid));
    return process;
}

void LooseLink::tellJob()
{
    std::vector<std::optional<util::PlaceInJob>> places;
    std::vector<std::string> names;
    for (const Process& process : m_processes) {
        places.push_back(process.place);
        names.push_back(numbered(process.pid));
    }
    const RankChoice choice = chooseRanks(places, names);
    m_events.tell(LauncherStarted{util::Pid(), describe(m_target), "", "", true});
    if (!choice.oddity.empty())
        m_events.tell(BackendWarning{refused(std::errc::invalid_argument,
                                             "the processes are not ranks of one job (" + choice.oddity +
                                                 "): they are numbered in the order in which you named them",
                                             "")});
    JobLaunched job;
    job.nspace = choice.job;
    for (std::size_t i = 0; i < m_processes.size(); ++i)
        job.ranks.push_back({choice.ranks[i], util::hostName(), m_processes[i].pid, m_processes[i].executable});
    std::ranges::sort(job.ranks, {}, &RankPlace::rank);
    for (Process& process : m_processes)
        process.handle->watchEnd(m_loop, [this, &process] { onEnd(process); });
    m_events.launched(job);
    m_events.settled(std::nullopt);
}

void LooseLink::onEnd(Process& process)
{
    process.handle->unwatch();
    if (++m_ended == m_processes.size())
        m_events.jobEnded({0, std::nullopt, ""});
}

void LooseLink::sendInput(util::RequestId id, const util::RankSet&, std::string, bool)
{
    m_events.tell(
        InputAccepted{id, util::fail(inputIsReadElsewhere("they were started by somebody else, and read it"))});
}

void LooseLink::killJob()
{
    for (Process& process : m_processes) // those that are not attached; others are dead by now
        static_cast<void>(process.handle->signal(SIGKILL, "ending " + numbered(process.pid)));
}

void LooseLink::leave(bool, std::function<void()> done)
{
    for (Process& process : m_processes)
        process.handle->unwatch();
    m_loop.post(std::move(done));
}

} // namespace dbgr::session

// SPDX-License-Identifier: BSD-3-Clause
#include "dbgdaemon/engine/lldb/thread_holds.h"

#include "dbgdaemon/engine/lldb/thread_runs.h"
#include "debug/debug_error.h"
#include "util/log.h"
#include "util/string_util.h"

#include <lldb/API/SBThread.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <system_error>

namespace dbgr::daemon {

namespace {

constexpr const char* kThaw = "Thaw it first: 'thaw all'.";

util::ThreadId idOf(lldb::SBThread& thread)
{
    return util::ThreadId(thread.GetThreadID());
}

} // namespace

util::Result<void> ThreadHolds::check(lldb::SBProcess& process, std::optional<util::ThreadId> mover) const
{
    if (m_frozen.empty())
        return util::ok();
    if (mover && isFrozen(*mover)) {
        lldb::SBThread thread = process.GetThreadByID(mover->value());
        return util::fail(debug::Errc::Frozen,
                          "thread " + std::to_string(thread.GetIndexID()) + ", which is to step, is frozen", kThaw);
    }
    for (std::uint32_t i = 0; i < process.GetNumThreads(); ++i) {
        lldb::SBThread thread = process.GetThreadAtIndex(i);
        if (!isFrozen(idOf(thread)))
            return util::ok();
    }
    return util::fail(debug::Errc::Frozen, "all its threads are frozen", kThaw);
}

template <class IsToStand>
void ThreadHolds::holdThose(lldb::SBProcess& process, const IsToStand& isToStand)
{
    m_held.clear();
    for (std::uint32_t i = 0; i < process.GetNumThreads(); ++i) {
        lldb::SBThread thread = process.GetThreadAtIndex(i);
        const util::ThreadId id = idOf(thread);
        if (!isFrozen(id) && !isToStand(id))
            continue;
        m_held.insert(id);
        if (!thread.Suspend())
            util::log::warning("engine", "LLDB does not suspend a thread", {{"thread", id.value()}});
    }
}

void ThreadHolds::hold(lldb::SBProcess& process, std::optional<util::ThreadId> alone)
{
    m_held.clear();
    if (m_frozen.empty() && !alone)
        return;
    holdThose(process, [&](util::ThreadId id) { return alone && id != *alone; });
}

void ThreadHolds::holdAnew(lldb::SBProcess& process, const std::set<util::ThreadId>& standing)
{
    letGo(process);
    holdThose(process, [&](util::ThreadId id) { return standing.contains(id); });
}

void ThreadHolds::noteStanding(lldb::SBProcess& process)
{
    m_pid = util::Pid(static_cast<util::Pid::Rep>(process.GetProcessID()));
    m_stoodFor.clear();
    for (std::uint32_t i = 0; i < process.GetNumThreads(); ++i) {
        lldb::SBThread thread = process.GetThreadAtIndex(i);
        const lldb::StopReason reason = thread.GetStopReason();
        if (reason == lldb::eStopReasonNone || reason == lldb::eStopReasonInvalid || m_held.contains(idOf(thread)))
            continue;
        if (const auto runs = runsOf(m_pid, idOf(thread)))
            m_stoodFor.emplace(idOf(thread), runs->times);
    }
}

bool ThreadHolds::stood(util::ThreadId thread) const
{
    if (m_held.contains(thread))
        return true;
    const auto before = m_stoodFor.find(thread);
    if (before == m_stoodFor.end())
        return false;
    const auto runs = runsOf(m_pid, thread);
    return runs && runs->times == before->second;
}

bool ThreadHolds::nobodyRuns(util::Pid pid) const
{
    if (m_held.empty())
        return false;
    std::error_code error;
    const std::filesystem::directory_iterator tasks("/proc/" + std::to_string(pid.value()) + "/task", error);
    return !error && std::all_of(begin(tasks), end(tasks), [&](const std::filesystem::directory_entry& task) {
        const auto id = util::parseNumber<std::uint64_t>(task.path().filename().string());
        return id && m_held.contains(util::ThreadId(*id));
    });
}

void ThreadHolds::letGo(lldb::SBProcess& process)
{
    for (const util::ThreadId id : m_held) {
        if (lldb::SBThread thread = process.GetThreadByID(id.value()); thread.IsValid())
            thread.Resume();
    }
    std::erase_if(m_frozen, [&](util::ThreadId id) { return !process.GetThreadByID(id.value()).IsValid(); });
}

} // namespace dbgr::daemon

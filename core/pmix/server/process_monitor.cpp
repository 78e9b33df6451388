// SPDX-License-Identifier: BSD-3-Clause
#include "pmix/server/process_monitor.h"

#include "pmix/server/directives.h"
#include "pmix/types/all_types.h"
#include "pmix/types/keys.h"
#include "util/log.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include <sys/stat.h>

namespace dbgr::pmix {

namespace {

/// Longer ones would be the same as none.
constexpr std::uint64_t kMaxIntervalSeconds = 24 * 3600 * 365;

std::uint64_t numberOf(const std::vector<Info>& infos, std::string_view key)
{
    const Value* value = find(infos, key);
    return value == nullptr ? 0 : value->asUnsigned().value_or(0);
}

util::Result<util::Duration> intervalIn(const MonitorRequest& request, std::string_view key)
{
    const std::uint64_t seconds = numberOf(request.directives, key);
    if (seconds == 0)
        return util::fail(Status::ErrBadParam, "PMIx_Process_monitor without " + std::string(key) + ", in seconds");
    return util::Duration(std::chrono::seconds(std::min(seconds, kMaxIntervalSeconds)));
}

std::int64_t nanoseconds(const timespec& time)
{
    return static_cast<std::int64_t>(time.tv_sec) * 1000000000 + time.tv_nsec;
}

} // namespace

util::Result<InfoReply> ProcessMonitor::request(const Requester& who, const MonitorRequest& request)
{
    if (request.monitor.key == keys::kSendHeartbeat) {
        beat(who.id);
        return InfoReply{};
    }
    if (request.monitor.key == keys::kMonitorCancel)
        return cancel(who.id, request.monitor.value);
    const auto isTheirs = [&](const auto& each) { return each.second.peer == who.id; };
    if (static_cast<std::size_t>(std::ranges::count_if(m_watches, isTheirs)) >= kMaxWatches)
        return util::fail(Status::ErrOutOfResource, toString(who.proc()) + " has too much watched");

    Watch watch;
    watch.peer = who.id;
    watch.proc = who.proc();
    watch.code = request.error;
    if (const Value* id = find(request.directives, keys::kMonitorId))
        watch.id = id->asString().value_or("");
    if (const Value* range = find(request.directives, keys::kRange))
        watch.range = static_cast<DataRange>(range->asUnsigned().value_or(0));
    if (request.monitor.key == keys::kMonitorHeartbeat) {
        DBGR_TRY(readHeartbeat(request, watch));
    } else if (request.monitor.key == keys::kMonitorFile) {
        DBGR_TRY(readFile(request, watch));
    } else {
        return util::fail(Status::ErrNotSupported, "\"" + request.monitor.key + "\" cannot be watched by this server");
    }
    const std::uint64_t number = m_next++;
    m_watches.emplace(number, std::move(watch));
    wait(number);
    return InfoReply{};
}

util::Result<InfoReply> ProcessMonitor::cancel(PeerId peer, const Value& id)
{
    const std::string name = id.asString().value_or(""); // none: all
    const std::size_t ended = std::erase_if(m_watches, [&](const auto& each) {
        return each.second.peer == peer && (name.empty() || each.second.id == name);
    });
    if (ended == 0)
        return util::fail(Status::ErrNotFound, "nothing is watched under the name \"" + name + "\"");
    return InfoReply{};
}

util::Result<void> ProcessMonitor::readHeartbeat(const MonitorRequest& request, Watch& watch)
{
    DBGR_TRY(watch.interval, intervalIn(request, keys::kMonitorHeartbeatTime));
    watch.drops = numberOf(request.directives, keys::kMonitorHeartbeatDrops);
    if (watch.code == Status::Success)
        watch.code = Status::MonitorHeartbeatAlert;
    return util::ok();
}

util::Result<void> ProcessMonitor::readFile(const MonitorRequest& request, Watch& watch)
{
    DBGR_TRY(watch.interval, intervalIn(request, keys::kMonitorFileCheckTime));
    watch.drops = numberOf(request.directives, keys::kMonitorFileDrops);
    if (watch.code == Status::Success)
        watch.code = Status::MonitorFileAlert;
    WatchedFile file;
    file.path = request.monitor.value.asString().value_or("");
    if (!file.path.starts_with('/'))
        return util::fail(Status::ErrBadParam, "the file to watch, \"" + file.path + "\", is no absolute path");
    file.size = find(request.directives, keys::kMonitorFileSize) != nullptr;
    file.access = find(request.directives, keys::kMonitorFileAccess) != nullptr;
    file.modification = find(request.directives, keys::kMonitorFileModify) != nullptr;
    if (!file.size && !file.access && !file.modification)
        file.size = file.modification = true;
    DBGR_TRY(file.last, stateOf(file));
    watch.file = std::move(file);
    return util::ok();
}

util::Result<ProcessMonitor::FileState> ProcessMonitor::stateOf(const WatchedFile& file)
{
    struct stat found;
    if (::stat(file.path.c_str(), &found) != 0)
        return util::fail(Status::ErrNotFound, "the file to watch, \"" + file.path + "\", is not there");
    FileState state;
    if (file.size)
        state.size = static_cast<std::uint64_t>(found.st_size);
    if (file.access)
        state.accessed = nanoseconds(found.st_atim);
    if (file.modification)
        state.modified = nanoseconds(found.st_mtim);
    return state;
}

void ProcessMonitor::beat(PeerId peer)
{
    for (auto& [number, watch] : m_watches)
        if (watch.peer == peer && !watch.file)
            watch.alive = true;
}

void ProcessMonitor::dropPeer(PeerId peer)
{
    std::erase_if(m_watches, [peer](const auto& each) { return each.second.peer == peer; });
}

void ProcessMonitor::wait(std::uint64_t number)
{
    Watch& watch = m_watches.at(number);
    watch.timer = m_scheduler.after(watch.interval, [this, number] { look(number); });
}

void ProcessMonitor::look(std::uint64_t number)
{
    Watch& watch = m_watches.at(number);
    if (watch.file) {
        const auto state = stateOf(*watch.file); // one that has gone does not change any more
        watch.alive = state && !(*state == watch.file->last);
        if (state)
            watch.file->last = *state;
    }
    watch.missed = std::exchange(watch.alive, false) ? 0 : watch.missed + 1;
    wait(number);
    if (watch.missed == watch.drops + 1)
        alert(watch);
}

void ProcessMonitor::alert(const Watch& watch)
{
    Event event{watch.code, watch.proc, {Info(keys::kEventAffectedProc, Value::proc(watch.proc))}};
    if (!watch.id.empty())
        event.infos.emplace_back(keys::kMonitorId, Value::string(watch.id));
    const DataRange range = watch.range;
    if (const auto told = m_events.notify(event, range, std::nullopt); !told) // may end watches
        util::log::warning("pmix", "an alert is not told", {{"why", told.error().message()}});
}

} // namespace dbgr::pmix

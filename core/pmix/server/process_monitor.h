// SPDX-License-Identifier: BSD-3-Clause
// Watches processes that ask for it: whether they give signs of life, or whether a file of theirs changes; and tells of
// those that do not. No socket. Thread: its owner's.
// \std PMIx 5.0, "Process and Job Monitoring"
#pragma once

#include "pmix/ops/info_reply.h"
#include "pmix/ops/monitor.h"
#include "pmix/server/event_hub.h"
#include "pmix/server/requester.h"
#include "util/scheduler.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>

namespace dbgr::pmix {

class ProcessMonitor
{
public:
    /// What one process may have watched at once.
    static constexpr std::size_t kMaxWatches = 64;

    ProcessMonitor(util::Scheduler& scheduler, EventHub& events) : m_scheduler(scheduler), m_events(events) {}

    /// Begins to watch the asker, or ends it. Of an interval without a sign of life, so many are let pass as the asker
    /// says (the `drops`); the next one raises the event, once for each silence, to the asker's job unless it names
    /// another PMIX_RANGE.
    /// \errors Status::ErrBadParam: no interval, a path that is not absolute; ErrNotFound: nothing to cancel, no such
    /// file; ErrOutOfResource; ErrNotSupported for what else could be watched
    [[nodiscard]] util::Result<InfoReply> request(const Requester& who, const MonitorRequest& request);
    /// A sign of life.
    void beat(PeerId peer);
    void dropPeer(PeerId peer);

private:
    /// What of a file counts as a change.
    struct FileState
    {
        std::uint64_t size = 0;
        std::int64_t accessed = 0; ///< nanoseconds
        std::int64_t modified = 0;
        friend bool operator==(const FileState&, const FileState&) = default;
    };
    struct WatchedFile
    {
        std::string path;
        bool size = false, access = false, modification = false;
        FileState last;
    };
    struct Watch
    {
        PeerId peer;
        Proc proc;
        std::string id;
        Status code;
        DataRange range = DataRange::Namespace;
        util::Duration interval{};
        std::uint64_t drops = 0;
        std::uint64_t missed = 0;
        bool alive = false; ///< since the last look
        std::optional<WatchedFile> file;
        util::Subscription timer;
    };

    [[nodiscard]] static util::Result<FileState> stateOf(const WatchedFile& file);
    [[nodiscard]] util::Result<InfoReply> cancel(PeerId peer, const Value& id);
    [[nodiscard]] static util::Result<void> readHeartbeat(const MonitorRequest& request, Watch& watch);
    [[nodiscard]] static util::Result<void> readFile(const MonitorRequest& request, Watch& watch);
    void wait(std::uint64_t number);
    void look(std::uint64_t number);
    void alert(const Watch& watch);

    util::Scheduler& m_scheduler;
    EventHub& m_events;
    std::map<std::uint64_t, Watch> m_watches;
    std::uint64_t m_next = 0;
};

} // namespace dbgr::pmix

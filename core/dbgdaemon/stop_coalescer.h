// SPDX-License-Identifier: BSD-3-Clause
// Folds what happens to single ranks into facts about sets of ranks: all that happens the same way within a short
// window is told once. Way: engine -> StopCoalescer -> dbgwire. Thread: net.
#pragma once

#include "dbgdaemon/engine/engine.h"
#include "util/scheduler.h"

#include <chrono>
#include <cstddef>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace dbgr::daemon {

/// Flow: add() ... -> kWindow after the last of them, at most kLongest after the first, or flush() -> the groups, as
/// DaemonEvents.
/// The order of what happened to one rank is kept: groups are told in a fixed order of kinds, and what does not fit
/// behind what already waits for its rank has the window closed first.
class StopCoalescer
{
public:
    static constexpr std::chrono::milliseconds kWindow{10};
    static constexpr std::chrono::milliseconds kLongest{40};
    /// The same where ranks end: nobody waits for that word, and on a busy node processes end one after the other.
    static constexpr std::chrono::milliseconds kWindowOfEnds{40};
    static constexpr std::chrono::milliseconds kLongestOfEnds{120};
    /// What ranks log is told when there is so much of it.
    static constexpr std::size_t kMostRecords = 500;

    /// \param host this node's name, for RanksAttached
    StopCoalescer(util::Scheduler& scheduler, std::string host, std::function<void(debug::DaemonEvent)> tell)
        : m_scheduler(scheduler), m_host(std::move(host)), m_tell(std::move(tell))
    {}

    void add(EngineEvent event);
    /// Tells all that waits, now.
    void flush();

private:
    /// In the order in which a window's groups are told.
    enum class Kind
    {
        Attached,
        AttachFailed,
        Resumed,
        Stopped,
        Exited,
        Detached,
        Lost
    };

    /// What waits to be told.
    struct Window
    {
        std::map<util::Rank, Kind> latest; ///< of each rank
        std::vector<debug::AttachedRank> attached;
        std::vector<debug::RankFailure> attachFailed;
        util::RankSet resumed;
        std::vector<debug::StopEvent> stops;
        std::vector<debug::RanksExited> exited; ///< in the order in which the first of each ended
        util::RankSet detached;
        std::vector<debug::RankFailure> lost;
        std::vector<debug::TraceRecord> traced;
        std::map<int, debug::SignalsSeen> seen; ///< by signal
        std::map<util::BreakpointId, debug::HitsPassed> passed;

        [[nodiscard]] bool isEmpty() const
        {
            return latest.empty() && traced.empty() && seen.empty() && passed.empty();
        }
    };

    void addExit(const RankExited& exited);
    /// For what is no news of a rank's state.
    void open();
    void addSeen(const debug::SignalsSeen& seen);
    void addPassed(const debug::HitsPassed& passed);
    void addTraced(debug::TraceRecord record);
    void enter(util::Rank rank, Kind kind);
    void tellNow(debug::DaemonEvent event);

    util::Scheduler& m_scheduler;
    const std::string m_host;
    const std::function<void(debug::DaemonEvent)> m_tell;
    Window m_window;
    util::TimePoint m_opened{}; ///< when the first of the window came
    util::Subscription m_end;
};

} // namespace dbgr::daemon

// SPDX-License-Identifier: BSD-3-Clause
// Tells of stops: at once, or with others by the same condition, which is looked at in one rank after the other.
// Thread: the session's.
#pragma once

#include "debug/stop.h"
#include "session/breakpoint_store.h"
#include "session/process_table.h"
#include "session/publisher.h"
#include "util/scheduler.h"
#include "util/subscription.h"

#include <chrono>
#include <functional>

namespace dbgr::session {

class StopHerald
{
public:
    /// Stops by one condition that are no further apart than this are told as one, and none later than the second.
    static constexpr std::chrono::milliseconds kBetweenStops{100};
    static constexpr std::chrono::milliseconds kStopIsLate{400};

    /// All of them live longer.
    struct Parts
    {
        util::Scheduler& scheduler;
        const BreakpointStore& breakpoints;
        const ProcessTable& processes;
        Publisher& publisher;
        std::function<void()> publish;
    };
    explicit StopHerald(Parts parts) : m_parts(std::move(parts)) {}

    void tell(debug::StopGroup stop);
    /// What is held back is of a job that is no more.
    void forget() { m_timer.cancel(); }

private:
    [[nodiscard]] bool hasCondition(const debug::StopCause& cause) const;

    Parts m_parts;
    util::Subscription m_timer;
    util::TimePoint m_heldSince{};
};

} // namespace dbgr::session

// SPDX-License-Identifier: BSD-3-Clause
// Says so when the engine works on one thing for long, so that nobody takes slow symbols for a hang. Thread: net.
#pragma once

#include "debug/daemon_event.h"
#include "util/rank_set.h"
#include "util/scheduler.h"
#include "util/subscription.h"

#include <chrono>
#include <functional>
#include <list>
#include <string>

namespace dbgr::daemon {

class BusyWatch
{
public:
    static constexpr std::chrono::seconds kPatience{2};

    /// \param onBusy is run each kPatience for as long as the oldest piece of work is older than that
    BusyWatch(util::Scheduler& scheduler, std::function<void(debug::EngineBusy)> onBusy);

    /// Work begins; it ends when the subscription is dropped, which must be before this object goes.
    util::Subscription begin(util::RankSet ranks, std::string what);

private:
    struct Work
    {
        util::RankSet ranks;
        std::string what;
        util::TimePoint since;
    };
    void look();
    void lookLater();

    util::Scheduler& m_scheduler;
    std::function<void(debug::EngineBusy)> m_onBusy;
    std::list<Work> m_work; // oldest first: the engine does one after the other
    util::Subscription m_timer;
};

} // namespace dbgr::daemon

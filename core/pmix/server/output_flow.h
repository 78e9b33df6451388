// SPDX-License-Identifier: BSD-3-Clause
// When to hold the output of processes back at its source, because a peer reads more slowly than they write, and when
// no longer to wait for it. Thread: that of its scheduler.
#pragma once

#include "pmix/server/requester.h"
#include "util/scheduler.h"
#include "util/subscription.h"

#include <chrono>
#include <functional>
#include <map>

namespace dbgr::pmix {

class OutputFlow
{
public:
    /// How long all wait for one peer. After that what it does not read piles up, and is lost beyond a limit.
    static constexpr std::chrono::seconds kPatience{10};

    /// \param hold true: read no more output for now; false: go on
    OutputFlow(util::Scheduler& scheduler, std::function<void(bool hold)> hold);

    /// More waits for the peer than should, or no longer so.
    void setCongested(PeerId peer, bool congested);
    void dropPeer(PeerId peer);

private:
    void update();

    util::Scheduler& m_scheduler;
    const std::function<void(bool)> m_hold;
    bool m_holding = false;
    std::map<PeerId, util::Subscription> m_waitingFor;
};

} // namespace dbgr::pmix

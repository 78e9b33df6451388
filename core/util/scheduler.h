// SPDX-License-Identifier: BSD-3-Clause
// An executor with a clock and timers: all that a state machine needs of the world to keep its deadlines.
#pragma once

#include "util/clock.h"
#include "util/executor.h"
#include "util/subscription.h"

namespace dbgr::util {

/// Implemented by net::EventLoop, and by ManualScheduler in tests.
class Scheduler : public Executor, public Clock
{
public:
    /// Runs `task` once on the owner thread, `delay` from now, unless the subscription is dropped before.
    /// \thread owner
    [[nodiscard]] virtual Subscription after(Duration delay, Task task) = 0;
};

} // namespace dbgr::util

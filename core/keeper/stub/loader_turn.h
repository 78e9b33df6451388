// SPDX-License-Identifier: BSD-3-Clause
// Ranks have LLDB read the libraries that they have loaded one after the other. LLDB resolves breakpoints on a thread
// of each process; in a library that several processes have just loaded these threads meet in what it knows of the
// library, which is not made for that: they take the entry of a function for the end of its prologue, or crash. (LLDB
// 19 and 22.) Thread: the keeper's.
#pragma once

#include "util/scheduler.h"
#include "util/subscription.h"

#include <chrono>
#include <deque>
#include <functional>
#include <utility>

namespace dbgr::keeper {

class LoaderTurn
{
public:
    /// A rank that LLDB does not let go on (its user has it stand) keeps the others no longer than this.
    static constexpr std::chrono::seconds kLimit{5};

    explicit LoaderTurn(util::Scheduler& scheduler) : m_scheduler(scheduler) {}

    /// Calls `go`, now or when those who asked before have had their turn. \pre `who` neither has it nor waits
    void take(const void* who, std::function<void()> go);
    /// Its turn is over, or it waits no longer; also for somebody who did not ask.
    void leave(const void* who);

private:
    void next();

    util::Scheduler& m_scheduler;
    const void* m_current = nullptr;
    std::deque<std::pair<const void*, std::function<void()>>> m_waiting;
    util::Subscription m_limit;
};

} // namespace dbgr::keeper

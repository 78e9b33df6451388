// SPDX-License-Identifier: BSD-3-Clause
// Has a rank stand that the engine wishes to, whatever LLDB lets it do: LLDB goes on by itself after many a stop (where
// a condition is false, in the midst of a step, when it has put a breakpoint in), and takes a stop that comes just then
// for one of its own. So the wish is looked at each time the rank is let run. Asked by Conversation. Thread: the
// keeper's.
#pragma once

#include "keeper/stub/wishes.h"
#include "util/scheduler.h"
#include "util/subscription.h"

#include <chrono>
#include <functional>
#include <utility>

namespace dbgr::keeper {

class StandWatch
{
public:
    /// For a step of one instruction; one that waits in the kernel does not end.
    static constexpr std::chrono::milliseconds kStepMayTake{20};
    static constexpr std::chrono::milliseconds kCallMayTake{250};

    /// How LLDB lets the rank run.
    enum class Run
    {
        Freely,
        LoneStep, ///< one thread does one instruction, all others stand
        InCall    ///< a thread does what LLDB sent it to do
    };

    StandWatch(util::Scheduler& scheduler, std::function<StandWish()> wish)
        : m_scheduler(&scheduler), m_wish(std::move(wish))
    {}

    /// The rank runs. Calls `stop` where it is to stand, now or later. By a lone step LLDB gets over a breakpoint, and
    /// one that it has not got over it tells once more: so the first one of each asking may end by itself. By a call it
    /// judges a condition, and takes one that it has not judged for one that holds.
    void look(Run how, std::function<void()> stop)
    {
        const StandWish wish = m_wish();
        if (wish == 0 || m_mayEnd)
            return;
        m_mayEnd = how == Run::InCall || (how == Run::LoneStep && std::exchange(m_stepped, wish) != wish);
        if (m_mayEnd)
            m_limit = m_scheduler->after(how == Run::InCall ? kCallMayTake : kStepMayTake, std::move(stop));
        else
            stop();
    }
    void stood()
    {
        m_mayEnd = false;
        m_limit.cancel();
    }

private:
    util::Scheduler* m_scheduler;
    std::function<StandWish()> m_wish;
    StandWish m_stepped = 0; // for which it has made its step
    bool m_mayEnd = false;   // what it does now
    util::Subscription m_limit;
};

} // namespace dbgr::keeper

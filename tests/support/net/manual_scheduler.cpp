// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/net/manual_scheduler.h"

namespace dbgr::test {

util::Subscription ManualScheduler::after(util::Duration delay, util::Task task)
{
    const TimerKey key(m_now + delay, m_nextTimer++);
    m_timers->emplace(key, std::move(task));
    return util::Subscription([weak = std::weak_ptr(m_timers), key] {
        if (const auto timers = weak.lock())
            timers->erase(key);
    });
}

bool ManualScheduler::runOne()
{
    if (m_tasks.empty())
        return false;
    const auto task = std::move(m_tasks.front());
    m_tasks.pop_front();
    task();
    return true;
}

void ManualScheduler::runUntilIdle()
{
    while (runOne()) {
    }
}

void ManualScheduler::advance(util::Duration duration)
{
    const util::TimePoint end = m_now + duration;
    runUntilIdle();
    while (!m_timers->empty() && m_timers->begin()->first.first <= end) {
        auto timer = m_timers->extract(m_timers->begin());
        m_now = std::max(m_now, timer.key().first);
        timer.mapped()();
        runUntilIdle();
    }
    m_now = end;
}

} // namespace dbgr::test

// SPDX-License-Identifier: GPL-3.0-or-later
// A scheduler whose time and tasks the test moves by hand. Thread: the test's.
#pragma once

#include "util/scheduler.h"

#include <cstdint>
#include <deque>
#include <map>
#include <memory>

namespace dbgr::test {

class ManualScheduler final : public util::Scheduler
{
public:
    void post(util::Task task) override { m_tasks.push_back(std::move(task)); }
    [[nodiscard]] bool isCurrent() const override { return true; }
    [[nodiscard]] util::TimePoint now() const override { return m_now; }
    [[nodiscard]] util::Subscription after(util::Duration delay, util::Task task) override;

    /// Runs tasks, and those that they post, until none is left. Time stands still.
    void runUntilIdle();
    /// Runs the oldest task, if there is one.
    bool runOne();
    /// Lets time pass: runs every timer at its time, and all tasks in between.
    void advance(util::Duration duration);
    /// As a process that is suspended for so long: time passes, and what fell due runs afterwards.
    void passUnseen(util::Duration duration) { m_now += duration; }
    [[nodiscard]] std::size_t pendingTasks() const { return m_tasks.size(); }
    [[nodiscard]] std::size_t pendingTimers() const { return m_timers->size(); }

private:
    using TimerKey = std::pair<util::TimePoint, std::uint64_t>; // those of one time run in the order of their making
    using Timers = std::map<TimerKey, util::Task>;

    util::TimePoint m_now{std::chrono::hours(1)};
    std::uint64_t m_nextTimer = 0;
    std::deque<util::Task> m_tasks;
    std::shared_ptr<Timers> m_timers = std::make_shared<Timers>();
};

} // namespace dbgr::test

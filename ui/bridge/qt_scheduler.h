// SPDX-License-Identifier: GPL-3.0-or-later
// Qt's event loop as the executor, clock and timers that a session runs on: what makes the GUI thread the session's.
// Thread: made on the GUI thread, which then owns it; post() may be called from any.
#pragma once

#include "util/scheduler.h"

#include <memory>

namespace dbgr::ui {

class QtScheduler final : public util::Scheduler
{
public:
    QtScheduler();
    ~QtScheduler() override;
    QtScheduler(const QtScheduler&) = delete;
    QtScheduler& operator=(const QtScheduler&) = delete;

    /// Tasks that wait together cost one event of Qt's loop.
    void post(util::Task task) override;
    [[nodiscard]] bool isCurrent() const override;
    [[nodiscard]] util::TimePoint now() const override;
    /// Timers are as exact as Qt's: a millisecond.
    [[nodiscard]] util::Subscription after(util::Duration delay, util::Task task) override;

private:
    class Impl;
    std::shared_ptr<Impl> m_impl;
};

} // namespace dbgr::ui

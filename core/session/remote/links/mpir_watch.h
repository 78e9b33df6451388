// SPDX-License-Identifier: BSD-3-Clause
// Waits until a launcher with MPIR's table has started all its ranks. Its memory is looked at now and then; it does not
// notice. Way: launch and attach links -> here -> core/mpir. Thread: net.
#pragma once

#include "mpir/proctable.h"
#include "mpir/target.h"
#include "session/backend_event.h"
#include "util/scheduler.h"

#include <chrono>
#include <functional>
#include <string>

namespace dbgr::session {

class MpirWatch
{
public:
    static constexpr std::chrono::milliseconds kPeriod{10};

    /// Whether the launcher has done what is to be awaited besides; nothing: its full table is enough.
    using Ready = std::function<bool(mpir::Target&)>;
    using Done = std::function<void(const mpir::Proctable&)>;

    /// \param done runs once, never inside this call; it may destroy the watch
    MpirWatch(util::Scheduler& scheduler, mpir::Target launcher, Ready ready, Done done);

    [[nodiscard]] mpir::Target& launcher() { return m_launcher; }
    /// The last reason why it is not done.
    [[nodiscard]] const util::Error& missing() const { return m_missing; }

private:
    void look();

    util::Scheduler& m_scheduler;
    mpir::Target m_launcher;
    Ready m_ready;
    Done m_done;
    util::Error m_missing;
    util::Subscription m_timer;
};

/// The proctable for the session: ranks in their order. \param nspace how the job is to be called
[[nodiscard]] JobLaunched jobOf(const mpir::Proctable& table, std::string nspace);

} // namespace dbgr::session

// SPDX-License-Identifier: BSD-3-Clause
// The table of processes of an mpirun of Open MPI 4, from the moment at which mpirun was started. Way: mpirun's memory
// -> MpirWatch -> here -> orte_launch, orte_attach. Thread: net.
#pragma once

#include "mpir/proctable.h"
#include "mpir/target.h"
#include "session/remote/links/mpir_watch.h"
#include "util/ids.h"
#include "util/scheduler.h"

#include <chrono>
#include <functional>
#include <optional>

namespace dbgr::session {

class OrteTable
{
public:
    static constexpr std::chrono::milliseconds kPause{10};

    struct Callbacks
    {
        /// Once: all ranks have called MPI_Init.
        std::function<void(const mpir::Proctable&)> complete;
        /// We may not look into it, it is a 32-bit program, it has ended. Once.
        std::function<void(util::Error)> failed;
        /// mpirun is not what was started, but this process below it. Once, before `complete`; nothing: it is not
        /// looked for there.
        std::function<void(util::Pid)> foundBelow{};
    };

    /// \param started mpirun, or what runs it
    OrteTable(util::Scheduler& scheduler, util::Pid started, Callbacks callbacks);

    /// Callbacks come later, never inside.
    void start();
    void stop();
    /// Why it is not complete, as far as it is known.
    [[nodiscard]] const util::Error& missing() const { return m_missing; }
    /// \pre complete
    [[nodiscard]] mpir::Target& mpirun() { return m_watch->launcher(); }

private:
    void open();
    void openBelow(util::Result<mpir::Target>& mpirun);

    util::Scheduler& m_scheduler;
    const util::Pid m_started;
    Callbacks m_callbacks;
    util::Error m_missing;
    std::optional<MpirWatch> m_watch;
    bool m_complete = false;
    util::Subscription m_next;
};

} // namespace dbgr::session

// SPDX-License-Identifier: BSD-3-Clause
// Waits until srun has a job: that may stand in Slurm's queue for hours, and nothing of it is late meanwhile. srun is
// not stopped for it; its memory tells. Way: slurm_launch, agent_link -> here. Thread: net.
#pragma once

#include "mpir/target.h"
#include "net/event_loop.h"
#include "util/ids.h"

#include <chrono>
#include <functional>
#include <optional>

namespace dbgr::session {

class SlurmQueue
{
public:
    static constexpr std::chrono::milliseconds kPeriod{500};

    /// \param hasJob is called once, unless this is destroyed before
    SlurmQueue(net::EventLoop& loop, util::Pid srun, std::function<void()> hasJob);

private:
    void look();

    net::EventLoop& m_loop;
    const util::Pid m_pid;
    const std::function<void()> m_hasJob;
    std::optional<mpir::Target> m_srun; ///< nothing: it is still being started
    util::Subscription m_timer;
};

} // namespace dbgr::session

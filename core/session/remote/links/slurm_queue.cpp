// SPDX-License-Identifier: BSD-3-Clause
#include "session/remote/links/slurm_queue.h"

#include "session/remote/links/slurm_step.h"

#include <utility>

namespace dbgr::session {

SlurmQueue::SlurmQueue(net::EventLoop& loop, util::Pid srun, std::function<void()> hasJob)
    : m_loop(loop), m_pid(srun), m_hasJob(std::move(hasJob))
{
    look();
}

void SlurmQueue::look()
{
    m_timer = m_loop.after(kPeriod, [this] {
        if (!m_srun)
            if (auto srun = mpir::Target::open(m_pid))
                m_srun = *std::move(srun);
        if (!m_srun || jobIdOf(*m_srun).empty())
            return look();
        m_hasJob(); // may be our end
    });
}

} // namespace dbgr::session

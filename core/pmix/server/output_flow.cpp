// SPDX-License-Identifier: BSD-3-Clause
#include "pmix/server/output_flow.h"

#include <utility>

namespace dbgr::pmix {

OutputFlow::OutputFlow(util::Scheduler& scheduler, std::function<void(bool hold)> hold)
    : m_scheduler(scheduler), m_hold(std::move(hold))
{}

void OutputFlow::setCongested(PeerId peer, bool congested)
{
    if (!congested)
        return dropPeer(peer);
    m_waitingFor[peer] = m_scheduler.after(kPatience, [this, peer] { dropPeer(peer); });
    update();
}

void OutputFlow::dropPeer(PeerId peer)
{
    // Its timer may be on the stack below us.
    const auto gone = m_waitingFor.extract(peer);
    update();
}

void OutputFlow::update()
{
    const bool hold = !m_waitingFor.empty();
    if (std::exchange(m_holding, hold) != hold)
        m_hold(hold);
}

} // namespace dbgr::pmix

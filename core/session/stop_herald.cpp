// SPDX-License-Identifier: BSD-3-Clause
#include "session/stop_herald.h"

#include <algorithm>
#include <utility>

namespace dbgr::session {

bool StopHerald::hasCondition(const debug::StopCause& cause) const
{
    return std::any_of(cause.breakpoints.begin(), cause.breakpoints.end(), [this](util::BreakpointId id) {
        const Breakpoint* const breakpoint = m_parts.breakpoints.find(id);
        return breakpoint && !breakpoint->spec.condition.empty();
    });
}

void StopHerald::tell(debug::StopGroup stop)
{
    if (!hasCondition(stop.cause) || m_parts.processes.unsettled().empty())
        return m_parts.publisher.tell(std::move(stop));
    if (!m_parts.publisher.holdsStops())
        m_heldSince = m_parts.scheduler.now();
    m_parts.publisher.holdBack(std::move(stop));
    const util::Duration left = m_heldSince + kStopIsLate - m_parts.scheduler.now();
    m_timer = m_parts.scheduler.after(std::min<util::Duration>(kBetweenStops, left), [this] {
        m_parts.publisher.releaseStops();
        m_parts.publish();
    });
}

} // namespace dbgr::session

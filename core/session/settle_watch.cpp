// SPDX-License-Identifier: BSD-3-Clause
#include "session/settle_watch.h"

#include <utility>

namespace dbgr::session {

util::Subscription SettleWatch::add(util::RankSet ranks, std::function<void()> settled)
{
    const std::uint64_t id = m_next++;
    m_waits->emplace(id, Wait{std::move(ranks), std::move(settled)});
    return util::Subscription([id, weak = std::weak_ptr(m_waits)] {
        if (const auto waits = weak.lock())
            waits->erase(id);
    });
}

void SettleWatch::check(const util::RankSet& unsettled)
{
    for (auto& [id, wait] : *m_waits) {
        if (wait.ranks.intersects(unsettled))
            continue;
        wait.ranks = {};
        // It stays in the map until it runs, so that it can still be cancelled.
        m_executor.post([id = id, weak = std::weak_ptr(m_waits)] {
            const auto waits = weak.lock();
            if (!waits)
                return;
            if (auto due = waits->extract(id))
                due.mapped().settled();
        });
    }
}

} // namespace dbgr::session

// SPDX-License-Identifier: BSD-3-Clause
// Collects what changed and what happened, and tells the observers once a batch. Owned by the session.
// Thread: the session's.
#pragma once

#include "session/observer.h"
#include "util/subscription.h"

#include <memory>
#include <vector>

namespace dbgr::session {

class Publisher
{
public:
    /// `observer` must live until the subscription is dropped.
    [[nodiscard]] util::Subscription observe(Observer& observer);

    /// What the next batch will say.
    [[nodiscard]] ChangeSet& changes() { return m_changes; }
    /// Stops that are held back are told first, unless it is output.
    void tell(SessionEvent event);
    /// Tells it with what else happens for the same cause, until releaseStops() or news of another kind.
    void holdBack(debug::StopGroup stop);
    void releaseStops();
    [[nodiscard]] bool holdsStops() const { return !m_heldStops.empty(); }
    /// They were of a job that is over.
    void forgetStops() { m_heldStops.clear(); }
    [[nodiscard]] bool hasNews() const { return m_changes.any() || !m_events.empty(); }

    /// Tells the batch, if there is one. What observers cause meanwhile is of the next batch.
    void publish();

private:
    struct Entry
    {
        Observer* observer; ///< null once it is gone
    };

    std::vector<std::shared_ptr<Entry>> m_observers;
    ChangeSet m_changes;
    std::vector<SessionEvent> m_events;
    std::vector<debug::StopGroup> m_heldStops;
};

} // namespace dbgr::session

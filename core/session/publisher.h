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
    void tell(SessionEvent event) { m_events.push_back(std::move(event)); }
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
};

} // namespace dbgr::session

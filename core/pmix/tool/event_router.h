// SPDX-License-Identifier: BSD-3-Clause
// Which of our handlers wants which events. Between a connection and the users of a Tool. Thread: the tool's.
#pragma once

#include "pmix/ops/event.h"
#include "pmix/types/status.h"

#include <cstdint>
#include <functional>
#include <map>
#include <vector>

namespace dbgr::pmix {

class EventRouter
{
public:
    using Handler = std::function<void(const Event&)>;
    using Id = std::uint64_t;

    /// \param codes none: the default handler, which gets what no other one wants and is not marked as non-default
    Id add(std::vector<Status> codes, Handler handler);
    void remove(Id id) { m_entries.erase(id); }

    /// Calls the handlers of this event, in the order of their registration. They may add and remove handlers; to stop
    /// because the router was destroyed is the caller's part: `goOn` is asked before each.
    void dispatch(const Event& event, const std::function<bool()>& goOn) const;

private:
    struct Entry
    {
        std::vector<Status> codes;
        Handler handler;
    };

    std::map<Id, Entry> m_entries;
    Id m_next = 1;
};

} // namespace dbgr::pmix

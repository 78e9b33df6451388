// SPDX-License-Identifier: BSD-3-Clause
#include "session/publisher.h"

#include "debug/merge.h"

#include <utility>

namespace dbgr::session {

util::Subscription Publisher::observe(Observer& observer)
{
    const auto entry = std::make_shared<Entry>(Entry{&observer});
    m_observers.push_back(entry);
    return util::Subscription([entry] { entry->observer = nullptr; });
}

void Publisher::tell(SessionEvent event)
{
    if (auto* const stop = std::get_if<debug::StopGroup>(&event); stop && holdsStops()) {
        holdBack(std::move(*stop));
        return releaseStops();
    }
    if (!std::holds_alternative<OutputText>(event))
        releaseStops();
    m_events.push_back(std::move(event));
}

void Publisher::holdBack(debug::StopGroup stop)
{
    m_heldStops.push_back(std::move(stop));
    m_heldStops = debug::mergeStopGroups(std::move(m_heldStops));
}

void Publisher::releaseStops()
{
    for (debug::StopGroup& stop : std::exchange(m_heldStops, {}))
        m_events.emplace_back(std::move(stop));
}

void Publisher::publish()
{
    std::erase_if(m_observers, [](const auto& entry) { return !entry->observer; });
    if (!hasNews())
        return;
    const ChangeSet changes = std::exchange(m_changes, {});
    const std::vector<SessionEvent> events = std::exchange(m_events, {});
    const auto observers = m_observers; // they may come and go meanwhile
    for (const auto& entry : observers) {
        if (entry->observer)
            entry->observer->sessionChanged(changes, events);
    }
}

} // namespace dbgr::session

// SPDX-License-Identifier: BSD-3-Clause
#include "dbgdaemon/engine/busy_watch.h"

#include <utility>

namespace dbgr::daemon {

BusyWatch::BusyWatch(util::Scheduler& scheduler, std::function<void(debug::EngineBusy)> onBusy)
    : m_scheduler(scheduler), m_onBusy(std::move(onBusy))
{}

util::Subscription BusyWatch::begin(util::RankSet ranks, std::string what)
{
    if (m_work.empty())
        lookLater();
    const auto place = m_work.insert(m_work.end(), Work{std::move(ranks), std::move(what), m_scheduler.now()});
    return util::Subscription([this, place] {
        m_work.erase(place);
        if (m_work.empty())
            m_timer.cancel();
    });
}

void BusyWatch::look()
{
    const Work& oldest = m_work.front();
    const auto age = m_scheduler.now() - oldest.since;
    lookLater();
    if (age >= kPatience)
        m_onBusy({oldest.ranks, oldest.what, std::chrono::duration_cast<std::chrono::seconds>(age)});
}

void BusyWatch::lookLater()
{
    m_timer = m_scheduler.after(kPatience, [this] { look(); });
}

} // namespace dbgr::daemon

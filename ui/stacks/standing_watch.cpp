// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/stacks/standing_watch.h"

#include "ui/bridge/session_bridge.h"

#include <utility>

namespace dbgr::ui {

StandingWatch::StandingWatch(SessionBridge& bridge, Wanted wanted, Ask ask, QObject* parent)
    : QObject(parent), m_bridge(bridge), m_wanted(std::move(wanted)), m_ask(std::move(ask))
{
    connect(&bridge, &SessionBridge::jobChanged, this, [this] {
        m_underWay = false;
        becomeStale();
    });
    connect(&bridge, &SessionBridge::stacksStale, this, [this](const util::RankSet& ranks) {
        if (ranks.intersects(m_wanted()))
            becomeStale();
    });
    connect(&bridge, &SessionBridge::focusChanged, this, &StandingWatch::follow);
}

void StandingWatch::setActive(bool active)
{
    m_active = active;
    update();
    emit changed();
}

void StandingWatch::follow()
{
    if (standing() == m_asked)
        return;
    m_underWay = false; // that question was about others: its answer is not waited for
    becomeStale();
}

void StandingWatch::answered(bool shown)
{
    m_underWay = false;
    m_stale = m_due || !shown;
    update();
    emit changed();
}

util::RankSet StandingWatch::standing() const
{
    return m_wanted() & m_bridge.session().processes().standing();
}

void StandingWatch::becomeStale()
{
    m_due = true;
    m_stale = true;
    update();
    emit changed();
}

void StandingWatch::update()
{
    if (!m_active || !m_due || m_underWay)
        return;
    m_asked = standing();
    if (m_asked.empty())
        return; // due again once some stand
    m_due = false;
    m_underWay = true;
    m_ask(m_asked);
}

} // namespace dbgr::ui

#include "moc_standing_watch.cpp"

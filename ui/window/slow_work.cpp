// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/slow_work.h"

#include "ui/window/job_summary.h"

namespace dbgr::ui {

SlowWork::SlowWork(SessionBridge& bridge, std::chrono::milliseconds over, QObject* parent) : QObject(parent)
{
    m_over.setSingleShot(true);
    m_over.setInterval(over);
    connect(&m_over, &QTimer::timeout, this, [this] { set({}); });
    connect(&bridge, &SessionBridge::jobChanged, this, [this] { set({}); });
    connect(&bridge, &SessionBridge::ranksChanged, this, &SlowWork::followRanks);
    connect(&bridge, &SessionBridge::happened, this, &SlowWork::take);
}

void SlowWork::take(const std::vector<session::SessionEvent>& events)
{
    for (const session::SessionEvent& event : events) {
        if (const auto* const busy = std::get_if<debug::EngineBusy>(&event)) {
            m_ranks = busy->ranks;
            m_over.start();
            set(busyText(*busy));
        } else if (std::holds_alternative<session::Ended>(event)) {
            set({});
        }
    }
}

void SlowWork::followRanks(const util::RankSet& ranks)
{
    if (m_text.isEmpty())
        return;
    m_ranks -= ranks; // what they do now is something else
    if (m_ranks.empty())
        set({});
}

void SlowWork::set(const QString& text)
{
    if (m_text == text)
        return;
    m_text = text;
    emit changed();
}

} // namespace dbgr::ui

#include "moc_slow_work.cpp"

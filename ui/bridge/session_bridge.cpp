// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/session_bridge.h"

#include <algorithm>
#include <utility>

namespace dbgr::ui {

namespace {

void add(session::ChangeSet& sum, const session::ChangeSet& more)
{
    sum.job |= more.job;
    sum.ranks |= more.ranks;
    sum.staleStacks |= more.staleStacks;
    sum.changedValues |= more.changedValues;
    sum.changedThreads |= more.changedThreads;
    sum.state |= more.state;
    sum.focus |= more.focus;
    sum.breakpoints |= more.breakpoints;
    sum.traces |= more.traces;
    sum.groups |= more.groups;
    sum.output |= more.output;
    sum.input |= more.input;
}

} // namespace

SessionBridge::SessionBridge(session::Session& session, QObject* parent) : QObject(parent), m_session(session)
{
    m_timer.setSingleShot(true);
    m_timer.setTimerType(Qt::PreciseTimer);
    connect(&m_timer, &QTimer::timeout, this, &SessionBridge::flush);
    m_subscription = session.observe(*this);
}

SessionBridge::~SessionBridge() = default;

std::chrono::milliseconds SessionBridge::jobTime() const
{
    return std::chrono::milliseconds(m_sinceLaunch.isValid() ? m_sinceLaunch.elapsed() : 0);
}

std::chrono::microseconds SessionBridge::jobTimeOf(std::chrono::microseconds sinceEpoch) const
{
    return m_sinceLaunch.isValid() ? sinceEpoch - m_launchedAt : std::chrono::microseconds(0);
}

void SessionBridge::noteLaunch(const session::SessionEvent& event)
{
    if (const auto* const given = std::get_if<session::CommandGiven>(&event)) {
        if (std::holds_alternative<session::GivenLaunch>(given->what) ||
            std::holds_alternative<session::GivenAttach>(given->what)) {
            m_launcher.reset();
            m_sinceLaunch.start();
            m_launchedAt = std::chrono::duration_cast<std::chrono::microseconds>(
                std::chrono::system_clock::now().time_since_epoch());
        }
    } else if (const auto* const started = std::get_if<session::LauncherStarted>(&event)) {
        m_launcher = *started;
    }
}

void SessionBridge::sessionChanged(const session::ChangeSet& changes, std::span<const session::SessionEvent> events)
{
    add(m_changes, changes);
    for (const session::SessionEvent& event : events)
        noteLaunch(event);
    m_events.insert(m_events.end(), events.begin(), events.end());
    if (m_timer.isActive())
        return;
    const qint64 since = m_sinceFlush.isValid() ? m_sinceFlush.elapsed() : kFrame.count();
    m_timer.start(static_cast<int>(std::max<qint64>(0, kFrame.count() - since)));
}

void SessionBridge::flush()
{
    m_timer.stop();
    const session::ChangeSet changes = std::exchange(m_changes, {});
    const std::vector<session::SessionEvent> events = std::exchange(m_events, {});
    if (changes.job)
        emit jobChanged();
    if (!changes.ranks.empty())
        emit ranksChanged(changes.ranks);
    if (!changes.staleStacks.empty())
        emit stacksStale(changes.staleStacks);
    if (!changes.changedValues.empty())
        emit valuesChanged(changes.changedValues);
    if (!changes.changedThreads.empty())
        emit threadsChanged(changes.changedThreads);
    if (changes.state)
        emit stateChanged();
    if (changes.focus)
        emit focusChanged();
    if (changes.breakpoints)
        emit breakpointsChanged();
    if (changes.traces)
        emit tracesChanged();
    if (changes.groups)
        emit groupsChanged();
    if (changes.output)
        emit outputChanged();
    if (changes.input)
        emit inputChanged();
    if (!events.empty())
        emit happened(events);
    m_sinceFlush.start();
}

} // namespace dbgr::ui

#include "moc_session_bridge.cpp"

// SPDX-License-Identifier: GPL-3.0-or-later
// A session's news as Qt signals, at most one set of them a frame: however much happens, views are told 60 times a
// second, and of what came first within a turn of the loop. Way: session -> here -> models -> views. Thread: GUI.
#pragma once

#include "session/observer.h"
#include "session/session.h"

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

#include <chrono>
#include <optional>
#include <vector>

namespace dbgr::ui {

class SessionBridge final : public QObject, private session::Observer
{
    Q_OBJECT

public:
    static constexpr std::chrono::milliseconds kFrame{16};

    /// \param session outlives the bridge
    explicit SessionBridge(session::Session& session, QObject* parent = nullptr);
    ~SessionBridge() override;

    [[nodiscard]] session::Session& session() const { return m_session; }

    /// Who runs this job; nothing until it was started or found.
    [[nodiscard]] const std::optional<session::LauncherStarted>& launcher() const { return m_launcher; }

    /// Since this job was asked for: the one clock of the window. 0 before the first.
    [[nodiscard]] std::chrono::milliseconds jobTime() const;
    /// The same of a moment since 1970, by the clock of whatever node: of one that is behind it may be negative.
    [[nodiscard]] std::chrono::microseconds jobTimeOf(std::chrono::microseconds sinceEpoch) const;

    /// Tells now what waits for its frame. For tests.
    void flush();

signals:
    // In this order, each only if it has something to say. Arguments are valid during the call.
    /// Another job begins: its ranks and its output are all new.
    void jobChanged();
    /// These rows of the process table changed; empty never.
    void ranksChanged(const dbgr::util::RankSet& ranks);
    /// What is known of these ranks' stacks, threads and variables is old.
    void stacksStale(const dbgr::util::RankSet& ranks);
    /// The user has changed variables of these ranks, which stand where they stood.
    void valuesChanged(const dbgr::util::RankSet& ranks);
    /// Of these ranks another thread leads, or some are frozen or thawed; they stand where they stood.
    void threadsChanged(const dbgr::util::RankSet& ranks);
    void stateChanged();
    /// The focus, or who leads it.
    void focusChanged();
    void breakpointsChanged();
    /// Ranks have logged something at tracepoints, or what they have logged is gone.
    void tracesChanged();
    /// Which groups of ranks there are, or what they are made of.
    void groupsChanged();
    void outputChanged();
    void inputChanged();
    /// Everything that happened, one by one, for views that tell it as a story. After the signals above.
    void happened(const std::vector<dbgr::session::SessionEvent>& events);

private:
    void noteLaunch(const session::SessionEvent& event);
    void sessionChanged(const session::ChangeSet& changes, std::span<const session::SessionEvent> events) override;

    session::Session& m_session;
    std::optional<session::LauncherStarted> m_launcher;
    session::ChangeSet m_changes;
    std::vector<session::SessionEvent> m_events;
    QElapsedTimer m_sinceLaunch;
    std::chrono::microseconds m_launchedAt{}; ///< since 1970
    QTimer m_timer;
    QElapsedTimer m_sinceFlush;
    util::Subscription m_subscription;
};

} // namespace dbgr::ui

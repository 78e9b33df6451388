// SPDX-License-Identifier: GPL-3.0-or-later
// What happened in a session, as the lines that `dbgr --batch --json` would print, with times. Thread: the session's.
#pragma once

#include "session/observer.h"
#include "session/session.h"
#include "util/subscription.h"

#include <QByteArray>
#include <QElapsedTimer>

namespace dbgr::test {

class SessionLog final : private session::Observer
{
public:
    explicit SessionLog(session::Session& session);

    /// A line of our own: what the test did.
    void note(const QByteArray& text);
    [[nodiscard]] const QByteArray& text() const { return m_text; }
    /// The newest launcher's; 0 before.
    [[nodiscard]] int launcherPid() const { return m_launcherPid; }

private:
    void sessionChanged(const session::ChangeSet& changes, std::span<const session::SessionEvent> events) override;

    QElapsedTimer m_clock;
    QByteArray m_text;
    int m_launcherPid = 0;
    util::Subscription m_subscription;
};

} // namespace dbgr::test

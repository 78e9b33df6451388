// SPDX-License-Identifier: GPL-3.0-or-later
// Work of the debug engines that takes long (symbols, mostly), for as long as they tell of it: so that nobody takes it
// for a hang. Way: session_bridge -> here -> status_line. Thread: GUI.
#pragma once

#include "session/session_event.h"
#include "ui/bridge/session_bridge.h"

#include <QObject>
#include <QString>
#include <QTimer>

#include <chrono>
#include <vector>

namespace dbgr::ui {

class SlowWork final : public QObject
{
    Q_OBJECT

public:
    /// \param over nothing heard of the work for this long: it is done. Engines tell of it every two seconds.
    explicit SlowWork(SessionBridge& bridge, std::chrono::milliseconds over = std::chrono::milliseconds(3500),
                      QObject* parent = nullptr);

    /// "attaching to ranks 0-3, 8 s"; "" when nothing is slow.
    [[nodiscard]] const QString& text() const { return m_text; }

signals:
    void changed();

private:
    void take(const std::vector<session::SessionEvent>& events);
    void followRanks(const util::RankSet& ranks);
    void set(const QString& text);

    QTimer m_over;
    util::RankSet m_ranks; ///< those at work
    QString m_text;
};

} // namespace dbgr::ui

// SPDX-License-Identifier: GPL-3.0-or-later
// Asks what one expression is in each thread of the ranks of the focus that stand, once for each stop and only while
// somebody looks. Way: across_panel -> Session::evaluateInThreads -> across_threads -> across_model. Thread: GUI.
#pragma once

#include "ui/bridge/latest_answer.h"
#include "ui/values/across_threads.h"

#include <QObject>

#include <string>
#include <vector>

namespace dbgr::ui {

class SessionBridge;

class ThreadComparison final : public QObject
{
    Q_OBJECT

public:
    explicit ThreadComparison(SessionBridge& bridge, QObject* parent = nullptr);

    /// Asks nothing while not active.
    void setActive(bool active);
    /// As of a watch, perhaps with a format; "" none.
    void compare(const std::string& expression);

    /// Of now or, if isStale(), of before.
    [[nodiscard]] const std::vector<ThreadsOfValue>& values() const { return m_values; }
    [[nodiscard]] bool isStale() const { return m_stale; }

signals:
    /// Other values, or they have become stale.
    void changed();

private:
    using Values = std::vector<debug::RankThreadValues>;
    void outdate();
    void ask();
    void take(util::Result<session::Answer<Values>> answer, const util::RankSet& asked);

    SessionBridge& m_bridge;
    std::string m_expression;
    std::vector<ThreadsOfValue> m_values;
    LatestAnswer<Values> m_answer;
    bool m_active = false;
    bool m_stale = true;
};

} // namespace dbgr::ui

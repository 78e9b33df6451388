// SPDX-License-Identifier: GPL-3.0-or-later
// When a view that shows what ranks say while they stand has to ask again, and whom; and whether what it shows is old.
// Way: session_bridge -> here -> a model's question to the session. Thread: GUI.
#pragma once

#include "util/rank_set.h"

#include <QObject>

#include <functional>

namespace dbgr::ui {

class SessionBridge;

/// Asks one question at a time, and none while nobody looks.
class StandingWatch final : public QObject
{
    Q_OBJECT

public:
    /// The ranks that the view is about, standing or not.
    using Wanted = std::function<util::RankSet()>;
    /// Asks ranks that stand, never none; answered() has to follow. Replaces a question that is under way.
    using Ask = std::function<void(const util::RankSet& standing)>;

    StandingWatch(SessionBridge& bridge, Wanted wanted, Ask ask, QObject* parent = nullptr);

    /// Whether anyone looks; false at first.
    void setActive(bool active);
    /// What the ranks say is another, though they stand where they stood.
    void askAgain() { becomeStale(); }
    /// What `wanted` yields may be another now.
    void follow();
    /// \param shown it could be shown; else what was shown before stays
    void answered(bool shown);

    /// What is shown is not of now.
    [[nodiscard]] bool isStale() const { return m_stale; }
    [[nodiscard]] bool underWay() const { return m_underWay; }
    /// The ranks of the newest question.
    [[nodiscard]] const util::RankSet& asked() const { return m_asked; }

signals:
    /// isStale() or underWay() is another.
    void changed();

private:
    [[nodiscard]] util::RankSet standing() const;
    void becomeStale();
    void update();

    SessionBridge& m_bridge;
    Wanted m_wanted;
    Ask m_ask;
    util::RankSet m_asked;
    bool m_active = false;
    bool m_due = true; ///< there is something to ask
    bool m_stale = true;
    bool m_underWay = false;
};

} // namespace dbgr::ui

// SPDX-License-Identifier: GPL-3.0-or-later
// The value of what the mouse points at: in the current place, and how the focus compares. Nothing is shown of a
// question that was overtaken. Way: source_page asks -> session -> here -> hover_label. Thread: GUI.
#pragma once

#include "ui/bridge/latest_answer.h"

#include "debug/variable.h"

#include <QObject>
#include <QString>

#include <vector>

namespace dbgr::ui {

class CurrentPlace;
class SessionBridge;

struct HoverText
{
    QString expression;
    QString value;  ///< in the leading rank
    QString type;   ///< may be ""
    QString across; ///< how the focus compares; "" nothing to compare

    friend bool operator==(const HoverText&, const HoverText&) = default;
};

/// "the same in 0-3", "0-31: 32 values, 0 to 31"; "" if there is one rank or none. \param values one a distinct value
[[nodiscard]] QString describeAcross(const std::vector<debug::ValueGroup>& values);

class HoverValue final : public QObject
{
    Q_OBJECT

public:
    HoverValue(SessionBridge& bridge, CurrentPlace& place, QObject* parent = nullptr);

    /// ready() follows, and again when the rest of the focus has answered; nothing when it has no value.
    void ask(const QString& expression);
    void forget();

signals:
    void ready(const dbgr::ui::HoverText& text);

private:
    using Values = std::vector<debug::ValueGroup>;
    void takeLeader(util::Result<session::Answer<Values>> answer);
    void takeFocus(util::Result<session::Answer<Values>> answer);

    SessionBridge& m_bridge;
    CurrentPlace& m_place;
    LatestAnswer<Values> m_leader;
    LatestAnswer<Values> m_focus;
    HoverText m_text;
};

} // namespace dbgr::ui

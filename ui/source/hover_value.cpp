// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/source/hover_value.h"

#include "session/describe.h"
#include "ui/bridge/current_place.h"
#include "ui/bridge/session_bridge.h"

#include <algorithm>

namespace dbgr::ui {

namespace {

/// "0 to 31"; "" when not all of them are numbers.
QString span(const std::vector<debug::ValueGroup>& values)
{
    double least = 0;
    double most = 0;
    QString leastText;
    QString mostText;
    for (const debug::ValueGroup& one : values) {
        bool isNumber = false;
        const QString text = QString::fromStdString(one.value);
        const double number = text.toDouble(&isNumber);
        if (!isNumber)
            return {};
        if (leastText.isEmpty() || number < least) {
            least = number;
            leastText = text;
        }
        if (mostText.isEmpty() || number > most) {
            most = number;
            mostText = text;
        }
    }
    return HoverValue::tr("%1 to %2").arg(leastText, mostText);
}

} // namespace

QString describeAcross(const std::vector<debug::ValueGroup>& values)
{
    util::RankSet ranks;
    std::vector<debug::ValueGroup> known;
    for (const debug::ValueGroup& one : values) {
        if (!one.problem.empty())
            continue;
        ranks |= one.ranks;
        known.push_back(one);
    }
    if (ranks.size() < 2)
        return {};
    const QString who = QString::fromStdString(session::shortRanks(ranks));
    if (known.size() == 1 && known.front().content.partial && known.front().content.compared == 0)
        return HoverValue::tr("not compared in %1").arg(who);
    if (known.size() == 1 && known.front().content.partial)
        return HoverValue::tr("the first %1 are the same in %2").arg(known.front().content.compared).arg(who);
    if (known.size() == 1)
        return HoverValue::tr("the same in %1").arg(who);
    QString text = HoverValue::tr("%1: %n values", nullptr, static_cast<int>(known.size())).arg(who);
    if (const QString range = span(known); !range.isEmpty())
        text += QStringLiteral(", ") + range;
    return text;
}

HoverValue::HoverValue(SessionBridge& bridge, CurrentPlace& place, QObject* parent)
    : QObject(parent), m_bridge(bridge), m_place(place)
{}

void HoverValue::ask(const QString& expression)
{
    forget();
    session::Session& session = m_bridge.session();
    const util::RankSet standing = session.processes().standing();
    const auto leader = m_place.rank();
    if (expression.isEmpty() || !leader || m_place.isStale() || !standing.contains(*leader))
        return;
    m_text = {expression, {}, {}, {}};
    session.evaluate(util::RankSet(*leader), expression.toStdString(), m_place.choice(),
                     m_leader.expect([this](auto answer) { takeLeader(std::move(answer)); }));
    const util::RankSet others = m_place.ranks() & standing;
    if (others.size() < 2 || m_place.thread()) // a thread of one rank: no other has it
        return;
    session.evaluate(others, expression.toStdString(), m_place.choice(),
                     m_focus.expect([this](auto answer) { takeFocus(std::move(answer)); }));
}

void HoverValue::forget()
{
    m_leader.forget();
    m_focus.forget();
}

void HoverValue::takeLeader(util::Result<session::Answer<Values>> answer)
{
    if (!answer || answer->value.empty() || !answer->value.front().problem.empty())
        return;
    m_text.value = QString::fromStdString(answer->value.front().value);
    m_text.type = QString::fromStdString(answer->value.front().type);
    emit ready(m_text);
}

void HoverValue::takeFocus(util::Result<session::Answer<Values>> answer)
{
    if (!answer)
        return;
    m_text.across = describeAcross(answer->value);
    if (!m_text.value.isNull() && !m_text.across.isEmpty())
        emit ready(m_text);
}

} // namespace dbgr::ui

#include "moc_hover_value.cpp"

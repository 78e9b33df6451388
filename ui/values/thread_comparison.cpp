// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/values/thread_comparison.h"

#include "debug/debug_error.h"
#include "ui/bridge/session_bridge.h"
#include "ui/values/watch_format.h"

#include <utility>

namespace dbgr::ui {

ThreadComparison::ThreadComparison(SessionBridge& bridge, QObject* parent) : QObject(parent), m_bridge(bridge)
{
    const auto follow = [this](const util::RankSet& ranks) {
        if (ranks.intersects(m_bridge.session().focus()))
            outdate();
    };
    connect(&bridge, &SessionBridge::ranksChanged, this, follow); // some stand now that did not
    connect(&bridge, &SessionBridge::stacksStale, this, follow);
    connect(&bridge, &SessionBridge::valuesChanged, this, follow);
    connect(&bridge, &SessionBridge::focusChanged, this, &ThreadComparison::outdate);
}

void ThreadComparison::setActive(bool active)
{
    m_active = active;
    ask();
}

void ThreadComparison::compare(const std::string& expression)
{
    m_expression = expression;
    m_values.clear();
    outdate();
}

void ThreadComparison::outdate()
{
    m_answer.forget(); // it would be about another moment
    m_stale = true;
    emit changed();
    ask();
}

void ThreadComparison::ask()
{
    if (!m_active || !m_stale || m_expression.empty() || m_answer.underWay())
        return;
    session::Session& session = m_bridge.session();
    const util::RankSet ranks = session.focus() & session.processes().standing();
    if (ranks.empty())
        return;
    debug::ValueStyle style;
    style.format = formatOf(m_expression);
    const session::AnswerCallback<Values> come =
        m_answer.expect([this, ranks](auto answer) { take(std::move(answer), ranks); });
    session.evaluateInThreads(ranks, withoutFormat(m_expression), come, style);
}

void ThreadComparison::take(util::Result<session::Answer<Values>> answer, const util::RankSet& asked)
{
    if (!answer && answer.error().code == make_error_code(debug::Errc::Stale))
        return; // the news of it is on its way
    m_values =
        answer ? foldAcrossThreads(answer->value, answer->failures) : foldAcrossThreads({}, {{asked, answer.error()}});
    m_stale = false;
    emit changed();
}

} // namespace dbgr::ui

#include "moc_thread_comparison.cpp"

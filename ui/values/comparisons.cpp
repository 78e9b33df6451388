// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/values/comparisons.h"

#include "debug/debug_error.h"
#include "ui/bridge/current_place.h"
#include "ui/bridge/session_bridge.h"
#include "ui/values/watch_format.h"

#include <algorithm>
#include <utility>

namespace dbgr::ui {

Comparisons::Comparisons(SessionBridge& bridge, CurrentPlace& place, std::size_t least, QObject* parent)
    : QObject(parent), m_bridge(bridge), m_place(place), m_least(least), m_scope(scopeOfNow())
{
    connect(&place, &CurrentPlace::changed, this, &Comparisons::follow);
    connect(&bridge, &SessionBridge::focusChanged, this, &Comparisons::follow);
    connect(&bridge, &SessionBridge::stacksStale, this, [this](const util::RankSet& ranks) {
        if (ranks.intersects(m_bridge.session().focus()))
            outdate();
    });
    connect(&bridge, &SessionBridge::valuesChanged, this, [this](const util::RankSet& ranks) {
        if (ranks.intersects(m_scope.ranks))
            outdate();
    });
}

void Comparisons::setActive(bool active)
{
    m_active = active;
    pump();
}

void Comparisons::want(std::vector<std::string> expressions)
{
    m_wanted = std::move(expressions);
    pump();
}

const Across* Comparisons::find(const std::string& expression) const
{
    const auto entry = m_entries.find(expression);
    return entry != m_entries.end() && entry->second.knownIn > 0 ? &entry->second.across : nullptr;
}

bool Comparisons::isStale(const std::string& expression) const
{
    const auto entry = m_entries.find(expression);
    return entry == m_entries.end() || entry->second.knownIn != m_epoch;
}

std::uint64_t Comparisons::focusSize() const
{
    return m_bridge.session().focus().size();
}

/// Nobody is asked before the current place is known: its frame is the one to ask in.
Comparisons::Scope Comparisons::scopeOfNow() const
{
    if (!m_place.rank() || m_place.isStale())
        return {};
    const session::Session& session = m_bridge.session();
    const session::FrameChoice choice = m_place.choice();
    if (choice.thread) // a thread of one rank: no other has it
        return {util::RankSet(*m_place.rank()), choice};
    return {session.focus() & session.processes().standing(), choice};
}

void Comparisons::follow()
{
    const Scope scope = scopeOfNow();
    if (scope.ranks != m_scope.ranks || scope.choice.thread != m_scope.choice.thread ||
        scope.choice.frame != m_scope.choice.frame || scope.choice.match != m_scope.choice.match)
        outdate();
    pump();
}

void Comparisons::outdate()
{
    m_scope = scopeOfNow();
    ++m_epoch;
    m_asked.clear(); // their answers would be about another place
    std::erase_if(m_entries, [this](const auto& entry) {
        return std::find(m_wanted.begin(), m_wanted.end(), entry.first) == m_wanted.end();
    });
    if (!m_scope.ranks.empty() && m_scope.ranks.size() < m_least)
        m_entries.clear(); // there is nothing to compare with any more
    emit outdated();
    pump();
}

void Comparisons::pump()
{
    if (!m_active || m_scope.ranks.size() < m_least)
        return;
    for (const std::string& expression : m_wanted) {
        if (m_asked.size() >= kWindow)
            return;
        if (!isUnderWay(expression) && m_entries[expression].askedIn != m_epoch)
            ask(expression);
    }
}

void Comparisons::ask(const std::string& expression)
{
    m_entries[expression].askedIn = m_epoch;
    debug::ValueStyle style;
    style.format = formatOf(expression);
    m_bridge.session().evaluate(m_scope.ranks, withoutFormat(expression), m_scope.choice,
                                m_asked[expression].expect([this, expression](auto answer) {
                                    m_asked.erase(expression);
                                    take(expression, std::move(answer));
                                }),
                                style);
}

void Comparisons::take(const std::string& expression, util::Result<session::Answer<Values>> answer)
{
    const bool moved = !answer && answer.error().code == make_error_code(debug::Errc::Stale);
    if (!moved) { // else the news of it is on its way
        Entry& entry = m_entries[expression];
        entry.knownIn = m_epoch;
        entry.across = answer ? foldAcross(std::move(answer->value), answer->failures, m_scope.ranks)
                              : foldAcross({}, {{m_scope.ranks, answer.error()}}, m_scope.ranks);
        emit arrived(expression);
    }
    pump();
}

} // namespace dbgr::ui

#include "moc_comparisons.cpp"

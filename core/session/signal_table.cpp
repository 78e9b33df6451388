// SPDX-License-Identifier: BSD-3-Clause
#include "session/signal_table.h"

#include "util/signal_name.h"
#include "util/string_util.h"

namespace dbgr::session {

std::optional<int> signalByName(std::string_view name)
{
    if (const auto number = util::parseNumber<int>(name))
        return *number >= 1 && *number <= debug::kMaxSignal ? number : std::nullopt;
    return util::signalNumber(name);
}

std::string signalWord(int signal)
{
    return util::signalName(signal).value_or(std::to_string(signal));
}

debug::SignalRule SignalTable::rule(int signal) const
{
    const auto found = m_changed.find(signal);
    return found == m_changed.end() ? debug::usualRule(signal) : found->second;
}

util::RankSet SignalTable::note(const debug::SignalsSeen& seen)
{
    if (!rule(seen.signal).tell)
        return {}; // not any more
    Seen& all = m_seen[seen.signal];
    const util::RankSet news = seen.ranks - all.ranks;
    all.ranks |= seen.ranks;
    all.times += seen.times;
    return news;
}

SignalTable::Seen SignalTable::seen(int signal) const
{
    const auto found = m_seen.find(signal);
    return found == m_seen.end() ? Seen() : found->second;
}

bool SignalTable::set(const debug::SignalRule& rule)
{
    m_seen.erase(rule.signal);
    if (rule == this->rule(rule.signal))
        return false;
    if (rule == debug::usualRule(rule.signal))
        m_changed.erase(rule.signal);
    else
        m_changed.insert_or_assign(rule.signal, rule);
    return true;
}

} // namespace dbgr::session

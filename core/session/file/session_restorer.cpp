// SPDX-License-Identifier: BSD-3-Clause
#include "session/file/session_restorer.h"

#include "session/file/saved_breakpoint.h"
#include "session/session.h"
#include "session/session_error.h"

#include <algorithm>
#include <utility>

namespace dbgr::session {

namespace {

/// Groups and breakpoints as the session lists them, which it changes meanwhile.
template <class Map>
auto idsOf(const Map& map)
{
    std::vector<typename Map::key_type> ids;
    for (const auto& [id, value] : map)
        ids.push_back(id);
    return ids;
}

} // namespace

SessionRestorer::SessionRestorer(Session& session, std::function<void(const util::Error&)> tell)
    : m_session(session), m_tell(std::move(tell)), m_observing(session.observe(*this))
{}

SessionRestorer::~SessionRestorer() = default;

void SessionRestorer::tell(const std::string& what, util::Error error) const
{
    m_tell(util::Error{error.code, what + ": " + error.message(), error.advice}.withContext("restoring the session"));
}

void SessionRestorer::restore(const SessionDocument& document)
{
    removeOld();
    for (const SavedBreakpoint& breakpoint : document.breakpoints)
        restoreBreakpoint(breakpoint);
    for (const SavedSignal& signal : document.signalRules)
        restoreSignal(signal);
    for (const SavedFloatTraps& traps : document.floatTraps)
        restoreFloatTraps(traps);
    restoreGroups(document.groups);
    if (m_session.stopAll() != document.stopAll)
        m_session.setStopAll(document.stopAll);
    if (m_session.catchesReports() != document.catchReports)
        m_session.setCatchReports(document.catchReports);
    m_focus = document.focus;
    if (!m_session.processes().all().empty())
        restoreFocus();
}

void SessionRestorer::removeOld()
{
    for (const util::BreakpointId id : idsOf(m_session.breakpoints().all()))
        (void)m_session.removeBreakpoint(id); // it is one of those that there are
    for (const int signal : idsOf(m_session.signalRules().changed()))
        (void)m_session.handleSignal(debug::usualRule(signal)); // it was changed, so it can be
    for (const FloatTrapTable::ByTraps before = m_session.floatTraps().all(); const auto& [traps, ranks] : before)
        m_session.trapFloats(ranks, {});
    // Those that others are made of go after these; circles there are none.
    for (std::size_t before = 0; before != m_session.groups().all().size();) {
        const std::vector<RankGroup> groups = m_session.groups().all();
        before = groups.size();
        for (const RankGroup& group : groups)
            (void)m_session.deleteGroup(group.name); // in use: the next time round
        if (m_session.groups().all().empty())
            return;
    }
}

void SessionRestorer::restoreBreakpoint(const SavedBreakpoint& saved)
{
    if (const auto added = setSaved(m_session, saved); !added)
        tell("breakpoint " + saved.text, added.error());
}

void SessionRestorer::restoreSignal(const SavedSignal& saved)
{
    const auto signal = signalByName(saved.name);
    if (!signal)
        return tell("signal " + saved.name, {Errc::BadSessionFile, "this system has none that is called so", ""});
    if (const auto done = m_session.handleSignal({*signal, saved.stop, saved.pass, saved.tell}); !done)
        tell("signal " + saved.name, done.error());
}

void SessionRestorer::restoreFloatTraps(const SavedFloatTraps& saved)
{
    const auto traps = util::FloatTraps::ofText(saved.traps);
    const auto ranks = util::RankSet::parse(saved.ranks, util::RankSet::firstN(ProcessTable::kMaxRanks));
    if (!traps)
        return tell("float-traps " + saved.traps, {Errc::BadSessionFile, "there are none that are called so", ""});
    if (!ranks)
        return tell("float-traps " + saved.traps + ' ' + saved.ranks, ranks.error());
    m_session.trapFloats(*ranks, *traps);
}

void SessionRestorer::restoreGroups(std::vector<SavedGroup> groups)
{
    // A group may be made of one that stands behind it: as long as some can be made, the others are tried again.
    const auto isMade = [this](const SavedGroup& group) {
        return m_session.restoreGroup(group.name, group.ranks, group.origin).has_value();
    };
    while (std::erase_if(groups, isMade) > 0) {
    }
    for (const SavedGroup& group : groups) {
        const auto made = m_session.restoreGroup(group.name, group.ranks, group.origin);
        if (!made)
            tell("group " + group.name + " = " + group.ranks, made.error());
    }
}

void SessionRestorer::sessionChanged(const ChangeSet&, std::span<const SessionEvent> events)
{
    const bool isLaunched = std::any_of(events.begin(), events.end(), [](const SessionEvent& event) {
        return std::holds_alternative<JobLaunched>(event);
    });
    if (isLaunched && !m_focus.empty())
        restoreFocus();
}

void SessionRestorer::restoreFocus()
{
    const std::string text = std::exchange(m_focus, "");
    const util::RankSet& all = m_session.processes().all();
    const auto wanted = m_session.ranksOf(text.empty() ? "all" : text);
    if (!wanted)
        return tell("focus " + text, wanted.error());
    const util::RankSet ranks = *wanted & all;
    if (ranks != *wanted)
        tell("focus " + text, {Errc::NoSuchRank, "the job has only ranks " + all.toString(), ""});
    if (!ranks.empty() && ranks != m_session.focus())
        (void)m_session.setFocus(ranks); // ranks of the job: cannot be refused
}

} // namespace dbgr::session

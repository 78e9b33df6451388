// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/source/source_marks.h"

#include "session/describe.h"
#include "ui/bridge/counted.h"
#include "ui/bridge/current_place.h"
#include "ui/bridge/session_bridge.h"
#include "ui/source/bookmarks.h"

#include <algorithm>
#include <utility>

namespace dbgr::ui {

namespace {

using debug::SourceLocation;
using util::Rank;
using util::RankSet;

QString shown(const std::string& text)
{
    return QString::fromStdString(text);
}

QString shown(const RankSet& ranks)
{
    return shown(session::shortRanks(ranks));
}

/// Where it stands; or where it was asked for, until that is known. Nothing: a function whose place nobody knows.
std::optional<SourceLocation> placeOf(const session::Breakpoint& breakpoint)
{
    if (!breakpoint.status.resolved.empty() && breakpoint.status.actual.known())
        return breakpoint.status.actual;
    const auto* const line = std::get_if<debug::SourceLine>(&breakpoint.spec.where);
    if (!line)
        return std::nullopt;
    return SourceLocation{line->file, line->line, 0};
}

BreakpointLook lookOf(const session::Breakpoint& breakpoint)
{
    if (!breakpoint.spec.enabled)
        return BreakpointLook::Disabled;
    if (!breakpoint.status.problem.empty())
        return BreakpointLook::Broken;
    if (breakpoint.status.resolved.empty() && !breakpoint.status.pending.empty())
        return BreakpointLook::Pending;
    return BreakpointLook::Set;
}

QString tipOf(const session::Breakpoint& breakpoint)
{
    QString tip = (breakpoint.spec.isTrace() ? SourceMarks::tr("Tracepoint %1") : SourceMarks::tr("Breakpoint %1"))
                      .arg(breakpoint.spec.id.value());
    for (const std::string& expression : breakpoint.spec.traced)
        tip += (&expression == &breakpoint.spec.traced.front() ? SourceMarks::tr(", logs ") : QStringLiteral(", ")) +
               shown(expression);
    if (!breakpoint.spec.enabled)
        tip += SourceMarks::tr(", disabled");
    if (!breakpoint.spec.condition.empty())
        tip += SourceMarks::tr(", if %1").arg(shown(breakpoint.spec.condition));
    if (breakpoint.hits > 0)
        tip += counted(breakpoint.hits, SourceMarks::tr(", hit once"), SourceMarks::tr(", hit %1 times"));
    if (lookOf(breakpoint) == BreakpointLook::Pending)
        tip += SourceMarks::tr("\nNo rank has code here yet.");
    else if (!breakpoint.status.pending.empty())
        tip += SourceMarks::tr("\nRanks %1 have no code here yet.").arg(shown(breakpoint.status.pending));
    if (!breakpoint.status.problem.empty())
        tip += QLatin1Char('\n') + shown(breakpoint.status.problem);
    return tip;
}

void addTip(QString& tip, const QString& more)
{
    if (!tip.isEmpty())
        tip += QLatin1Char('\n');
    tip += more;
}

using Intervals = std::vector<RankSet::Interval>;

/// \param rank above all of the intervals
void add(Intervals& intervals, Rank rank)
{
    if (!intervals.empty() && intervals.back().last + 1 == rank.value())
        ++intervals.back().last;
    else
        intervals.push_back({rank.value(), rank.value()});
}

} // namespace

std::vector<util::BreakpointId> breakpointsAt(const session::Session& session, const SourceNames& file,
                                              std::uint32_t line)
{
    std::vector<util::BreakpointId> here;
    std::vector<util::BreakpointId> moved;
    for (const auto& [id, breakpoint] : session.breakpoints().all()) {
        const auto place = placeOf(breakpoint);
        if (place && place->line == line && isNameOf(shown(place->file), file))
            here.push_back(id);
        const auto* const asked = std::get_if<debug::SourceLine>(&breakpoint.spec.where);
        if (asked && asked->line == line && isNameOf(shown(asked->file), file))
            moved.push_back(id);
    }
    return here.empty() ? moved : here;
}

SourceMarks::SourceMarks(SessionBridge& bridge, CurrentPlace& place, const Bookmarks& bookmarks, QObject* parent)
    : QObject(parent), m_bridge(bridge), m_place(place), m_bookmarks(bookmarks),
      m_callers(bridge, [this] { return m_place.ranks() & m_sourceless; })
{
    connect(&bridge, &SessionBridge::jobChanged, this, &SourceMarks::restart);
    connect(&bridge, &SessionBridge::ranksChanged, this, &SourceMarks::follow);
    connect(&bridge, &SessionBridge::breakpointsChanged, this, &SourceMarks::changed);
    connect(&bridge, &SessionBridge::focusChanged, this, &SourceMarks::changed);
    connect(&m_callers, &SourceCallers::changed, this, &SourceMarks::changed);
    connect(&place, &CurrentPlace::changed, this, &SourceMarks::changed);
    connect(&bookmarks, &Bookmarks::changed, this, &SourceMarks::changed);
    follow(bridge.session().processes().all());
}

void SourceMarks::restart()
{
    m_standing.clear();
    m_spotOf.clear();
    m_sourceless = {};
    follow(m_bridge.session().processes().all());
}

RankSet* SourceMarks::spotOf(const debug::StopCause* stop)
{
    return stop && stop->top.where.known() ? &m_standing[stop->top.where.file][stop->top.where.line] : nullptr;
}

/// Moves ranks between lines, all that go the same way at once: the cost follows the ranks that changed.
void SourceMarks::follow(const RankSet& changedRanks)
{
    const session::ProcessTable& table = m_bridge.session().processes();
    const RankSet standing = table.standing() & changedRanks;
    std::map<RankSet*, Intervals> gone;
    std::map<RankSet*, Intervals> come;
    Intervals withSource;
    const debug::StopCause* lastStop = nullptr; // ranks that stop together have one
    RankSet* lastSpot = nullptr;
    (changedRanks & table.all()).forEach([&](Rank rank) {
        if (rank.value() >= m_spotOf.size())
            m_spotOf.resize(rank.value() + 1);
        const debug::StopCause* const stop = standing.contains(rank) ? table.at(rank).stop.get() : nullptr;
        if (std::exchange(lastStop, stop) != stop)
            lastSpot = spotOf(stop);
        if (lastSpot)
            add(withSource, rank);
        RankSet* const before = std::exchange(m_spotOf[rank.value()], lastSpot);
        if (before == lastSpot)
            return;
        if (before)
            add(gone[before], rank);
        if (lastSpot)
            add(come[lastSpot], rank);
    });
    for (auto& [spot, intervals] : gone)
        *spot -= RankSet::fromIntervals(std::move(intervals));
    for (auto& [spot, intervals] : come)
        *spot |= RankSet::fromIntervals(std::move(intervals));
    m_sourceless -= changedRanks;
    m_sourceless |= standing - RankSet::fromIntervals(std::move(withSource));
    emit changed();
}

std::vector<LineMark> SourceMarks::marks(const SourceNames& file) const
{
    Lines lines;
    addBreakpoints(file, lines);
    addBookmarks(file, lines);
    addRanks(file, lines);
    addCallers(file, lines);
    addLeader(file, lines);
    std::vector<LineMark> marks;
    marks.reserve(lines.size());
    for (auto& [line, mark] : lines) {
        mark.line = line;
        marks.push_back(std::move(mark));
    }
    return marks;
}

void SourceMarks::addBreakpoints(const SourceNames& file, Lines& lines) const
{
    for (const auto& [id, breakpoint] : m_bridge.session().breakpoints().all()) {
        const auto place = placeOf(breakpoint);
        if (!place || !isNameOf(shown(place->file), file))
            continue;
        LineMark& mark = lines[place->line];
        const BreakpointLook look = lookOf(breakpoint);
        // Of several the one that does most is shown.
        if (mark.look == BreakpointLook::None || look == BreakpointLook::Set)
            mark.look = look;
        mark.logs = breakpoint.spec.isTrace() && (mark.logs || mark.breakpoints.empty());
        mark.breakpoints.push_back(id);
        mark.conditional = mark.conditional || !breakpoint.spec.condition.empty();
        if (mark.problem.isEmpty())
            mark.problem = shown(breakpoint.status.problem);
        addTip(mark.breakpointTip, tipOf(breakpoint));
    }
}

void SourceMarks::addBookmarks(const SourceNames& file, Lines& lines) const
{
    for (const Bookmark& one : m_bookmarks.all()) {
        if (!isNameOf(one.file, file))
            continue;
        LineMark& mark = lines[one.line];
        mark.bookmarked = true;
        mark.bookmarkTip = one.remark.isEmpty() ? tr("Bookmark") : tr("Bookmark: %1").arg(one.remark);
        if (one.lost)
            addTip(mark.bookmarkTip, tr("The file has changed: \"%1\" was not found near by.").arg(one.text));
    }
}

void SourceMarks::addRanks(const SourceNames& file, Lines& lines) const
{
    const RankSet shownRanks = m_place.ranks();
    const RankSet& crashed = m_bridge.session().processes().inState(session::RankState::Crashed);
    for (const auto& [name, standing] : m_standing) {
        if (!isNameOf(shown(name), file))
            continue;
        for (const auto& [line, ranks] : standing) {
            const RankSet here = ranks & shownRanks;
            if (here.empty())
                continue;
            LineMark& mark = lines[line];
            mark.ranks |= here;
            mark.ranksTip = mark.ranks.size() == 1 ? tr("Rank %1 stands here").arg(shown(mark.ranks))
                                                   : tr("Ranks %1 stand here").arg(shown(mark.ranks));
            mark.crashed = mark.ranks.intersects(crashed);
            if (mark.crashed)
                addTip(mark.ranksTip, tr("Crashed: %1").arg(shown(mark.ranks & crashed)));
        }
    }
}

void SourceMarks::addCallers(const SourceNames& file, Lines& lines) const
{
    const RankSet shownRanks = m_place.ranks() & m_sourceless;
    for (const auto& [name, callers] : m_callers.all()) {
        if (!isNameOf(shown(name), file))
            continue;
        for (const auto& [line, at] : callers) {
            const RankSet here = at.ranks & shownRanks;
            if (here.empty())
                continue;
            LineMark& mark = lines[line];
            mark.ranks |= here;
            const QString callee = at.callee.empty() ? tr("code without source") : shown(at.callee);
            addTip(mark.ranksTip, here.size() == 1
                                      ? tr("Rank %1 is in %2, called from here").arg(shown(here), callee)
                                      : tr("Ranks %1 are in %2, called from here").arg(shown(here), callee));
        }
    }
}

void SourceMarks::addLeader(const SourceNames& file, Lines& lines) const
{
    const std::optional<Rank> rank = m_place.rank();
    const session::ProcessTable& table = m_bridge.session().processes();
    if (!rank || !table.all().contains(*rank))
        return;
    const debug::Frame* frame = m_place.frame();
    const bool stands = table.standing().contains(*rank);
    // Until the stack has come, the stop itself says where.
    if (m_place.isStale() && stands) {
        const auto& stop = table.at(*rank).stop;
        frame = stop ? &stop->top : nullptr;
    }
    if (!frame || !frame->where.known() || !isNameOf(shown(frame->where.file), file))
        return;
    LineMark& mark = lines[frame->where.line];
    mark.leading = true;
    mark.stale = !stands;
    const std::uint32_t index = m_place.frameIndex();
    if (mark.stale)
        addTip(mark.ranksTip, tr("Rank %1 stood here when it last stopped").arg(rank->value()));
    else if (!m_place.isStale() && index > 0 && !mark.ranks.contains(*rank))
        addTip(mark.ranksTip, tr("Rank %1 is in %2, called from here")
                                  .arg(rank->value())
                                  .arg(shown(m_place.frames()[index - 1].function)));
    else if (mark.ranks.size() > 1)
        addTip(mark.ranksTip, tr("Rank %1 leads").arg(rank->value()));
}

} // namespace dbgr::ui

#include "moc_source_marks.cpp"

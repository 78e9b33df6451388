// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/breakpoints/breakpoint_model.h"

#include "session/describe.h"
#include "session/rank_refusal.h"
#include "ui/bridge/notices.h"
#include "ui/bridge/session_bridge.h"
#include "ui/values/value_columns.h"
#include "util/overloaded.h"

#include <QCoreApplication>

#include <algorithm>
#include <map>

namespace dbgr::ui {

namespace {

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(BreakpointModel)
};

bool sameOnScreen(const session::Breakpoint& a, const session::Breakpoint& b)
{
    return a.hits == b.hits && a.spec.enabled == b.spec.enabled && a.spec.condition == b.spec.condition &&
           a.status.resolved == b.status.resolved && a.status.pending == b.status.pending &&
           a.status.actual == b.status.actual && a.status.problem == b.status.problem &&
           a.status.judge == b.status.judge && a.status.logger == b.status.logger && a.spec.where == b.spec.where &&
           a.spec.group == b.spec.group && a.spec.commands == b.spec.commands && a.spec.ignore == b.spec.ignore &&
           a.spec.off == b.spec.off && a.places == b.places;
}

QString shortSet(const util::RankSet& ranks)
{
    return QString::fromStdString(session::shortRanks(ranks));
}

/// "2.1 work(int), ring.cpp:101"
QString placeText(const session::BreakpointKey& key, const debug::BreakpointPlace& place)
{
    std::string text = session::numberText(key);
    if (!place.name.function.empty())
        text += ' ' + place.name.function;
    if (place.where.known())
        text += ", " + session::describe(place.where);
    return QString::fromStdString(text);
}

QString placeTip(const session::BreakpointKey& key, const debug::BreakpointPlace& place)
{
    QStringList lines{
        Words::tr("Place %1: %2")
            .arg(QString::fromStdString(session::numberText(key)), QString::fromStdString(place.name.function))};
    if (place.where.known())
        lines << Words::tr("Stands at %1:%2").arg(QString::fromStdString(place.where.file)).arg(place.where.line);
    const QString module = QString::fromStdString(place.module);
    lines << (place.address
                  ? Words::tr("In %1 at %2").arg(module, QString::fromStdString(session::addressText(*place.address)))
                  : Words::tr("In %1").arg(module));
    lines << Words::tr("Ranks: %1").arg(shortSet(place.ranks));
    return lines.join(QLatin1Char('\n'));
}

/// "" nobody.
QString judgeText(debug::Judge judge)
{
    switch (judge) {
    case debug::Judge::Nobody:
        break;
    case debug::Judge::Tracer:
        return Words::tr("Judged at each hit by the tracer: a rank that is not to stop goes on at once");
    case debug::Judge::Reader:
        return Words::tr("Judged at each hit by dbgr's reader of values, for which the rank stands");
    case debug::Judge::Compiler:
        return Words::tr("Compiled, and run in the rank at each hit");
    }
    return {};
}

/// "" nobody.
QString loggerText(debug::Logger logger)
{
    switch (logger) {
    case debug::Logger::Nobody:
        break;
    case debug::Logger::Tracer:
        return Words::tr("Logged by the tracer: ranks go on at once");
    case debug::Logger::Engine:
        return Words::tr("Logged by the engine, for which the rank stands at each hit");
    }
    return {};
}

} // namespace

BreakpointModel::BreakpointModel(SessionBridge& bridge, Notices& notices, QObject* parent)
    : QAbstractItemModel(parent), m_bridge(bridge), m_notices(notices)
{
    connect(&bridge, &SessionBridge::breakpointsChanged, this, &BreakpointModel::sync);
    // Which ranks there are is part of what a row says.
    connect(&bridge, &SessionBridge::stateChanged, this, [this] {
        if (!m_rows.empty())
            emit dataChanged(index(0, kRanks), index(rowCount() - 1, kRanks));
    });
    sync();
}

void BreakpointModel::sync()
{
    const std::map<util::BreakpointId, session::Breakpoint>& all = m_bridge.session().breakpoints().all();
    for (int row = rowCount() - 1; row >= 0; --row) {
        const auto known = all.find(at(row).spec.id);
        if (known == all.end()) {
            beginRemoveRows({}, row, row);
            m_rows.erase(m_rows.begin() + row);
            endRemoveRows();
        } else if (!sameOnScreen(at(row), known->second)) {
            update(row, known->second);
        }
    }
    // Ids only grow, so that new ones come last.
    const auto first = m_rows.empty() ? all.begin() : all.upper_bound(m_rows.back().breakpoint.spec.id);
    for (auto it = first; it != all.end(); ++it) {
        beginInsertRows({}, rowCount(), rowCount());
        m_rows.push_back({it->second, it->second.listedPlaces()});
        endInsertRows();
    }
}

void BreakpointModel::update(int row, const session::Breakpoint& now)
{
    Row& shown = m_rows[static_cast<std::size_t>(row)];
    const QModelIndex parent = index(row, 0);
    const std::vector<std::uint32_t> places = now.listedPlaces();
    if (places != shown.places && !shown.places.empty()) {
        beginRemoveRows(parent, 0, static_cast<int>(shown.places.size()) - 1);
        shown.places.clear();
        endRemoveRows();
    }
    shown.breakpoint = now;
    emit dataChanged(parent, index(row, kColumns - 1));
    if (places == shown.places) {
        if (!places.empty())
            emit dataChanged(index(0, 0, parent), index(static_cast<int>(places.size()) - 1, kColumns - 1, parent));
        return;
    }
    beginInsertRows(parent, 0, static_cast<int>(places.size()) - 1);
    shown.places = places;
    endInsertRows();
}

std::optional<util::BreakpointId> BreakpointModel::id(const QModelIndex& index) const
{
    return index.isValid() ? std::optional(row(index).breakpoint.spec.id) : std::nullopt;
}

int BreakpointModel::row(util::BreakpointId id) const
{
    const auto found =
        std::find_if(m_rows.begin(), m_rows.end(), [id](const Row& one) { return one.breakpoint.spec.id == id; });
    return found == m_rows.end() ? -1 : static_cast<int>(found - m_rows.begin());
}

const BreakpointModel::Row& BreakpointModel::row(const QModelIndex& index) const
{
    return m_rows[static_cast<std::size_t>(isPlace(index) ? parent(index).row() : index.row())];
}

session::BreakpointKey BreakpointModel::key(const QModelIndex& index) const
{
    const Row& of = row(index);
    return {of.breakpoint.spec.id, of.places[static_cast<std::size_t>(index.row())]};
}

const debug::BreakpointPlace& BreakpointModel::place(const QModelIndex& index) const
{
    return row(index).breakpoint.places[key(index).place - 1];
}

debug::SourceLocation BreakpointModel::location(const QModelIndex& index) const
{
    if (!index.isValid())
        return {};
    if (isPlace(index))
        return place(index).where;
    const session::Breakpoint& breakpoint = at(index.row());
    const auto* const line = std::get_if<debug::SourceLine>(&breakpoint.spec.where);
    if (breakpoint.status.actual.known() || !line)
        return breakpoint.status.actual;
    return {line->file, line->line, 0};
}

// --- cells -----------------------------------------------------------------------------------------------------------

QModelIndex BreakpointModel::index(int row, int column, const QModelIndex& parent) const
{
    if (!hasIndex(row, column, parent))
        return {};
    return createIndex(row, column, parent.isValid() ? quintptr{at(parent.row()).spec.id.value()} : quintptr{0});
}

QModelIndex BreakpointModel::parent(const QModelIndex& child) const
{
    if (!isPlace(child))
        return {};
    const int of = row(util::BreakpointId(static_cast<std::uint32_t>(child.internalId())));
    return of < 0 ? QModelIndex() : createIndex(of, 0, quintptr{0});
}

int BreakpointModel::rowCount(const QModelIndex& parent) const
{
    if (!parent.isValid())
        return static_cast<int>(m_rows.size());
    return isPlace(parent) || parent.column() != 0
               ? 0
               : static_cast<int>(m_rows[static_cast<std::size_t>(parent.row())].places.size());
}

int BreakpointModel::columnCount(const QModelIndex& parent) const
{
    return isPlace(parent) ? 0 : kColumns;
}

Qt::ItemFlags BreakpointModel::flags(const QModelIndex& index) const
{
    Qt::ItemFlags flags = QAbstractItemModel::flags(index);
    if (index.isValid() && index.column() == kPlace)
        flags |= Qt::ItemIsUserCheckable;
    if (index.isValid() && !isPlace(index) && (index.column() == kCondition || index.column() == kGroup))
        flags |= Qt::ItemIsEditable;
    return flags;
}

QVariant BreakpointModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole && section == kHits)
        return QVariant(Qt::AlignRight | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case kPlace:
        return tr("Place");
    case kCondition:
        return tr("Condition");
    case kRanks:
        return tr("Ranks");
    case kHits:
        return tr("Hits");
    case kGroup:
        return tr("Group");
    default:
        return {};
    }
}

QVariant BreakpointModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    if (isPlace(index))
        return placeData(index, role);
    const session::Breakpoint& breakpoint = at(index.row());
    switch (role) {
    case Qt::DisplayRole:
        return text(breakpoint, index.column());
    case Qt::EditRole:
        return index.column() == kCondition ? QString::fromStdString(breakpoint.spec.condition)
                                            : text(breakpoint, index.column());
    case Qt::CheckStateRole:
        return index.column() == kPlace ? QVariant(breakpoint.spec.enabled ? Qt::Checked : Qt::Unchecked) : QVariant();
    case Qt::ToolTipRole:
        return tip(breakpoint, index.column());
    case Qt::TextAlignmentRole:
        return index.column() == kHits ? QVariant(Qt::AlignRight | Qt::AlignVCenter) : QVariant();
    case value_role::kLook:
        return look(breakpoint, index.column());
    default:
        return {};
    }
}

QVariant BreakpointModel::placeData(const QModelIndex& index, int role) const
{
    const debug::BreakpointPlace& here = place(index);
    const session::Breakpoint& of = row(index).breakpoint;
    switch (role) {
    case Qt::DisplayRole:
    case Qt::EditRole:
        return index.column() == kPlace   ? placeText(key(index), here)
               : index.column() == kRanks ? shortSet(here.ranks)
                                          : QString();
    case Qt::CheckStateRole:
        return index.column() == kPlace ? QVariant(of.isOff(here) ? Qt::Unchecked : Qt::Checked) : QVariant();
    case Qt::ToolTipRole:
        return placeTip(key(index), here);
    case value_role::kLook:
        return of.spec.enabled && !of.isOff(here) ? 0 : value_look::kStale;
    default:
        return {};
    }
}

bool BreakpointModel::setData(const QModelIndex& index, const QVariant& value, int role)
{
    const std::optional<util::BreakpointId> which = id(index);
    if (!which)
        return false;
    if (isPlace(index)) {
        if (role != Qt::CheckStateRole || index.column() != kPlace)
            return false;
        const auto switched = m_bridge.session().switchPlace(*which, key(index).place, value.toInt() == Qt::Checked);
        m_notices.showResult(QStringLiteral("breakpoints"), switched);
        sync();
        return switched.has_value();
    }
    const debug::BreakpointSpec& spec = at(index.row()).spec;
    if (role == Qt::EditRole && index.column() == kGroup) {
        const auto put = m_bridge.session().setBreakpointGroup(*which, value.toString().trimmed().toStdString());
        m_notices.showResult(QStringLiteral("breakpoints"), put);
        sync();
        return put.has_value();
    }
    std::string condition = spec.condition;
    bool enabled = spec.enabled;
    if (role == Qt::CheckStateRole && index.column() == kPlace)
        enabled = value.toInt() == Qt::Checked;
    else if (role == Qt::EditRole && index.column() == kCondition)
        condition = value.toString().trimmed().toStdString();
    else
        return false;
    if (condition == spec.condition && enabled == spec.enabled)
        return true;
    const auto changed = m_bridge.session().changeBreakpoint(*which, std::move(condition), enabled);
    m_notices.showResult(QStringLiteral("breakpoints"), changed);
    sync(); // at once: the editor closes, and must not show what was
    return changed.has_value();
}

namespace {

/// "2 of 4, missing 1,3"
QString gatheringText(const session::Barrier& barrier)
{
    return BreakpointModel::tr("%1 of %2 here, missing %3")
        .arg(barrier.arrived.size())
        .arg(barrier.group.size())
        .arg(QString::fromStdString(session::shortRanks(barrier.group - barrier.arrived)));
}

} // namespace

QString BreakpointModel::text(const session::Breakpoint& breakpoint, int column) const
{
    switch (column) {
    case kPlace:
        return placeText(breakpoint);
    case kCondition:
        return QString::fromStdString(breakpoint.spec.condition);
    case kRanks:
        if (!breakpoint.status.problem.empty())
            return QString::fromStdString(breakpoint.status.problem);
        if (breakpoint.barrier && !breakpoint.barrier->arrived.empty())
            return gatheringText(*breakpoint.barrier);
        return ranksText(breakpoint, m_bridge.session().processes().controlled());
    case kHits:
        return QString::number(breakpoint.hits);
    case kGroup:
        return QString::fromStdString(breakpoint.spec.group);
    default:
        return {};
    }
}

QString BreakpointModel::tip(const session::Breakpoint& breakpoint, int column) const
{
    QStringList lines;
    switch (column) {
    case kPlace:
        lines << tr("Breakpoint %1: %2")
                     .arg(breakpoint.spec.id.value())
                     .arg(QString::fromStdString(session::describe(breakpoint.spec)));
        if (breakpoint.temporary)
            lines << tr("Each rank stops here once");
        if (const auto& barrier = breakpoint.barrier) {
            lines << tr("Ranks %1 gather here").arg(QString::fromStdString(session::shortRanks(barrier->group)));
            if (!barrier->arrived.empty())
                lines << tr("Still to come: %1")
                             .arg(QString::fromStdString(session::shortRanks(barrier->group - barrier->arrived)));
        }
        if (breakpoint.spec.ranks)
            lines << tr("Only for %1").arg(QString::fromStdString(session::ranksText(*breakpoint.spec.ranks)));
        if (breakpoint.spec.thread)
            lines << tr("Only for thread %1 of each rank").arg(breakpoint.spec.thread->value);
        if (!breakpoint.spec.within.empty())
            lines << tr("Only in files that %1 means").arg(QString::fromStdString(breakpoint.spec.within));
        if (!breakpoint.spec.commands.empty())
            lines << tr("When ranks stop here: %1").arg(QString::fromStdString(breakpoint.spec.commands));
        if (breakpoint.spec.ignore != 0)
            lines << tr("Each rank first passes it %1 times").arg(breakpoint.spec.ignore);
        if (const auto* const data = std::get_if<debug::WatchedData>(&breakpoint.spec.where); data && data->slow)
            lines << tr("Ranks execute one instruction at a time for it");
        if (const debug::WatchRegisters& registers = breakpoint.status.registers; registers.taken > 0)
            lines << tr("Takes %1 of the %2 registers of the processor that watch memory for a rank")
                         .arg(registers.taken)
                         .arg(registers.all);
        if (const QString logger = loggerText(breakpoint.status.logger); !logger.isEmpty())
            lines << logger;
        if (!breakpoint.status.scope.empty())
            lines << tr("Watched until the call of %1 is over").arg(QString::fromStdString(breakpoint.status.scope));
        if (breakpoint.status.actual.known())
            lines << tr("Stands at %1:%2")
                         .arg(QString::fromStdString(breakpoint.status.actual.file))
                         .arg(breakpoint.status.actual.line);
        break;
    case kCondition:
        lines << (breakpoint.spec.condition.empty() ? tr("Always stops. Double click to type a condition")
                                                    : QString::fromStdString(breakpoint.spec.condition));
        if (const QString judge = judgeText(breakpoint.status.judge); !judge.isEmpty())
            lines << judge;
        break;
    case kRanks:
        lines << text(breakpoint, kRanks);
        if (!breakpoint.status.pending.empty())
            lines << tr("Pending ranks have no such place yet; a library that brings it may still come");
        break;
    case kHits:
        lines << tr("Stops of ranks, all together");
        break;
    case kGroup:
        lines << (breakpoint.spec.group.empty()
                      ? tr("In no group. Double click to type the name of one")
                      : tr("Enabled, disabled and removed together with the others of group %1")
                            .arg(QString::fromStdString(breakpoint.spec.group)));
        break;
    default:
        break;
    }
    return lines.join(QLatin1Char('\n'));
}

int BreakpointModel::look(const session::Breakpoint& breakpoint, int column) const
{
    if (column == kRanks && !breakpoint.status.problem.empty())
        return value_look::kProblem | value_look::kError;
    return breakpoint.spec.enabled ? 0 : value_look::kStale;
}

// --- words -----------------------------------------------------------------------------------------------------------

namespace {

QString tracedText(const debug::BreakpointSpec& spec)
{
    QStringList all;
    for (const std::string& expression : spec.traced)
        all << QString::fromStdString(expression);
    return all.join(QStringLiteral(", "));
}

} // namespace

QString placeText(const session::Breakpoint& breakpoint)
{
    const debug::SourceLocation& actual = breakpoint.status.actual;
    const std::string within = breakpoint.spec.within.empty() ? "" : breakpoint.spec.within + ':';
    std::string text = std::visit(
        util::Overloaded{[&](const debug::SourceLine& line) {
                             const std::string asked = session::baseName(line.file) + ':' + std::to_string(line.line);
                             return actual.known() && actual.line != line.line
                                        ? asked + " -> " + std::to_string(actual.line)
                                        : asked;
                         },
                         [&](const debug::FunctionName& function) {
                             return actual.known() ? function.name + ", " + session::describe(actual) : function.name;
                         },
                         [&](const auto&) { return debug::textOf(breakpoint.spec.where); }},
        breakpoint.spec.where);
    if (const auto* const line = std::get_if<debug::SourceLine>(&breakpoint.spec.where);
        !line || debug::fileNameOf(breakpoint.spec.within) != line->file)
        text.insert(0, within);
    if (breakpoint.spec.thread)
        text += " thread " + std::to_string(breakpoint.spec.thread->value);
    if (breakpoint.spec.isTrace())
        return Words::tr("%1 (logs %2)").arg(QString::fromStdString(text), tracedText(breakpoint.spec));
    if (breakpoint.barrier)
        return Words::tr("%1 (barrier)").arg(QString::fromStdString(text));
    return breakpoint.temporary ? Words::tr("%1 (once)").arg(QString::fromStdString(text))
                                : QString::fromStdString(text);
}

QString ranksText(const session::Breakpoint& breakpoint, const util::RankSet& reachable)
{
    if (!breakpoint.spec.ranks)
        return ranksText(breakpoint.status, reachable);
    const util::RankSet there = *breakpoint.spec.ranks & reachable;
    const QString only = Words::tr("only %1").arg(shortSet(*breakpoint.spec.ranks));
    if (!there.empty() && (breakpoint.status.resolved & reachable) == there)
        return only;
    const bool isElsewhere = there.empty() && !reachable.empty();
    return only + QLatin1String(": ") +
           (isElsewhere ? Words::tr("not in this job") : ranksText(breakpoint.status, there));
}

QString ranksText(const debug::BreakpointStatus& status, const util::RankSet& reachable)
{
    const util::RankSet resolved = status.resolved & reachable;
    const util::RankSet pending = status.pending & reachable;
    if (reachable.empty())
        return Words::tr("set when a job runs");
    if (resolved == reachable)
        return reachable.size() == 1 ? Words::tr("rank %1").arg(shortSet(reachable))
                                     : Words::tr("all %1").arg(reachable.size());
    if (pending == reachable)
        return Words::tr("no such place yet");
    QStringList parts;
    if (!resolved.empty())
        parts << shortSet(resolved);
    if (!pending.empty())
        parts << Words::tr("pending in %1").arg(shortSet(pending));
    if (parts.isEmpty())
        return Words::tr("is being set");
    return parts.join(QStringLiteral(", "));
}

} // namespace dbgr::ui

#include "moc_breakpoint_model.cpp"

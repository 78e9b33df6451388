// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/ranks/rank_model.h"

#include "session/describe.h"
#include "ui/bridge/session_bridge.h"
#include "ui/theme/rank_look.h"

#include <algorithm>

namespace dbgr::ui {

using util::Rank;
using util::RankSet;

namespace {

int ranksIn(const RankSet::Interval& interval)
{
    return static_cast<int>(interval.last - interval.first) + 1;
}

} // namespace

RankModel::RankModel(SessionBridge& bridge, QObject* parent) : QAbstractTableModel(parent), m_bridge(bridge)
{
    setRanks(bridge.session().processes().all());
    connect(&bridge, &SessionBridge::jobChanged, this, &RankModel::takeJob);
    connect(&bridge, &SessionBridge::ranksChanged, this, &RankModel::takeRanks);
}

int RankModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_ranks.size());
}

int RankModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

Rank RankModel::rankOf(int row) const
{
    const auto interval = std::upper_bound(m_firstRows.begin(), m_firstRows.end(), row) - m_firstRows.begin() - 1;
    const auto index = static_cast<std::size_t>(interval);
    return Rank(m_ranks.intervals()[index].first + static_cast<std::uint32_t>(row - m_firstRows[index]));
}

std::optional<int> RankModel::rowOf(Rank rank) const
{
    const auto& intervals = m_ranks.intervals();
    const auto at = std::lower_bound(intervals.begin(), intervals.end(), rank.value(),
                                     [](const RankSet::Interval& i, std::uint32_t value) { return i.last < value; });
    if (at == intervals.end() || at->first > rank.value())
        return std::nullopt;
    return m_firstRows[static_cast<std::size_t>(at - intervals.begin())] + static_cast<int>(rank.value() - at->first);
}

QVariant RankModel::data(const QModelIndex& index, int role) const
{
    const session::ProcessTable& processes = m_bridge.session().processes();
    // The table is ahead of the rows between a job's news and their signal.
    if (!index.isValid() || !processes.all().contains(rankOf(index.row())))
        return {};
    const Rank rank = rankOf(index.row());
    switch (role) {
    case Qt::DisplayRole:
        if (index.column() == RankColumn)
            return rank.value();
        if (index.column() == PidColumn)
            return processes.at(rank).pid.value();
        return text(rank, index.column());
    case Qt::ToolTipRole:
        return index.column() == WhereColumn || index.column() == ExecutableColumn ? text(rank, index.column())
                                                                                   : QVariant();
    case Qt::TextAlignmentRole:
        return index.column() == RankColumn || index.column() == PidColumn ? QVariant(Qt::AlignRight | Qt::AlignVCenter)
                                                                           : QVariant();
    case LookRole:
        return static_cast<int>(lookOf(processes.at(rank)));
    case RankRole:
        return rank.value();
    default:
        return {};
    }
}

QString RankModel::text(Rank rank, int column) const
{
    const session::RankRecord& record = m_bridge.session().processes().at(rank);
    switch (column) {
    case StateColumn: {
        const QString state = lookName(lookOf(record));
        return m_bridge.session().processes().silent().contains(rank) ? tr("%1? (silent)").arg(state) : state;
    }
    case HostColumn:
        return QString::fromStdString(record.host);
    case WhereColumn:
        return QString::fromStdString(session::describe(record));
    case ExecutableColumn:
        return QString::fromStdString(record.executable);
    default:
        return {};
    }
}

QVariant RankModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case RankColumn:
        return tr("Rank");
    case StateColumn:
        return tr("State");
    case HostColumn:
        return tr("Host");
    case PidColumn:
        return tr("Pid");
    case WhereColumn:
        return tr("Where and why");
    case ExecutableColumn:
        return tr("Program");
    default:
        return {};
    }
}

void RankModel::takeJob()
{
    setRanks(m_bridge.session().processes().all());
    if (rowCount() > 0)
        emit dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
}

void RankModel::takeRanks(const RankSet& changed)
{
    if (m_ranks != m_bridge.session().processes().all())
        setRanks(m_bridge.session().processes().all());
    // The rows of an interval of ranks that are all here stand next to each other.
    const RankSet shown = changed & m_ranks;
    for (const RankSet::Interval& interval : shown.intervals())
        emit dataChanged(index(*rowOf(Rank(interval.first)), 0), index(*rowOf(Rank(interval.last)), ColumnCount - 1));
}

void RankModel::setRanks(const RankSet& ranks)
{
    removeRanks(m_ranks - ranks);
    insertRanks(ranks - m_ranks);
}

void RankModel::removeRanks(const RankSet& gone)
{
    for (const RankSet::Interval& interval : gone.intervals()) {
        const int row = *rowOf(Rank(interval.first));
        beginRemoveRows({}, row, row + ranksIn(interval) - 1);
        m_ranks -= RankSet::range(Rank(interval.first), Rank(interval.last));
        countRows();
        endRemoveRows();
    }
}

void RankModel::insertRanks(const RankSet& added)
{
    for (const RankSet::Interval& interval : added.intervals()) {
        const RankSet lower = interval.first == 0 ? RankSet() : m_ranks & RankSet::firstN(interval.first);
        const int row = static_cast<int>(lower.size());
        beginInsertRows({}, row, row + ranksIn(interval) - 1);
        m_ranks |= RankSet::range(Rank(interval.first), Rank(interval.last));
        countRows();
        endInsertRows();
    }
}

void RankModel::countRows()
{
    m_firstRows.clear();
    int row = 0;
    for (const RankSet::Interval& interval : m_ranks.intervals()) {
        m_firstRows.push_back(row);
        row += ranksIn(interval);
    }
}

} // namespace dbgr::ui

#include "moc_rank_model.cpp"

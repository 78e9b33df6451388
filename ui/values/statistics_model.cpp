// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/values/statistics_model.h"

#include "session/describe.h"
#include "ui/values/value_columns.h"

#include <utility>

namespace dbgr::ui {

namespace {

QString cellOf(const session::StatisticsRow& row, int column)
{
    const auto ranks = QString::fromStdString(session::shortRanks(row.ranks));
    switch (column) {
    case StatisticsModel::kRanks:
        return row.isWhole ? StatisticsModel::tr("all of %1").arg(ranks) : ranks;
    case StatisticsModel::kCount:
        return QString::fromStdString(row.problem.empty() ? row.count : row.problem);
    case StatisticsModel::kLowest:
        return QString::fromStdString(row.lowest);
    case StatisticsModel::kHighest:
        return QString::fromStdString(row.highest);
    case StatisticsModel::kMean:
        return QString::fromStdString(row.mean);
    case StatisticsModel::kDeviation:
        return QString::fromStdString(row.deviation);
    case StatisticsModel::kNans:
        return QString::fromStdString(row.nans);
    default:
        return QString::fromStdString(row.infinities);
    }
}

} // namespace

void StatisticsModel::show(std::vector<session::StatisticsRow> rows)
{
    beginResetModel();
    m_rows = std::move(rows);
    m_stale = false;
    endResetModel();
}

void StatisticsModel::setStale()
{
    m_stale = true;
    if (!m_rows.empty())
        emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
}

util::RankSet StatisticsModel::ranks(const QModelIndex& index) const
{
    return index.isValid() ? m_rows[static_cast<std::size_t>(index.row())].ranks : util::RankSet();
}

int StatisticsModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int StatisticsModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : kInfinities + 1;
}

QVariant StatisticsModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    const session::StatisticsRow& row = m_rows[static_cast<std::size_t>(index.row())];
    switch (role) {
    case Qt::DisplayRole:
    case Qt::ToolTipRole:
        return cellOf(row, index.column());
    case value_role::kLook:
        return (m_stale ? value_look::kStale : 0) |
               (index.column() == kCount && !row.problem.empty() ? value_look::kProblem : 0);
    default:
        return {};
    }
}

QVariant StatisticsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case kRanks:
        return tr("Ranks");
    case kCount:
        return tr("Count");
    case kLowest:
        return tr("Minimum");
    case kHighest:
        return tr("Maximum");
    case kMean:
        return tr("Mean");
    case kDeviation:
        return tr("Deviation");
    case kNans:
        return tr("NaN");
    default:
        return tr("Infinite");
    }
}

} // namespace dbgr::ui

#include "moc_statistics_model.cpp"

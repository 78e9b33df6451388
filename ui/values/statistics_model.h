// SPDX-License-Identifier: GPL-3.0-or-later
// What the numbers of an expression are like, ranks that are alike in one row, all together in the last one.
// Thread: GUI.
#pragma once

#include "session/statistics_rows.h"

#include <QAbstractTableModel>

#include <vector>

namespace dbgr::ui {

class StatisticsModel final : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column
    {
        kRanks,
        kCount,
        kLowest,
        kHighest,
        kMean,
        kDeviation,
        kNans,
        kInfinities
    };

    using QAbstractTableModel::QAbstractTableModel;

    void show(std::vector<session::StatisticsRow> rows);
    /// What is shown is of before.
    void setStale();
    /// Empty for no row.
    [[nodiscard]] util::RankSet ranks(const QModelIndex& index) const;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    std::vector<session::StatisticsRow> m_rows;
    bool m_stale = false;
};

} // namespace dbgr::ui

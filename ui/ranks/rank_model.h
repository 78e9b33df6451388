// SPDX-License-Identifier: GPL-3.0-or-later
// The process table as a table: one row a rank. Way: session_bridge -> here -> the dock's table. Thread: GUI.
#pragma once

#include "util/rank_set.h"

#include <QAbstractTableModel>

#include <cstdint>
#include <optional>
#include <vector>

namespace dbgr::ui {

class SessionBridge;

/// Rows are in the order of ranks, and stay when another job has the same ones.
class RankModel final : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column
    {
        RankColumn,
        StateColumn,
        HostColumn,
        PidColumn,
        WhereColumn,
        ExecutableColumn,
        ColumnCount,
    };
    enum Role
    {
        LookRole = Qt::UserRole, ///< RankLook as int
        RankRole,                ///< uint
    };

    explicit RankModel(SessionBridge& bridge, QObject* parent = nullptr);

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

    /// \pre 0 <= row < rowCount()
    [[nodiscard]] util::Rank rankOf(int row) const;
    [[nodiscard]] std::optional<int> rowOf(util::Rank rank) const;

private:
    void takeJob();
    void takeRanks(const util::RankSet& changed);
    void setRanks(const util::RankSet& ranks);
    void removeRanks(const util::RankSet& gone);
    void insertRanks(const util::RankSet& added);
    void countRows();
    /// \pre the job has the rank
    [[nodiscard]] QString text(util::Rank rank, int column) const;

    SessionBridge& m_bridge;
    util::RankSet m_ranks;
    std::vector<int> m_firstRows; ///< of each interval of m_ranks
};

} // namespace dbgr::ui

// SPDX-License-Identifier: GPL-3.0-or-later
// Which ranks, or which of their threads, have which value of one expression, a row for each value. Way: comparisons or
// thread_comparison -> here -> across_panel. Thread: GUI.
#pragma once

#include "ui/values/across.h"
#include "ui/values/across_threads.h"

#include <QAbstractTableModel>

#include <cstddef>
#include <vector>

namespace dbgr::ui {

/// What is compared with each other.
enum class AcrossBy
{
    Rank,
    Thread
};

class AcrossModel final : public QAbstractTableModel
{
    Q_OBJECT

public:
    static constexpr int kRanks = 0;
    static constexpr int kValue = 1;

    using QAbstractTableModel::QAbstractTableModel;

    /// Rows are told apart by their values, so that the selected one stays.
    void show(const Across& across, bool stale);
    void show(const std::vector<ThreadsOfValue>& rows, bool stale);
    /// What the first column is about. Of the rows that come next.
    void setBy(AcrossBy by);
    void clear();
    /// Empty for an invalid index.
    [[nodiscard]] util::RankSet ranks(const QModelIndex& index) const;
    /// Those of the row; none of one that is about whole ranks.
    [[nodiscard]] debug::ThreadNumbers threads(const QModelIndex& index) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    void showRows(std::vector<debug::ValueGroup> fresh, std::vector<debug::ThreadNumbers> threads, bool stale);
    [[nodiscard]] QString whoText(std::size_t row) const;

    std::vector<debug::ValueGroup> m_groups;
    std::vector<debug::ThreadNumbers> m_threads; ///< of each group; none where ranks are compared
    AcrossBy m_by = AcrossBy::Rank;
    bool m_stale = false;
};

} // namespace dbgr::ui

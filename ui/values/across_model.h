// SPDX-License-Identifier: GPL-3.0-or-later
// Which ranks have which value of one expression, a row for each value. Way: comparisons -> here -> across_panel.
// Thread: GUI.
#pragma once

#include "ui/values/across.h"

#include <QAbstractTableModel>

#include <vector>

namespace dbgr::ui {

class AcrossModel final : public QAbstractTableModel
{
    Q_OBJECT

public:
    static constexpr int kRanks = 0;
    static constexpr int kValue = 1;

    using QAbstractTableModel::QAbstractTableModel;

    /// Rows are told apart by their values, so that the selected one stays.
    void show(const Across& across, bool stale);
    void clear();
    /// Empty for an invalid index.
    [[nodiscard]] util::RankSet ranks(const QModelIndex& index) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    std::vector<debug::ValueGroup> m_groups;
    bool m_stale = false;
};

} // namespace dbgr::ui

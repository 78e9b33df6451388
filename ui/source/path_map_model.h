// SPDX-License-Identifier: GPL-3.0-or-later
// The path mappings as an editable table. Thread: GUI.
#pragma once

#include "ui/source/path_map.h"

#include <QAbstractTableModel>

namespace dbgr::ui {

class PathMapModel final : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column
    {
        From,
        To,
        Columns,
    };

    /// \param map outlives the model
    explicit PathMapModel(PathMap& map, QObject* parent = nullptr);

    /// A row to be filled; stored once both of its sides are.
    QModelIndex addRow();

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;
    bool removeRows(int row, int count, const QModelIndex& parent = {}) override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;

private:
    void store();
    void follow();

    PathMap& m_map;
    std::vector<PathMapping> m_rows;
    bool m_storing = false;
};

} // namespace dbgr::ui

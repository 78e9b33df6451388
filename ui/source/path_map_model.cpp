// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/source/path_map_model.h"

#include <utility>

namespace dbgr::ui {

PathMapModel::PathMapModel(PathMap& map, QObject* parent) : QAbstractTableModel(parent), m_map(map), m_rows(map.all())
{
    connect(&map, &PathMap::changed, this, &PathMapModel::follow);
}

void PathMapModel::follow()
{
    if (m_storing)
        return;
    // Made elsewhere, by the panel of a missing file: rare, and no row is being edited then.
    beginResetModel();
    m_rows = m_map.all();
    endResetModel();
}

void PathMapModel::store()
{
    m_storing = true;
    m_map.set(m_rows);
    m_storing = false;
}

QModelIndex PathMapModel::addRow()
{
    const int row = rowCount();
    beginInsertRows({}, row, row);
    m_rows.emplace_back();
    endInsertRows();
    return index(row, From);
}

int PathMapModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int PathMapModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : Columns;
}

QVariant PathMapModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || (role != Qt::DisplayRole && role != Qt::EditRole && role != Qt::ToolTipRole))
        return {};
    const PathMapping& row = m_rows[static_cast<std::size_t>(index.row())];
    return index.column() == From ? row.from : row.to;
}

bool PathMapModel::setData(const QModelIndex& index, const QVariant& value, int role)
{
    if (!index.isValid() || role != Qt::EditRole)
        return false;
    PathMapping& row = m_rows[static_cast<std::size_t>(index.row())];
    QString& side = index.column() == From ? row.from : row.to;
    const QString text = value.toString().trimmed();
    if (std::exchange(side, text) == text)
        return true;
    emit dataChanged(index, index);
    store();
    return true;
}

bool PathMapModel::removeRows(int row, int count, const QModelIndex& parent)
{
    if (parent.isValid() || row < 0 || count < 1 || row + count > rowCount())
        return false;
    beginRemoveRows({}, row, row + count - 1);
    m_rows.erase(m_rows.begin() + row, m_rows.begin() + row + count);
    endRemoveRows();
    store();
    return true;
}

QVariant PathMapModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    return section == From ? tr("Folder in the program") : tr("Folder on this machine");
}

Qt::ItemFlags PathMapModel::flags(const QModelIndex& index) const
{
    return index.isValid() ? QAbstractTableModel::flags(index) | Qt::ItemIsEditable : Qt::NoItemFlags;
}

} // namespace dbgr::ui

#include "moc_path_map_model.cpp"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/attach/host_model.h"

#include "session/describe.h"
#include "ui/bridge/counted.h"

namespace dbgr::ui {

void HostModel::setText(const QString& text)
{
    m_choice.setText(text);
    checksChanged();
}

void HostModel::checksChanged()
{
    if (rowCount() > 0)
        emit dataChanged(index(0, Host), index(rowCount() - 1, Host), {Qt::CheckStateRole});
}

int HostModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_choice.hosts().size());
}

int HostModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : Columns;
}

QVariant HostModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    const RankChoice::Host& host = m_choice.hosts().at(std::size_t(index.row()));
    if (role == Qt::CheckStateRole && index.column() == Host)
        return m_choice.stateOf(host);
    if (role != Qt::DisplayRole)
        return {};
    switch (index.column()) {
    case Host:
        return host.name;
    case Count:
        return counted(host.ranks.size(), tr("1 rank"), tr("%1 ranks"));
    case Ranks:
        return QString::fromStdString(session::shortRanks(host.ranks));
    default:
        return {};
    }
}

bool HostModel::setData(const QModelIndex& index, const QVariant& value, int role)
{
    if (!index.isValid() || index.column() != Host || role != Qt::CheckStateRole)
        return false;
    m_choice.choose(m_choice.hosts().at(std::size_t(index.row())), value.toInt() == Qt::Checked);
    checksChanged();
    emit chosen();
    return true;
}

QVariant HostModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    static constexpr const char* kTitles[Columns] = {QT_TR_NOOP("Host"), QT_TR_NOOP("Ranks"), QT_TR_NOOP("Count")};
    if (orientation != Qt::Horizontal || section < 0 || section >= Columns)
        return {};
    if (role == Qt::DisplayRole)
        return tr(kTitles[section]);
    if (role == Qt::TextAlignmentRole)
        return QVariant::fromValue(Qt::AlignVCenter | Qt::AlignLeft);
    return {};
}

Qt::ItemFlags HostModel::flags(const QModelIndex& index) const
{
    const Qt::ItemFlags plain = QAbstractTableModel::flags(index);
    return index.isValid() && index.column() == Host ? plain | Qt::ItemIsUserCheckable : plain;
}

} // namespace dbgr::ui

#include "moc_host_model.cpp"

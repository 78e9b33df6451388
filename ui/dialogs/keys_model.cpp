// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/keys_model.h"

#include "ui/dialogs/command_words.h"
#include "ui/window/actions.h"

#include <QFont>

namespace dbgr::ui {

KeysModel::KeysModel(Actions& actions, QObject* parent)
    : QAbstractTableModel(parent), m_actions(actions), m_rows(actions.all())
{
    for (int row = 0; row < m_rows.size(); ++row) {
        connect(m_rows[row], &QAction::changed, this,
                [this, row] { emit dataChanged(index(row, 0), index(row, ColumnCount - 1)); });
    }
}

bool KeysModel::isChanged(int row) const
{
    return action(row)->shortcuts() != m_actions.defaultKeys(action(row));
}

QAction* KeysModel::conflict(int row, const QKeySequence& keys) const
{
    return keys.isEmpty() ? nullptr : m_actions.ownerOf(keys, action(row));
}

void KeysModel::takeFromOthers(const QAction* action, const QKeySequence& keys)
{
    while (QAction* const owner = m_actions.ownerOf(keys, action)) {
        QList<QKeySequence> left = owner->shortcuts();
        left.removeAll(keys);
        m_actions.setKeys(owner, left);
    }
}

void KeysModel::setKeys(int row, const QKeySequence& keys)
{
    if (!keys.isEmpty())
        takeFromOthers(action(row), keys);
    const QList<QKeySequence> wanted = keys.isEmpty() ? QList<QKeySequence>() : QList<QKeySequence>{keys};
    if (wanted == m_actions.defaultKeys(action(row)))
        m_actions.resetKeys(action(row));
    else
        m_actions.setKeys(action(row), wanted);
}

void KeysModel::reset(int row)
{
    for (const QKeySequence& keys : m_actions.defaultKeys(action(row)))
        takeFromOthers(action(row), keys);
    m_actions.resetKeys(action(row));
}

void KeysModel::resetAll()
{
    for (QAction* const action : std::as_const(m_rows))
        m_actions.resetKeys(action);
}

int KeysModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int KeysModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : int(ColumnCount);
}

QVariant KeysModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    const QAction& command = *action(index.row());
    if (role == Qt::ToolTipRole)
        return command.statusTip();
    if (role == Qt::FontRole && index.column() == Keys && isChanged(index.row())) {
        QFont bold;
        bold.setBold(true);
        return bold;
    }
    if (role != Qt::DisplayRole)
        return {};
    switch (index.column()) {
    case Command:
        return commandName(command);
    case Menu:
        return commandMenu(command);
    case Keys:
        return commandKeys(command);
    default:
        return {};
    }
}

QVariant KeysModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Command:
        return tr("Command");
    case Menu:
        return tr("Menu");
    case Keys:
        return tr("Keys");
    default:
        return {};
    }
}

} // namespace dbgr::ui

#include "moc_keys_model.cpp"

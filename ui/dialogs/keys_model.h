// SPDX-License-Identifier: GPL-3.0-or-later
// All commands with their keys, and the rules by which keys change: no two commands share one. Thread: GUI.
#pragma once

#include <QAbstractTableModel>
#include <QKeySequence>
#include <QList>

class QAction;

namespace dbgr::ui {

class Actions;

class KeysModel final : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column
    {
        Command,
        Menu,
        Keys,
        ColumnCount
    };

    /// The commands that there are now.
    explicit KeysModel(Actions& actions, QObject* parent = nullptr);

    /// \pre 0 <= row < rowCount()
    [[nodiscard]] QAction* action(int row) const { return m_rows.at(row); }
    /// The user gave it other keys.
    [[nodiscard]] bool isChanged(int row) const;
    /// Who has these keys already; null if nobody else.
    [[nodiscard]] QAction* conflict(int row, const QKeySequence& keys) const;

    /// Gives the command these keys and no others; whoever has them loses them. Empty ones take its keys away.
    void setKeys(int row, const QKeySequence& keys);
    /// As if the user had never given it others; whoever got its own keys meanwhile loses them.
    void reset(int row);
    void resetAll();

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    void takeFromOthers(const QAction* action, const QKeySequence& keys);

    Actions& m_actions;
    QList<QAction*> m_rows;
};

} // namespace dbgr::ui

// SPDX-License-Identifier: GPL-3.0-or-later
// The commands that the letters typed so far may mean, best first. Thread: GUI.
#pragma once

#include "ui/dialogs/fuzzy_match.h"

#include <QAbstractListModel>

#include <vector>

class QAction;

namespace dbgr::ui {

class Actions;

class CommandModel final : public QAbstractListModel
{
    Q_OBJECT

public:
    explicit CommandModel(const Actions& actions, QObject* parent = nullptr);

    /// Looks at all commands anew: another pattern is another list.
    void setPattern(const QString& pattern);
    /// \pre 0 <= row < rowCount()
    [[nodiscard]] QAction* action(int row) const { return m_rows.at(std::size_t(row)).action; }

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    /// PaletteRole: the tip is what it does, and whether it can be done now.
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;

private:
    struct Row
    {
        QAction* action;
        int score;
        QList<int> positions;
    };
    [[nodiscard]] std::optional<Row> rowOf(QAction* action, const QString& pattern) const;

    const Actions& m_actions;
    std::vector<Row> m_rows;
};

} // namespace dbgr::ui

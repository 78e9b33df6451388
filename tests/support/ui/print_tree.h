// SPDX-License-Identifier: GPL-3.0-or-later
// A model as text, so that a test can say what a person would see. Thread: the test's.
#pragma once

#include <QAbstractItemModel>
#include <QString>
#include <QStringList>

#include <functional>

namespace dbgr::test {

/// Marks behind a cell's text, such as "*" for a value that changed.
using CellMarks = std::function<QString(const QModelIndex&)>;

/// One line a row, children indented by two blanks; cells apart by " | ", empty ones at the end left out.
inline QString printTree(const QAbstractItemModel& model, const CellMarks& marks = {}, const QModelIndex& parent = {},
                         int depth = 0)
{
    QString text;
    for (int row = 0; row < model.rowCount(parent); ++row) {
        QStringList cells;
        for (int column = 0; column < model.columnCount(parent); ++column) {
            const QModelIndex cell = model.index(row, column, parent);
            cells << cell.data().toString() + (marks ? marks(cell) : QString());
        }
        while (!cells.isEmpty() && cells.last().isEmpty())
            cells.removeLast();
        text += QString(2 * depth, QLatin1Char(' ')) + cells.join(QStringLiteral(" | ")) + QLatin1Char('\n');
        text += printTree(model, marks, model.index(row, 0, parent), depth + 1);
    }
    return text;
}

} // namespace dbgr::test

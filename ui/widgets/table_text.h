// SPDX-License-Identifier: GPL-3.0-or-later
// Rows of a model as text for other programs: the clipboard and spreadsheets. Pure. Thread: GUI.
#pragma once

#include <QList>
#include <QModelIndex>
#include <QString>

class QAbstractItemModel;

namespace dbgr::ui {

/// The rows that `indexes` are in, in the model's order, one a line, cells separated by tabs. Rows below other ones are
/// indented by two blanks a level.
/// \param columns those to write, in this order
[[nodiscard]] QString tabbedText(const QList<QModelIndex>& indexes, const QList<int>& columns);

/// All rows (of a tree, parents before their children) with a header line, as RFC 4180 has it.
[[nodiscard]] QString csvText(const QAbstractItemModel& model, const QList<int>& columns);

} // namespace dbgr::ui

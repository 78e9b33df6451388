// SPDX-License-Identifier: GPL-3.0-or-later
// Words around values: a variable and what is known of its members as text that pastes well, and the titles of columns.
// Pure. Thread: GUI.
#pragma once

#include <QModelIndex>
#include <QString>
#include <QVariant>

namespace dbgr::ui {

/// "state = {step = 1}" and its children below, indented by two blanks.
/// \param row of a model with the columns of value_columns.h
[[nodiscard]] QString valueText(const QModelIndex& row);

/// The title of a column of value_columns.h; nothing for others. \param name what the first column calls a row
[[nodiscard]] QVariant valueColumnTitle(int column, const QString& name);

} // namespace dbgr::ui

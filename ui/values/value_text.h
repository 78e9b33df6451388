// SPDX-License-Identifier: GPL-3.0-or-later
// A variable and what is known of its members as text that pastes well. Pure. Thread: GUI.
#pragma once

#include <QModelIndex>
#include <QString>

namespace dbgr::ui {

/// "state = {step = 1}" and its children below, indented by two blanks.
/// \param row of a model with the columns of value_columns.h
[[nodiscard]] QString valueText(const QModelIndex& row);

} // namespace dbgr::ui

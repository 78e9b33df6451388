// SPDX-License-Identifier: GPL-3.0-or-later
// Makes a row of a view the current one and the only selected one. QAbstractItemView::setCurrentIndex() does so only
// while no modifier key is down, and commands have keys such as Ctrl+Up. Thread: GUI.
#pragma once

#include <QAbstractItemView>
#include <QItemSelectionModel>

namespace dbgr::ui {

inline void makeCurrent(const QAbstractItemView& view, const QModelIndex& index)
{
    view.selectionModel()->setCurrentIndex(index, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
}

} // namespace dbgr::ui

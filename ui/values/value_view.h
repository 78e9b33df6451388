// SPDX-License-Identifier: GPL-3.0-or-later
// How variables and watches look alike: one kind of tree, with columns that fit their room. Thread: GUI.
#pragma once

class QTreeView;

namespace dbgr::ui {

class ColumnFit;
class Theme;

/// A tree for the columns of value_columns.h.
[[nodiscard]] QTreeView* makeValueTree(const Theme& theme);
/// The columns fill the tree's width, in the user's or else in their first proportions; the type is shown where there
/// is room for it. To be called when the model is set. \return the tree's
ColumnFit* fitValueColumns(QTreeView* tree, bool userChoseWidths);

} // namespace dbgr::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/values/value_view.h"

#include "ui/values/column_fit.h"
#include "ui/values/value_columns.h"
#include "ui/values/value_delegate.h"

#include <QHeaderView>
#include <QTreeView>

#include <algorithm>

namespace dbgr::ui {

namespace {

/// Characters.
constexpr int kRoomForType = 60;

} // namespace

QTreeView* makeValueTree(const Theme& theme)
{
    auto* const tree = new QTreeView;
    tree->setUniformRowHeights(true);
    // As wide as two characters: nesting is seen, whatever the face.
    tree->setIndentation(std::max(16, tree->fontMetrics().averageCharWidth() * 2 + 4));
    tree->setAllColumnsShowFocus(true);
    tree->setSelectionMode(QAbstractItemView::ExtendedSelection);
    tree->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    tree->setItemDelegate(new ValueDelegate(theme, tree));
    return tree;
}

ColumnFit* fitValueColumns(QTreeView* tree, bool userChoseWidths)
{
    auto* const fit = new ColumnFit(tree, {26, 46, 28, 22}, value_column::kType, kRoomForType);
    if (userChoseWidths)
        fit->adopt();
    return fit;
}

} // namespace dbgr::ui

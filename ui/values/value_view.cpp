// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/values/value_view.h"

#include "ui/values/column_fit.h"
#include "ui/values/value_columns.h"
#include "ui/values/value_delegate.h"

#include <QHeaderView>
#include <QTreeView>

namespace dbgr::ui {

namespace {

constexpr int kRoomForType = 420;

} // namespace

QTreeView* makeValueTree(const Theme& theme)
{
    auto* const tree = new QTreeView;
    tree->setUniformRowHeights(true);
    tree->setIndentation(12);
    tree->setAllColumnsShowFocus(true);
    tree->setSelectionMode(QAbstractItemView::ExtendedSelection);
    tree->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    tree->setItemDelegate(new ValueDelegate(theme, tree));
    return tree;
}

void fitValueColumns(QTreeView* tree, bool userChoseWidths)
{
    auto* const fit = new ColumnFit(tree, {30, 26, 44, 24}, value_column::kType, kRoomForType);
    if (userChoseWidths)
        fit->adopt();
}

} // namespace dbgr::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/stacks/stack_tree_view.h"

#include "ui/stacks/stack_tree_model.h"

#include <QMouseEvent>

namespace dbgr::ui {

namespace {

constexpr int kForkIndent = 12;
constexpr int kTreeMarkWidth = 16;

/// Rows in a branch, counted no further than `most`.
int countRows(const QAbstractItemModel& model, const QModelIndex& index, int most)
{
    int count = 1;
    for (int row = 0; row < model.rowCount(index) && count < most; ++row)
        count += countRows(model, model.index(row, 0, index), most - count);
    return count;
}

} // namespace

StackTreeView::StackTreeView(QWidget* parent) : ChoiceView(parent)
{
    setIndentation(0); // the delegate moves rows to the right
}

void StackTreeView::setModel(QAbstractItemModel* model)
{
    ChoiceView::setModel(model);
    setFittedColumns(StackTreeModel::Where, {StackTreeModel::Count, StackTreeModel::Ranks});
    for (int row = 0; model && row < model->rowCount(); ++row)
        expandNew(model->index(row, 0));
}

int StackTreeView::indentOf(const QModelIndex& index)
{
    return index.data(StackTreeModel::ForksRole).toInt() * kForkIndent;
}

QRect StackTreeView::markRect(const QModelIndex& index, const QRect& cell) const
{
    if (index.data(StackTreeModel::ContinuesRole).toBool() && (isExpanded(index) || !index.model()->hasChildren(index)))
        return {};
    return {cell.left() + indentOf(index), cell.top(), kTreeMarkWidth, cell.height()};
}

void StackTreeView::rowsInserted(const QModelIndex& parent, int first, int last)
{
    ChoiceView::rowsInserted(parent, first, last);
    for (int row = first; row <= last; ++row)
        expandNew(model()->index(row, 0, parent));
}

void StackTreeView::expandNew(const QModelIndex& index)
{
    if (countRows(*model(), index, kMostToExpand + 1) <= kMostToExpand)
        expandRecursively(index);
    else
        expand(index);
    if (!index.parent().isValid() || model()->rowCount(index.parent()) > 1)
        return;
    expand(index.parent()); // it had nothing below, so the user cannot have closed it
}

void StackTreeView::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton || !toggleAt(event->pos()))
        ChoiceView::mousePressEvent(event);
}

void StackTreeView::mouseDoubleClickEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton || !toggleAt(event->pos()))
        ChoiceView::mouseDoubleClickEvent(event);
}

bool StackTreeView::toggleAt(const QPoint& where)
{
    const QModelIndex index = indexAt(where).siblingAtColumn(StackTreeModel::Where);
    if (!index.isValid() || !model()->hasChildren(index) || !markRect(index, visualRect(index)).contains(where))
        return false;
    setExpanded(index, !isExpanded(index));
    return true;
}

} // namespace dbgr::ui

#include "moc_stack_tree_view.cpp"

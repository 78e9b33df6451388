// SPDX-License-Identifier: GPL-3.0-or-later
// Paints the stack tree: a chain of frames runs straight down, and only where stacks part do they move to the right.
// Thread: GUI.
#pragma once

#include "ui/stacks/choice_view.h"

#include <QRect>

namespace dbgr::ui {

class StackTreeView final : public ChoiceView
{
    Q_OBJECT

public:
    /// New branches are opened, unless there are more rows than this in one.
    static constexpr int kMostToExpand = 500;

    explicit StackTreeView(QWidget* parent = nullptr);

    void setModel(QAbstractItemModel* model) override;
    /// Pixels from the left of the first column to a row's mark for opening and closing.
    [[nodiscard]] static int indentOf(const QModelIndex& index);
    /// Where that mark is drawn in a cell; empty where the row needs none: each mark begins a branch, or is closed.
    [[nodiscard]] QRect markRect(const QModelIndex& index, const QRect& cell) const;

protected slots:
    void rowsInserted(const QModelIndex& parent, int first, int last) override;

protected:
    void mousePressEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;

private:
    /// Opens or closes the row whose mark is below the mouse. \return false there is none
    bool toggleAt(const QPoint& where);
    void expandNew(const QModelIndex& index);
};

} // namespace dbgr::ui

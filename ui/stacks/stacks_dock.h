// SPDX-License-Identifier: GPL-3.0-or-later
// The merged stacks of the focused ranks: a click opens a frame's source, a double click makes its ranks the focus.
// Thread: GUI.
#pragma once

#include "ui/stacks/place_wish.h"
#include "ui/stacks/stack_tree_model.h"
#include "ui/window/ui_context.h"

#include <QWidget>

class QLabel;
class QMenu;
class QCheckBox;
class QTimer;

namespace dbgr::ui {

class FilteredView;
class StackDelegate;
class StackTreeView;
class ViewStatus;

class StacksDock final : public QWidget
{
    Q_OBJECT

public:
    /// From one sample to the next, if they are repeated.
    static constexpr int kRepeatMs = 1000;

    explicit StacksDock(UiContext& context, QWidget* parent = nullptr);
    ~StacksDock() override;

signals:
    /// The user chose a frame of the tree: show where it stands.
    void sourceWanted(const dbgr::debug::SourceLocation& where);
    /// There is something to see that was asked for.
    void raiseWanted();

protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    void connectAll();
    void makeMenu();
    void showStatus();
    void setOwnCode(bool own);
    void sample();
    void repeat();
    void visit(const QModelIndex& ofView);
    void choose(const QModelIndex& source);
    void copyStack();
    [[nodiscard]] QModelIndex current() const;

    UiContext& m_context;
    StackTreeModel m_model;
    PlaceWish m_wish;
    ViewStatus* m_status;
    QCheckBox* m_ownCode;
    QCheckBox* m_repeat;
    QTimer* m_next; ///< sample
    StackTreeView* m_tree;
    StackDelegate* m_delegate;
    FilteredView* m_view;
    QLabel* m_note;
};

} // namespace dbgr::ui

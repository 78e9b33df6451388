// SPDX-License-Identifier: GPL-3.0-or-later
// The stack of the current place: choosing a frame shows its source and its variables. Thread: GUI.
#pragma once

#include "ui/stacks/call_stack_model.h"
#include "ui/window/ui_context.h"

#include <QWidget>

namespace dbgr::ui {

class ChoiceView;
class FilteredView;
class PlaceDelegate;
class ViewStatus;

class CallStackDock final : public QWidget
{
    Q_OBJECT

public:
    explicit CallStackDock(UiContext& context, QWidget* parent = nullptr);
    ~CallStackDock() override;

private:
    void showStatus();

    UiContext& m_context;
    CallStackModel m_model;
    ViewStatus* m_status;
    ChoiceView* m_list;
    PlaceDelegate* m_delegate;
    FilteredView* m_view;
    int m_marked = -1; ///< the chosen row that the list's own mark was put on last
};

} // namespace dbgr::ui

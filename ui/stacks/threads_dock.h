// SPDX-License-Identifier: GPL-3.0-or-later
// The threads of the leading rank, or of all ranks of the focus: choosing one shows its stack. Thread: GUI.
#pragma once

#include "ui/stacks/place_wish.h"
#include "ui/stacks/threads_model.h"
#include "ui/window/ui_context.h"

#include <QWidget>

class QCheckBox;

namespace dbgr::ui {

class ChoiceView;
class FilteredView;
class PlaceDelegate;
class ViewStatus;

class ThreadsDock final : public QWidget
{
    Q_OBJECT

public:
    explicit ThreadsDock(UiContext& context, QWidget* parent = nullptr);
    ~ThreadsDock() override;

protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    void connectAll();
    void showStatus();
    void setAllRanks(bool all);
    void choose(const QModelIndex& ofView);

    UiContext& m_context;
    ThreadsModel m_model;
    PlaceWish m_wish;
    ViewStatus* m_status;
    QCheckBox* m_allRanks;
    ChoiceView* m_list;
    PlaceDelegate* m_delegate;
    FilteredView* m_view;
};

} // namespace dbgr::ui

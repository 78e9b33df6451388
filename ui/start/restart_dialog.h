// SPDX-License-Identifier: GPL-3.0-or-later
// The launch form once more, with what the job was started by: to change it, and start again. Thread: GUI.
#pragma once

#include "ui/start/launch_request.h"
#include "ui/window/ui_context.h"

#include <QDialog>

namespace dbgr::ui {

class LaunchForm;
class LaunchHistory;

class RestartDialog final : public QDialog
{
    Q_OBJECT

public:
    /// \param history outlives this
    RestartDialog(UiContext& context, LaunchHistory& history, QWidget* parent);

    /// Shows it. \param request what the job was started by
    void open(const LaunchRequest& request);

signals:
    void restartRequested(const dbgr::ui::LaunchRequest& request);

private:
    LaunchForm* m_form;
};

} // namespace dbgr::ui

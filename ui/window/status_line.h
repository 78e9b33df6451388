// SPDX-License-Identifier: GPL-3.0-or-later
// The status bar: launcher, size of the job, its state, elapsed time. Thread: GUI.
#pragma once

#include "session/session_event.h"
#include "ui/window/slow_work.h"
#include "ui/window/ui_context.h"

#include <QLabel>
#include <QStatusBar>
#include <QTimer>

#include <vector>

namespace dbgr::ui {

class StatusLine final : public QStatusBar
{
    Q_OBJECT

public:
    explicit StatusLine(UiContext& context, QWidget* parent = nullptr);

private:
    QLabel* addPart(const char* name, const QString& tip, int stretch);
    void take(const std::vector<session::SessionEvent>& events);
    void showJob();
    void showElapsed();

    UiContext& m_context;
    QLabel* m_launcher;
    QLabel* m_size;
    QLabel* m_state;
    QLabel* m_elapsed;
    SlowWork m_slow;
    QTimer m_second;
};

} // namespace dbgr::ui

// SPDX-License-Identifier: GPL-3.0-or-later
// The start page's line of session files: the newest ones as buttons, and one to look for another. Thread: GUI.
#pragma once

#include "ui/sessions/recent_sessions.h"
#include "ui/window/ui_context.h"

#include <QWidget>

#include <vector>

class QLabel;
class QToolButton;

namespace dbgr::ui {

class RecentSessionsRow final : public QWidget
{
    Q_OBJECT

public:
    /// As many have a button; the menu has the others.
    static constexpr qsizetype kShown = 4;

    explicit RecentSessionsRow(UiContext& context, QWidget* parent = nullptr);

signals:
    void chosen(const QString& file);

private:
    void showFiles();

    RecentSessions m_recent;
    std::vector<QToolButton*> m_buttons;
    QLabel* m_none; ///< what would stand here
};

} // namespace dbgr::ui

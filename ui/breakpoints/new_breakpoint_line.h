// SPDX-License-Identifier: GPL-3.0-or-later
// The line above the breakpoints in which another one is typed; what is wrong with it stands below. Thread: GUI.
#pragma once

#include "util/ids.h"

#include <QWidget>

class QLabel;
class QLineEdit;

namespace dbgr::ui {

class BreakpointCommands;
class Theme;

class NewBreakpointLine final : public QWidget
{
    Q_OBJECT

public:
    NewBreakpointLine(BreakpointCommands& commands, const Theme& theme, QWidget* parent = nullptr);

    /// Takes the keyboard.
    void begin();
    /// The same, to go on behind `text`.
    void beginWith(const QString& text);

signals:
    void added(dbgr::util::BreakpointId id);
    /// The user gave it up.
    void left();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void submit();
    void showError(const QString& text);
    void applyTheme();

    BreakpointCommands& m_commands;
    const Theme& m_theme;
    QLineEdit* m_edit;
    QLabel* m_error;
};

} // namespace dbgr::ui

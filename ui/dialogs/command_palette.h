// SPDX-License-Identifier: GPL-3.0-or-later
// Every command by a few letters of its name: a line and a list over the top of the window. Return does the command,
// Escape or a click elsewhere closes it. Thread: GUI.
#pragma once

#include "ui/dialogs/command_model.h"
#include "ui/window/ui_context.h"

#include <QFrame>
#include <QPointer>

class QLabel;
class QLineEdit;
class QListView;

namespace dbgr::ui {

class CommandPalette final : public QFrame
{
    Q_OBJECT

public:
    /// \param window that it lies over, and whose commands these are. Hidden at first.
    CommandPalette(UiContext& context, QWidget* window);

    /// Shows it with an empty line, and the keyboard in it.
    void open();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void place();
    void select(int row);
    void takePattern(const QString& pattern);
    void trigger(const QModelIndex& index);
    /// \param giveBack the keyboard goes to whom it was taken from
    void dismiss(bool giveBack);
    bool keyPressed(QKeyEvent* key);
    void showTip();
    void showLook();

    UiContext& m_context;
    QWidget* m_window;
    CommandModel m_model;
    QLineEdit* m_line;
    QListView* m_list;
    QLabel* m_tip;
    QPointer<QWidget> m_hadKeyboard;
};

} // namespace dbgr::ui

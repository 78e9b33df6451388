// SPDX-License-Identifier: GPL-3.0-or-later
// The line below the console: "stdin to [0] > ...", its target always in sight. Thread: GUI.
#pragma once

#include "ui/console/input_history.h"

#include <QWidget>

class QLabel;
class QLineEdit;
class QPushButton;

namespace dbgr::ui {

class RankSetEdit;
class StdinModel;
struct UiContext;

class ConsoleInput final : public QWidget
{
    Q_OBJECT

public:
    /// \param model outlives the widget
    ConsoleInput(StdinModel& model, UiContext& context, QWidget* parent = nullptr);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void send();
    void update();
    bool keyPressed(int key, Qt::KeyboardModifiers modifiers);

    StdinModel& m_model;
    UiContext& m_context;
    InputHistory m_history;
    RankSetEdit* m_target;
    QLineEdit* m_line;
    QLabel* m_state;
    QPushButton* m_end;
};

} // namespace dbgr::ui

// SPDX-License-Identifier: GPL-3.0-or-later
// The line below the console in which text is looked for. Escape closes it. Thread: GUI.
#pragma once

#include "ui/console/console_finder.h"
#include "ui/console/console_matches.h"

#include <QWidget>

class QLabel;
class QLineEdit;

namespace dbgr::ui {

class ConsoleView;
struct UiContext;

class ConsoleFindBar final : public QWidget
{
    Q_OBJECT

public:
    /// \param model and \param view outlive the bar
    ConsoleFindBar(ConsoleModel& model, ConsoleView& view, UiContext& context, QWidget* parent = nullptr);

    void open();

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    void find(ConsoleFinder::Direction direction);
    void textChanged(const QString& text);
    void close();
    /// "3 of 17".
    void showState();

    ConsoleModel& m_model;
    ConsoleView& m_view;
    ConsoleFinder m_finder;
    ConsoleMatches m_matches;
    bool m_looking = false;
    QLineEdit* m_text;
    QLabel* m_state;
};

} // namespace dbgr::ui

// SPDX-License-Identifier: GPL-3.0-or-later
// One line of the notice bar: icon, words, buttons, and a way to close it. Thread: GUI.
#pragma once

#include "ui/bridge/notices.h"
#include "ui/window/ui_context.h"

#include <QFrame>

class QHBoxLayout;
class QLabel;
class QToolButton;

namespace dbgr::ui {

class NoticeRow final : public QFrame
{
    Q_OBJECT

public:
    explicit NoticeRow(UiContext& context, QWidget* parent = nullptr);

    void setNotice(const Notice& notice);

protected:
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void showButtons();
    void showLook();
    void close();

    UiContext& m_context;
    Notice m_notice;
    QLabel* m_icon;
    QLabel* m_text;
    QLabel* m_advice;
    QHBoxLayout* m_buttons;
    QToolButton* m_close;
};

} // namespace dbgr::ui

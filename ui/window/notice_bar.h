// SPDX-License-Identifier: GPL-3.0-or-later
// What the user is to be told, as quiet lines above the source: nothing pops up, nothing covers the code. The newest
// come first, errors before hints; more than two fold. Way: notices -> here. Thread: GUI.
#pragma once

#include "ui/window/ui_context.h"

#include <QWidget>

#include <vector>

class QToolButton;
class QVBoxLayout;

namespace dbgr::ui {

class NoticeRow;

class NoticeBar final : public QWidget
{
    Q_OBJECT

public:
    /// As many are shown until the user asks for more.
    static constexpr std::size_t kShownAtMost = 2;

    explicit NoticeBar(UiContext& context, QWidget* parent = nullptr);

private:
    void showNotices();
    void styleMore();
    /// The row in place `index`, made if there is none yet: rows stay, so that a button is not gone under the mouse.
    NoticeRow& row(std::size_t index);

    UiContext& m_context;
    QVBoxLayout* m_layout;
    QToolButton* m_more;
    std::vector<NoticeRow*> m_rows;
    bool m_unfolded = false;
};

} // namespace dbgr::ui

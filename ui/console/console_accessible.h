// SPDX-License-Identifier: GPL-3.0-or-later
// The console for assistive technology: the lines in sight as read-only text. Thread: GUI.
#pragma once

#include <QAccessibleWidget>

namespace dbgr::ui {

class ConsoleView;

class ConsoleAccessible final : public QAccessibleWidget, public QAccessibleTextInterface
{
public:
    explicit ConsoleAccessible(ConsoleView& view);
    /// Makes Qt use it for every ConsoleView from now on.
    static void install();

    void* interface_cast(QAccessible::InterfaceType type) override;
    QAccessible::State state() const override;
    QString text(QAccessible::Text which) const override;

    // Text: selection is by lines, and the user's own.
    void selection(int index, int* start, int* end) const override;
    int selectionCount() const override { return 0; }
    void addSelection(int, int) override {}
    void removeSelection(int) override {}
    void setSelection(int, int, int) override {}
    int cursorPosition() const override { return characterCount(); }
    void setCursorPosition(int) override {}
    QString text(int start, int end) const override;
    int characterCount() const override;
    QRect characterRect(int offset) const override;
    int offsetAtPoint(const QPoint& point) const override;
    void scrollToSubstring(int, int) override {}
    QString attributes(int offset, int* start, int* end) const override;

private:
    const ConsoleView& m_view;
};

} // namespace dbgr::ui

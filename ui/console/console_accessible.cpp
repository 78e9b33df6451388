// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/console/console_accessible.h"

#include "ui/console/console_view.h"

namespace dbgr::ui {

ConsoleAccessible::ConsoleAccessible(ConsoleView& view)
    : QAccessibleWidget(&view, QAccessible::EditableText), m_view(view)
{}

void ConsoleAccessible::install()
{
    static const bool kOnce = [] {
        QAccessible::installFactory([](const QString&, QObject* object) -> QAccessibleInterface* {
            auto* const view = qobject_cast<ConsoleView*>(object);
            return view ? new ConsoleAccessible(*view) : nullptr; // Qt owns it
        });
        return true;
    }();
    Q_UNUSED(kOnce)
}

void* ConsoleAccessible::interface_cast(QAccessible::InterfaceType type)
{
    if (type == QAccessible::TextInterface)
        return static_cast<QAccessibleTextInterface*>(this);
    return QAccessibleWidget::interface_cast(type);
}

QAccessible::State ConsoleAccessible::state() const
{
    QAccessible::State state = QAccessibleWidget::state();
    state.readOnly = true;
    state.multiLine = true;
    return state;
}

QString ConsoleAccessible::text(QAccessible::Text which) const
{
    return which == QAccessible::Value ? m_view.visibleLines() : QAccessibleWidget::text(which);
}

QString ConsoleAccessible::text(int start, int end) const
{
    return m_view.visibleLines().mid(start, end - start);
}

int ConsoleAccessible::characterCount() const
{
    return int(m_view.visibleLines().size());
}

void ConsoleAccessible::selection(int, int* start, int* end) const
{
    *start = *end = 0;
}

QRect ConsoleAccessible::characterRect(int) const
{
    return rect();
}

int ConsoleAccessible::offsetAtPoint(const QPoint&) const
{
    return -1;
}

QString ConsoleAccessible::attributes(int, int* start, int* end) const
{
    *start = 0;
    *end = characterCount();
    return {};
}

} // namespace dbgr::ui

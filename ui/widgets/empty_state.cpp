// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/empty_state.h"

#include "ui/theme/theme.h"

#include <QApplication>
#include <QEvent>
#include <QPainter>

#include <algorithm>

namespace dbgr::ui {

EmptyState::EmptyState(const Theme& theme, QWidget* over) : QWidget(over), m_theme(theme)
{
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setFocusPolicy(Qt::NoFocus);
    over->installEventFilter(this);
    resize(over->size());
    hide();
    connect(&theme, &Theme::changed, this, qOverload<>(&QWidget::update));
}

void EmptyState::setText(const QString& title, const QString& hint)
{
    if (m_title == title && m_hint == hint)
        return;
    m_title = title;
    m_hint = hint;
    setAccessibleName(title);
    setAccessibleDescription(hint);
    update();
}

bool EmptyState::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == parentWidget() && event->type() == QEvent::Resize)
        resize(parentWidget()->size());
    return QWidget::eventFilter(watched, event);
}

void EmptyState::paintEvent(QPaintEvent* /*event*/)
{
    constexpr int kMargin = 12;
    constexpr int kGap = 4;
    constexpr int kFlags = Qt::AlignHCenter | Qt::TextWordWrap;
    const QRect room = rect().adjusted(kMargin, kMargin, -kMargin, -kMargin);
    const QFont hintFont = QApplication::font(this); // also over a view of output
    QFont titleFont = hintFont;
    titleFont.setWeight(QFont::DemiBold);
    const int titleHeight = QFontMetrics(titleFont).boundingRect(room, kFlags, m_title).height();
    const int hintHeight =
        m_hint.isEmpty() ? 0 : QFontMetrics(hintFont).boundingRect(room, kFlags, m_hint).height() + kGap;
    // A little above the middle looks centred; in a low dock everything starts at the top.
    const int top = room.top() + std::max(0, (room.height() - titleHeight - hintHeight) * 2 / 5);

    QPainter painter(this);
    painter.setPen(m_theme.color(ColorRole::DimText));
    painter.setFont(titleFont);
    painter.drawText(QRect(room.left(), top, room.width(), titleHeight), kFlags, m_title);
    painter.setFont(hintFont);
    painter.drawText(QRect(room.left(), top + titleHeight + kGap, room.width(), hintHeight), kFlags, m_hint);
}

} // namespace dbgr::ui

#include "moc_empty_state.cpp"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/start/card.h"

#include "ui/theme/theme.h"

#include <QPainter>

namespace dbgr::ui {

Card::Card(const Theme& theme, QWidget* parent) : QFrame(parent), m_theme(theme)
{
    connect(&theme, &Theme::changed, this, qOverload<>(&QWidget::update));
}

void Card::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(m_theme.color(ColorRole::Border));
    // Fields are darker than what is around them: in the dark their frames alone cannot be seen.
    painter.setBrush(m_theme.isDark() ? m_theme.color(ColorRole::Window).lighter(120) : m_theme.color(ColorRole::Base));
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 6, 6);
}

} // namespace dbgr::ui

#include "moc_card.cpp"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/values/place_label.h"

#include "ui/theme/theme.h"

#include <QPainter>

namespace dbgr::ui {

namespace {

constexpr int kSideMargin = 8;
constexpr int kEdgeMargin = 4;

} // namespace

PlaceLabel::PlaceLabel(const Theme& theme, QWidget* parent) : QWidget(parent), m_theme(theme)
{
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
}

void PlaceLabel::setText(const QString& text, bool old)
{
    m_text = text;
    m_old = old;
    setToolTip(text);
    setAccessibleName(text);
    setVisible(!text.isEmpty());
    update();
}

QSize PlaceLabel::sizeHint() const
{
    return {fontMetrics().horizontalAdvance(m_text) + 2 * kSideMargin, fontMetrics().height() + 2 * kEdgeMargin};
}

QSize PlaceLabel::minimumSizeHint() const
{
    return {0, sizeHint().height()};
}

void PlaceLabel::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const QRect area = rect().adjusted(kSideMargin, 0, -kSideMargin, 0);
    painter.setPen(m_theme.color(m_old ? ColorRole::DimText : ColorRole::Text));
    painter.drawText(area, Qt::AlignVCenter | Qt::AlignLeft,
                     fontMetrics().elidedText(m_text, Qt::ElideRight, area.width()));
    painter.setPen(m_theme.color(ColorRole::Border));
    painter.drawLine(rect().bottomLeft(), rect().bottomRight());
}

} // namespace dbgr::ui

#include "moc_place_label.cpp"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/source/mark_painter.h"

#include "ui/theme/theme.h"

#include <QFontMetricsF>
#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>

namespace dbgr::ui {

namespace {

constexpr qreal kArrowWidth = 10;
constexpr qreal kGap = 4;

QRectF discIn(const QRectF& cell)
{
    const qreal size = std::floor(std::min({cell.width() - 4, cell.height() - 4, qreal(12)}));
    return QRectF(cell.center().x() - size / 2, cell.center().y() - size / 2, size, size);
}

void paintArrow(QPainter& painter, const QRectF& cell, const QColor& color, bool filled)
{
    const qreal half = std::min(cell.height() / 2 - 3, qreal(5));
    const QPointF middle(cell.left() + kArrowWidth / 2, cell.center().y());
    QPainterPath arrow;
    arrow.moveTo(middle.x() - 4, middle.y() - half);
    arrow.lineTo(middle.x() + 4, middle.y());
    arrow.lineTo(middle.x() - 4, middle.y() + half);
    arrow.closeSubpath();
    painter.setPen(QPen(color, 1.2, Qt::SolidLine, Qt::SquareCap, Qt::RoundJoin));
    painter.setBrush(filled ? QBrush(color) : QBrush(Qt::NoBrush));
    painter.drawPath(arrow);
}

QPolygonF diamondIn(const QRectF& disc)
{
    const QPointF at = disc.center();
    const qreal half = disc.width() / 2 + 1; // as large to the eye as a disc
    return {{at - QPointF(0, half), at + QPointF(half, 0), at + QPointF(0, half), at - QPointF(half, 0)}};
}

} // namespace

void paintBreakpoint(QPainter& painter, const QRectF& cell, const LineMark& mark, const Theme& theme)
{
    if (mark.look == BreakpointLook::None)
        return;
    const bool pending = mark.look == BreakpointLook::Pending;
    const bool filled = mark.look != BreakpointLook::Disabled;
    const QColor color = theme.color(pending ? ColorRole::DimText : ColorRole::Breakpoint);
    const QColor inside = theme.color(ColorRole::Margin);
    const QRectF disc = discIn(cell);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(filled ? QPen(Qt::NoPen) : QPen(color, 1.5));
    painter.setBrush(filled ? color : inside);
    const QRectF shape = filled ? disc : disc.adjusted(0.75, 0.75, -0.75, -0.75);
    if (mark.logs)
        painter.drawPolygon(diamondIn(shape));
    else
        painter.drawEllipse(shape);
    painter.setPen(Qt::NoPen);
    painter.setBrush(filled ? inside : color);
    if (mark.look == BreakpointLook::Broken) { // an exclamation mark
        painter.drawRect(QRectF(disc.center().x() - 1, disc.top() + 2, 2, disc.height() / 2 - 1.5));
        painter.drawRect(QRectF(disc.center().x() - 1, disc.bottom() - 4, 2, 2));
    } else if (mark.conditional) {
        painter.drawEllipse(disc.center(), 2, 2);
    }
    painter.restore();
}

void paintBookmark(QPainter& painter, const QRectF& cell, const Theme& theme)
{
    constexpr qreal kWidth = 6;
    const QRectF ribbon(cell.left() + 1, cell.top() + 2, kWidth, cell.height() - 4);
    const QPolygonF shape(QList<QPointF>{ribbon.topLeft(), ribbon.topRight(), ribbon.bottomRight(),
                                         QPointF(ribbon.center().x(), ribbon.bottom() - kWidth / 2),
                                         ribbon.bottomLeft()});
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.color(ColorRole::Accent));
    painter.drawPolygon(shape);
    painter.restore();
}

void paintBreakpointGhost(QPainter& painter, const QRectF& cell, const Theme& theme)
{
    QColor color = theme.color(ColorRole::Breakpoint);
    color.setAlphaF(0.3F);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(color);
    painter.drawEllipse(discIn(cell));
    painter.restore();
}

void paintRanks(QPainter& painter, const QRectF& cell, const LineMark& mark, const Theme& theme, const QFont& font)
{
    if (!mark.leading && mark.ranks.empty())
        return;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    const bool leads = mark.leading && !mark.stale;
    if (mark.leading)
        paintArrow(painter, cell, theme.color(leads ? ColorRole::Accent : ColorRole::DimText), leads);
    QFont face = font;
    face.setBold(leads || mark.crashed);
    painter.setFont(face);
    painter.setPen(theme.color(mark.crashed ? ColorRole::ErrorText : leads ? ColorRole::Accent : ColorRole::DimText));
    painter.drawText(cell.adjusted(kArrowWidth + kGap / 2, 0, -kGap, 0), Qt::AlignRight | Qt::AlignVCenter,
                     countText(mark));
    painter.restore();
}

QString countText(const LineMark& mark)
{
    const std::uint64_t count = mark.ranks.size();
    if (count == 0 || (count == 1 && mark.leading))
        return {};
    if (count < 10000)
        return QString::number(count);
    return QStringLiteral("%1k").arg(count / 1000);
}

int ranksWidth(const std::vector<LineMark>& marks, const QFont& font)
{
    QFont bold = font;
    bold.setBold(true);
    const QFontMetricsF metrics(bold);
    qreal widest = metrics.horizontalAdvance(QStringLiteral("00"));
    for (const LineMark& mark : marks)
        widest = std::max(widest, metrics.horizontalAdvance(countText(mark)));
    return static_cast<int>(std::ceil(kArrowWidth + kGap / 2 + widest + kGap));
}

} // namespace dbgr::ui

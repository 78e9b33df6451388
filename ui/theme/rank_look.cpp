// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/rank_look.h"

#include <QCoreApplication>
#include <QPainter>
#include <QPainterPath>

namespace dbgr::ui {

using session::RankState;

RankLook lookOf(const session::RankRecord& record)
{
    switch (record.state) {
    case RankState::Starting:
        return RankLook::Starting;
    case RankState::Held:
        return RankLook::Held;
    case RankState::Running:
        return RankLook::Running;
    case RankState::Stopped:
        return RankLook::Stopped;
    case RankState::Crashed:
        return RankLook::Crashed;
    case RankState::Ended:
        return record.exit && (record.exit->status != 0 || record.exit->signal != 0) ? RankLook::EndedBadly
                                                                                     : RankLook::Ended;
    case RankState::Lost:
        return RankLook::Lost;
    case RankState::Detached:
        return RankLook::Detached;
    }
    return RankLook::Lost;
}

QString lookName(RankLook look)
{
    const auto text = [](const char* name) { return QCoreApplication::translate("RankLook", name); };
    switch (look) {
    case RankLook::Starting:
        return text("starting");
    case RankLook::Held:
        return text("held");
    case RankLook::Running:
        return text("running");
    case RankLook::Stopped:
        return text("stopped");
    case RankLook::Crashed:
        return text("crashed");
    case RankLook::Ended:
        return text("ended");
    case RankLook::EndedBadly:
        return text("ended with an error");
    case RankLook::Lost:
        return text("lost");
    case RankLook::Detached:
        return text("detached");
    }
    return {};
}

QColor lookColor(RankLook look, bool dark)
{
    // The palette of Okabe and Ito, which people of all kinds of colour vision can tell apart.
    const auto shade = [dark](QRgb rgb) { return dark ? QColor(rgb).lighter(115) : QColor(rgb); };
    switch (look) {
    case RankLook::Starting:
    case RankLook::Detached:
        return Qt::transparent;
    case RankLook::Held:
        return shade(0x56b4e9);
    case RankLook::Running:
        return shade(0x0072b2);
    case RankLook::Stopped:
        return shade(0xe69f00);
    case RankLook::Crashed:
        return shade(0xd55e00);
    case RankLook::Ended:
        return shade(0x999999);
    case RankLook::EndedBadly:
        return shade(0xcc79a7);
    case RankLook::Lost:
        return dark ? Qt::white : Qt::black;
    }
    return Qt::transparent;
}

namespace {

QColor markColor(RankLook look, bool dark)
{
    switch (look) {
    case RankLook::Running:
    case RankLook::Crashed:
        return Qt::white;
    case RankLook::Lost:
        return dark ? Qt::black : Qt::white;
    case RankLook::Starting:
    case RankLook::Detached:
        return dark ? QColor(0xb0b0b0) : QColor(0x606060);
    default:
        return QColor(0x1a1a1a);
    }
}

void paintCross(QPainter& painter, const QRectF& box, const QColor& color)
{
    painter.setPen(QPen(color, box.width() / 4, Qt::SolidLine, Qt::FlatCap));
    painter.drawLine(box.topLeft(), box.bottomRight());
    painter.drawLine(box.topRight(), box.bottomLeft());
}

void paintTriangle(QPainter& painter, const QRectF& box, const QColor& color)
{
    QPainterPath path(box.topLeft() + QPointF(box.width() / 8, 0));
    path.lineTo(box.right(), box.center().y());
    path.lineTo(box.left() + box.width() / 8, box.bottom());
    path.closeSubpath();
    painter.fillPath(path, color);
}

void paintQuestionMark(QPainter& painter, const QRectF& box, const QColor& color)
{
    QFont font = painter.font();
    font.setPixelSize(qMax(6, static_cast<int>(box.height() * 1.4)));
    font.setBold(true);
    painter.setFont(font);
    painter.setPen(color);
    painter.drawText(box.adjusted(-4, -4, 4, 4), Qt::AlignCenter, QStringLiteral("?"));
}

void paintOutline(QPainter& painter, const QRectF& box, const QColor& color, Qt::PenStyle style)
{
    painter.setPen(QPen(color, 1.2, style));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(box);
}

} // namespace

void paintLookMark(QPainter& painter, const QRectF& cell, RankLook look, bool dark)
{
    const qreal side = qMin(cell.width(), cell.height());
    if (side < 8)
        return;
    const qreal half = side / 4;
    const QRectF box(cell.center() - QPointF(half, half), QSizeF(half * 2, half * 2));
    const QColor color = markColor(look, dark);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    switch (look) {
    case RankLook::Starting:
        paintOutline(painter, box, color, Qt::SolidLine);
        break;
    case RankLook::Detached:
        paintOutline(painter, box, color, Qt::DotLine);
        break;
    case RankLook::Held:
        painter.fillRect(QRectF(box.left(), box.center().y() - half / 3, box.width(), half * 2 / 3), color);
        break;
    case RankLook::Running:
        paintTriangle(painter, box, color);
        break;
    case RankLook::Stopped:
        painter.fillRect(box, color);
        break;
    case RankLook::Crashed:
        paintCross(painter, box, color);
        break;
    case RankLook::Ended:
        painter.setPen(Qt::NoPen);
        painter.setBrush(color);
        painter.drawEllipse(box.center(), half / 2, half / 2);
        break;
    case RankLook::EndedBadly:
        painter.setPen(QPen(color, half / 2));
        painter.setBrush(Qt::NoBrush);
        painter.drawEllipse(box.center(), half * 0.8, half * 0.8);
        break;
    case RankLook::Lost:
        paintQuestionMark(painter, box, color);
        break;
    }
    painter.restore();
}

void paintLook(QPainter& painter, const QRectF& cell, RankLook look, bool dark)
{
    const QColor fill = lookColor(look, dark);
    if (fill.alpha() > 0)
        painter.fillRect(cell, fill);
    paintLookMark(painter, cell, look, dark);
}

} // namespace dbgr::ui

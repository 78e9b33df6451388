// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/console/console_row_painter.h"

#include "ui/theme/theme.h"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <utility>

namespace dbgr::ui {

namespace {

constexpr int kMargin = 8;

bool isNarrow(const QString& text)
{
    return std::all_of(text.begin(), text.end(), [](QChar c) { return c.unicode() < 0x300; });
}

} // namespace

void ConsoleRowPainter::paint(QPainter& painter, const QRect& place, const ConsoleRow& row, bool selected) const
{
    if (selected) {
        QColor fill = theme.color(ColorRole::Accent);
        fill.setAlphaF(0.28F);
        painter.fillRect(place, fill);
    }
    const QFontMetrics metrics = painter.fontMetrics();
    const ColorRole prefixRole = row.role == ColorRole::Text ? ColorRole::DimText : row.role;
    painter.setPen(theme.color(prefixRole));
    const QRect prefix(place.left() + kMargin, place.top(), prefixWidth - kMargin - int(charWidth), lineHeight);
    painter.drawText(prefix, Qt::AlignLeft | Qt::AlignVCenter,
                     metrics.elidedText(row.prefix, Qt::ElideMiddle, prefix.width()));
    painter.save();
    painter.setClipRect(place.adjusted(prefixWidth, 0, 0, 0), Qt::IntersectClip);
    const double left = place.left() + prefixWidth;
    const qsizetype size = row.body.text.size();
    const int lines = std::max(1, place.height() / lineHeight);
    Piece last{0, 0, left, place.top()};
    for (int i = 0; i < lines; ++i) {
        const qsizetype first = wrapped ? qsizetype(i) * columns : firstColumn;
        last = {first, std::min<qsizetype>(columns + 1, size - first), left, place.top() + i * lineHeight};
        if (wrapped)
            last.length = std::min<qsizetype>(columns, size - first);
        if (last.length > 0)
            paintBody(painter, last, row);
    }
    if (!row.note.isEmpty() && (wrapped || size - firstColumn <= columns)) {
        const double x = left + (double(size - last.first) + 2) * charWidth;
        paintText(painter, x, last.y, row.note, theme.color(row.noteRole), {});
    }
    painter.restore();
}

void ConsoleRowPainter::paintBody(QPainter& painter, const Piece& piece, const ConsoleRow& row) const
{
    const QString& text = row.body.text;
    paintMarks(painter, piece, text);
    const QColor color = theme.color(row.role);
    const qsizetype end = piece.first + piece.length;
    double x = piece.x;
    qsizetype at = piece.first;
    const auto paintUpTo = [&](qsizetype to, const TextStyle& style) {
        const qsizetype stop = std::min(to, end);
        if (stop <= at)
            return;
        x += paintText(painter, x, piece.y, text.mid(at, stop - at), color, style);
        at = stop;
    };
    for (const StyledRun& run : row.body.runs) {
        paintUpTo(run.start, {});
        paintUpTo(run.start + run.length, run.style);
    }
    paintUpTo(end, {});
}

double ConsoleRowPainter::paintText(QPainter& painter, double x, int y, const QString& text, const QColor& color,
                                    const TextStyle& style) const
{
    const double width = widthOf(painter, text);
    const QColor base = theme.color(ColorRole::Base);
    QColor behind = style.background == TextStyle::kDefault ? base : terminalColor(style.background, QColor());
    QColor front = style.foreground == TextStyle::kDefault ? color : terminalColor(style.foreground, behind);
    if (style.inverse)
        std::swap(front, behind);
    if (behind != base)
        painter.fillRect(QRectF(x, y, width, lineHeight), behind);
    if (style.dim)
        front.setAlphaF(0.6F);
    const QFont plain = painter.font();
    if (style.bold || style.italic || style.underline) {
        QFont font = plain;
        font.setBold(style.bold);
        font.setItalic(style.italic);
        font.setUnderline(style.underline);
        painter.setFont(font);
    }
    painter.setPen(front);
    const QFontMetricsF metrics(painter.font());
    painter.drawText(QPointF(x, y + (lineHeight - metrics.height()) / 2 + metrics.ascent()), text);
    painter.setFont(plain);
    return width;
}

void ConsoleRowPainter::paintMarks(QPainter& painter, const Piece& piece, const QString& text) const
{
    if (marked.isEmpty())
        return;
    QColor fill = theme.color(ColorRole::Changed);
    fill.setAlphaF(0.4F);
    const qsizetype from = std::max<qsizetype>(0, piece.first - marked.size());
    for (qsizetype at = text.indexOf(marked, from, Qt::CaseInsensitive); at >= 0 && at < piece.first + piece.length;
         at = text.indexOf(marked, at + marked.size(), Qt::CaseInsensitive)) {
        const qsizetype first = std::max(at, piece.first);
        const qsizetype end = std::min(at + marked.size(), piece.first + piece.length);
        if (end <= first)
            continue;
        const double x = piece.x + widthOf(painter, text.mid(piece.first, first - piece.first));
        painter.fillRect(QRectF(x, piece.y, widthOf(painter, text.mid(first, end - first)), lineHeight), fill);
    }
}

double ConsoleRowPainter::widthOf(QPainter& painter, const QString& text) const
{
    return isNarrow(text) ? double(text.size()) * charWidth : QFontMetricsF(painter.font()).horizontalAdvance(text);
}

} // namespace dbgr::ui

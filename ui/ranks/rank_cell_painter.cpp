// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/ranks/rank_cell_painter.h"

#include "ui/theme/theme.h"

#include <QFontMetrics>
#include <QPainter>

#include <cmath>

namespace dbgr::ui {

namespace {

/// Cells outside the focus, and those of silent nodes, are this much there.
constexpr qreal kDimmed = 0.32;

/// So many neighbours are copied at once.
constexpr int kStripCells = 32;

QColor mixed(const QColor& front, const QColor& back, qreal share)
{
    const auto mix = [share](int a, int b) { return static_cast<int>(std::lround(a * share + b * (1 - share))); };
    return {mix(front.red(), back.red()), mix(front.green(), back.green()), mix(front.blue(), back.blue())};
}

/// Relative luminance, as contrast is measured by.
qreal luminance(const QColor& color)
{
    const auto linear = [](qreal c) { return c <= 0.03928 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4); };
    return 0.2126 * linear(color.redF()) + 0.7152 * linear(color.greenF()) + 0.0722 * linear(color.blueF());
}

/// Inside of `rect`.
void paintFrame(QPainter& painter, const QRect& rect, int thick, const QColor& color)
{
    painter.fillRect(QRect(rect.left(), rect.top(), rect.width(), thick), color);
    painter.fillRect(QRect(rect.left(), rect.bottom() - thick + 1, rect.width(), thick), color);
    painter.fillRect(QRect(rect.left(), rect.top() + thick, thick, rect.height() - 2 * thick), color);
    painter.fillRect(QRect(rect.right() - thick + 1, rect.top() + thick, thick, rect.height() - 2 * thick), color);
}

std::size_t indexOf(RankLook look)
{
    return static_cast<std::size_t>(look);
}

} // namespace

void RankCellPainter::prepare(int side, int pitch, int numberSide, qreal pixelRatio)
{
    m_side = side;
    m_pitch = pitch;
    m_numbers = side >= numberSide;
    m_pixelRatio = pixelRatio;
    m_numberFont = m_theme.fixedFont();
    m_numberFont.setPixelSize(std::max(9, side * 2 / 5));
    const QFontMetrics metrics(m_numberFont);
    m_digitWidth = std::max(1, metrics.horizontalAdvance(QLatin1Char('0')));
    m_digitHeight = metrics.height();
    m_strips = {};
    m_digits = {};
}

QPixmap RankCellPainter::drawStrip(RankLook look, bool focused) const
{
    QPixmap pixmap((QSizeF(kStripCells * m_pitch, m_side) * m_pixelRatio).toSize());
    pixmap.setDevicePixelRatio(m_pixelRatio);
    pixmap.fill(m_theme.color(ColorRole::Base)); // opaque, which is quicker to copy
    QPainter painter(&pixmap);
    painter.setOpacity(focused ? 1 : kDimmed);
    for (int i = 0; i < kStripCells; ++i)
        drawCell(painter, QRectF(i * m_pitch, 0, m_side, m_side), look);
    return pixmap;
}

void RankCellPainter::drawCell(QPainter& painter, const QRectF& cell, RankLook look) const
{
    if (const QColor fill = lookColor(look, m_theme.isDark()); fill.alpha() > 0) {
        painter.fillRect(cell, fill);
    } else {
        painter.setPen(m_theme.color(ColorRole::DimText));
        painter.drawRect(cell.adjusted(0.5, 0.5, -0.5, -0.5));
    }
    // With a number below it, the mark stands in the upper half.
    const qreal markSide = m_numbers ? m_side * 0.7 : m_side;
    const qreal markTop = m_numbers ? -m_side * 0.04 : 0;
    const QPointF corner = cell.topLeft() + QPointF((m_side - markSide) / 2, markTop);
    paintLookMark(painter, QRectF(corner, QSizeF(markSide, markSide)), look, m_theme.isDark());
}

QPixmap RankCellPainter::drawDigits(const QColor& color) const
{
    QPixmap pixmap((QSizeF(10 * m_digitWidth, m_digitHeight) * m_pixelRatio).toSize());
    pixmap.setDevicePixelRatio(m_pixelRatio);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    painter.setFont(m_numberFont);
    painter.setPen(color);
    for (int digit = 0; digit < 10; ++digit)
        painter.drawText(QRect(digit * m_digitWidth, 0, m_digitWidth, m_digitHeight), Qt::AlignCenter,
                         QString::number(digit));
    return pixmap;
}

QColor RankCellPainter::numberColor(RankLook look, bool focused) const
{
    const QColor base = m_theme.color(ColorRole::Base);
    const QColor fill = lookColor(look, m_theme.isDark());
    const QColor behind = fill.alpha() == 0 ? base : focused ? fill : mixed(fill, base, kDimmed);
    if (!focused)
        return m_theme.color(ColorRole::DimText);
    return luminance(behind) > 0.18 ? QColor(0x101010) : QColor(Qt::white);
}

void RankCellPainter::paintRun(QPainter& painter, const QRect& first, int count, RankLook look, bool focused)
{
    QPixmap& strip = m_strips[indexOf(look)][focused];
    if (strip.isNull())
        strip = drawStrip(look, focused);
    QPoint at = first.topLeft();
    for (int left = count; left > 0; left -= kStripCells) {
        const int width = std::min(left, kStripCells) * m_pitch;
        painter.drawPixmap(QRectF(at, QSizeF(width, m_side)), strip,
                           QRectF(0, 0, width * m_pixelRatio, m_side * m_pixelRatio));
        at.rx() += width;
    }
}

void RankCellPainter::paintNumber(QPainter& painter, const QRect& cell, const CellLook& how)
{
    std::array<int, 10> digits{};
    int count = 0;
    std::uint32_t rest = how.rank.value();
    do {
        digits.at(static_cast<std::size_t>(count++)) = static_cast<int>(rest % 10);
        rest /= 10;
    } while (rest > 0);
    if (!m_numbers || count * m_digitWidth > m_side - 2)
        return;
    QPixmap& drawn = m_digits[indexOf(how.look)][how.focused];
    if (drawn.isNull())
        drawn = drawDigits(numberColor(how.look, how.focused));
    QPoint at(cell.left() + (m_side - count * m_digitWidth) / 2, cell.top() + (m_side * 3 / 2 - m_digitHeight) / 2);
    const QSizeF size(m_digitWidth, m_digitHeight);
    while (count > 0) {
        const int digit = digits.at(static_cast<std::size_t>(--count));
        painter.drawPixmap(QRectF(at, size), drawn,
                           QRectF(QPointF(digit * m_digitWidth, 0) * m_pixelRatio, size * m_pixelRatio));
        at.rx() += m_digitWidth;
    }
}

void RankCellPainter::paintFrames(QPainter& painter, const QRect& cell, const CellLook& how) const
{
    const int thick = m_side >= 12 ? 2 : 1;
    const QColor base = m_theme.color(ColorRole::Base);
    // Two tones each, so that they stand out of every state's colour.
    if (how.selected) {
        const QRect outer = cell.adjusted(-thick, -thick, thick, thick);
        paintFrame(painter, outer, thick, m_theme.color(ColorRole::Accent));
        paintFrame(painter, cell, 1, base);
    }
    if (how.leads) {
        // Small cells have no room for it inside.
        const int out = m_side < 16 ? 2 : 0;
        const QRect outer =
            how.selected && out == 0 ? cell.adjusted(1, 1, -1, -1) : cell.adjusted(-out, -out, out, out);
        paintFrame(painter, outer, 2, m_theme.color(ColorRole::Text));
        paintFrame(painter, outer.adjusted(2, 2, -2, -2), 1, base);
    }
    if (how.onHold) { // two bars in the corner
        const int tall = std::max(4, m_side / 3);
        const QRect corner(cell.right() - tall - 1, cell.top() + 2, tall, tall);
        painter.fillRect(corner.adjusted(-1, -1, 1, 1), base);
        const int bar = std::max(1, tall / 3);
        painter.fillRect(QRect(corner.left(), corner.top(), bar, tall), m_theme.color(ColorRole::Text));
        painter.fillRect(QRect(corner.right() - bar + 1, corner.top(), bar, tall), m_theme.color(ColorRole::Text));
    }
    if (how.silent) { // three dots in the other corner
        const int dot = std::max(2, m_side / 8);
        const QRect corner(cell.left() + 1, cell.top() + 2, 5 * dot, dot);
        painter.fillRect(corner.adjusted(-1, -1, 1, 1), base);
        for (int i = 0; i < 3; ++i)
            painter.fillRect(QRect(corner.left() + 2 * i * dot, corner.top(), dot, dot),
                             m_theme.color(ColorRole::Text));
    }
    if (how.current) {
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(m_theme.color(ColorRole::Text), 1, Qt::DotLine));
        painter.drawRect(cell.adjusted(-1, -1, 0, 0));
    }
}

} // namespace dbgr::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/ranks/rank_cell_painter.h"

#include "ui/theme/theme.h"

#include <QFontMetrics>
#include <QPainter>

#include <cmath>

namespace dbgr::ui {

namespace {

/// Cells outside the focus are this much there.
constexpr qreal kDimmed = 0.32;

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

std::size_t indexOf(RankLook look)
{
    return static_cast<std::size_t>(look);
}

} // namespace

void RankCellPainter::prepare(int side, int numberSide, qreal pixelRatio)
{
    m_side = side;
    m_numbers = side >= numberSide;
    m_pixelRatio = pixelRatio;
    m_numberFont = m_theme.fixedFont();
    m_numberFont.setPixelSize(std::max(9, side * 2 / 5));
    m_digitWidth = std::max(1, QFontMetrics(m_numberFont).horizontalAdvance(QLatin1Char('0')));
    for (const RankLook look : kRankLooks) {
        for (const bool focused : {false, true}) {
            m_drawn[indexOf(look)][focused] = draw(look, focused);
            m_numberColors[indexOf(look)][focused] = numberColor(look, focused);
        }
    }
}

QPixmap RankCellPainter::draw(RankLook look, bool focused) const
{
    QPixmap pixmap((QSizeF(m_side, m_side) * m_pixelRatio).toSize());
    pixmap.setDevicePixelRatio(m_pixelRatio);
    pixmap.fill(m_theme.color(ColorRole::Base)); // opaque, which is quicker to copy
    QPainter painter(&pixmap);
    painter.setOpacity(focused ? 1 : kDimmed);
    const QRectF cell(0, 0, m_side, m_side);
    if (const QColor fill = lookColor(look, m_theme.isDark()); fill.alpha() > 0) {
        painter.fillRect(cell, fill);
    } else {
        painter.setPen(m_theme.color(ColorRole::DimText));
        painter.drawRect(cell.adjusted(0.5, 0.5, -0.5, -0.5));
    }
    // With a number below it, the mark stands in the upper half.
    const qreal markSide = m_numbers ? m_side * 0.7 : m_side;
    const qreal markTop = m_numbers ? -m_side * 0.04 : 0;
    paintLookMark(painter, QRectF((m_side - markSide) / 2, markTop, markSide, markSide), look, m_theme.isDark());
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

bool RankCellPainter::showsNumber(util::Rank rank) const
{
    if (!m_numbers)
        return false;
    int digits = 1;
    for (std::uint32_t rest = rank.value(); rest >= 10; rest /= 10)
        ++digits;
    return digits * m_digitWidth <= m_side - 2;
}

void RankCellPainter::paint(QPainter& painter, const QRect& cell, const CellLook& how) const
{
    painter.drawPixmap(cell.topLeft(), m_drawn[indexOf(how.look)][how.focused]);
    if (!showsNumber(how.rank))
        return;
    painter.setFont(m_numberFont);
    painter.setPen(m_numberColors[indexOf(how.look)][how.focused]);
    const QRect lower(cell.left(), cell.top() + m_side / 2, m_side, m_side - m_side / 2);
    painter.drawText(lower, Qt::AlignCenter, QString::number(how.rank.value()));
}

void RankCellPainter::paintFrames(QPainter& painter, const QRect& cell, const CellLook& how) const
{
    painter.setBrush(Qt::NoBrush);
    const int thick = m_side >= 12 ? 2 : 1;
    if (how.leads) {
        // Two tones, so that it stands out of every state's colour.
        painter.fillRect(QRect(cell.left(), cell.top(), m_side, thick), m_theme.color(ColorRole::Text));
        painter.fillRect(QRect(cell.left(), cell.bottom() - thick + 1, m_side, thick), m_theme.color(ColorRole::Text));
        painter.fillRect(QRect(cell.left(), cell.top(), thick, m_side), m_theme.color(ColorRole::Text));
        painter.fillRect(QRect(cell.right() - thick + 1, cell.top(), thick, m_side), m_theme.color(ColorRole::Text));
        if (m_side >= 16) {
            painter.setPen(m_theme.color(ColorRole::Base));
            painter.drawRect(cell.adjusted(thick, thick, -thick - 1, -thick - 1));
        }
    }
    if (how.selected) {
        painter.setPen(QPen(m_theme.color(ColorRole::Accent), thick));
        painter.drawRect(QRectF(cell).adjusted(-thick / 2.0, -thick / 2.0, thick / 2.0, thick / 2.0));
    }
    if (how.current) {
        painter.setPen(QPen(m_theme.color(ColorRole::Text), 1, Qt::DotLine));
        painter.drawRect(cell.adjusted(-1, -1, 0, 0));
    }
}

} // namespace dbgr::ui

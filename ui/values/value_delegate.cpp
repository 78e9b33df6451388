// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/values/value_delegate.h"

#include "ui/theme/theme.h"
#include "ui/values/across.h"
#include "ui/values/value_columns.h"

#include <QPainter>
#include <QStyle>
#include <QWidget>

#include <algorithm>

namespace dbgr::ui {

namespace {

constexpr int kLeastSparkWidth = 32;
constexpr int kMostSparkWidth = static_cast<int>(Across::kSparkColumns);
constexpr int kSparkMargin = 4;
constexpr int kLeastTextWidth = 48;
constexpr int kRowPadding = 4;

const Across* acrossOf(const QModelIndex& index)
{
    return index.data(value_role::kAcross).value<const Across*>();
}

int lookOf(const QModelIndex& index)
{
    return index.data(value_role::kLook).toInt();
}

ColorRole textRole(int look)
{
    if (look & value_look::kAction)
        return ColorRole::Accent;
    if (look & value_look::kStale)
        return ColorRole::DimText;
    if (look & value_look::kState)
        return ColorRole::State;
    if (look & value_look::kError)
        return ColorRole::ErrorText;
    if (look & (value_look::kProblem | value_look::kQuiet))
        return ColorRole::DimText;
    return look & value_look::kChanged ? ColorRole::Changed : ColorRole::Text;
}

} // namespace

ValueDelegate::ValueDelegate(const Theme& theme, QObject* parent) : QStyledItemDelegate(parent), m_theme(theme)
{}

void ValueDelegate::initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const
{
    QStyledItemDelegate::initStyleOption(option, index);
    const int look = lookOf(index);
    option->palette.setColor(QPalette::Text, m_theme.color(textRole(look)));
    if (!(look & value_look::kAction))
        option->font = m_theme.fixedFont();
    if (look & value_look::kProblem)
        option->font.setItalic(true);
    else if (look & value_look::kChanged)
        option->font.setWeight(QFont::DemiBold); // not by colour alone
    option->fontMetrics = QFontMetrics(option->font);
    const QRect spark = sparkRect(option->rect, index);
    if (!spark.isValid())
        return;
    const int room = spark.left() - option->rect.left() - 3 * kSparkMargin;
    if (option->fontMetrics.horizontalAdvance(option->text) > room)
        option->text = index.data(value_role::kBrief).toString();
    option->text = option->fontMetrics.elidedText(option->text, Qt::ElideRight, room);
}

QSize ValueDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const QSize size = QStyledItemDelegate::sizeHint(option, index);
    return {size.width(), size.height() + kRowPadding};
}

void ValueDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    QStyledItemDelegate::paint(painter, option, index);
    paintCheckFrame(*painter, option, index);
    if (const QRect area = sparkRect(option.rect, index); area.isValid())
        paintSpark(*painter, area, *acrossOf(index), option.state & QStyle::State_Selected,
                   lookOf(index) & value_look::kStale);
}

/// The style's own frame of a check box is hardly seen on a dark ground.
void ValueDelegate::paintCheckFrame(QPainter& painter, const QStyleOptionViewItem& option,
                                    const QModelIndex& index) const
{
    if (!index.data(Qt::CheckStateRole).isValid() || !option.widget)
        return;
    QStyleOptionViewItem item = option;
    initStyleOption(&item, index);
    const QRect box =
        option.widget->style()->subElementRect(QStyle::SE_ItemViewItemCheckIndicator, &item, option.widget);
    const bool selected = option.state & QStyle::State_Selected;
    painter.setPen(m_theme.color(selected ? ColorRole::AccentText : ColorRole::DimText));
    painter.drawRect(box.adjusted(0, 0, -1, -1));
}

QRect ValueDelegate::sparkRect(const QRect& cell, const QModelIndex& index)
{
    const Across* const across = acrossOf(index);
    if (!across || across->spark.empty() || cell.width() < kLeastSparkWidth + kLeastTextWidth + 3 * kSparkMargin)
        return {};
    const int width = std::clamp(cell.width() / 3, kLeastSparkWidth, kMostSparkWidth);
    return {cell.right() - width - kSparkMargin, cell.top() + kSparkMargin, width, cell.height() - 2 * kSparkMargin};
}

void ValueDelegate::paintSpark(QPainter& painter, const QRect& area, const Across& across, bool selected,
                               bool stale) const
{
    QColor line = m_theme.color(stale ? ColorRole::DimText : ColorRole::Accent);
    if (selected)
        line = m_theme.color(ColorRole::AccentText);
    QColor fill = line;
    fill.setAlpha(70);
    const qreal width = static_cast<qreal>(area.width()) / static_cast<qreal>(across.spark.size());
    const qreal height = area.height() - 2;
    painter.save();
    painter.setPen(Qt::NoPen);
    for (std::size_t i = 0; i < across.spark.size(); ++i) {
        const SparkColumn& column = across.spark[i];
        if (!column.any)
            continue;
        const qreal left = area.left() + static_cast<qreal>(i) * width;
        const qreal top = area.bottom() - 1 - column.high * height;
        const qreal low = area.bottom() - 1 - column.low * height;
        painter.fillRect(QRectF(left, low, width, area.bottom() + 1 - low), fill);
        painter.fillRect(QRectF(left, top, width, std::max<qreal>(low - top, 0) + 2), line);
    }
    painter.restore();
}

} // namespace dbgr::ui

#include "moc_value_delegate.cpp"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/stacks/place_delegate.h"

#include "ui/stacks/frame_text.h"
#include "ui/stacks/stack_tree_model.h"
#include "ui/stacks/stack_tree_view.h"
#include "ui/theme/theme.h"

#include <QApplication>
#include <QPainter>
#include <QPolygonF>

namespace dbgr::ui {

namespace {

constexpr int kRowSpace = 6; ///< between the lines of text
constexpr int kMarkWidth = 16;
constexpr int kGap = 8;

void setTextColor(QStyleOptionViewItem& option, const QColor& color)
{
    option.palette.setColor(QPalette::Text, color);
}

/// The colour of the text as the row is: on the selection it is the selection's own.
QColor textColor(const QStyleOptionViewItem& option, const QColor& normal)
{
    return option.state.testFlag(QStyle::State_Selected) ? option.palette.color(QPalette::HighlightedText) : normal;
}

void paintTriangle(QPainter& painter, const QPointF& middle, bool down, const QColor& color)
{
    const QPolygonF right({QPointF(-2, -4), QPointF(-2, 4), QPointF(3, 0)});
    const QPolygonF below({QPointF(-4, -2), QPointF(4, -2), QPointF(0, 3)});
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.translate(middle);
    painter.setPen(Qt::NoPen);
    painter.setBrush(color);
    painter.drawPolygon(down ? below : right);
    painter.restore();
}

} // namespace

PlaceDelegate::PlaceDelegate(const Theme& theme, Layout layout, QObject* parent)
    : QStyledItemDelegate(parent), m_theme(theme), m_layout(layout)
{}

void PlaceDelegate::initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const
{
    QStyledItemDelegate::initStyleOption(option, index);
    if (m_dimmed || !index.data(m_layout.sourceRole).toBool())
        setTextColor(*option, m_theme.color(ColorRole::DimText));
    if (index.column() >= m_layout.fixedFirst && index.column() <= m_layout.fixedLast)
        option->font = m_theme.fixedFont();
}

void PlaceDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    QStyledItemDelegate::paint(painter, option, index);
    if (m_layout.chosenRole == 0 || index.column() != 0 || !index.data(m_layout.chosenRole).toBool())
        return;
    const QPointF middle(option.rect.left() + kMarkWidth / 2.0, QRectF(option.rect).center().y());
    paintTriangle(*painter, middle, false, textColor(option, m_theme.color(ColorRole::Accent)));
}

QSize PlaceDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    QSize size = QStyledItemDelegate::sizeHint(option, index);
    size.setHeight(option.fontMetrics.height() + kRowSpace);
    if (m_layout.chosenRole != 0 && index.column() == 0)
        size.rwidth() += kMarkWidth;
    return size;
}

StackDelegate::StackDelegate(const Theme& theme, StackTreeView& view)
    : PlaceDelegate(theme, {StackTreeModel::SourceRole, 0, StackTreeModel::Count, StackTreeModel::Ranks}, &view),
      m_view(view)
{}

void StackDelegate::initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const
{
    PlaceDelegate::initStyleOption(option, index);
    if (index.column() == StackTreeModel::Where || isDimmed())
        return;
    const QModelIndex caller = index.parent();
    const bool repeats = caller.isValid() && caller.siblingAtColumn(index.column()).data() == index.data();
    setTextColor(*option, theme().color(repeats ? ColorRole::DimText : ColorRole::Text));
}

void StackDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    if (index.column() != StackTreeModel::Where) {
        PlaceDelegate::paint(painter, option, index);
        return;
    }
    QStyleOptionViewItem full = option;
    initStyleOption(&full, index);
    full.text.clear(); // the panel only
    const QStyle* const style = full.widget ? full.widget->style() : QApplication::style();
    style->drawControl(QStyle::CE_ItemViewItem, &full, painter, full.widget);
    paintMark(*painter, full, index);
    paintWhere(*painter, full, index);
}

void StackDelegate::paintMark(QPainter& painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const QRectF mark = m_view.markRect(index, option.rect);
    const QColor color = textColor(option, theme().color(ColorRole::DimText));
    if (mark.isEmpty())
        return;
    if (index.model()->hasChildren(index))
        paintTriangle(painter, mark.center(), m_view.isExpanded(index), color);
    else
        painter.fillRect(QRectF(mark.center() - QPointF(1, 1), QSizeF(3, 3)), color);
}

void StackDelegate::paintWhere(QPainter& painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    QRect rest = option.rect.adjusted(StackTreeView::indentOf(index) + kMarkWidth, 0, -kGap / 2, 0);
    const auto write = [&](const QString& text, const QFont& font, const QColor& color) {
        const QFontMetrics metrics(font);
        const QString shown = metrics.elidedText(text, Qt::ElideRight, rest.width());
        painter.setFont(font);
        painter.setPen(textColor(option, color));
        painter.drawText(rest, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine, shown);
        rest.setLeft(rest.left() + metrics.horizontalAdvance(shown) + kGap);
    };
    QFont functionFont = option.font;
    functionFont.setBold(index.data(StackTreeModel::CurrentRole).toBool());
    const QString function = index.data(StackTreeModel::FunctionRole).toString();
    const QString place = index.data(StackTreeModel::PlaceRole).toString();
    const int wanted =
        QFontMetrics(functionFont).horizontalAdvance(function) + kGap + option.fontMetrics.horizontalAdvance(place);
    painter.save();
    write(wanted <= rest.width() ? function : withoutArguments(function), functionFont,
          option.palette.color(QPalette::Text));
    if (rest.width() > 2 * kMarkWidth)
        write(place, option.font, theme().color(ColorRole::DimText));
    painter.restore();
}

} // namespace dbgr::ui

#include "moc_place_delegate.cpp"

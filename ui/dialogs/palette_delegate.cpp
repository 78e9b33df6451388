// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/palette_delegate.h"

#include "ui/dialogs/palette_role.h"
#include "ui/theme/theme.h"

#include <QPainter>
#include <QTextLayout>

namespace dbgr::ui {

namespace {

constexpr int kMargin = 8;
constexpr int kRowPadding = 8;

/// \return how wide the name is
int drawName(QPainter& painter, const QRect& box, const QString& name, const QList<int>& letters, const QFont& font)
{
    QList<QTextLayout::FormatRange> formats;
    for (const int at : letters) {
        QTextCharFormat bold;
        bold.setFontWeight(QFont::Bold);
        formats.push_back({at, 1, bold});
    }
    QTextLayout layout(name, font);
    layout.setFormats(formats);
    layout.beginLayout();
    QTextLine line = layout.createLine();
    line.setLineWidth(box.width());
    layout.endLayout();
    layout.draw(&painter, QPointF(box.left(), box.top() + (box.height() - line.height()) / 2));
    return static_cast<int>(line.naturalTextWidth());
}

} // namespace

PaletteDelegate::PaletteDelegate(const Theme& theme, QObject* parent) : QStyledItemDelegate(parent), m_theme(theme)
{}

void PaletteDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const bool selected = option.state & QStyle::State_Selected;
    const bool enabled = index.data(EnabledRole).toBool();
    const QPalette::ColorGroup group = enabled ? QPalette::Active : QPalette::Disabled;
    const QColor text = option.palette.color(group, QPalette::Text);
    const QRect box = option.rect.adjusted(kMargin, 0, -kMargin, 0);
    painter->save();
    if (selected) {
        painter->fillRect(option.rect, m_theme.color(ColorRole::Hint));
        painter->fillRect(QRect(option.rect.topLeft(), QSize(2, option.rect.height())),
                          m_theme.color(ColorRole::Accent));
    }
    painter->setFont(option.font);
    painter->setPen(text);
    const int width =
        drawName(*painter, box, index.data().toString(), index.data(PositionsRole).value<QList<int>>(), option.font);
    painter->setPen(enabled ? m_theme.color(ColorRole::DimText) : text);
    painter->drawText(box.adjusted(width + kMargin * 2, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter,
                      index.data(DetailRole).toString());
    painter->drawText(box, Qt::AlignRight | Qt::AlignVCenter, index.data(KeysRole).toString());
    painter->restore();
}

QSize PaletteDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex&) const
{
    return {0, option.fontMetrics.height() + kRowPadding};
}

} // namespace dbgr::ui

#include "moc_palette_delegate.cpp"

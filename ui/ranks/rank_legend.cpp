// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/ranks/rank_legend.h"

#include "ui/ranks/rank_looks.h"
#include "ui/theme/theme.h"

#include <QEvent>
#include <QIcon>
#include <QPainter>
#include <QToolButton>

#include <algorithm>

namespace dbgr::ui {

namespace {

constexpr int kIconSide = 12;
constexpr int kLegendMargin = 4;

std::size_t slotOf(RankLook look)
{
    return static_cast<std::size_t>(look);
}

} // namespace

QIcon lookIcon(RankLook look, const Theme& theme)
{
    QIcon icon;
    for (const int ratio : {1, 2, 3}) {
        QPixmap pixmap(kIconSide * ratio, kIconSide * ratio);
        pixmap.setDevicePixelRatio(ratio);
        pixmap.fill(Qt::transparent);
        QPainter painter(&pixmap);
        const QRectF cell(0, 0, kIconSide, kIconSide);
        paintLook(painter, cell, look, theme.isDark());
        if (lookColor(look, theme.isDark()).alpha() == 0) {
            painter.setPen(theme.color(ColorRole::DimText));
            painter.drawRect(cell.adjusted(0.5, 0.5, -0.5, -0.5));
        }
        painter.end();
        icon.addPixmap(pixmap);
        icon.addPixmap(pixmap, QIcon::Selected); // not tinted
    }
    return icon;
}

RankLegend::RankLegend(const Theme& theme, QWidget* parent) : QWidget(parent), m_theme(theme)
{
    for (const RankLook look : kRankLooks) {
        auto* const button = new QToolButton(this);
        button->setAutoRaise(true);
        button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
        button->setIconSize({kIconSide, kIconSide});
        button->setToolTip(tr("Click selects the ranks that are %1; double click focuses on them").arg(lookName(look)));
        button->installEventFilter(this);
        button->hide();
        connect(button, &QToolButton::clicked, this, [this, look] { emit clicked(look); });
        m_buttons[slotOf(look)] = button;
    }
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    showIcons();
    connect(&theme, &Theme::changed, this, &RankLegend::showIcons);
}

void RankLegend::showIcons()
{
    for (const RankLook look : kRankLooks)
        m_buttons[slotOf(look)]->setIcon(lookIcon(look, m_theme));
}

void RankLegend::setCounts(const RankLooks& looks)
{
    bool changed = false;
    for (const RankLook look : kRankLooks) {
        const std::uint64_t count = looks.of(look).size();
        if (count == m_counts[slotOf(look)])
            continue;
        changed = true;
        m_counts[slotOf(look)] = count;
        m_buttons[slotOf(look)]->setText(QStringLiteral("%L1 %2").arg(count).arg(lookName(look)));
        m_buttons[slotOf(look)]->setVisible(count > 0);
    }
    if (!changed)
        return;
    arrange(width(), true);
    updateGeometry();
}

int RankLegend::arrange(int width, bool move) const
{
    int x = kLegendMargin / 2;
    int y = kLegendMargin / 2;
    int lineHeight = 0;
    for (const RankLook look : kRankLooks) {
        if (m_counts[slotOf(look)] == 0)
            continue;
        QToolButton* const button = m_buttons[slotOf(look)];
        const QSize size = button->sizeHint();
        if (x > kLegendMargin && x + size.width() > width) {
            x = kLegendMargin / 2;
            y += lineHeight;
            lineHeight = 0;
        }
        if (move)
            button->setGeometry(QRect({x, y}, size));
        x += size.width();
        lineHeight = std::max(lineHeight, size.height());
    }
    return lineHeight == 0 ? 0 : y + lineHeight + kLegendMargin / 2;
}

int RankLegend::heightForWidth(int width) const
{
    return arrange(width, false);
}

QSize RankLegend::sizeHint() const
{
    return {width(), arrange(width(), false)};
}

QSize RankLegend::minimumSizeHint() const
{
    return {80, arrange(width(), false)};
}

void RankLegend::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    arrange(width(), true);
    updateGeometry();
}

bool RankLegend::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::MouseButtonDblClick) {
        const auto at = std::find(m_buttons.begin(), m_buttons.end(), watched);
        if (at != m_buttons.end())
            emit doubleClicked(kRankLooks[static_cast<std::size_t>(at - m_buttons.begin())]);
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace dbgr::ui

#include "moc_rank_legend.cpp"

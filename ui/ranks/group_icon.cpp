// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/ranks/group_icon.h"

#include "ui/ranks/rank_looks.h"
#include "ui/theme/theme.h"

#include <QPainter>

namespace dbgr::ui {

namespace {

constexpr double kBarWidth = 22;
constexpr double kLeastPart = 3; ///< of a state that a few ranks of many are in

void paintStates(QPainter& painter, const util::RankSet& ranks, const RankLooks& looks, const Theme& theme)
{
    std::array<double, kRankLooks.size()> widths{};
    double sum = 0;
    for (std::size_t i = 0; i < widths.size(); ++i) {
        const auto count = static_cast<double>((ranks & looks.of(kRankLooks[i])).size());
        widths[i] = count == 0 ? 0 : std::max(kLeastPart, kBarWidth * count / static_cast<double>(ranks.size()));
        sum += widths[i];
    }
    double left = 0;
    for (std::size_t i = 0; i < widths.size() && sum > 0; ++i) {
        const double width = widths[i] * kBarWidth / sum;
        painter.fillRect(QRectF(left, 1, width, groupIconSize(false).height() - 2),
                         lookColor(kRankLooks[i], theme.isDark()));
        left += width;
    }
    painter.setPen(theme.color(ColorRole::DimText));
    painter.drawRect(QRectF(0.5, 1.5, kBarWidth - 1, groupIconSize(false).height() - 3));
}

void paintPadlock(QPainter& painter, const QRectF& area, const Theme& theme)
{
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(theme.color(ColorRole::Text), 1.2));
    painter.drawArc(QRectF(area.left() + 1.5, area.top() + 1, area.width() - 3, area.height() - 3), 0, 180 * 16);
    painter.fillRect(QRectF(area.left(), area.center().y() - 0.5, area.width(), area.height() / 2 + 0.5),
                     theme.color(ColorRole::Text));
}

} // namespace

QIcon groupIcon(const util::RankSet& ranks, bool frozen, const RankLooks& looks, const Theme& theme)
{
    QIcon icon;
    for (const int ratio : {1, 2, 3}) {
        QPixmap pixmap(groupIconSize(frozen) * ratio);
        pixmap.setDevicePixelRatio(ratio);
        pixmap.fill(Qt::transparent);
        QPainter painter(&pixmap);
        paintStates(painter, ranks, looks, theme);
        if (frozen)
            paintPadlock(painter, QRectF(kBarWidth + 3, 1, 8, 10), theme);
        painter.end();
        icon.addPixmap(pixmap);
    }
    return icon;
}

} // namespace dbgr::ui

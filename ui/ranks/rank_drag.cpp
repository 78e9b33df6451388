// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/ranks/rank_drag.h"

#include "ui/ranks/rank_tip.h"

#include <QApplication>
#include <QByteArray>
#include <QDrag>
#include <QMimeData>
#include <QPainter>
#include <QPixmap>
#include <QPoint>
#include <QUuid>
#include <QWidget>

namespace dbgr::ui {

using util::RankSet;

namespace {

constexpr qsizetype kMostDataBytes = RankSet::kMaxTextBytes + 4096; ///< the mark, ranks, a name
constexpr int kLabelMargin = 4;

/// What our data begin with: nobody else knows it.
const QByteArray& processMark()
{
    static const QByteArray mark = QUuid::createUuid().toByteArray() + '\n';
    return mark;
}

/// What hangs at the pointer.
QPixmap dragLabel(const QWidget& from, const QString& text)
{
    const QFontMetrics metrics(from.font());
    const QSize size(metrics.horizontalAdvance(text) + 2 * kLabelMargin, metrics.height() + kLabelMargin);
    const qreal ratio = from.devicePixelRatioF();
    QPixmap pixmap(size * ratio);
    pixmap.setDevicePixelRatio(ratio);
    pixmap.fill(from.palette().color(QPalette::ToolTipBase));
    QPainter painter(&pixmap);
    painter.setFont(from.font());
    painter.setPen(from.palette().color(QPalette::ToolTipText));
    painter.drawRect(QRectF(0.5, 0.5, size.width() - 1, size.height() - 1));
    painter.drawText(QRect(QPoint(0, 0), size), Qt::AlignCenter, text);
    painter.end();
    return pixmap;
}

} // namespace

bool beginsDrag(const QPoint& pressed, const QPoint& now)
{
    return (now - pressed).manhattanLength() >= QApplication::startDragDistance();
}

std::unique_ptr<QMimeData> makeRanksData(const DraggedRanks& what)
{
    auto data = std::make_unique<QMimeData>();
    data->setData(QLatin1String(kRanksMimeType), processMark() + QByteArray::fromStdString(what.ranks.toString()) +
                                                     '\n' + QByteArray::fromStdString(what.group));
    return data;
}

std::optional<DraggedRanks> readRanksData(const QMimeData* data)
{
    if (!data || !data->hasFormat(QLatin1String(kRanksMimeType)))
        return std::nullopt;
    const QByteArray bytes = data->data(QLatin1String(kRanksMimeType));
    if (bytes.size() > kMostDataBytes || !bytes.startsWith(processMark()))
        return std::nullopt;
    const qsizetype begin = processMark().size();
    const qsizetype end = bytes.indexOf('\n', begin);
    if (end < 0)
        return std::nullopt;
    DraggedRanks read{{}, bytes.mid(end + 1).toStdString()};
    if (end > begin) {
        auto ranks = RankSet::parse(bytes.mid(begin, end - begin).toStdString(), {});
        if (!ranks)
            return std::nullopt;
        read.ranks = *std::move(ranks);
    }
    if (read.ranks.empty() && read.group.empty())
        return std::nullopt;
    return read;
}

void dragRanks(QWidget& from, const DraggedRanks& what)
{
    auto* const drag = new QDrag(&from); // Qt deletes it
    drag->setMimeData(makeRanksData(what).release());
    drag->setPixmap(dragLabel(from, what.group.empty() ? countText(what.ranks) : QString::fromStdString(what.group)));
    drag->setHotSpot({-12, -12}); // beside the pointer
    drag->exec(Qt::CopyAction | Qt::MoveAction, Qt::CopyAction);
}

} // namespace dbgr::ui

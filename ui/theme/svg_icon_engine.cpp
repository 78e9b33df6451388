// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/svg_icon_engine.h"

#include <QPainter>
#include <QPixmapCache>
#include <QSvgRenderer>

namespace dbgr::ui {

QByteArray SvgIconEngine::colored(QIcon::Mode mode) const
{
    const QColor& color = mode == QIcon::Disabled   ? m_colors.disabled
                          : mode == QIcon::Selected ? m_colors.selected
                                                    : m_colors.normal;
    QByteArray svg = m_svg;
    return svg.replace("currentColor", color.name().toLatin1());
}

void SvgIconEngine::paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State)
{
    QSvgRenderer renderer(colored(mode));
    renderer.setAspectRatioMode(Qt::KeepAspectRatio);
    renderer.render(painter, rect);
}

QPixmap SvgIconEngine::pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state)
{
    const QByteArray svg = colored(mode);
    const QString key =
        QStringLiteral("dbgr-icon-%1-%2-%3").arg(qHash(svg), 0, 16).arg(size.width()).arg(size.height());
    QPixmap pixmap;
    if (QPixmapCache::find(key, &pixmap))
        return pixmap;
    pixmap = QPixmap(size);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    paint(&painter, QRect(QPoint(), size), mode, state);
    painter.end();
    QPixmapCache::insert(key, pixmap);
    return pixmap;
}

} // namespace dbgr::ui

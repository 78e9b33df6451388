// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/application_icon.h"

#include <QPainter>
#include <QPixmap>
#include <QSvgRenderer>

/// The macro has to stand outside of all namespaces.
static void initResources()
{
    Q_INIT_RESOURCE(dbgr);
}

namespace dbgr::ui {

void loadResources()
{
    initResources();
}

QIcon applicationIcon()
{
    loadResources();
    QSvgRenderer renderer(QStringLiteral(":/application/dbgr.svg"));
    QIcon icon;
    for (const int size : {16, 24, 32, 48, 64, 128, 256}) {
        QPixmap pixmap(size, size);
        pixmap.fill(Qt::transparent);
        QPainter painter(&pixmap);
        renderer.render(&painter);
        painter.end();
        icon.addPixmap(pixmap);
    }
    return icon;
}

} // namespace dbgr::ui

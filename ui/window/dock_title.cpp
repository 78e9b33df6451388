// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/dock_title.h"

#include "ui/theme/flat_style.h"
#include "ui/theme/theme.h"

#include <QDockWidget>
#include <QHBoxLayout>
#include <QPainter>
#include <QToolButton>

#include <algorithm>

namespace dbgr::ui {

namespace {

constexpr int kMargin = 8;
constexpr int kIconSide = 12;

} // namespace

DockTitle::DockTitle(QDockWidget& dock, Theme& theme) : QWidget(&dock), m_dock(dock), m_theme(theme)
{
    auto* const row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 4, 0);
    row->setSpacing(0);
    row->addStretch();
    m_float = addButton(QStringLiteral("float"), tr("Move this view into a window of its own, or back"));
    m_close = addButton(QStringLiteral("close"), tr("Hide this view; the View menu shows it again"));
    connect(m_float, &QToolButton::clicked, this, [this] { m_dock.setFloating(!m_dock.isFloating()); });
    connect(m_close, &QToolButton::clicked, &dock, &QDockWidget::close);
    connect(&theme, &Theme::changed, this, &DockTitle::showIcons);
    showIcons();
}

QToolButton* DockTitle::addButton(const QString& name, const QString& tip)
{
    auto* const button = new QToolButton(this);
    button->setObjectName(name);
    button->setAutoRaise(true);
    button->setFocusPolicy(Qt::NoFocus);
    button->setToolTip(tip);
    button->setAccessibleName(tip);
    layout()->addWidget(button);
    return button;
}

void DockTitle::showIcons()
{
    m_float->setIcon(m_theme.icon(QStringLiteral("float"), ColorRole::DimText));
    m_close->setIcon(m_theme.icon(QStringLiteral("close"), ColorRole::DimText));
    const int side = besideText(kIconSide);
    m_float->setIconSize({side, side});
    m_close->setIconSize({side, side});
    updateGeometry();
    update();
}

void DockTitle::setShown(bool shown)
{
    if (m_shown == shown)
        return;
    m_shown = shown;
    m_float->setVisible(shown);
    m_close->setVisible(shown);
    updateGeometry();
    update();
}

QSize DockTitle::sizeHint() const
{
    return {100, m_shown ? std::max(fontMetrics().height() + kMargin, m_close->sizeHint().height()) : 0};
}

void DockTitle::paintEvent(QPaintEvent*)
{
    if (!m_shown)
        return;
    QPainter painter(this);
    QFont bold = font();
    bold.setWeight(QFont::DemiBold);
    painter.setFont(bold);
    painter.setPen(m_theme.color(ColorRole::Text));
    const QRect room(kMargin, 0, m_float->x() - 2 * kMargin, height());
    painter.drawText(room, Qt::AlignVCenter | Qt::AlignLeft,
                     painter.fontMetrics().elidedText(m_dock.windowTitle(), Qt::ElideRight, room.width()));
}

} // namespace dbgr::ui

#include "moc_dock_title.cpp"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/source/source_tabs.h"

#include "ui/source/source_page.h"
#include "ui/theme/theme.h"
#include "ui/widgets/flat_tab_style.h"

#include <QClipboard>
#include <QContextMenuEvent>
#include <QGuiApplication>
#include <QMenu>
#include <QMouseEvent>
#include <QTabBar>
#include <QToolButton>

namespace dbgr::ui {

SourceTabs::SourceTabs(Theme& theme, QWidget* parent) : QTabWidget(parent), m_theme(theme)
{
    FlatTabStyle::applyTo(*tabBar(), theme);
    setDocumentMode(true);
    setMovable(true);
    setElideMode(Qt::ElideMiddle);
    setUsesScrollButtons(true);
    tabBar()->setExpanding(false);
    tabBar()->setDrawBase(false);
    tabBar()->setIconSize(QSize(12, 12));
    tabBar()->setAccessibleName(tr("Open source files"));
    tabBar()->installEventFilter(this);
    connect(&theme, &Theme::changed, this, &SourceTabs::restyle);
}

SourcePage* SourceTabs::page(int index) const
{
    return qobject_cast<SourcePage*>(widget(index));
}

SourcePage* SourceTabs::currentPage() const
{
    return qobject_cast<SourcePage*>(currentWidget());
}

std::vector<SourcePage*> SourceTabs::pages() const
{
    std::vector<SourcePage*> all;
    for (int i = 0; i < count(); ++i)
        all.push_back(page(i));
    return all;
}

SourcePage* SourceTabs::find(const std::function<bool(const SourcePage&)>& wanted) const
{
    for (SourcePage* const one : pages()) {
        if (wanted(*one))
            return one;
    }
    return nullptr;
}

void SourceTabs::add(SourcePage* page)
{
    addCloseButton(addTab(page, QString()));
    updateTitles();
}

void SourceTabs::addCloseButton(int index)
{
    auto* const button = new QToolButton(tabBar());
    button->setAutoRaise(true);
    button->setFocusPolicy(Qt::NoFocus);
    button->setIcon(m_theme.icon(QStringLiteral("close"), ColorRole::DimText));
    button->setIconSize(QSize(12, 12));
    button->setFixedSize(18, 18);
    button->move(-button->width(), 0); // not under the mouse before it has its place
    button->setToolTip(tr("Close"));
    QWidget* const page = widget(index);
    connect(button, &QToolButton::clicked, this, [this, page] { close(indexOf(page)); });
    tabBar()->setTabButton(index, QTabBar::RightSide, button);
}

void SourceTabs::restyle()
{
    for (int i = 0; i < count(); ++i) {
        if (auto* const button = qobject_cast<QToolButton*>(tabBar()->tabButton(i, QTabBar::RightSide)))
            button->setIcon(m_theme.icon(QStringLiteral("close"), ColorRole::DimText));
    }
}

void SourceTabs::updateTitles()
{
    QStringList paths;
    for (const SourcePage* const one : pages())
        paths << one->names().program;
    for (int i = 0; i < count(); ++i) {
        const SourceNames& names = page(i)->names();
        setTabText(i, shortestName(names.program, paths).replace(QLatin1Char('&'), QLatin1String("&&")));
        const bool moved = !names.local.isEmpty() && names.local != names.program;
        setTabToolTip(i, moved ? tr("%1\nshown from %2").arg(names.program, names.local) : names.program);
    }
}

void SourceTabs::walk(int by)
{
    if (count() > 0)
        setCurrentIndex((currentIndex() + by + count()) % count());
}

void SourceTabs::close(int index)
{
    SourcePage* const closing = page(index);
    if (!closing)
        return;
    emit pageClosing(closing);
    removeTab(index);
    closing->deleteLater();
    updateTitles();
}

bool SourceTabs::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == tabBar() && event->type() == QEvent::ContextMenu) {
        const auto* const asked = static_cast<QContextMenuEvent*>(event);
        const bool byMouse = asked->reason() == QContextMenuEvent::Mouse;
        showMenu(byMouse ? asked->pos() : tabBar()->tabRect(currentIndex()).center());
        return true;
    }
    if (watched == tabBar() && event->type() == QEvent::MouseButtonRelease) {
        const auto* const mouse = static_cast<QMouseEvent*>(event);
        if (mouse->button() == Qt::MiddleButton) {
            close(tabBar()->tabAt(mouse->position().toPoint()));
            return true;
        }
    }
    return QTabWidget::eventFilter(watched, event);
}

void SourceTabs::showMenu(const QPoint& position)
{
    SourcePage* const one = page(tabBar()->tabAt(position));
    if (!one)
        return;
    auto* const menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addAction(tr("&Close"), this, [this, one] { close(indexOf(one)); });
    QAction* const others = menu->addAction(tr("Close &Others"), this, [this, one] {
        for (int i = count() - 1; i >= 0; --i) {
            if (page(i) != one)
                close(i);
        }
    });
    others->setEnabled(count() > 1);
    menu->addSeparator();
    menu->addAction(tr("Copy &Path"), this, [one] {
        QGuiApplication::clipboard()->setText(one->names().local.isEmpty() ? one->names().program : one->names().local);
    });
    menu->popup(tabBar()->mapToGlobal(position));
}

} // namespace dbgr::ui

#include "moc_source_tabs.cpp"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/dock_layout.h"

#include "ui/settings/setting_keys.h"
#include "ui/theme/flat_style.h"
#include "ui/widgets/flat_tab_style.h"
#include "ui/window/actions.h"
#include "ui/window/dock_title.h"

#include <QCoreApplication>
#include <QKeySequence>
#include <QMenu>
#include <QTabBar>

#include <algorithm>
#include <utility>

namespace dbgr::ui {

namespace {

/// Raised when a dock is added or renamed, so that an old layout is not taken for one that knows it.
constexpr int kLayoutVersion = 2;
/// Pixels of a console without output, and what a dock may be larger because its content needs it.
constexpr int kEmptyConsole = 110;
constexpr int kAlmost = 30;

constexpr DockInfo kDocks[] = {
    {"ranks", QT_TRANSLATE_NOOP("Docks", "Ranks"), "Ctrl+1; Ctrl+R", Qt::LeftDockWidgetArea, ""},
    {"stacks", QT_TRANSLATE_NOOP("Docks", "Stacks"), "Ctrl+2", Qt::LeftDockWidgetArea, ""},
    {"callStack", QT_TRANSLATE_NOOP("Docks", "Call Stack"), "Ctrl+3", Qt::LeftDockWidgetArea, "stacks"},
    {"variables", QT_TRANSLATE_NOOP("Docks", "Variables"), "Ctrl+4", Qt::RightDockWidgetArea, ""},
    {"watches", QT_TRANSLATE_NOOP("Docks", "Watches"), "Ctrl+5", Qt::RightDockWidgetArea, ""},
    {"console", QT_TRANSLATE_NOOP("Docks", "Console"), "Ctrl+6; Ctrl+`", Qt::BottomDockWidgetArea, ""},
    {"breakpoints", QT_TRANSLATE_NOOP("Docks", "Breakpoints"), "Ctrl+7", Qt::BottomDockWidgetArea, "console"},
    {"threads", QT_TRANSLATE_NOOP("Docks", "Threads"), "Ctrl+8", Qt::BottomDockWidgetArea, "console"},
    {"traces", QT_TRANSLATE_NOOP("Docks", "Traces"), "Ctrl+0", Qt::BottomDockWidgetArea, "console"},
    {"log", QT_TRANSLATE_NOOP("Docks", "Log"), "Ctrl+9", Qt::BottomDockWidgetArea, "console"},
};

QString titleOf(const DockInfo& info)
{
    return QCoreApplication::translate("Docks", info.title);
}

} // namespace

DockLayout::DockLayout(UiContext& context, QMainWindow& window) : QObject(&window), m_context(context), m_window(window)
{
    window.setDockOptions(QMainWindow::AnimatedDocks | QMainWindow::AllowNestedDocks | QMainWindow::AllowTabbedDocks);
    window.setTabPosition(Qt::AllDockWidgetAreas, QTabWidget::North);
    // When all that moves has moved.
    m_titles.setSingleShot(true);
    m_titles.setInterval(0);
    connect(&m_titles, &QTimer::timeout, this, &DockLayout::showTitles);
    m_sizes.setSingleShot(true);
    m_sizes.setInterval(0);
    connect(&m_sizes, &QTimer::timeout, this, &DockLayout::giveFirstSizes);
    m_whileHidden = context.settings.value(setting::kWindowLayout);
    for (const DockInfo& info : kDocks)
        makeDock(info);
}

void DockLayout::showTitles()
{
    for (QDockWidget* const dock : std::as_const(m_docks)) {
        const QList<QDockWidget*> neighbours = m_window.tabifiedDockWidgets(dock);
        const bool hasTab = !dock->isFloating() && std::any_of(neighbours.begin(), neighbours.end(),
                                                               [](const QDockWidget* one) { return !one->isHidden(); });
        static_cast<DockTitle*>(dock->titleBarWidget())->setShown(!hasTab);
    }
    for (QTabBar* const bar : m_window.findChildren<QTabBar*>(QString(), Qt::FindDirectChildrenOnly)) {
        if (!qobject_cast<FlatTabStyle*>(bar->style())) // the window makes its bars when docks come together
            FlatTabStyle::applyTo(*bar, m_context.theme);
        for (int tab = 0; tab < bar->count(); ++tab)
            FlatTabStyle::setNews(*bar, tab, !m_news.isEmpty() && bar->tabText(tab) == dock(m_news)->windowTitle());
    }
}

void DockLayout::makeDock(const DockInfo& info)
{
    const QString name = QLatin1String(info.name);
    auto* const dock = new QDockWidget(titleOf(info), &m_window);
    dock->setObjectName(QStringLiteral("dock.%1").arg(name));
    dock->setAccessibleName(titleOf(info));
    m_docks.insert(name, dock);
    m_window.addDockWidget(info.area, dock);
    dock->hide();
    dock->setTitleBarWidget(new DockTitle(*dock, m_context.theme));
    connect(dock, &QDockWidget::visibilityChanged, this, [this, dock](bool visible) {
        m_titles.start();
        // Qt leaves a dock behind another tab shown, out of sight; its view is to know that nobody sees it.
        if (QWidget* const content = dock->widget())
            content->setVisible(visible);
    });
    connect(dock, &QDockWidget::dockLocationChanged, this, [this] { m_titles.start(); });
    connect(dock, &QDockWidget::topLevelChanged, this, [this] { m_titles.start(); });
    QAction* const show = m_context.actions.add(dock->objectName(), tr("Show %1").arg(titleOf(info)),
                                                QKeySequence::listFromString(QLatin1String(info.keys)));
    m_window.addAction(show);
    connect(show, &QAction::triggered, this, [this, name] { raise(name); });
}

void DockLayout::fill(const char* name, QWidget* content)
{
    QDockWidget* const holder = dock(QLatin1String(name));
    Q_ASSERT(holder && !holder->widget());
    QSizePolicy policy = content->sizePolicy();
    policy.setRetainSizeWhenHidden(true); // or the dock would shrink behind another tab
    content->setSizePolicy(policy);
    holder->setWidget(content);
}

void DockLayout::reset()
{
    if (!m_shown) {
        m_whileHidden.clear(); // as soon as they are shown
        return;
    }
    for (const DockInfo& info : kDocks) {
        QDockWidget* const moved = dock(QLatin1String(info.name));
        moved->setFloating(false);
        m_window.addDockWidget(info.area, moved);
        if (QDockWidget* const neighbour = dock(QLatin1String(info.tabWith)))
            m_window.tabifyDockWidget(neighbour, moved);
        moved->show();
    }
    for (const char* const front : {"stacks", "console"})
        dock(QLatin1String(front))->raise();
    m_sizes.start();
}

void DockLayout::giveFirstSizes()
{
    // The source gets the room: on a laptop's screen about half of the width, on a large one more.
    const int width = m_window.width();
    const int height = m_window.height();
    m_window.resizeDocks({dock("ranks"), dock("variables")}, {qBound(230, width / 5, 400), qBound(250, width / 4, 460)},
                         Qt::Horizontal);
    m_window.resizeDocks({dock("console")}, {consoleHeight()}, Qt::Vertical);
    m_window.resizeDocks({dock("ranks"), dock("stacks")}, {height / 3, height / 3}, Qt::Vertical);
    m_window.resizeDocks({dock("variables"), dock("watches")}, {height / 2, height / 5}, Qt::Vertical);
}

int DockLayout::consoleHeight() const
{
    return m_consoleFilled ? qBound(170, m_window.height() / 4, 320) : besideText(kEmptyConsole);
}

void DockLayout::setNews(const QString& name, bool news)
{
    m_news = news ? name : QString();
    showTitles();
}

void DockLayout::giveConsoleRoom()
{
    const int small = consoleHeight();
    if (std::exchange(m_consoleFilled, true) || !m_shown)
        return;
    // What the user made larger or smaller stays.
    const int now = dock(QStringLiteral("console"))->height();
    if (now <= small + kAlmost && now < consoleHeight())
        m_window.resizeDocks({dock(QStringLiteral("console"))}, {consoleHeight()}, Qt::Vertical);
}

void DockLayout::save()
{
    m_context.settings.set(setting::kWindowLayout, layout());
}

QByteArray DockLayout::layout() const
{
    return m_shown ? m_window.saveState(kLayoutVersion) : m_whileHidden;
}

void DockLayout::setLayout(const QByteArray& layout)
{
    if (!m_shown)
        m_whileHidden = layout; // setShown() looks whether it is one
    else
        m_window.restoreState(layout, kLayoutVersion);
}

void DockLayout::setShown(bool shown)
{
    if (m_shown == shown)
        return;
    m_shown = shown;
    if (shown) {
        if (m_whileHidden.isEmpty() || !m_window.restoreState(m_whileHidden, kLayoutVersion))
            reset();
        return;
    }
    m_whileHidden = m_window.saveState(kLayoutVersion);
    for (QDockWidget* const dock : std::as_const(m_docks))
        dock->hide();
}

void DockLayout::raise(const QString& name)
{
    QDockWidget* const raised = dock(name);
    raised->show();
    raised->raise();
    if (QWidget* const content = raised->widget())
        content->setFocus(Qt::ShortcutFocusReason);
}

void DockLayout::addToMenu(QMenu& menu)
{
    for (const DockInfo& info : kDocks)
        menu.addAction(dock(QLatin1String(info.name))->toggleViewAction());
}

} // namespace dbgr::ui

#include "moc_dock_layout.cpp"

// SPDX-License-Identifier: GPL-3.0-or-later
// Which docks there are, where they stand at first, and where the user left them. The only file that knows QDockWidget.
// Thread: GUI.
#pragma once

#include "ui/window/ui_context.h"

#include <QDockWidget>
#include <QHash>
#include <QList>
#include <QMainWindow>
#include <QObject>
#include <QTimer>

class QMenu;

namespace dbgr::ui {

/// One dock: its words, keys, and place in a new user's window.
struct DockInfo
{
    const char* name; ///< "ranks"; its QObject::objectName is "dock.ranks"
    const char* title;
    const char* keys; ///< as QKeySequence reads them, several with "; "
    Qt::DockWidgetArea area;
    const char* tabWith; ///< the dock whose tab neighbour it is; "" none
};

class DockLayout final : public QObject
{
    Q_OBJECT

public:
    DockLayout(UiContext& context, QMainWindow& window);

    /// Puts a widget into the dock of that name; every dock of the table gets one.
    void fill(const char* name, QWidget* content);
    /// The first layout, for the size that the window has.
    void reset();
    /// Remembers it for the next time.
    void save();
    /// Where all docks are, also while they are hidden: as setLayout() takes it.
    [[nodiscard]] QByteArray layout() const;
    /// Nothing changes, if that is none.
    void setLayout(const QByteArray& layout);
    /// With false all are hidden, as at first; with true they are where the user left them.
    void setShown(bool shown);

    /// Makes it visible and gives it the keyboard.
    void raise(const QString& name);
    [[nodiscard]] QDockWidget* dock(const QString& name) const { return m_docks.value(name); }
    /// A mark on the dock's tab: something is new there.
    void setNews(const QString& name, bool news);
    /// The console has something to show: it gets its room, if it was small till now.
    void giveConsoleRoom();
    /// Check boxes that hide and show docks.
    void addToMenu(QMenu& menu);

private:
    void makeDock(const DockInfo& info);
    /// What the window's size allows, once everything shown has its place.
    void giveFirstSizes();
    [[nodiscard]] int consoleHeight() const;
    /// A title only where no tab says it; tabs that look like those of the source.
    void showTitles();

    UiContext& m_context;
    QMainWindow& m_window;
    QHash<QString, QDockWidget*> m_docks;
    QTimer m_titles;
    QTimer m_sizes;
    QByteArray m_whileHidden; ///< the layout to come back to
    QString m_news;           ///< the dock with news; "" none
    bool m_consoleFilled = false;
    bool m_shown = false;
};

} // namespace dbgr::ui

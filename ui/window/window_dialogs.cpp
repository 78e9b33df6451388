// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/window_dialogs.h"

#include "ui/attach/attach_dialog.h"
#include "ui/dialogs/about_dialog.h"
#include "ui/dialogs/bookmark_palette.h"
#include "ui/dialogs/call_dialog.h"
#include "ui/dialogs/command_palette.h"
#include "ui/dialogs/files_dialog.h"
#include "ui/dialogs/go_to_palette.h"
#include "ui/dialogs/limits_dialog.h"
#include "ui/dialogs/preferences_dialog.h"
#include "ui/dialogs/search_palette.h"
#include "ui/dialogs/signals_dialog.h"
#include "ui/help/help_topic.h"
#include "ui/help/help_window.h"
#include "ui/window/action_table.h"
#include "ui/window/actions.h"
#include "ui/window/doctor_window.h"

#include <QApplication>
#include <QContextMenuEvent>

#include <utility>

namespace dbgr::ui {

namespace {

/// What the key for menus does, which not every keyboard has.
void openMenuHere()
{
    QWidget* const widget = QApplication::focusWidget();
    if (!widget)
        return;
    const QPoint where = widget->inputMethodQuery(Qt::ImCursorRectangle).toRect().center();
    QContextMenuEvent event(QContextMenuEvent::Keyboard, where, widget->mapToGlobal(where));
    QApplication::sendEvent(widget, &event);
}

} // namespace

WindowDialogs::WindowDialogs(UiContext& context, Whereabouts whereabouts, Bookmarks& bookmarks, QWidget* window)
    : QObject(window), m_context(context), m_whereabouts(std::move(whereabouts)), m_bookmarks(bookmarks),
      m_window(window)
{
    const auto on = [this](const char* name, auto what) {
        connect(m_context.actions.get(name), &QAction::triggered, this, what);
    };
    on(action::kAttach, [this] { attach().open(AttachDialog::Page::Jobs); });
    on(action::kOpenCores, [this] { attach().open(AttachDialog::Page::Cores); });
    on(action::kPreferences, [this] { preferences().open(PreferencesDialog::Page::Appearance); });
    on(action::kShortcuts, [this] { preferences().open(PreferencesDialog::Page::Keys); });
    on(action::kCommandPalette, [this] { showPalette(); });
    on(action::kGoToPlace, [this] { goTo().open(); });
    on(action::kSearchSources, [this] { showSearch(); });
    on(action::kProgramFiles, [this] { showFiles(); });
    on(action::kBookmarks, [this] { showBookmarks(); });
    // In dialogs, too, which are windows of their own.
    for (const char* const name : {action::kHelpHere, action::kMenuHere})
        m_context.actions.get(name)->setShortcutContext(Qt::ApplicationShortcut);
    on(action::kMenuHere, openMenuHere);
    on(action::kHelpHere, [this] { showHelp(helpTopicOf(QApplication::focusWidget())); });
    on(action::kManual, [this] { showHelp({}); });
    on(action::kDoctor, [this] { show<DoctorWindow>(m_doctor, m_context.theme); });
    on(action::kCall, [this] { show<CallDialog>(m_call, m_context); });
    on(action::kLimits, [this] { show<LimitsDialog>(m_limits, m_context); });
    on(action::kSignals, [this] { show<SignalsDialog>(m_signals, m_context); });
    on(action::kAbout, [this] { show<AboutDialog>(m_about, m_context); });
}

PreferencesDialog& WindowDialogs::preferences()
{
    if (!m_preferences)
        m_preferences = new PreferencesDialog(m_context, m_window);
    return *m_preferences;
}

AttachDialog& WindowDialogs::attach()
{
    if (!m_attach) {
        m_attach = new AttachDialog(m_context, m_window);
        connect(m_attach, &AttachDialog::attachRequested, this, &WindowDialogs::attachRequested);
    }
    return *m_attach;
}

void WindowDialogs::showPalette()
{
    if (!m_palette)
        m_palette = new CommandPalette(m_context, m_window);
    m_palette->open();
}

GoToPalette& WindowDialogs::goTo()
{
    if (!m_goTo) {
        m_goTo = new GoToPalette(m_context, m_window);
        connect(m_goTo, &GoToPalette::chosen, this, &WindowDialogs::sourceWanted);
    }
    return *m_goTo;
}

void WindowDialogs::showDefinition(const QString& name)
{
    goTo().openFor(name);
}

void WindowDialogs::showSearch()
{
    if (!m_search) {
        m_search = new SearchPalette(m_context, m_whereabouts, m_window);
        connect(m_search, &SearchPalette::chosen, this, &WindowDialogs::sourceWanted);
    }
    m_search->openAgain();
}

void WindowDialogs::showFiles()
{
    const bool isNew = !m_files;
    show<FilesDialog>(m_files, m_context);
    if (isNew)
        connect(m_files, &FilesDialog::chosen, this, &WindowDialogs::sourceWanted);
}

void WindowDialogs::showBookmarks()
{
    if (!m_bookmarkList) {
        m_bookmarkList = new BookmarkPalette(m_context, m_bookmarks, m_window);
        connect(m_bookmarkList, &BookmarkPalette::chosen, this, &WindowDialogs::sourceWanted);
    }
    m_bookmarkList->open();
}

void WindowDialogs::showHelp(const QString& page)
{
    show<HelpWindow>(m_help, m_context.theme);
    m_help->open(page);
}

template <class Dialog, class... Arguments>
void WindowDialogs::show(QPointer<Dialog>& dialog, Arguments&&... arguments)
{
    if (!dialog)
        dialog = new Dialog(arguments..., m_window);
    dialog->show();
    dialog->raise();
    dialog->activateWindow();
}

} // namespace dbgr::ui

#include "moc_window_dialogs.cpp"

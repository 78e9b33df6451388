// SPDX-License-Identifier: GPL-3.0-or-later
// Attach, preferences, keys, palettes, manual, doctor and about: each made when it is first wanted, none of them
// modal. Thread: GUI.
#pragma once

#include "debug/frame.h"
#include "launchers/attach_spec.h"
#include "ui/window/ui_context.h"

#include <QObject>
#include <QPointer>
#include <QStringList>

#include <functional>

class QWidget;

namespace dbgr::ui {

class AboutDialog;
class AttachDialog;
class BookmarkPalette;
class Bookmarks;
class CommandPalette;
class DoctorWindow;
class FilesDialog;
class GoToPalette;
class HelpWindow;
class CallDialog;
class LimitsDialog;
class PreferencesDialog;
class SearchPalette;
class SignalsDialog;

class WindowDialogs final : public QObject
{
    Q_OBJECT

public:
    /// Where on this machine a file of the program may be, the likeliest place first.
    using Whereabouts = std::function<QStringList(const QString& file)>;
    /// \param bookmarks outlive the dialogs
    WindowDialogs(UiContext& context, Whereabouts whereabouts, Bookmarks& bookmarks, QWidget* window);

public slots:
    /// Goes there, or lets the user choose if there are several, or none.
    void showDefinition(const QString& name);

signals:
    /// The user chose what to attach to.
    void attachRequested(const dbgr::launchers::AttachSpec& spec);
    /// The user wants to see this.
    void sourceWanted(const dbgr::debug::SourceLocation& where);

private:
    [[nodiscard]] PreferencesDialog& preferences();
    [[nodiscard]] AttachDialog& attach();
    void showPalette();
    [[nodiscard]] GoToPalette& goTo();
    void showSearch();
    void showFiles();
    void showBookmarks();
    /// \param page see HelpWindow::open()
    void showHelp(const QString& page);
    /// Shows the one that there is, or makes it.
    template <class Dialog, class... Arguments>
    void show(QPointer<Dialog>& dialog, Arguments&&... arguments);

    UiContext& m_context;
    Whereabouts m_whereabouts;
    Bookmarks& m_bookmarks;
    QWidget* m_window;
    QPointer<AttachDialog> m_attach;
    QPointer<CommandPalette> m_palette;
    QPointer<GoToPalette> m_goTo;
    QPointer<SearchPalette> m_search;
    QPointer<BookmarkPalette> m_bookmarkList;
    QPointer<FilesDialog> m_files;
    QPointer<PreferencesDialog> m_preferences;
    QPointer<HelpWindow> m_help;
    QPointer<DoctorWindow> m_doctor;
    QPointer<AboutDialog> m_about;
    QPointer<SignalsDialog> m_signals;
    QPointer<CallDialog> m_call;
    QPointer<LimitsDialog> m_limits;
};

} // namespace dbgr::ui

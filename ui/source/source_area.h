// SPDX-License-Identifier: GPL-3.0-or-later
// The middle of the window: the source files, where ranks stand in them, and what can be done there. It follows the
// current place by itself; a second view beside it may follow a rank of its own. Commands are about the view that has,
// or had last, the keyboard; places that others ask for are shown in the first one. Thread: GUI.
#pragma once

#include "debug/breakpoint.h"
#include "debug/frame.h"
#include "session/session_event.h"
#include "ui/source/source_history.h"
#include "ui/source/source_tools.h"
#include "util/ids.h"

#include <QWidget>

#include <cstdint>
#include <functional>
#include <vector>

class QSplitter;

namespace dbgr::ui {

class DeclarationSearch;
class FindBar;
class LinePrompt;
class PathMap;
class RankView;
class SourcePage;
class SourcePane;
class SourceTabs;
struct SourceNames;
struct SourceText;
struct UiContext;

class SourceArea final : public QWidget
{
    Q_OBJECT

public:
    explicit SourceArea(UiContext& context, QWidget* parent = nullptr);
    ~SourceArea() override;

    /// A file of this machine.
    void openFile(const QString& path);
    /// The file and line of the cursor in the first view, as the program calls it; not known() while no text is shown.
    [[nodiscard]] debug::SourceLocation currentLocation() const;
    /// Of the first view.
    [[nodiscard]] SourceTabs& tabs() const;
    /// Null while there is none.
    [[nodiscard]] RankView* secondView() const { return m_second; }
    [[nodiscard]] PathMap& pathMap() const { return *m_map; }
    [[nodiscard]] Bookmarks& bookmarks() const { return *m_bookmarks; }
    /// See SourceStore::candidates().
    [[nodiscard]] QStringList whereabouts(const QString& file) const;

public slots:
    /// Opens or raises the file, and scrolls only if the line is not in view.
    void showLocation(const dbgr::debug::SourceLocation& where);
    /// The same, and the keyboard goes there.
    void goTo(const dbgr::debug::SourceLocation& where);
    /// The keyboard goes to the text.
    void focusSource();

signals:
    /// The focus is to go on at this line; nobody was asked yet.
    void jumpWanted(const dbgr::debug::SourceLine& where);
    /// The user wants to see where the function of that name begins.
    void definitionWanted(const QString& name);
    /// The user opened a file, which may not be in view.
    void fileOpened();

private:
    using AtLine = void (SourceCommands::*)(const SourceNames& file, std::uint32_t line);
    using OnPage = void (SourcePage::*)(std::uint32_t line);

    void connectActions();
    void makeOwnActions();
    void connectPane(SourcePane& pane);
    void addAction(const char* name, std::function<void()> what);
    /// At the cursor's line.
    void addAction(const char* name, AtLine what);
    void addAction(const char* name, OnPage what);
    /// The page that commands are about, if its text is there; or null.
    [[nodiscard]] SourcePage* page() const;
    [[nodiscard]] std::vector<SourcePane*> panes() const;
    [[nodiscard]] std::vector<SourcePage*> pages() const;
    void take(const SourceText& source);
    void forget(const SourcePage& closing);
    void activate(SourcePane& pane);
    void followKeyboard(const QWidget* now);
    void followNames();
    void followBookmarks();
    void showActive();
    void enableActions();
    void showEmptyText();

    void goToLine();
    void lookAgainAtStops(const std::vector<session::SessionEvent>& events);
    void goToDefinition();
    void goBack();
    void goForward();
    void goToBookmark(bool forward);
    void openInEditor();
    void showPlace();
    void escape();
    void askForFile();
    void askForMapping(const QString& path);
    void editMappings();

    void split();
    void askForRank();
    void showRank(util::Rank rank);
    void closeSecond();
    void goToOtherView();

    UiContext& m_context;
    PathMap* m_map;
    SourceStore* m_store;
    Bookmarks* m_bookmarks;
    SourceCommands* m_commands;
    DeclarationSearch* m_declarations;
    SourceTools m_tools;
    SourceHistory m_history;
    QSplitter* m_splitter;
    SourcePane* m_first;
    RankView* m_second = nullptr;
    SourcePane* m_active; ///< has, or had last, the keyboard
    FindBar* m_find;
    LinePrompt* m_prompt;
    bool m_follows = false; ///< followBookmarks() is at it
};

} // namespace dbgr::ui

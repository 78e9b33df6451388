// SPDX-License-Identifier: GPL-3.0-or-later
// The middle of the window: the source files, where ranks stand in them, and what can be done there. It follows the
// current place by itself. Thread: GUI.
#pragma once

#include "debug/breakpoint.h"
#include "debug/frame.h"
#include "ui/source/source_history.h"

#include <QWidget>

#include <cstdint>

class QStackedWidget;

namespace dbgr::ui {

class EmptyState;
class FindBar;
class HoverLabel;
class HoverValue;
class LinePrompt;
class PathMap;
class SourceCommands;
class SourceMarks;
class SourcePage;
class SourceStore;
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
    /// The file and line of the cursor, as the program calls it; not known() while no text is shown.
    [[nodiscard]] debug::SourceLocation currentLocation() const;
    [[nodiscard]] SourceTabs& tabs() const { return *m_tabs; }
    [[nodiscard]] PathMap& pathMap() const { return *m_map; }
    /// See SourceStore::candidates().
    [[nodiscard]] QStringList whereabouts(const QString& file) const;

public slots:
    /// Opens or raises the file, and scrolls only if the line is not in view.
    void showLocation(const dbgr::debug::SourceLocation& where);
    /// The keyboard goes to the text.
    void focusSource();

signals:
    /// Another file, or another line of it.
    void locationChanged();
    /// The focus is to go on at this line; nobody was asked yet.
    void jumpWanted(const dbgr::debug::SourceLine& where);
    /// The user wants to see where the function of that name begins.
    void definitionWanted(const QString& name);
    /// The user opened a file, which may not be in view.
    void fileOpened();

protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    void connectActions();
    void addAction(const char* name, void (SourceArea::*what)());
    void addOwnAction(const char* name, const QString& text, const QString& keys, void (SourceArea::*what)());
    SourcePage* open(const SourceNames& names);
    void take(const SourceText& source);
    void currentChanged();
    void followNames();
    void showMarks();
    void enableActions();
    void showEmptyText();

    void find();
    void findNext();
    void findPrevious();
    void goToLine();
    void showWithoutHistory(const debug::SourceLocation& where);
    void goToDefinition();
    void goBack();
    void goForward();
    void openInEditor();
    void showPlace();
    void escape();
    void toggleBreakpoint();
    void setTemporaryBreakpoint();
    void setBarrier();
    void setFocusBreakpoint();
    void setTracepoint();
    void runToLine();
    void jump();
    void editCondition();
    void showValue();
    void hideValue();
    void askForFile();
    void askForMapping();
    void editMappings();
    void nextTab();
    void previousTab();
    void closeTab();

    UiContext& m_context;
    PathMap* m_map;
    SourceStore* m_store;
    SourceMarks* m_marks;
    SourceCommands* m_commands;
    SourceHistory m_history;
    HoverValue* m_hoverValue;
    QStackedWidget* m_stack;
    QWidget* m_empty;
    EmptyState* m_emptyText;
    SourceTabs* m_tabs;
    FindBar* m_find;
    LinePrompt* m_goTo;
    HoverLabel* m_hover;
    QPoint m_hoverAt;
};

} // namespace dbgr::ui

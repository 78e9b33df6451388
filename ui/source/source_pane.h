// SPDX-License-Identifier: GPL-3.0-or-later
// One view of the source: files in tabs, with the marks and the values of one place. Which files it shows it is told.
// Way: source_area and rank_view -> here -> source_page. Thread: GUI.
#pragma once

#include "debug/breakpoint.h"
#include "debug/frame.h"
#include "ui/source/source_tools.h"

#include <QPoint>
#include <QWidget>

class QStackedWidget;

namespace dbgr::ui {

class CurrentPlace;
class EmptyState;
class HoverLabel;
class HoverValue;
class SourceMarks;
class SourcePage;
class SourceTabs;
struct SourceNames;
struct SourceText;
struct UiContext;

class SourcePane final : public QWidget
{
    Q_OBJECT

public:
    /// \param place whose ranks are marked, and whose values are shown; it and \param tools outlive the pane
    SourcePane(UiContext& context, CurrentPlace& place, const SourceTools& tools, QWidget* parent = nullptr);

    [[nodiscard]] SourceTabs& tabs() const { return *m_tabs; }
    /// The page on top, once it has its text; or null.
    [[nodiscard]] SourcePage* textPage() const;
    /// The file and line of the cursor, as the program calls it; not known() while no text is shown.
    [[nodiscard]] debug::SourceLocation location() const;
    /// While no file is open.
    void setEmptyText(const QString& title, const QString& hint);

    /// Raises the file, or opens it. \param names with a `local`
    void openFile(const SourceNames& names);
    /// A text was read; of a file of another pane: nothing happens.
    void take(const SourceText& source);
    /// The keyboard goes to the text, or to the first one that comes.
    void takeKeyboard();
    void hideValue();

public slots:
    /// Opens or raises the file, and scrolls only if the line is not in view.
    void showLocation(const dbgr::debug::SourceLocation& where);

signals:
    /// Another file is on top, or its text has come.
    void changed();
    /// The page is gone after this.
    void pageClosing(dbgr::ui::SourcePage* page);
    /// The user wants to say where this file of the program is.
    void mapWanted(const QString& program);
    /// The user wants to choose a file.
    void openWanted();
    /// See SourceArea.
    void jumpWanted(const dbgr::debug::SourceLine& where);

protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    SourcePage* open(const SourceNames& names);
    void currentChanged();
    void showMarks();

    UiContext& m_context;
    SourceTools m_tools;
    SourceMarks* m_marks;
    HoverValue* m_hoverValue;
    QStackedWidget* m_stack;
    QWidget* m_empty;
    EmptyState* m_emptyText;
    SourceTabs* m_tabs;
    HoverLabel* m_hover;
    QPoint m_hoverAt;
};

} // namespace dbgr::ui

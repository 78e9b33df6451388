// SPDX-License-Identifier: GPL-3.0-or-later
// One tab of the source area: a file's text with what can be done at its lines, or why it is not here. Thread: GUI.
#pragma once

#include "ui/source/source_marks.h"
#include "ui/source/source_names.h"
#include "ui/source/source_tools.h"

#include "debug/breakpoint.h"

#include <QStackedWidget>

#include <cstdint>
#include <vector>

class QLabel;
class QMenu;

namespace dbgr::ui {

class LinePrompt;
class MissingSource;
class SourceView;
struct SourceText;
struct UiContext;

class SourcePage final : public QStackedWidget
{
    Q_OBJECT

public:
    /// \param names `local` is not known until take()
    SourcePage(UiContext& context, const SourceTools& tools, SourceNames names, QWidget* parent = nullptr);

    [[nodiscard]] const SourceNames& names() const { return m_names; }
    /// What the store knows it by.
    [[nodiscard]] const QString& path() const { return m_path; }
    void setProgramName(const QString& path) { m_names.program = path; }
    [[nodiscard]] SourceView& view() const { return *m_view; }
    /// Its text is there.
    [[nodiscard]] bool hasText() const;

    void take(const SourceText& source);
    void setMarks(std::vector<LineMark> marks);
    [[nodiscard]] const std::vector<LineMark>& marks() const;
    [[nodiscard]] const QString& text() const { return m_text; }
    /// From 1.
    [[nodiscard]] int firstLineInView() const;
    /// Now, or when the text comes.
    void showLine(std::uint32_t line);
    /// The line that was asked for and waits for the text; 0 none.
    [[nodiscard]] std::uint32_t wantedLine() const { return m_wantedLine; }
    void takeKeyboard();
    void editCondition(std::uint32_t line);
    /// Asks for expressions that ranks are to log when they come there.
    void askWhatToLog(std::uint32_t line);
    /// Sets the line's bookmark, or removes it.
    void toggleBookmark(std::uint32_t line);
    /// Asks for the remark of the line's bookmark; the answer sets it, if there is none.
    void askForRemark(std::uint32_t line);

signals:
    void mapWanted();
    void openWanted();
    /// The keyboard goes back to the text.
    void promptClosed();
    /// See SourceArea.
    void jumpWanted(const dbgr::debug::SourceLine& where);

private:
    void showMenu(std::uint32_t line, const QPoint& global);
    void placePrompt(std::uint32_t line);
    void addBreakpointActions(QMenu& menu, std::uint32_t line);
    void addBookmarkActions(QMenu& menu, std::uint32_t line);

    UiContext& m_context;
    SourceCommands& m_commands;
    Bookmarks& m_bookmarks;
    QString m_path;
    SourceNames m_names;
    QLabel* m_waiting;
    SourceView* m_view;
    MissingSource* m_missing;
    LinePrompt* m_condition;
    QString m_text;
    std::uint32_t m_wantedLine = 0;
};

} // namespace dbgr::ui

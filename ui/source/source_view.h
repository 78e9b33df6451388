// SPDX-License-Identifier: GPL-3.0-or-later
// The text of one source file with its marks, to be read and not edited. What its marks mean is source_marks'; it only
// paints them and says where the user clicked. Lines are counted from 1. Thread: GUI.
#pragma once

#include "ui/source/source_marks.h"

#include <Qsci/qsciscintilla.h>

#include <vector>

namespace dbgr::ui {

class Theme;
class Settings;
struct UiContext;
enum class SourceLanguage;

class SourceView final : public QsciScintilla
{
    Q_OBJECT

public:
    explicit SourceView(UiContext& context, QWidget* parent = nullptr);
    ~SourceView() override;

    /// Another text stays where it was scrolled to.
    void showText(const QString& text, SourceLanguage language);
    void setMarks(std::vector<LineMark> marks);
    [[nodiscard]] const std::vector<LineMark>& marks() const { return m_marks; }
    /// Null if there is none.
    [[nodiscard]] const LineMark* markOf(std::uint32_t line) const;

    [[nodiscard]] std::uint32_t cursorLine() const;
    [[nodiscard]] std::uint32_t lineCount() const;
    /// Puts the cursor there; scrolls only if the line and some around it are not in view.
    void showLine(std::uint32_t line);
    /// Below the line, in this widget's coordinates: where something about it is shown.
    [[nodiscard]] QPoint below(std::uint32_t line) const;

    /// Marks all matches. \return how many there are; not more than kMaxMatches
    int findAll(const QString& text, bool caseSensitive);
    static constexpr int kMaxMatches = 10000;
    /// Selects the match at or after the cursor (`forward`), the one after or before the selection, around the end.
    /// \param stay a match that begins where the selection does will do
    /// \return its number, from 1; 0 none
    int goToMatch(bool forward, bool stay);
    void clearMatches();
    [[nodiscard]] QString selectedWord() const;
    /// The name in which the cursor stands, or behind which; "" none.
    [[nodiscard]] QString wordAtCursor() const;
    /// See expressionAt(); of the same name.
    [[nodiscard]] QString expressionAtCursor() const;
    /// As if the mouse rested at the cursor.
    void pointAtCursor();

signals:
    /// In the margin of breakpoints.
    void breakpointClicked(quint32 line);
    void menuWanted(quint32 line, const QPoint& global);
    /// The mouse rests on this; "": it has moved on.
    void hovered(const QString& expression, const QPoint& global);

protected:
    bool event(QEvent* event) override;
    bool viewportEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    /// The current line stays in sight, if it was.
    void resizeEvent(QResizeEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;

private:
    struct Match
    {
        long begin = 0; ///< positions in bytes; a letter that matches another one may take more of them
        long end = 0;
    };

    void setUp();
    void restyle();
    void styleMargins();
    void showBackgrounds();
    void showCaretLine();
    void dwell(int position, int x, int y);
    /// The name there, by its colour.
    [[nodiscard]] bool mayHaveValue(long position) const;
    [[nodiscard]] int textLeft() const;
    /// In a view of that height, in pixels.
    [[nodiscard]] bool isInSight(std::uint32_t line, int height) const;
    /// Where the leading rank stands, or else the cursor; 0 if neither is in sight.
    [[nodiscard]] std::uint32_t placeInSight(int height) const;
    /// The theme's, as large as the text is shown.
    [[nodiscard]] QFont face() const;
    void paintMark(QPainter& painter, const LineMark& mark, int top, int height) const;
    [[nodiscard]] std::uint32_t lineAtY(int y) const;
    [[nodiscard]] QString tipAt(const QPoint& position) const;
    void setGhost(std::uint32_t line);
    /// In the text of its line, as a QString counts.
    [[nodiscard]] qsizetype columnOf(long position) const;

    Theme& m_theme;
    Settings& m_settings;
    SourceLanguage m_language;
    std::vector<LineMark> m_marks; ///< by line
    std::vector<Match> m_matches;  ///< one behind the other
    std::uint32_t m_kept = 0;      ///< is to come back into sight when there is room for a line; 0 none
    std::uint32_t m_ghost = 0;     ///< the line of the breakpoint that a click would make; 0 none
};

} // namespace dbgr::ui

// SPDX-License-Identifier: GPL-3.0-or-later
// A console's lines, painted: only those in sight, whatever their number. Stays at the end as output comes, unless the
// user has scrolled up. Selection is by lines. Thread: GUI.
#pragma once

#include "ui/console/console_row.h"

#include <QAbstractScrollArea>
#include <QBasicTimer>
#include <QString>

#include <cstddef>
#include <cstdint>

class QToolButton;

namespace dbgr::ui {

class ConsoleModel;
class EmptyState;
struct UiContext;

class ConsoleView final : public QAbstractScrollArea
{
    Q_OBJECT

public:
    /// \param model outlives the view
    ConsoleView(ConsoleModel& model, UiContext& context, QWidget* parent = nullptr);

    /// Long lines go on in the next line of the window, instead of beyond its edge.
    void setWrapped(bool wrapped);
    [[nodiscard]] bool isWrapped() const { return m_wrapped; }
    /// What stands in the view as long as it has no rows.
    void setEmptyText(const QString& title, const QString& hint);
    /// Marks all places where this stands, whatever its case; "" none.
    void setMarkedText(const QString& text);

    /// The end is in sight and stays there.
    [[nodiscard]] bool isAtEnd() const { return m_atEnd; }
    void scrollToEnd();
    /// The first and the last selected row; nothing selected: first > last.
    struct Selection
    {
        std::size_t first = 1;
        std::size_t last = 0;
        [[nodiscard]] bool empty() const { return first > last; }
    };
    [[nodiscard]] Selection selection() const;
    /// Selects a row and scrolls to it.
    void selectRow(std::size_t row);
    void selectAll();
    void clearSelection();
    /// The selected rows as text, and "" for none.
    [[nodiscard]] QString selectedText() const;
    void copy();
    /// What is in sight, line by line: for assistive technology.
    [[nodiscard]] QString visibleLines() const;

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void scrollContentsBy(int dx, int dy) override;
    void keyPressEvent(QKeyEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void timerEvent(QTimerEvent* event) override;
    bool viewportEvent(QEvent* event) override;

private:
    enum class Extend
    {
        No,
        Yes,
    };

    void takeTheme();
    void onChanged(qint64 appended);
    void onRebuilt();
    void updateScrollBars();
    void updateNewLinesButton();
    void moveCaret(std::ptrdiff_t rows, Extend extend);
    void setCaret(std::size_t row, Extend extend);
    void ensureVisible(std::size_t row);
    /// The row at a height of the viewport; the last one below all. \pre there are rows
    [[nodiscard]] std::size_t rowAt(int y) const;
    [[nodiscard]] std::size_t topRow() const;
    /// The first row of those that fill the viewport at the end.
    [[nodiscard]] std::size_t lastTopRow() const;
    [[nodiscard]] int linesInView() const;
    [[nodiscard]] int columnsInView() const;
    /// Lines of the window that a row takes.
    [[nodiscard]] int linesOf(const ConsoleRow& row) const;
    [[nodiscard]] int bodyLeft() const;

    ConsoleModel& m_model;
    UiContext& m_context;
    EmptyState* m_empty;
    QToolButton* m_newLines;
    QString m_marked;
    int m_lineHeight = 1;
    double m_charWidth = 1;
    int m_prefixColumns = 0;
    bool m_wrapped = false;
    bool m_atEnd = true;
    bool m_adjusting = false;         ///< the scroll bar moves, but not by the user
    std::uint64_t m_topSequence = 0;  ///< of the row on top, when not at the end
    std::uint64_t m_seenSequence = 0; ///< the last row when the end was in sight
    std::uint64_t m_anchor = 0;       ///< of the selection, by sequence; 0 none
    std::uint64_t m_caret = 0;
    QBasicTimer m_dragScroll;
    int m_dragStep = 0;
};

} // namespace dbgr::ui

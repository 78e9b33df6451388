// SPDX-License-Identifier: GPL-3.0-or-later
// Paints one row of the console into its place. Thread: GUI.
#pragma once

#include "ui/console/console_row.h"

#include <QColor>
#include <QRect>
#include <QString>

class QPainter;

namespace dbgr::ui {

class Theme;

/// Measures and choices that all rows of one painting share.
struct ConsoleRowPainter
{
    const Theme& theme;
    int lineHeight = 1;
    double charWidth = 1;
    int prefixWidth = 0; ///< from the row's left edge to its body
    int firstColumn = 0; ///< how far the body is scrolled
    int columns = 1;     ///< of the body that are in sight
    bool wrapped = false;
    QString marked; ///< places to mark; "" none

    void paint(QPainter& painter, const QRect& place, const ConsoleRow& row, bool selected) const;

private:
    struct Piece
    {
        qsizetype first;
        qsizetype length;
        double x;
        int y;
    };
    void paintBody(QPainter& painter, const Piece& piece, const ConsoleRow& row) const;
    double paintText(QPainter& painter, double x, int y, const QString& text, const QColor& color,
                     const TextStyle& style) const;
    void paintMarks(QPainter& painter, const Piece& piece, const QString& text) const;
    [[nodiscard]] double widthOf(QPainter& painter, const QString& text) const;
};

} // namespace dbgr::ui

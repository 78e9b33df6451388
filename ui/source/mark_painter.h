// SPDX-License-Identifier: GPL-3.0-or-later
// How the marks beside a line look: breakpoints, bookmarks, the arrow of the leading rank, counts of ranks. Thread:
// GUI.
#pragma once

#include "ui/source/source_marks.h"

#include <QFont>
#include <QRectF>

class QPainter;

namespace dbgr::ui {

class Theme;

/// A disc: filled; hollow when disabled; grey when no rank has code there; with a dot when conditional.
void paintBreakpoint(QPainter& painter, const QRectF& cell, const LineMark& mark, const Theme& theme);
/// A ribbon at the left; what else there is in the cell is painted over it.
void paintBookmark(QPainter& painter, const QRectF& cell, const Theme& theme);
/// What a click would do, under the mouse.
void paintBreakpointGhost(QPainter& painter, const QRectF& cell, const Theme& theme);
/// An arrow for the leading rank, a number where more than it stand.
void paintRanks(QPainter& painter, const QRectF& cell, const LineMark& mark, const Theme& theme, const QFont& font);
/// "8", "1.2k"; "" for a single rank that leads: its arrow says it.
[[nodiscard]] QString countText(const LineMark& mark);
/// Pixels that the widest of the marks needs.
[[nodiscard]] int ranksWidth(const std::vector<LineMark>& marks, const QFont& font);

} // namespace dbgr::ui

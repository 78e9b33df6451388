// SPDX-License-Identifier: GPL-3.0-or-later
// A row of the console in words: what stands before it, what it says, and what is to be known of it. What the view
// paints, copies, searches and saves. Thread: GUI.
#pragma once

#include "ui/console/console_text.h"
#include "ui/theme/theme.h"

#include <QString>

#include <cstddef>

namespace dbgr::ui {

class ConsoleModel;

struct ConsoleRow
{
    /// More bytes than this of a line are not shown, but copied and saved.
    static constexpr std::size_t kMostShown = 16384;

    QString prefix;   ///< "[0-31]", "[3!]" for standard error; in the pane of one rank only "!"
    VisibleText body; ///< "> 7" for input
    QString note;     ///< behind it: "sending", why input failed, what is left out
    ColorRole role = ColorRole::Text;
    ColorRole noteRole = ColorRole::DimText;
};

/// For painting. An empty row if its line has just been lost.
[[nodiscard]] ConsoleRow consoleRow(const ConsoleModel& model, std::size_t row);
/// As it is copied and saved: whole, in one line.
[[nodiscard]] QString plainRow(const ConsoleModel& model, std::size_t row);
/// Columns that prefixes need, with the blank behind them.
[[nodiscard]] int prefixColumns(const ConsoleModel& model, std::size_t jobSize);

} // namespace dbgr::ui

// SPDX-License-Identifier: GPL-3.0-or-later
// The words by which a list names a command: its text and its menu. Pure. Thread: GUI.
#pragma once

#include <QString>

class QAction;

namespace dbgr::ui {

/// "Step Over": without mnemonic and dots.
[[nodiscard]] QString commandName(const QAction& action);
/// "Run"; of a command that is not in the table, "View".
[[nodiscard]] QString commandMenu(const QAction& action);
/// "F5", "F5, Ctrl+F5", "".
[[nodiscard]] QString commandKeys(const QAction& action);

} // namespace dbgr::ui

// SPDX-License-Identifier: GPL-3.0-or-later
// The menu of formats, as print has them, for rows of variables and of watches. Thread: GUI.
#pragma once

#include <functional>

class QMenu;
class QWidget;

namespace dbgr::ui {

/// \param chosen is given the letter; 0: after the type
[[nodiscard]] QMenu* makeFormatMenu(QWidget* parent, const std::function<void(char)>& chosen);

} // namespace dbgr::ui

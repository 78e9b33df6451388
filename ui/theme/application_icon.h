// SPDX-License-Identifier: GPL-3.0-or-later
// dbgr's own icon, of windows and task bars: the same in every theme. Thread: GUI.
#pragma once

#include <QIcon>

namespace dbgr::ui {

/// Drawn at the sizes that desktops ask for, from 16 to 256 pixels.
[[nodiscard]] QIcon applicationIcon();

/// Makes the files under resources/ known to Qt; may be called again.
void loadResources();

} // namespace dbgr::ui

// SPDX-License-Identifier: GPL-3.0-or-later
// The colours of the one button that goes on. Thread: GUI.
#pragma once

#include "ui/theme/theme.h"

#include <QPalette>

namespace dbgr::ui {

[[nodiscard]] inline QPalette leadingPalette(const Theme& theme)
{
    QPalette leading;
    for (const auto group : {QPalette::Active, QPalette::Inactive}) {
        leading.setColor(group, QPalette::Button, theme.color(ColorRole::Accent));
        leading.setColor(group, QPalette::ButtonText, theme.color(ColorRole::AccentText));
    }
    return leading;
}

} // namespace dbgr::ui

// SPDX-License-Identifier: GPL-3.0-or-later
// From a value to a breakpoint for it. Thread: GUI.
#pragma once

#include <string>

namespace dbgr::ui {

struct UiContext;

/// Ranks stop when the expression, of the frame that is chosen, becomes another value. What is wrong is a notice.
void stopOnChange(UiContext& context, const std::string& expression, bool slow = false);

} // namespace dbgr::ui

// SPDX-License-Identifier: GPL-3.0-or-later
// The pages of the preferences that are forms. Everything on them counts at once. Thread: GUI.
#pragma once

#include "ui/window/ui_context.h"

class QWidget;

namespace dbgr::ui {

/// Theme, interface font, font of fixed width.
[[nodiscard]] QWidget* makeAppearancePage(UiContext& context);
/// What the launch form begins with, and how long a launch may take.
[[nodiscard]] QWidget* makeLaunchPage(UiContext& context);
/// How much of the job's output is kept.
[[nodiscard]] QWidget* makeLimitsPage(UiContext& context);
/// Programs on the nodes.
[[nodiscard]] QWidget* makeEnginePage(UiContext& context);

} // namespace dbgr::ui

// SPDX-License-Identifier: GPL-3.0-or-later
// The settings' limits of the output, given to the session. Thread: GUI.
#pragma once

#include "session/output_store.h"
#include "ui/window/ui_context.h"

class QObject;

namespace dbgr::ui {

class Settings;

[[nodiscard]] session::OutputStore::Limits outputLimits(const Settings& settings);
/// Gives the session the limits now, and again when they change. \param owner while this lives
void followOutputLimits(const UiContext& context, QObject* owner);

} // namespace dbgr::ui

// SPDX-License-Identifier: GPL-3.0-or-later
// What of a job's standard channels does not come by us, because it was started elsewhere. Pure. Thread: GUI.
#pragma once

#include <QString>

namespace dbgr::ui {

class SessionBridge;

/// Where its output goes, in a sentence; "" it comes to us.
[[nodiscard]] QString whereOutputGoes(const SessionBridge& bridge);
/// Why no input can be sent to any rank; "" it can, as far as is known.
[[nodiscard]] QString whyNoInput(const SessionBridge& bridge);

} // namespace dbgr::ui

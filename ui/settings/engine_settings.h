// SPDX-License-Identifier: GPL-3.0-or-later
// Settings of the debugging engine: programs that dbgr starts on the nodes. They reach it as the environment variables
// that set the same for one run, which win. Thread: GUI.
#pragma once

#include "ui/settings/settings.h"

#include <QString>

#include <string>
#include <vector>

namespace dbgr::ui {

namespace setting {

/// Path of dbgd on the nodes, or the folder of an installation that they see; "" beside dbgr. DBGR_DBGD
inline const SettingKey<QString> kDaemonProgram{"engine/daemon", {}};
/// A file that each daemon writes its log to; "" none. DBGR_DAEMON_LOG
inline const SettingKey<QString> kDaemonLog{"engine/daemonLog", {}};

} // namespace setting

/// The environment with what the settings add to it.
[[nodiscard]] std::vector<std::string> withEngineSettings(std::vector<std::string> environment,
                                                          const Settings& settings);

} // namespace dbgr::ui

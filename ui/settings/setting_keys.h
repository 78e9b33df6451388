// SPDX-License-Identifier: GPL-3.0-or-later
// Every setting (but the engine's: engine_settings.h), with what a new user gets. Thread: any; constants.
#pragma once

#include "ui/settings/settings.h"

#include <QByteArray>
#include <QString>
#include <QStringList>

namespace dbgr::ui::setting {

// Appearance
/// "desktop", "light" or "dark".
inline const SettingKey<QString> kTheme{"appearance/theme", QStringLiteral("desktop")};
/// "" the desktop's.
inline const SettingKey<QString> kInterfaceFont{"appearance/interfaceFont", {}};
/// Points; 0 the desktop's.
inline const SettingKey<int> kInterfaceFontSize{"appearance/interfaceFontSize", 0};
/// "" the system's face of fixed width.
inline const SettingKey<QString> kFixedFont{"appearance/fixedFont", {}};
inline const SettingKey<int> kFixedFontSize{"appearance/fixedFontSize", 0};

// Window
inline const SettingKey<QByteArray> kWindowGeometry{"window/geometry", {}};
inline const SettingKey<QByteArray> kWindowLayout{"window/layout", {}};

// Source
/// Folders of the program and where they are here: from, to, from, to, ...
inline const SettingKey<QStringList> kPathMappings{"source/pathMappings", {}};
/// Columns.
inline const SettingKey<int> kTabWidth{"source/tabWidth", 4};
/// See editorCommand(); "" one that is installed.
inline const SettingKey<QString> kEditor{"source/editor", {}};

// Views
/// Without threads and frames that have no source.
inline const SettingKey<bool> kStacksOwnCode{"stacks/ownCode", true};
/// Rows say which threads are there, not only which ranks.
inline const SettingKey<bool> kStacksByThread{"stacks/byThread", false};
/// Of all ranks of the focus, not only of the leading one.
inline const SettingKey<bool> kThreadsOfAllRanks{"threads/allRanks", false};

// Launch
/// "init", "exec", "app" or "none": names of launchers::HoldPoint.
inline const SettingKey<QString> kHoldPoint{"launch/hold", QStringLiteral("init")};
/// Seconds.
inline const SettingKey<int> kLaunchPatience{"launch/patience", 60};
/// Seconds of silence after which a node is lost.
inline const SettingKey<int> kLostAfter{"launch/lostAfter", 180};
/// The nodes of a job are given dbgr's daemons, because they have none.
inline const SettingKey<bool> kPushDaemons{"launch/pushDaemons", false};
/// Where to stop first, as a breakpoint: "main", "ring.cpp:29"; "" nowhere.
inline const SettingKey<QString> kFirstStop{"launch/firstStop", {}};
/// JSON, newest first: what LaunchHistory keeps.
inline const SettingKey<QString> kLaunchHistory{"launch/history", {}};

// Sessions
/// Paths of session files, newest first.
inline const SettingKey<QStringList> kRecentSessions{"sessions/recent", {}};

// Values
/// The expressions of the Watches dock.
inline const SettingKey<QStringList> kWatches{"values/watches", {}};

/// What was called in ranks, newest first.
inline const SettingKey<QStringList> kCallHistory{"values/calls", {}};

// Console
/// Lines that were sent to ranks, newest last.
inline const SettingKey<QStringList> kConsoleHistory{"console/history", {}};
inline const SettingKey<bool> kConsoleFold{"console/fold", true};
inline const SettingKey<bool> kConsoleWrap{"console/wrap", false};
/// What the log shows at least: 0 everything, 1 what happens, 2 warnings, 3 errors.
inline const SettingKey<int> kLogLeast{"log/least", 1};

// Limits
/// Lines of output that are kept of each rank.
inline const SettingKey<int> kOutputLines{"limits/outputLines", 1000000};
/// MiB of output that are kept of all ranks together.
inline const SettingKey<int> kOutputMegabytes{"limits/outputMegabytes", 256};

// Breakpoints
/// And bookmarks, of each program that was debugged, as JSON: see breakpoint_memory.h.
inline const SettingKey<QString> kBreakpoints{"breakpoints/programs", {}};

} // namespace dbgr::ui::setting

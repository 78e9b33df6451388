// SPDX-License-Identifier: GPL-3.0-or-later
// What is typed to attach to something that no list shows: process numbers, a server, core files. Pure, but for a look
// whether files are there. Thread: GUI.
#pragma once

#include "launchers/attach_spec.h"
#include "util/result.h"

#include <QString>
#include <QStringList>

namespace dbgr::ui {

/// "12,13,14", "12-14" or "12 13 14", in this order. \errors std::errc::invalid_argument, with a sentence for the user
[[nodiscard]] util::Result<launchers::LooseProcesses> readProcesses(const QString& text);
/// A URI, a path, or "system". \errors as above, for a file that is not there
[[nodiscard]] util::Result<launchers::JobOfServer> readServer(const QString& text);
/// \param program may be ""  \errors as above
[[nodiscard]] util::Result<launchers::CoreFiles> readCores(const QStringList& files, const QString& program);

} // namespace dbgr::ui

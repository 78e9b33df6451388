// SPDX-License-Identifier: GPL-3.0-or-later
// The user's editor, for a file that is shown here. Thread: GUI.
#pragma once

#include "util/result.h"

#include <QString>
#include <QStringList>

#include <cstdint>

namespace dbgr::ui {

/// The words of a command as it stands in the preferences, with %f replaced by the file, %l by the line and %% by %.
/// Without any %f the file stands behind it.
[[nodiscard]] QStringList editorCommand(const QString& pattern, const QString& file, std::uint32_t line);

/// Starts it, and does not wait. \param pattern "": the first that is installed of those that we know, or what the
/// desktop opens such files with
/// \errors std::errc::no_such_file_or_directory
[[nodiscard]] util::Result<void> openInEditor(const QString& pattern, const QString& file, std::uint32_t line);

} // namespace dbgr::ui

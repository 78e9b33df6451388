// SPDX-License-Identifier: GPL-3.0-or-later
// A command line as a person types it, in words: quotes, backslashes and ~ as in a shell, nothing else of one.
// Pure. Thread: any.
#pragma once

#include "util/result.h"

#include <QString>
#include <QStringList>

namespace dbgr::ui {

/// As util::splitShellWords(), with errors in the user's language.
[[nodiscard]] util::Result<QStringList> splitWords(const QString& text);
/// Text that splitWords() reads back, with no more quotes than it needs.
[[nodiscard]] QString joinWords(const QStringList& words);

} // namespace dbgr::ui

// SPDX-License-Identifier: GPL-3.0-or-later
// A command line as a person types it, in words: quotes, backslashes and ~ as in a shell, nothing else of one.
// Pure. Thread: any.
#pragma once

#include "util/result.h"

#include <QString>
#include <QStringList>

namespace dbgr::ui {

/// 'a b' and "a b" are one word; a backslash takes the next character as it is (in double quotes only before " \ $ `);
/// ~ and ~/x at the beginning of a word are the home folder.
/// \errors std::errc::invalid_argument: a quote has no end, a backslash stands last, or something needs a shell (| > &)
[[nodiscard]] util::Result<QStringList> splitWords(const QString& text);
/// Text that splitWords() reads back, with no more quotes than it needs.
[[nodiscard]] QString joinWords(const QStringList& words);

} // namespace dbgr::ui

// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers of things in words, right also where no translation knows the plurals. Thread: any.
#pragma once

#include <QString>

namespace dbgr::ui {

/// "1 rank", "12 ranks".
/// \param one the words for a single one, \param many those for others, with %1 for the number
[[nodiscard]] inline QString counted(qulonglong number, const QString& one, const QString& many)
{
    return number == 1 ? one : many.arg(number);
}

} // namespace dbgr::ui

// SPDX-License-Identifier: GPL-3.0-or-later
// Which expression the mouse points at in a line of source. Pure. Thread: any.
#pragma once

#include "ui/source/source_language.h"

#include <QString>

namespace dbgr::ui {

/// The name under a column with what stands before it: "state.rank" when pointing at "rank" of "state.rank + 1",
/// "state" when pointing at "state". Only what can be evaluated without side effects; "" if there is none. What stands
/// before parentheses is a call, but in Fortran may be an array, and nothing is called there.
/// \param column from 0
[[nodiscard]] QString expressionAt(const QString& line, qsizetype column, SourceLanguage language);

} // namespace dbgr::ui

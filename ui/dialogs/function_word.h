// SPDX-License-Identifier: GPL-3.0-or-later
// The one word of a function's whole name that stands where it is called. Thread: any.
#pragma once

#include <QString>

namespace dbgr::ui {

/// "twice" of "int geo::twice<int>(int)", "relax" of "solver_mod::relax", "operator+" of "geo::operator+(geo::V,
/// geo::V)".
[[nodiscard]] QString functionWord(const QString& name);
/// Whether the word at a cursor may be a call of that function. Fortran does not tell cases apart.
/// \param path where the function is
[[nodiscard]] bool isWordOf(const QString& word, const QString& name, const QString& path);

} // namespace dbgr::ui

// SPDX-License-Identifier: BSD-3-Clause
// Expressions that lead from a whole to its parts, as the whole's language has them: p->x, (a + b)[2], s%x(2,1).
// Of what has no expression ("") no part has one. Thread: any; plain functions.
#pragma once

#include "values/dwarf/die.h"

#include <string>
#include <string_view>

namespace dbgr::values {

/// "s.x", and of "*p" "p->x"; Fortran: "s%x"
[[nodiscard]] std::string pathOfMember(std::string_view whole, std::string_view name, Language language);
/// \param subscript with its brackets: "[3]", "(2,1)"
[[nodiscard]] std::string pathOfElement(std::string_view whole, std::string_view subscript, Language language);
/// "*p"
[[nodiscard]] std::string pathOfTarget(std::string_view pointer);
/// As the class of that name: a base of it, or what it really is. \param spelledName "" there is none
[[nodiscard]] std::string pathAsClass(std::string_view object, std::string_view spelledName);

} // namespace dbgr::values

// SPDX-License-Identifier: BSD-3-Clause
// A type as its language writes it: "int *", "double [3][4]", "real(kind=8), allocatable (0:9,-1:1)".
// Way: engine -> here. Thread: that of the type's file; plain functions.
#pragma once

#include "values/expr/answer.h"
#include "values/types/type.h"
#include "values/value/value.h"

#include <string>

namespace dbgr::values {

[[nodiscard]] std::string typeText(const Type& type);
/// With the bounds and lengths of the moment. \param declared as found; null: nothing more is known than what `value`
/// says
[[nodiscard]] std::string typeText(const Value& settled, const Type* declared = nullptr);
/// Of what was computed: "double", "real(kind=8)". \pre no Value
[[nodiscard]] std::string typeText(const Number& number, Language language);

} // namespace dbgr::values

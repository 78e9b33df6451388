// SPDX-License-Identifier: BSD-3-Clause
// One operation of integers or reals that have the same width. Way: arithmetic -> here. Thread: any; plain functions.
#pragma once

#include "util/result.h"
#include "values/expr/number.h"
#include "values/expr/operators.h"

#include <compare>

namespace dbgr::values {

/// \pre both of the same width and sign; but of shifts, which have the left one's
/// \errors Wrong
[[nodiscard]] util::Result<Number> integerResult(BinaryOperator operation, const Number& left, const Number& right);
/// Add to Divide and Power. \pre both real, and of the same width \errors Wrong for another operation
[[nodiscard]] util::Result<Number> realResult(BinaryOperator operation, const Number& left, const Number& right);
/// As realResult(). \pre both complex
[[nodiscard]] util::Result<Number> complexResult(BinaryOperator operation, const Number& left, const Number& right);

/// Nothing but NotEqual is true of what cannot be ordered (NaN).
[[nodiscard]] bool holds(BinaryOperator comparison, std::partial_ordering order);

} // namespace dbgr::values

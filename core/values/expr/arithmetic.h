// SPDX-License-Identifier: BSD-3-Clause
// Numbers and operators after the rules of their language: what the program itself would have computed, to the last
// bit. Way: Evaluator -> arithmetic. Thread: any; plain functions.
#pragma once

#include "util/result.h"
#include "values/expr/number.h"
#include "values/expr/operators.h"

#include <cstdint>

namespace dbgr::values {

/// \errors Wrong (division by zero, shifts out of range, operands that do not go together), NotOurs (texts in C)
[[nodiscard]] util::Result<Number> binary(BinaryOperator operation, const Number& left, const Number& right,
                                          Language language);
/// \errors as binary()
[[nodiscard]] util::Result<Number> unary(UnaryOperator operation, const Number& operand, Language language);

/// In C after the integer promotions: at least an int.
[[nodiscard]] Number promoted(Number number);
/// The first one, in the type that an operator would give both. What is no arithmetic type stays as it is.
[[nodiscard]] Number alike(const Number& chosen, const Number& other);
/// A cast between arithmetic kinds. \errors Wrong if there is none, or a real number is beyond the integers' range
[[nodiscard]] util::Result<Number> converted(const Number& number, NumberKind kind, unsigned bytes,
                                             bool isSigned = true);
/// \param exponent of any size; below 0 the result is 1 / base**-exponent
/// \errors Undefined for 0**-1, and if 128 bits do not hold it
[[nodiscard]] util::Result<Int128> integerPower(Int128 base, Int128 exponent);
/// What its true value as a Quad is, of an integer or real one.
[[nodiscard]] Quad quadOf(const Number& number);

/// Of one element where a pointer of C to the type steps. \errors Wrong if nothing says how large it is
[[nodiscard]] util::Result<std::uint64_t> stepOf(const Type* pointee);

} // namespace dbgr::values

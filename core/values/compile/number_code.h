// SPDX-License-Identifier: BSD-3-Clause
// Numbers that are computed when a program runs, and operators on them: the same rules as those of arithmetic.h, which
// says what kind each result has. Way: Compiler -> NumberCode -> Code. Thread: any; plain values.
#pragma once

#include "bytecode/code.h"
#include "util/result.h"
#include "values/expr/number.h"
#include "values/expr/operators.h"

namespace dbgr::values {

struct NumberCode
{
    bytecode::Code code;
    Number kind; ///< whose value means nothing
};

/// \errors of all of them: NotOurs

/// \pre a scalar's shape; the code pushes it
[[nodiscard]] util::Result<NumberCode> numberCode(bytecode::Code code, Number kind);
[[nodiscard]] util::Result<NumberCode> literalCode(const Number& literal);

/// All but the short circuits.
[[nodiscard]] util::Result<NumberCode> binaryCode(BinaryOperator operation, NumberCode left, NumberCode right,
                                                  Language language);
[[nodiscard]] util::Result<NumberCode> unaryCode(UnaryOperator operation, NumberCode operand, Language language);
/// A cast between arithmetic kinds, of pointers to integers, too.
[[nodiscard]] util::Result<NumberCode> convertedCode(NumberCode number, const Number& kind);
/// Whether the number is true: 1 or 0, as a truth of the language.
[[nodiscard]] util::Result<NumberCode> truthCode(NumberCode number, Language language);
/// A truth of the language, of code that pushes 1 or 0. \param bytes of Fortran's
[[nodiscard]] NumberCode asTruth(bytecode::Code code, Language language, unsigned bytes = 4);

[[nodiscard]] inline bytecode::IntegerKind integerKind(const Number& number)
{
    return {number.bytes, number.isSigned};
}

} // namespace dbgr::values

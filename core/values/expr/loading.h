// SPDX-License-Identifier: BSD-3-Clause
// From values of the program to the numbers that they are. Way: Evaluator, intrinsics -> here -> ValueReader.
// Thread: as ValueReader.
#pragma once

#include "util/result.h"
#include "values/expr/answer.h"
#include "values/value/value_reader.h"

#include <functional>

namespace dbgr::values {

/// \pre settled, and no array \errors those of ValueReader; Wrong, and in C NotOurs, for what is no number
[[nodiscard]] util::Result<Number> numberAt(ValueReader& reader, const Value& value);
/// No Value any more: a number, of Fortran's arrays all numbers, of C's the address. \errors as numberAt(), TooLarge
[[nodiscard]] util::Result<Answer> loaded(ValueReader& reader, Answer answer);
/// \errors as loaded(), Wrong for an array
[[nodiscard]] util::Result<Number> singleNumber(ValueReader& reader, Answer answer);

struct EachNumber
{
    bool isArray = false;
    const Type* element = nullptr; ///< if it comes from the program
};
/// One after the other, without keeping them, in memory's order. \param visit may refuse
/// \errors as loaded(), those of `visit`
[[nodiscard]] util::Result<EachNumber> forEachNumber(ValueReader& reader, const Answer& answer,
                                                     const std::function<util::Result<void>(const Number&)>& visit);

/// What the pointer points to. \pre a Pointer \errors Wrong
[[nodiscard]] util::Result<Value> valueAt(const Number& pointer);

} // namespace dbgr::values

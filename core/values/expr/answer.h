// SPDX-License-Identifier: BSD-3-Clause
// What an expression is in one rank. Thread: as Value.
#pragma once

#include "values/expr/number.h"
#include "values/value/value.h"

#include <cstdint>
#include <variant>
#include <vector>

namespace dbgr::values {

/// What was computed of arrays, in memory's order of subscripts.
struct NumberArray
{
    static constexpr std::uint64_t kMaxElements = 1'000'000;

    std::vector<Number> elements;
    std::vector<std::uint64_t> shape; ///< in the order of the program's subscripts
};

/// A value of the program that nothing was computed of, which may have to be settled; or numbers.
using Answer = std::variant<Value, Number, NumberArray>;

} // namespace dbgr::values

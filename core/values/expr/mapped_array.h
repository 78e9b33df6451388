// SPDX-License-Identifier: BSD-3-Clause
// An array of real numbers, and what an expression makes of each element with single numbers: 2*a+1, (a-m)/s. Kept
// apart, so that what sums it up computes with the processor's own numbers, block after block. Way: Evaluator -> here
// -> reductions. Thread: any; values.
#pragma once

#include "values/expr/number.h"
#include "values/expr/operators.h"
#include "values/value/value.h"

#include <optional>
#include <vector>

namespace dbgr::values {

struct MappedArray
{
    /// With the element so far.
    struct Step
    {
        BinaryOperator operation = BinaryOperator::Add; ///< one of isMapped()
        double number = 0;                              ///< in the kind of the elements
        bool isNumberLeft = false;
    };

    Value array; ///< settled, with elements, all of them real(4) or real(8)
    std::vector<Step> steps;

    /// Nothing: these are none, or another number of bytes. \param value settled
    [[nodiscard]] static std::optional<MappedArray> of(const Value& value);
    [[nodiscard]] static bool isMapped(BinaryOperator operation);
    /// \return whether the result has the kind of the elements; else nothing is added
    [[nodiscard]] bool add(BinaryOperator operation, const Number& number, bool isNumberLeft);

    /// As the program computes it, and as binary() does. \pre T is the elements' type
    template <class T>
    [[nodiscard]] T mapped(T element) const
    {
        for (const Step& step : steps) {
            const T number = static_cast<T>(step.number);
            const T left = step.isNumberLeft ? number : element;
            const T right = step.isNumberLeft ? element : number;
            element = step.operation == BinaryOperator::Add        ? left + right
                      : step.operation == BinaryOperator::Subtract ? left - right
                      : step.operation == BinaryOperator::Multiply ? left * right
                                                                   : left / right;
        }
        return element;
    }
};

} // namespace dbgr::values

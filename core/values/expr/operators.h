// SPDX-License-Identifier: BSD-3-Clause
// What operators do, whatever a language spells them. Thread: any; values.
#pragma once

#include <string_view>

namespace dbgr::values {

enum class BinaryOperator
{
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
    Power,
    Concatenate,
    BitAnd,
    BitOr,
    BitXor,
    ShiftLeft,
    ShiftRight,
    Equal,
    NotEqual,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    And, ///< of truths, as are the next three
    Or,
    Equivalent,
    NotEquivalent
};

enum class UnaryOperator
{
    Plus,
    Minus,
    Not,       ///< of a truth
    Complement ///< of bits
};

/// For messages: "+", ".and." as "and".
[[nodiscard]] std::string_view wordOf(BinaryOperator operation);

[[nodiscard]] constexpr bool isComparison(BinaryOperator operation)
{
    return operation >= BinaryOperator::Equal && operation <= BinaryOperator::GreaterEqual;
}
[[nodiscard]] constexpr bool isLogical(BinaryOperator operation)
{
    return operation >= BinaryOperator::And;
}
[[nodiscard]] constexpr bool isBitwise(BinaryOperator operation)
{
    return operation >= BinaryOperator::BitAnd && operation <= BinaryOperator::ShiftRight;
}

} // namespace dbgr::values

// SPDX-License-Identifier: BSD-3-Clause
#include "bytecode/operations.h"

#include <array>

namespace dbgr::bytecode {

namespace {

constexpr std::array kBits{Operand::Bits};
constexpr std::array kNumber{Operand::Number};
constexpr std::array kKind{Operand::Kind};
constexpr std::array kWidth{Operand::Width};
constexpr std::array kField{Operand::Offset, Operand::Count, Operand::Flag};
constexpr std::array kKindAndWidth{Operand::Kind, Operand::Width};
constexpr std::array kComparison{Operand::Relation, Operand::Domain};
constexpr std::array kFlag{Operand::Flag};
constexpr std::array kDistance{Operand::Distance};
constexpr std::array kByte{Operand::Byte};
constexpr std::array kKept{Operand::Kept};

constexpr OpFacts kOfTwoIntegers{kKind, 2, 1};
constexpr OpFacts kOfTwoReals{kWidth, 2, 1};
constexpr OpFacts kOfOne{{}, 1, 1};

/// In the order of Op.
constexpr std::array<OpFacts, static_cast<std::size_t>(kLastOp) + 1> kFacts{{
    {},                    // there is no operation 0
    {kBits, 0, 1},         // Constant
    {kNumber, 0, 1},       // Register
    {kKind, 1, 1},         // Load
    {kWidth, 1, 1},        // LoadReal
    {kWidth, 1, 1},        // RealOfBits
    {kKind, 1, 1},         // Wrap
    {kField, 1, 1},        // Field
    kOfTwoIntegers,        // Add
    kOfTwoIntegers,        // Subtract
    kOfTwoIntegers,        // Multiply
    kOfTwoIntegers,        // Divide
    kOfTwoIntegers,        // Remainder
    kOfTwoIntegers,        // And
    kOfTwoIntegers,        // Or
    kOfTwoIntegers,        // Xor
    kOfTwoIntegers,        // ShiftLeft
    kOfTwoIntegers,        // ShiftRight
    {kKind, 1, 1},         // Negate
    {kKind, 1, 1},         // Complement
    kOfTwoReals,           // AddReal
    kOfTwoReals,           // SubtractReal
    kOfTwoReals,           // MultiplyReal
    kOfTwoReals,           // DivideReal
    {kWidth, 1, 1},        // NegateReal
    {kKindAndWidth, 1, 1}, // ToReal
    {kWidth, 1, 1},        // RoundReal
    {kKind, 1, 1},         // ToInteger
    {kComparison, 2, 1},   // Compare
    kOfOne,                // IsTrue
    kOfOne,                // IsTrueReal
    kOfOne,                // Not
    kOfOne,                // Require
    {kFlag, 4, 1},         // Subscript
    {{}, 1, 2},            // Duplicate
    {{}, 1, 0},            // Drop
    {kDistance, 0, 0},     // Jump
    {kDistance, 1, 0},     // JumpIfFalse
    {kByte, 0, 1},         // Small
    {kKept, 1, 0},         // Keep
    {kKept, 0, 1},         // Recall
    {{}, 2, 0},            // Readable
    {{}, 0, 1},            // Thread
    {{}, 2, 0},            // Bytes
    {kKind, 2, 0},         // Letters
}};

} // namespace

const OpFacts* factsOf(std::uint8_t op)
{
    return op == 0 || op > static_cast<std::uint8_t>(kLastOp) ? nullptr : &kFacts[op];
}

bool isGood(Operand operand, std::uint64_t value)
{
    constexpr unsigned kMostBytes = 8;
    constexpr unsigned kMostBits = 64;
    switch (operand) {
    case Operand::Kind: {
        const unsigned bytes = kindOf(static_cast<std::uint8_t>(value)).bytes;
        return bytes >= 1 && bytes <= kMostBytes;
    }
    case Operand::Width:
        return value == sizeof(float) || value == sizeof(double);
    case Operand::Offset:
        return value < kMostBits;
    case Operand::Count:
        return value >= 1 && value <= kMostBits;
    case Operand::Flag:
        return value <= 1;
    case Operand::Relation:
        return value <= static_cast<std::uint64_t>(Relation::GreaterEqual);
    case Operand::Domain:
        return value <= static_cast<std::uint64_t>(Domain::Real);
    case Operand::Kept:
        return value < kMaxKept;
    default:
        return true;
    }
}

} // namespace dbgr::bytecode

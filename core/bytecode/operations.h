// SPDX-License-Identifier: BSD-3-Clause
// The operations of a program, and what follows each of them in its bytes. Whoever reads or writes programs asks here.
// Thread: any; plain values.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace dbgr::bytecode {

/// Numbers on the stack have 64 bits: integers with the sign or the zeros of their kind in front, reals as a double.
enum class Op : std::uint8_t
{
    Constant = 1, ///< Bits: pushes them
    Register,     ///< Number: pushes the lowest 8 bytes of the register that has this number in debug information
    Load,         ///< Kind: of the address on top, the integer there
    LoadReal,     ///< Width: the same of a real number
    RealOfBits,   ///< Width: what a register has in its lowest bytes becomes a real number

    Wrap,  ///< Kind: the same bits in an integer of that kind
    Field, ///< Offset, Count, Sign: bits of an integer, as an integer

    // Of two integers, wrapped to the kind; the right one is on top.
    Add,
    Subtract,
    Multiply,
    Divide,    ///< fails for 0, and where the quotient does not fit
    Remainder, ///< as Divide
    And,
    Or,
    Xor,
    ShiftLeft, ///< fails where the count is not within the kind's bits
    ShiftRight,
    // Of one.
    Negate,
    Complement,

    // Of two real numbers, rounded to the width.
    AddReal,
    SubtractReal,
    MultiplyReal,
    DivideReal,
    // Of one.
    NegateReal,

    ToReal,    ///< Kind, Width: an integer becomes a real number
    RoundReal, ///< Width
    ToInteger, ///< Kind: towards zero; fails where it does not fit

    Compare, ///< Relation, Domain: 1 or 0
    IsTrue,  ///< not zero: 1 or 0
    IsTrueReal,
    Not, ///< of a truth

    Require,   ///< fails for 0; else leaves it
    Subscript, ///< IsOpen: of subscript, lower and upper bound and stride, the last on top: how far the element lies
               ///< behind the first one; fails outside of the bounds, an open dimension having no upper one
    Duplicate,
    Drop,
    Jump,        ///< Distance: over so many bytes
    JumpIfFalse, ///< the same, if what it takes from the top is 0

    Small,    ///< Byte: pushes it
    Keep,     ///< Kept: takes the top away, for later
    Recall,   ///< Kept: pushes what was kept there last; 0, if nothing was
    Readable, ///< of an address and a count, the last on top: takes both, and fails unless memory begins and ends
              ///< there; of no bytes there need be none
    Thread,   ///< pushes the system's number of the thread

    // Only to have them read, for NotingTarget; what is there does not matter.
    Bytes,  ///< of an address and a count, the last on top: takes both, and reads all of them, kMaxBytes at the most
    Letters ///< Kind: of an address and a count, the last on top: takes both, and reads units of the kind up to the
            ///< first that is 0, or so many
};

inline constexpr Op kLastOp = Op::Letters;

/// An integer of a program: its bytes, 1 to 8, and whether it has a sign.
struct IntegerKind
{
    unsigned bytes = 8;
    bool isSigned = true;
    friend bool operator==(const IntegerKind&, const IntegerKind&) = default;
};

enum class Relation : std::uint8_t
{
    Equal,
    NotEqual,
    Less,
    LessEqual,
    Greater,
    GreaterEqual
};

enum class Domain : std::uint8_t
{
    Signed,
    Unsigned,
    Real
};

/// What follows an operation.
enum class Operand : std::uint8_t
{
    Bits,     ///< 8 bytes
    Number,   ///< 2 bytes
    Distance, ///< 2 bytes
    Kind,     ///< 1 byte: bytes, and kSignBit
    Width,    ///< 1 byte: 4 or 8
    Offset,   ///< 1 byte: below 64
    Count,    ///< 1 byte: 1 to 64
    Flag,     ///< 1 byte: 0 or 1
    Relation, ///< 1 byte
    Domain,   ///< 1 byte
    Byte,     ///< 1 byte
    Kept      ///< 1 byte: below kMaxKept
};

inline constexpr std::size_t kMaxKept = 128;   ///< numbers that a program keeps
inline constexpr std::size_t kMaxBytes = 4096; ///< that Bytes or Letters read at once

inline constexpr std::uint8_t kSignBit = 0x80;

struct OpFacts
{
    std::span<const Operand> operands;
    unsigned takes = 0;
    unsigned leaves = 0;
};
/// Null: there is none of that number.
[[nodiscard]] const OpFacts* factsOf(std::uint8_t op);

[[nodiscard]] constexpr std::size_t sizeOf(Operand operand)
{
    return operand == Operand::Bits ? 8 : operand == Operand::Number || operand == Operand::Distance ? 2 : 1;
}
/// Whether an operand can have that value.
[[nodiscard]] bool isGood(Operand operand, std::uint64_t value);

[[nodiscard]] constexpr std::uint8_t byteOf(IntegerKind kind)
{
    return static_cast<std::uint8_t>(kind.bytes | (kind.isSigned ? kSignBit : 0U));
}
[[nodiscard]] constexpr IntegerKind kindOf(std::uint8_t byte)
{
    return {byte & 0x7FU, (byte & kSignBit) != 0};
}

} // namespace dbgr::bytecode

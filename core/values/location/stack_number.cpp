// SPDX-License-Identifier: BSD-3-Clause
#include "values/location/stack_number.h"

#include "values/values_error.h"

#include <dwarf.h>

#include <bit>
#include <cmath>
#include <limits>
#include <optional>

namespace dbgr::values {

namespace {

using Kind = StackType::Kind;

tl::unexpected<util::Error> nonsense(const char* what)
{
    return util::fail(Errc::NotRecorded, std::string("the location that the compiler recorded ") + what);
}

std::int64_t asSigned(std::uint64_t bits)
{
    return static_cast<std::int64_t>(bits);
}

std::optional<bool> compared(unsigned atom, auto left, auto right)
{
    switch (atom) {
    case DW_OP_eq:
        return left == right;
    case DW_OP_ne:
        return left != right;
    case DW_OP_lt:
        return left < right;
    case DW_OP_le:
        return left <= right;
    case DW_OP_gt:
        return left > right;
    case DW_OP_ge:
        return left >= right;
    default:
        return std::nullopt;
    }
}

util::Result<StackNumber> binaryReal(unsigned atom, const StackNumber& left, const StackNumber& right)
{
    const double a = left.real();
    const double b = right.real();
    if (const auto truth = compared(atom, a, b))
        return StackNumber{*truth ? 1U : 0U};
    switch (atom) {
    case DW_OP_plus:
        return StackNumber::ofReal(a + b, left.type.bytes);
    case DW_OP_minus:
        return StackNumber::ofReal(a - b, left.type.bytes);
    case DW_OP_mul:
        return StackNumber::ofReal(a * b, left.type.bytes);
    case DW_OP_div:
        return StackNumber::ofReal(a / b, left.type.bytes);
    default:
        return nonsense("does with real numbers what only integers can");
    }
}

util::Result<std::uint64_t> divided(const StackNumber& left, const StackNumber& right)
{
    if (right.bits == 0)
        return nonsense("divides by zero");
    if (left.type.kind == Kind::Unsigned)
        return left.bits / right.bits;
    if (asSigned(right.bits) == -1) // the lowest number has no opposite
        return std::uint64_t{0} - left.bits;
    return static_cast<std::uint64_t>(asSigned(left.bits) / asSigned(right.bits));
}

/// Generic numbers: modulo is DWARF's only operation that takes them as unsigned.
util::Result<std::uint64_t> remainder(const StackNumber& left, const StackNumber& right)
{
    if (right.bits == 0)
        return nonsense("divides by zero");
    if (left.type.kind != Kind::Signed)
        return left.bits % right.bits;
    if (asSigned(right.bits) == -1)
        return 0;
    return static_cast<std::uint64_t>(asSigned(left.bits) % asSigned(right.bits));
}

/// Whether a shift to the right keeps the sign is the operation's matter, not the type's.
std::uint64_t shifted(unsigned atom, const StackNumber& number, std::uint64_t by)
{
    const StackType type{atom == DW_OP_shra ? Kind::Signed : Kind::Unsigned, number.type.bytes};
    const std::uint64_t bits = StackNumber{number.bits, type}.wrapped().bits;
    if (atom == DW_OP_shra)
        return static_cast<std::uint64_t>(asSigned(bits) >> (by < 64 ? by : 63));
    if (by >= 64)
        return 0;
    return atom == DW_OP_shl ? bits << by : bits >> by;
}

util::Result<std::uint64_t> binaryBits(unsigned atom, const StackNumber& left, const StackNumber& right)
{
    const std::uint64_t a = left.bits;
    const std::uint64_t b = right.bits;
    switch (atom) {
    case DW_OP_plus:
        return a + b;
    case DW_OP_minus:
        return a - b;
    case DW_OP_mul:
        return a * b;
    case DW_OP_div:
        return divided(left, right);
    case DW_OP_mod:
        return remainder(left, right);
    case DW_OP_and:
        return a & b;
    case DW_OP_or:
        return a | b;
    case DW_OP_xor:
        return a ^ b;
    case DW_OP_shl:
    case DW_OP_shr:
    case DW_OP_shra:
        return shifted(atom, left, b);
    default:
        return nonsense("has an operation that is not known");
    }
}

} // namespace

double StackNumber::real() const
{
    return type.bytes == sizeof(float) ? static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(bits)))
                                       : std::bit_cast<double>(bits);
}

StackNumber StackNumber::ofReal(double value, unsigned bytes)
{
    const StackType type{Kind::Real, bytes};
    if (bytes == sizeof(float))
        return {std::bit_cast<std::uint32_t>(static_cast<float>(value)), type};
    return {std::bit_cast<std::uint64_t>(value), type};
}

StackNumber StackNumber::wrapped() const
{
    if (isReal() || type.bytes == 0 || type.bytes >= sizeof bits)
        return *this;
    const unsigned unused = 64 - 8 * type.bytes;
    const std::uint64_t top = bits << unused;
    return {type.kind == Kind::Signed ? static_cast<std::uint64_t>(asSigned(top) >> unused) : top >> unused, type};
}

util::Result<StackNumber> binary(unsigned atom, const StackNumber& left, const StackNumber& right)
{
    if (left.isReal() && right.isReal())
        return binaryReal(atom, left, right);
    if (left.isReal() || right.isReal())
        return nonsense("computes with a real number and an integer");
    const auto truth = left.type.kind == Kind::Unsigned ? compared(atom, left.bits, right.bits)
                                                        : compared(atom, asSigned(left.bits), asSigned(right.bits));
    if (truth)
        return StackNumber{*truth ? 1U : 0U};
    DBGR_TRY(const std::uint64_t bits, binaryBits(atom, left, right));
    return StackNumber{bits, left.type}.wrapped();
}

util::Result<StackNumber> unary(unsigned atom, const StackNumber& number)
{
    if (number.isReal() && atom == DW_OP_not)
        return nonsense("does with real numbers what only integers can");
    if (number.isReal())
        return StackNumber::ofReal(atom == DW_OP_abs ? std::fabs(number.real()) : -number.real(), number.type.bytes);
    std::uint64_t bits = ~number.bits;
    const bool isBelowZero = number.type.kind != Kind::Unsigned && asSigned(number.bits) < 0;
    if (atom == DW_OP_neg || (atom == DW_OP_abs && isBelowZero))
        bits = std::uint64_t{0} - number.bits;
    else if (atom == DW_OP_abs)
        bits = number.bits;
    return StackNumber{bits, number.type}.wrapped();
}

StackNumber converted(const StackNumber& number, const StackType& type, bool reinterpret)
{
    if (reinterpret || (!number.isReal() && type.kind != Kind::Real))
        return StackNumber{number.bits, type}.wrapped();
    const double value = number.isReal()                      ? number.real()
                         : number.type.kind == Kind::Unsigned ? static_cast<double>(number.bits)
                                                              : static_cast<double>(asSigned(number.bits));
    if (type.kind == Kind::Real)
        return StackNumber::ofReal(value, type.bytes);
    constexpr double kBeyondSigned = 0x1p63; // what fits neither way has no meaning
    std::uint64_t bits = 0;
    if (value >= -kBeyondSigned && value < kBeyondSigned)
        bits = static_cast<std::uint64_t>(static_cast<std::int64_t>(value));
    else if (value >= kBeyondSigned && value < 2 * kBeyondSigned)
        bits = static_cast<std::uint64_t>(value);
    return StackNumber{bits, type}.wrapped();
}

} // namespace dbgr::values

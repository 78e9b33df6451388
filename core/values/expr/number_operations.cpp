// SPDX-License-Identifier: BSD-3-Clause
#include "values/expr/number_operations.h"

#include "values/expr/arithmetic.h"
#include "values/values_error.h"

#include <utility>

namespace dbgr::values {

namespace {

tl::unexpected<util::Error> doesNotApply(BinaryOperator operation, const char* to)
{
    return util::fail(Errc::Wrong, "'" + std::string(wordOf(operation)) + "' does not apply to " + to);
}

// --- integers --------------------------------------------------------------------------------------------------------

/// Most wrap around as the processor does, which is what unsigned arithmetic of more bits followed by wrapped() is.
Number wrappedLike(UInt128 value, const Number& like)
{
    return integerNumber(static_cast<Int128>(value), like.bytes, like.isSigned);
}

bool isSmallest(const Number& number)
{
    const UInt128 smallest = UInt128{1} << (8 * number.bytes - 1);
    return number.isSigned && number.integer == wrapped(static_cast<Int128>(smallest), number.bytes, true);
}

util::Result<Number> quotient(BinaryOperator operation, const Number& left, const Number& right)
{
    if (right.integer == 0)
        return util::fail(Errc::Undefined, "division by zero");
    if (right.isSigned && right.integer == -1 && isSmallest(left))
        return util::fail(Errc::Undefined,
                          "the quotient does not fit into " + std::to_string(8 * left.bytes) + " bits");
    const bool isQuotient = operation == BinaryOperator::Divide;
    if (left.isSigned) {
        const Int128 value = isQuotient ? left.integer / right.integer : left.integer % right.integer;
        return integerNumber(value, left.bytes, true);
    }
    const auto dividend = static_cast<UInt128>(left.integer);
    const auto divisor = static_cast<UInt128>(right.integer);
    return wrappedLike(isQuotient ? dividend / divisor : dividend % divisor, left);
}

util::Result<Number> shiftedInteger(BinaryOperator operation, const Number& left, const Number& right)
{
    const Int128 bits = 8 * static_cast<Int128>(left.bytes);
    const Int128 count = right.integer;
    if (count < 0 && right.isSigned)
        return util::fail(Errc::Undefined, "shift count is negative");
    if (count < 0 || count >= bits)
        return util::fail(Errc::Undefined, "shift count >= width of type");
    const auto places = static_cast<unsigned>(count);
    if (operation == BinaryOperator::ShiftLeft)
        return wrappedLike(static_cast<UInt128>(left.integer) << places, left);
    if (left.isSigned)
        return integerNumber(left.integer >> places, left.bytes, true);
    return wrappedLike(static_cast<UInt128>(left.integer) >> places, left);
}

// --- reals -----------------------------------------------------------------------------------------------------------

template <class T>
T realOperation(BinaryOperator operation, T left, T right)
{
    switch (operation) {
    case BinaryOperator::Add:
        return left + right;
    case BinaryOperator::Subtract:
        return left - right;
    case BinaryOperator::Multiply:
        return left * right;
    default:
        return left / right;
    }
}

struct ComplexParts
{
    Quad real = 0, imaginary = 0;
};

ComplexParts product(const ComplexParts& a, const ComplexParts& b)
{
    return {a.real * b.real - a.imaginary * b.imaginary, a.real * b.imaginary + a.imaginary * b.real};
}

ComplexParts quotientOf(const ComplexParts& a, const ComplexParts& b)
{
    const Quad square = b.real * b.real + b.imaginary * b.imaginary;
    const ComplexParts above = product(a, {b.real, -b.imaginary});
    return {above.real / square, above.imaginary / square};
}

tl::unexpected<util::Error> powerTooLarge(unsigned bytes)
{
    return util::fail(Errc::Undefined, "the power does not fit in an integer of " + std::to_string(bytes) + " bytes");
}

/// base**exponent = exp(exponent * log(base))
ComplexParts complexPower(const ComplexParts& base, const ComplexParts& exponent)
{
    if (base.real == 0 && base.imaginary == 0) {
        const bool isOne = exponent.real == 0 && exponent.imaginary == 0;
        return {isOne ? Quad(1) : Quad(0), 0};
    }
    const ComplexParts logarithm{logf128(hypotf128(base.real, base.imaginary)), atan2f128(base.imaginary, base.real)};
    const ComplexParts power = product(exponent, logarithm);
    const Quad size = expf128(power.real);
    return {size * cosf128(power.imaginary), size * sinf128(power.imaginary)};
}

} // namespace

std::string_view wordOf(BinaryOperator operation)
{
    static constexpr std::string_view kWords[] = {"+",  "-",  "*",  "/", "%",  "**", "//", "&",   "|",  "^",   "<<",
                                                  ">>", "==", "!=", "<", "<=", ">",  ">=", "and", "or", "eqv", "neqv"};
    return kWords[static_cast<std::size_t>(operation)];
}

util::Result<Number> integerResult(BinaryOperator operation, const Number& left, const Number& right)
{
    const auto a = static_cast<UInt128>(left.integer);
    const auto b = static_cast<UInt128>(right.integer);
    switch (operation) {
    case BinaryOperator::Add:
        return wrappedLike(a + b, left);
    case BinaryOperator::Subtract:
        return wrappedLike(a - b, left);
    case BinaryOperator::Multiply:
        return wrappedLike(a * b, left);
    case BinaryOperator::BitAnd:
        return wrappedLike(a & b, left);
    case BinaryOperator::BitOr:
        return wrappedLike(a | b, left);
    case BinaryOperator::BitXor:
        return wrappedLike(a ^ b, left);
    case BinaryOperator::Divide:
    case BinaryOperator::Remainder:
        return quotient(operation, left, right);
    case BinaryOperator::ShiftLeft:
    case BinaryOperator::ShiftRight:
        return shiftedInteger(operation, left, right);
    case BinaryOperator::Power: {
        DBGR_TRY(const Int128 power, integerPower(left.integer, right.integer));
        const Number result = integerNumber(power, left.bytes, left.isSigned);
        return result.integer == power ? util::Result<Number>(result) : powerTooLarge(left.bytes);
    }
    default:
        return doesNotApply(operation, "integers");
    }
}

util::Result<Number> realResult(BinaryOperator operation, const Number& left, const Number& right)
{
    if (operation == BinaryOperator::Power)
        return realNumber(powf128(left.real, right.real), left.bytes);
    if (operation > BinaryOperator::Divide)
        return doesNotApply(operation, "real numbers");
    // A quad is so much wider than a double that to round twice is the same as to round once; for x87's it is not.
    if (left.bytes == 10)
        return realNumber(
            realOperation(operation, static_cast<long double>(left.real), static_cast<long double>(right.real)),
            left.bytes);
    return realNumber(realOperation(operation, left.real, right.real), left.bytes);
}

util::Result<Number> complexResult(BinaryOperator operation, const Number& left, const Number& right)
{
    const ComplexParts a{left.real, left.imaginary};
    const ComplexParts b{right.real, right.imaginary};
    const auto result = [&](const ComplexParts& parts) {
        return complexNumber(parts.real, parts.imaginary, left.bytes);
    };
    switch (operation) {
    case BinaryOperator::Add:
        return result({a.real + b.real, a.imaginary + b.imaginary});
    case BinaryOperator::Subtract:
        return result({a.real - b.real, a.imaginary - b.imaginary});
    case BinaryOperator::Multiply:
        return result(product(a, b));
    case BinaryOperator::Divide:
        return result(quotientOf(a, b));
    case BinaryOperator::Power:
        return result(complexPower(a, b));
    default:
        return doesNotApply(operation, "complex numbers");
    }
}

util::Result<Int128> integerPower(Int128 base, Int128 exponent)
{
    if (exponent < 0) {
        if (base == 0)
            return util::fail(Errc::Undefined, "division by zero");
        const bool isOdd = exponent % 2 != 0;
        return base == 1 ? 1 : base == -1 ? (isOdd ? -1 : 1) : 0;
    }
    Int128 power = 1;
    for (Int128 square = base;;) {
        if (exponent % 2 != 0 && __builtin_mul_overflow(power, square, &power))
            return powerTooLarge(sizeof power);
        exponent /= 2;
        if (exponent == 0)
            return power;
        if (__builtin_mul_overflow(square, square, &square))
            return powerTooLarge(sizeof power);
    }
}

bool holds(BinaryOperator comparison, std::partial_ordering order)
{
    switch (comparison) {
    case BinaryOperator::Equal:
        return order == 0;
    case BinaryOperator::NotEqual:
        return order != 0;
    case BinaryOperator::Less:
        return order < 0;
    case BinaryOperator::LessEqual:
        return order <= 0;
    case BinaryOperator::Greater:
        return order > 0;
    default:
        return order >= 0;
    }
}

} // namespace dbgr::values

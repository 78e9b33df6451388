// SPDX-License-Identifier: BSD-3-Clause
// Functions of numbers; of arrays they make arrays.
#include "values/expr/arithmetic.h"
#include "values/expr/elementwise.h"
#include "values/expr/intrinsics.h"
#include "values/expr/loading.h"
#include "values/values_error.h"

#include <algorithm>
#include <utility>

namespace dbgr::values {

namespace {

using Numbers = std::span<const Number>;
using Elemental = util::Result<Number> (*)(Numbers);

constexpr unsigned kDefaultBytes = 4; ///< of integers and reals
constexpr unsigned kManyArguments = 100;

tl::unexpected<util::Error> needs(const char* what)
{
    return util::fail(Errc::Wrong, std::string(what) + " is needed there");
}

bool isReal(const Number& number)
{
    return number.kind == NumberKind::Real;
}
bool isComplex(const Number& number)
{
    return number.kind == NumberKind::Complex;
}
bool isInteger(const Number& number)
{
    return number.kind == NumberKind::Integer;
}

// --- conversions -----------------------------------------------------------------------------------------------------

/// \returns the kind that the second argument asks for, or the usual one
util::Result<unsigned> kindAsked(Numbers arguments, unsigned usual, std::initializer_list<unsigned> kinds)
{
    if (arguments.size() < 2)
        return usual;
    const auto found = std::find_if(kinds.begin(), kinds.end(), [&](unsigned kind) {
        return isInteger(arguments[1]) && arguments[1].integer == kind;
    });
    return found == kinds.end() ? util::Result<unsigned>(needs("a kind that exists")) : *found;
}

util::Result<Number> toReal(Numbers arguments)
{
    const unsigned usual = isComplex(arguments[0]) ? arguments[0].bytes : kDefaultBytes;
    DBGR_TRY(const unsigned bytes, kindAsked(arguments, usual, {4, 8, 10, 16}));
    return converted(arguments[0], NumberKind::Real, bytes);
}

util::Result<Number> toDouble(Numbers arguments)
{
    return converted(arguments[0], NumberKind::Real, 8);
}

template <Quad (*round)(Quad)>
util::Result<Number> toInteger(Numbers arguments)
{
    DBGR_TRY(const unsigned bytes, kindAsked(arguments, kDefaultBytes, {1, 2, 4, 8, 16}));
    Number number = arguments[0];
    if (isInteger(number))
        return converted(number, NumberKind::Integer, bytes);
    if (!isReal(number) && !isComplex(number))
        return needs("a number");
    number.real = round(number.real);
    return converted(number, NumberKind::Integer, bytes);
}

Quad towardsZero(Quad value)
{
    return truncf128(value);
}
Quad toNearest(Quad value)
{
    return roundf128(value);
}
Quad downwards(Quad value)
{
    return floorf128(value);
}
Quad upwards(Quad value)
{
    return ceilf128(value);
}

// --- of one number ---------------------------------------------------------------------------------------------------

util::Result<Number> absolute(Numbers arguments)
{
    const Number& number = arguments[0];
    if (isComplex(number))
        return realNumber(hypotf128(number.real, number.imaginary), number.bytes);
    if (isReal(number))
        return realNumber(isNegative(number.real) ? -number.real : number.real, number.bytes);
    return number.integer < 0 ? unary(UnaryOperator::Minus, number, Language::Fortran) : number;
}

util::Result<Number> imaginaryPart(Numbers arguments)
{
    if (!isComplex(arguments[0]))
        return needs("a complex number");
    return realNumber(arguments[0].imaginary, arguments[0].bytes);
}

util::Result<Number> conjugate(Numbers arguments)
{
    if (!isComplex(arguments[0]))
        return needs("a complex number");
    return complexNumber(arguments[0].real, -arguments[0].imaginary, arguments[0].bytes);
}

util::Result<Number> squareRoot(Numbers arguments)
{
    const Number& number = arguments[0];
    if (isReal(number))
        return realNumber(sqrtf128(number.real), number.bytes);
    if (!isComplex(number))
        return needs("a real or complex number");
    return binary(BinaryOperator::Power, number, realNumber(0.5, number.bytes), Language::Fortran);
}

util::Result<Number> exponential(Numbers arguments)
{
    const Number& number = arguments[0];
    if (isReal(number))
        return realNumber(expf128(number.real), number.bytes);
    if (!isComplex(number))
        return needs("a real or complex number");
    const Quad size = expf128(number.real);
    return complexNumber(size * cosf128(number.imaginary), size * sinf128(number.imaginary), number.bytes);
}

util::Result<Number> logarithm(Numbers arguments)
{
    const Number& number = arguments[0];
    if (isReal(number))
        return realNumber(logf128(number.real), number.bytes);
    if (!isComplex(number))
        return needs("a real or complex number");
    return complexNumber(logf128(hypotf128(number.real, number.imaginary)), atan2f128(number.imaginary, number.real),
                         number.bytes);
}

util::Result<Number> complemented(Numbers arguments)
{
    return isInteger(arguments[0]) ? unary(UnaryOperator::Complement, arguments[0], Language::Fortran)
                                   : needs("an integer");
}

std::size_t lengthWithoutBlanks(const std::string& text)
{
    return text.find_last_not_of(' ') + 1; // npos + 1 is 0
}

util::Result<Number> trimmedText(Numbers arguments)
{
    const Number& number = arguments[0];
    if (number.kind != NumberKind::Text)
        return needs("a text");
    return textNumber(number.text.substr(0, lengthWithoutBlanks(number.text)), number.bytes);
}

util::Result<Number> trimmedLength(Numbers arguments)
{
    DBGR_TRY(const Number trimmed, trimmedText(arguments));
    return countNumber(static_cast<std::int64_t>(charactersOf(trimmed)));
}

// --- of several ------------------------------------------------------------------------------------------------------

/// The sign is the dividend's, as in C.
util::Result<Number> remainderOf(Numbers arguments)
{
    const Number& dividend = arguments[0];
    const Number& divisor = arguments[1];
    if (isInteger(dividend) && isInteger(divisor))
        return binary(BinaryOperator::Remainder, dividend, divisor, Language::Fortran);
    if (!isReal(dividend) || !isReal(divisor))
        return needs("a pair of integers or of reals");
    return realNumber(fmodf128(dividend.real, divisor.real), std::max(dividend.bytes, divisor.bytes));
}

/// The sign is the divisor's.
util::Result<Number> moduloOf(Numbers arguments)
{
    DBGR_TRY(const Number rest, remainderOf(arguments));
    const Number& divisor = arguments[1];
    const bool isOther = isReal(rest) ? rest.real != 0 && (rest.real < 0) != (divisor.real < 0)
                                      : rest.integer != 0 && (rest.integer < 0) != (divisor.integer < 0);
    return isOther ? binary(BinaryOperator::Add, rest, divisor, Language::Fortran) : rest;
}

template <BinaryOperator comparison>
util::Result<Number> best(Numbers arguments)
{
    Number result = arguments[0];
    for (const Number& next : arguments.subspan(1)) {
        DBGR_TRY(const Number isBetter, binary(comparison, next, result, Language::Fortran));
        const bool isTaken = isBetter.isTrue() || (isReal(result) && isNan(result.real));
        result = alike(isTaken ? next : result, isTaken ? result : next);
    }
    return result;
}

template <BinaryOperator operation>
util::Result<Number> bitwise(Numbers arguments)
{
    if (!isInteger(arguments[0]) || !isInteger(arguments[1]))
        return needs("a pair of integers");
    return binary(operation, arguments[0], arguments[1], Language::Fortran);
}

/// To the left, or if the number is below 0 to the right; zeros come in on both sides.
util::Result<Number> shiftedBits(Numbers arguments)
{
    const Number& number = arguments[0];
    if (!isInteger(number) || !isInteger(arguments[1]))
        return needs("a pair of integers");
    const Int128 by = arguments[1].integer;
    const Int128 bits = 8 * static_cast<Int128>(number.bytes);
    if (by > bits || by < -bits)
        return util::fail(Errc::Wrong,
                          "the number has no more than " + std::to_string(static_cast<int>(bits)) + " bits");
    if (by == bits || by == -bits)
        return integerNumber(0, number.bytes);
    const auto pattern = static_cast<UInt128>(wrapped(number.integer, number.bytes, false));
    const UInt128 result = by >= 0 ? pattern << static_cast<unsigned>(by) : pattern >> static_cast<unsigned>(-by);
    return integerNumber(static_cast<Int128>(result), number.bytes);
}

util::Result<Number> mergeOf(Numbers arguments)
{
    if (arguments[2].kind != NumberKind::Logical)
        return needs("a logical value as the third argument");
    return arguments[2].isTrue() ? arguments[0] : arguments[1];
}

Intrinsic elemental(std::string_view name, unsigned least, unsigned most, Elemental function)
{
    const auto run = [function](ValueReader& reader, std::vector<Answer> arguments) -> util::Result<Answer> {
        for (Answer& argument : arguments) {
            DBGR_TRY(argument, loaded(reader, std::move(argument)));
        }
        return elementwise(std::move(arguments), function);
    };
    return {name, least, most, run, "kind"};
}

} // namespace

std::vector<Intrinsic> elementalIntrinsics()
{
    return {
        elemental("abs", 1, 1, absolute),
        elemental("real", 1, 2, toReal),
        elemental("dble", 1, 1, toDouble),
        elemental("int", 1, 2, toInteger<towardsZero>),
        elemental("nint", 1, 2, toInteger<toNearest>),
        elemental("floor", 1, 2, toInteger<downwards>),
        elemental("ceiling", 1, 2, toInteger<upwards>),
        elemental("aimag", 1, 1, imaginaryPart),
        elemental("conjg", 1, 1, conjugate),
        elemental("sqrt", 1, 1, squareRoot),
        elemental("exp", 1, 1, exponential),
        elemental("log", 1, 1, logarithm),
        elemental("not", 1, 1, complemented),
        elemental("trim", 1, 1, trimmedText),
        elemental("len_trim", 1, 1, trimmedLength),
        elemental("mod", 2, 2, remainderOf),
        elemental("modulo", 2, 2, moduloOf),
        elemental("min", 2, kManyArguments, best<BinaryOperator::Less>),
        elemental("max", 2, kManyArguments, best<BinaryOperator::Greater>),
        elemental("iand", 2, 2, bitwise<BinaryOperator::BitAnd>),
        elemental("ior", 2, 2, bitwise<BinaryOperator::BitOr>),
        elemental("ieor", 2, 2, bitwise<BinaryOperator::BitXor>),
        elemental("ishft", 2, 2, shiftedBits),
        elemental("merge", 3, 3, mergeOf),
    };
}

} // namespace dbgr::values

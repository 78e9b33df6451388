// SPDX-License-Identifier: BSD-3-Clause
#include "values/expr/arithmetic.h"

#include "values/expr/number_operations.h"
#include "values/values_error.h"

#include <algorithm>

namespace dbgr::values {

namespace {

constexpr unsigned kIntBytes = 4;

bool isFloating(const Number& number)
{
    return number.kind == NumberKind::Real || number.kind == NumberKind::Complex;
}

bool isNumeric(const Number& number)
{
    return number.kind == NumberKind::Integer || isFloating(number);
}

Number truth(bool value, Language language)
{
    if (language == Language::Fortran)
        return logicalNumber(value);
    return language == Language::C ? integerNumber(value ? 1 : 0) : logicalNumber(value, 1);
}

// --- comparisons -----------------------------------------------------------------------------------------------------

std::partial_ordering orderOf(const Quad& left, const Quad& right)
{
    if (left < right)
        return std::partial_ordering::less;
    if (left > right)
        return std::partial_ordering::greater;
    return left == right ? std::partial_ordering::equivalent : std::partial_ordering::unordered;
}

template <class T>
std::partial_ordering integerOrder(T left, T right) // gcc 12 has no <=> for __int128 in strict mode
{
    if (left == right)
        return std::partial_ordering::equivalent;
    return left < right ? std::partial_ordering::less : std::partial_ordering::greater;
}

/// As Fortran does: the shorter one is filled with blanks.
std::partial_ordering textOrder(std::string_view left, std::string_view right)
{
    const std::size_t length = std::max(left.size(), right.size());
    const auto at = [](std::string_view text, std::size_t i) {
        return static_cast<unsigned char>(i < text.size() ? text[i] : ' ');
    };
    for (std::size_t i = 0; i < length; ++i) {
        if (const auto order = at(left, i) <=> at(right, i); order != 0)
            return order;
    }
    return std::partial_ordering::equivalent;
}

/// \pre both of the same kind and width
util::Result<Number> comparisonOf(BinaryOperator operation, const Number& left, const Number& right, Language language)
{
    switch (left.kind) {
    case NumberKind::Text:
        return truth(holds(operation, textOrder(left.text, right.text)), language);
    case NumberKind::Real:
        return truth(holds(operation, orderOf(left.real, right.real)), language);
    case NumberKind::Complex: {
        const bool isEqual = left.real == right.real && left.imaginary == right.imaginary;
        if (operation == BinaryOperator::Equal || operation == BinaryOperator::NotEqual)
            return truth(isEqual == (operation == BinaryOperator::Equal), language);
        return util::fail(Errc::Wrong, "complex numbers have no order");
    }
    default: {
        const auto order = left.isSigned
                               ? integerOrder(left.integer, right.integer)
                               : integerOrder(static_cast<UInt128>(left.integer), static_cast<UInt128>(right.integer));
        return truth(holds(operation, order), language);
    }
    }
}

// --- both operands made alike ----------------------------------------------------------------------------------------

/// The real or complex kind that holds both.
void makeFloatingAlike(Number& left, Number& right)
{
    const auto widthOf = [](const Number& number) { return isFloating(number) ? number.bytes : 0; };
    const unsigned bytes = std::max(widthOf(left), widthOf(right));
    const bool isComplex = left.kind == NumberKind::Complex || right.kind == NumberKind::Complex;
    for (Number* const number : {&left, &right})
        *number =
            isComplex ? complexNumber(quadOf(*number), number->imaginary, bytes) : realNumber(quadOf(*number), bytes);
}

/// C's usual arithmetic conversions, of promoted integers; Fortran's, whose integers all have signs.
void makeIntegersAlike(Number& left, Number& right)
{
    const unsigned bytes = std::max(left.bytes, right.bytes);
    const auto decides = [&](const Number& number) { return number.bytes == bytes && !number.isSigned; };
    const bool isSigned = !decides(left) && !decides(right);
    left = integerNumber(left.integer, bytes, isSigned);
    right = integerNumber(right.integer, bytes, isSigned);
}

util::Result<Number> arithmetic(BinaryOperator operation, Number left, Number right, Language language)
{
    if (isFloating(left) || isFloating(right))
        makeFloatingAlike(left, right);
    else if (operation != BinaryOperator::ShiftLeft && operation != BinaryOperator::ShiftRight)
        makeIntegersAlike(left, right);
    if (isComparison(operation))
        return comparisonOf(operation, left, right, language);
    switch (left.kind) {
    case NumberKind::Real:
        return realResult(operation, left, right);
    case NumberKind::Complex:
        return complexResult(operation, left, right);
    default:
        return integerResult(operation, left, right);
    }
}

// --- C ---------------------------------------------------------------------------------------------------------------

bool isPointer(const Number& number)
{
    return number.kind == NumberKind::Pointer;
}

util::Result<Number> moved(const Number& pointer, const Number& by, bool isForward)
{
    DBGR_TRY(const std::uint64_t step, stepOf(pointer.pointee));
    const std::uint64_t bytes = static_cast<std::uint64_t>(by.integer) * step;
    const std::uint64_t address = pointer.address().value + (isForward ? bytes : 0 - bytes);
    return pointerNumber({address}, pointer.pointee, pointer.file);
}

util::Result<Number> distance(const Number& left, const Number& right)
{
    DBGR_TRY(const std::uint64_t step, stepOf(left.pointee));
    DBGR_TRY(const std::uint64_t other, stepOf(right.pointee));
    if (step != other || step == 0)
        return util::fail(Errc::Wrong, "the pointers point to elements of different sizes");
    const auto bytes = static_cast<std::int64_t>(left.address().value - right.address().value);
    return integerNumber(bytes / static_cast<std::int64_t>(step), sizeof bytes);
}

util::Result<Number> pointerResult(BinaryOperator operation, const Number& left, const Number& right, Language language)
{
    const bool bothPoint = isPointer(left) && isPointer(right);
    const Number& other = isPointer(left) ? right : left;
    if (isComparison(operation) && (bothPoint || other.kind == NumberKind::Integer))
        return comparisonOf(operation, pointerNumber(left.address(), nullptr), pointerNumber(right.address(), nullptr),
                            language);
    if (operation == BinaryOperator::Subtract && bothPoint)
        return distance(left, right);
    if (operation == BinaryOperator::Add && other.kind == NumberKind::Integer)
        return moved(isPointer(left) ? left : right, other, true);
    if (operation == BinaryOperator::Subtract && isPointer(left) && other.kind == NumberKind::Integer)
        return moved(left, other, false);
    return util::fail(Errc::Wrong, "'" + std::string(wordOf(operation)) + "' does not apply to a pointer" +
                                       (bothPoint ? " and another" : ""));
}

util::Result<Number> binaryOfC(BinaryOperator operation, const Number& left, const Number& right, Language language)
{
    if (left.kind == NumberKind::Text || right.kind == NumberKind::Text)
        return util::fail(Errc::NotOurs, "texts have no operators in C");
    if (operation == BinaryOperator::And)
        return truth(left.isTrue() && right.isTrue(), language);
    if (operation == BinaryOperator::Or)
        return truth(left.isTrue() || right.isTrue(), language);
    const Number a = promoted(left);
    const Number b = promoted(right);
    if (isPointer(a) || isPointer(b))
        return pointerResult(operation, a, b, language);
    return arithmetic(operation, a, b, language);
}

// --- Fortran ---------------------------------------------------------------------------------------------------------

util::Result<Number> logicalResult(BinaryOperator operation, const Number& left, const Number& right)
{
    if (left.kind != NumberKind::Logical || right.kind != NumberKind::Logical)
        return util::fail(Errc::Wrong, "'." + std::string(wordOf(operation)) + ".' needs logical values");
    const bool a = left.isTrue();
    const bool b = right.isTrue();
    const unsigned bytes = std::max(left.bytes, right.bytes);
    switch (operation) {
    case BinaryOperator::And:
        return logicalNumber(a && b, bytes);
    case BinaryOperator::Or:
        return logicalNumber(a || b, bytes);
    case BinaryOperator::Equivalent:
        return logicalNumber(a == b, bytes);
    default:
        return logicalNumber(a != b, bytes);
    }
}

/// An integer as exponent is no real one: (-2.0)**3 exists.
util::Result<Number> fortranPower(const Number& left, const Number& right)
{
    if (left.kind == NumberKind::Integer || right.kind != NumberKind::Integer)
        return arithmetic(BinaryOperator::Power, left, right, Language::Fortran);
    if (left.kind == NumberKind::Real)
        return realNumber(powf128(left.real, Quad(right.integer)), left.bytes);
    return complexResult(BinaryOperator::Power, left, complexNumber(Quad(right.integer), 0, left.bytes));
}

util::Result<Number> textResult(BinaryOperator operation, const Number& left, const Number& right)
{
    if (left.kind != right.kind)
        return util::fail(Errc::Wrong, "a text and a number do not go together");
    if (isComparison(operation))
        return comparisonOf(operation, left, right, Language::Fortran);
    if (operation != BinaryOperator::Concatenate)
        return util::fail(Errc::Wrong, "'" + std::string(wordOf(operation)) + "' does not apply to texts");
    return textNumber(left.text + right.text, std::max(left.bytes, right.bytes));
}

util::Result<Number> binaryOfFortran(BinaryOperator operation, const Number& left, const Number& right)
{
    if (isLogical(operation))
        return logicalResult(operation, left, right);
    if (left.kind == NumberKind::Text || right.kind == NumberKind::Text)
        return textResult(operation, left, right);
    if (left.kind == NumberKind::Logical || right.kind == NumberKind::Logical)
        return util::fail(Errc::Wrong, "'" + std::string(wordOf(operation)) + "' does not apply to logical values");
    if (isPointer(left) || isPointer(right))
        return util::fail(Errc::Wrong, "an address has no operators in Fortran");
    if (operation == BinaryOperator::Power)
        return fortranPower(left, right);
    return arithmetic(operation, left, right, Language::Fortran);
}

util::Result<Number> negated(const Number& number)
{
    switch (number.kind) {
    case NumberKind::Real:
        return realNumber(-number.real, number.bytes);
    case NumberKind::Complex:
        return complexNumber(-number.real, -number.imaginary, number.bytes);
    case NumberKind::Integer:
        return integerNumber(static_cast<Int128>(0 - static_cast<UInt128>(number.integer)), number.bytes,
                             number.isSigned);
    default:
        return util::fail(Errc::Wrong, "'-' applies to numbers only");
    }
}

} // namespace

util::Result<Number> binary(BinaryOperator operation, const Number& left, const Number& right, Language language)
{
    return language == Language::Fortran ? binaryOfFortran(operation, left, right)
                                         : binaryOfC(operation, left, right, language);
}

util::Result<Number> unary(UnaryOperator operation, const Number& operand, Language language)
{
    const bool isFortran = language == Language::Fortran;
    if (operation == UnaryOperator::Not) {
        if (isFortran && operand.kind != NumberKind::Logical)
            return util::fail(Errc::Wrong, "'.not.' needs a logical value");
        return isFortran ? logicalNumber(!operand.isTrue(), operand.bytes) : truth(!operand.isTrue(), language);
    }
    const Number number = isFortran ? operand : promoted(operand);
    switch (operation) {
    case UnaryOperator::Minus:
        return negated(number);
    case UnaryOperator::Complement:
        if (number.kind != NumberKind::Integer)
            return util::fail(Errc::Wrong, "'~' applies to integers only");
        return integerNumber(~number.integer, number.bytes, number.isSigned);
    default:
        if (!isNumeric(number))
            return util::fail(Errc::Wrong, "'+' applies to numbers only");
        return number;
    }
}

Number promoted(Number number)
{
    if (number.kind != NumberKind::Integer && number.kind != NumberKind::Logical)
        return number;
    const unsigned bits = number.fieldBits > 0 ? number.fieldBits : 8 * number.bytes;
    const bool fitsInt = bits < 8 * kIntBytes || (number.kind == NumberKind::Logical);
    return fitsInt ? integerNumber(number.integer, kIntBytes)
                   : integerNumber(number.integer, number.bytes, number.isSigned);
}

Number alike(const Number& chosen, const Number& other)
{
    const bool isSameType =
        chosen.kind == other.kind && chosen.bytes == other.bytes && chosen.isSigned == other.isSigned;
    if (isSameType)
        return chosen;
    Number left = promoted(chosen);
    Number right = promoted(other);
    if (!isNumeric(left) || !isNumeric(right))
        return chosen;
    if (isFloating(left) || isFloating(right))
        makeFloatingAlike(left, right);
    else
        makeIntegersAlike(left, right);
    return left;
}

util::Result<Number> converted(const Number& number, NumberKind kind, unsigned bytes, bool isSigned)
{
    if (number.kind == NumberKind::Text)
        return util::fail(Errc::Wrong, "a text cannot be converted to a number");
    switch (kind) {
    case NumberKind::Real:
        return realNumber(quadOf(number), bytes);
    case NumberKind::Complex:
        return complexNumber(quadOf(number), number.imaginary, bytes);
    case NumberKind::Logical:
        return logicalNumber(number.isTrue(), bytes);
    case NumberKind::Integer: {
        if (!isFloating(number))
            return integerNumber(number.integer, bytes, isSigned);
        const auto integer = integerOf(number.real);
        if (!integer || integerNumber(*integer, bytes, isSigned).integer != *integer)
            return util::fail(Errc::Undefined,
                              "the number does not fit into an integer of " + std::to_string(8 * bytes) + " bits");
        return integerNumber(*integer, bytes, isSigned);
    }
    default:
        return util::fail(Errc::Wrong, "there is no such conversion");
    }
}

Quad quadOf(const Number& number)
{
    if (isFloating(number))
        return number.real;
    const bool isLarge = !number.isSigned && number.integer < 0; // of 128 bits
    return isLarge ? Quad(static_cast<UInt128>(number.integer)) : Quad(number.integer);
}

util::Result<std::uint64_t> stepOf(const Type* pointee)
{
    if (!pointee)
        return 1; // void, as gcc does it
    const Type& plain = *pointee->canonical;
    if (plain.kind == TypeKind::Void || plain.kind == TypeKind::Function)
        return 1;
    if (plain.bytes > 0 || plain.kind != TypeKind::Array || !plain.target)
        return plain.bytes > 0 ? util::Result<std::uint64_t>(plain.bytes)
                               : util::fail(Errc::Wrong, "nobody knows how large that is what the pointer points to");
    std::uint64_t count = 1;
    for (const Dimension& dimension : plain.dimensions) {
        const std::int64_t upper = dimension.upper.constant.value_or(-1);
        const std::int64_t length = dimension.count.constant.value_or(upper + 1);
        if (length <= 0 || static_cast<std::uint64_t>(length) > (std::uint64_t{1} << 46) / count)
            return util::fail(Errc::Wrong, "nobody knows how large that is what the pointer points to");
        count *= static_cast<std::uint64_t>(length);
    }
    DBGR_TRY(const std::uint64_t element, stepOf(plain.target));
    return count * element;
}

} // namespace dbgr::values

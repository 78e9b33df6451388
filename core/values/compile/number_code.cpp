// SPDX-License-Identifier: BSD-3-Clause
#include "values/compile/number_code.h"

#include "values/compile/place_code.h"
#include "values/expr/arithmetic.h"
#include "values/value/base_classes.h"

#include <algorithm>
#include <bit>
#include <optional>
#include <utility>

namespace dbgr::values {

using bytecode::Code;
using bytecode::Domain;
using bytecode::IntegerKind;
using bytecode::Op;
using bytecode::Relation;

namespace {

constexpr unsigned kMostBytes = 8;

bool isIntegerCode(const Number& number)
{
    return number.kind == NumberKind::Integer || number.kind == NumberKind::Logical;
}

bool isAddress(const Number& number)
{
    return number.kind == NumberKind::Pointer;
}

bool isRealCode(const Number& number)
{
    return number.kind == NumberKind::Real;
}

Relation relationOf(BinaryOperator comparison)
{
    return static_cast<Relation>(static_cast<int>(comparison) - static_cast<int>(BinaryOperator::Equal));
}
static_assert(static_cast<int>(BinaryOperator::GreaterEqual) - static_cast<int>(BinaryOperator::Equal) ==
              static_cast<int>(Relation::GreaterEqual));

std::optional<Op> integerOp(BinaryOperator operation)
{
    switch (operation) {
    case BinaryOperator::Add:
        return Op::Add;
    case BinaryOperator::Subtract:
        return Op::Subtract;
    case BinaryOperator::Multiply:
        return Op::Multiply;
    case BinaryOperator::Divide:
        return Op::Divide;
    case BinaryOperator::Remainder:
        return Op::Remainder;
    case BinaryOperator::BitAnd:
        return Op::And;
    case BinaryOperator::BitOr:
        return Op::Or;
    case BinaryOperator::BitXor:
        return Op::Xor;
    case BinaryOperator::ShiftLeft:
        return Op::ShiftLeft;
    case BinaryOperator::ShiftRight:
        return Op::ShiftRight;
    default:
        return std::nullopt;
    }
}

std::optional<Op> realOp(BinaryOperator operation)
{
    switch (operation) {
    case BinaryOperator::Add:
        return Op::AddReal;
    case BinaryOperator::Subtract:
        return Op::SubtractReal;
    case BinaryOperator::Multiply:
        return Op::MultiplyReal;
    case BinaryOperator::Divide:
        return Op::DivideReal;
    default:
        return std::nullopt;
    }
}

/// An integer of one kind as one of another: the bits of it that there are.
void wrap(NumberCode& number, const Number& kind)
{
    const IntegerKind from = integerKind(number.kind);
    const IntegerKind to = integerKind(kind);
    const bool holdsAll = from == to || (to.bytes > from.bytes && (to.isSigned || !from.isSigned));
    if (!holdsAll)
        number.code.op(Op::Wrap, to);
    number.kind = kind;
}

void makeReal(NumberCode& number, unsigned bytes)
{
    if (!isRealCode(number.kind))
        number.code.toReal(integerKind(number.kind), bytes);
    else if (number.kind.bytes > bytes)
        number.code.ofWidth(Op::RoundReal, bytes);
    number.kind = realNumber(0, bytes);
}

unsigned realBytes(const Number& number)
{
    return isRealCode(number) ? number.bytes : 0;
}

/// C's usual conversions, of promoted integers; Fortran's, which all have signs.
Number commonInteger(const Number& left, const Number& right)
{
    const unsigned bytes = std::max(left.bytes, right.bytes);
    const auto decides = [&](const Number& number) { return number.bytes == bytes && !number.isSigned; };
    return integerNumber(0, bytes, !decides(left) && !decides(right));
}

Code joined(NumberCode left, const NumberCode& right)
{
    return std::move(left.code.then(right.code));
}

util::Result<NumberCode> comparedCode(BinaryOperator operation, NumberCode left, const NumberCode& right,
                                      Language language)
{
    const Domain domain = isRealCode(left.kind)                         ? Domain::Real
                          : left.kind.isSigned && !isAddress(left.kind) ? Domain::Signed
                                                                        : Domain::Unsigned;
    return asTruth(joined(std::move(left), right).compare(relationOf(operation), domain), language);
}

util::Result<NumberCode> arithmeticOf(BinaryOperator operation, NumberCode left, NumberCode right, Language language)
{
    const bool isShift = operation == BinaryOperator::ShiftLeft || operation == BinaryOperator::ShiftRight;
    if (isRealCode(left.kind) || isRealCode(right.kind)) {
        const unsigned bytes = std::max(realBytes(left.kind), realBytes(right.kind));
        makeReal(left, bytes);
        makeReal(right, bytes);
    } else if (!isShift) {
        const Number common = commonInteger(left.kind, right.kind);
        wrap(left, common);
        wrap(right, common);
    }
    if (isComparison(operation))
        return comparedCode(operation, std::move(left), right, language);
    const Number kind = left.kind;
    const std::optional<Op> op = isRealCode(kind) ? realOp(operation) : integerOp(operation);
    if (!op)
        return noCode("such an operator");
    Code code = joined(std::move(left), right);
    if (isRealCode(kind))
        code.ofWidth(*op, kind.bytes);
    else
        code.op(*op, integerKind(kind));
    return NumberCode{std::move(code), kind};
}

util::Result<NumberCode> movedBy(NumberCode pointer, NumberCode by, bool isForward)
{
    DBGR_TRY(const std::uint64_t step, stepOf(pointer.kind.pointee));
    by.code.then(Code::constant(step)).op(Op::Multiply, kAddressKind);
    const Number kind = pointer.kind;
    return NumberCode{joined(std::move(pointer), by).op(isForward ? Op::Add : Op::Subtract, kAddressKind), kind};
}

util::Result<NumberCode> distanceOf(NumberCode left, const NumberCode& right)
{
    DBGR_TRY(const std::uint64_t step, stepOf(left.kind.pointee));
    DBGR_TRY(const std::uint64_t other, stepOf(right.kind.pointee));
    if (step != other || step == 0)
        return noCode("pointers to elements of different sizes");
    const IntegerKind word{8, true};
    Code code = joined(std::move(left), right).op(Op::Subtract, word);
    return NumberCode{code.then(Code::constant(step)).op(Op::Divide, word), integerNumber(0, word.bytes)};
}

bool isToRecord(const Number& pointer)
{
    return pointer.pointee && pointer.pointee->canonical->isRecord();
}

util::Result<NumberCode> pointerCode(BinaryOperator operation, NumberCode left, NumberCode right, Language language)
{
    const bool both = isAddress(left.kind) && isAddress(right.kind);
    const Number& other = isAddress(left.kind) ? right.kind : left.kind;
    const bool areOfOneClass = !both || !isToRecord(left.kind) || !isToRecord(right.kind) ||
                               isSameClass(*left.kind.pointee, *right.kind.pointee);
    if (!areOfOneClass)
        return noCode("pointers to different classes");
    if (isComparison(operation) && (both || other.kind == NumberKind::Integer)) {
        left.kind = pointerNumber({}, nullptr);
        return comparedCode(operation, std::move(left), right, language);
    }
    if (operation == BinaryOperator::Subtract && both)
        return distanceOf(std::move(left), right);
    if (operation == BinaryOperator::Add && other.kind == NumberKind::Integer)
        return isAddress(left.kind) ? movedBy(std::move(left), std::move(right), true)
                                    : movedBy(std::move(right), std::move(left), true);
    if (operation == BinaryOperator::Subtract && isAddress(left.kind) && other.kind == NumberKind::Integer)
        return movedBy(std::move(left), std::move(right), false);
    return noCode("such an operator");
}

void makePromoted(NumberCode& number)
{
    if (isIntegerCode(number.kind))
        wrap(number, promoted(number.kind));
}

} // namespace

NumberCode asTruth(Code code, Language language, unsigned bytes)
{
    const Number kind = language == Language::Fortran ? logicalNumber(false, bytes)
                        : language == Language::C     ? integerNumber(0)
                                                      : logicalNumber(false, 1);
    return {std::move(code), kind};
}

util::Result<NumberCode> numberCode(Code code, Number kind)
{
    const bool isKnown = isRealCode(kind)
                             ? kind.bytes == sizeof(float) || kind.bytes == sizeof(double)
                             : (isIntegerCode(kind) || isAddress(kind)) && kind.bytes >= 1 && kind.bytes <= kMostBytes;
    if (!isKnown)
        return noCode("such a number");
    return NumberCode{std::move(code), std::move(kind)};
}

util::Result<NumberCode> literalCode(const Number& literal)
{
    const auto bits = isRealCode(literal) ? std::bit_cast<std::uint64_t>(static_cast<double>(literal.real))
                                          : static_cast<std::uint64_t>(literal.integer);
    return numberCode(Code::constant(bits), literal);
}

util::Result<NumberCode> binaryCode(BinaryOperator operation, NumberCode left, NumberCode right, Language language)
{
    const bool isFortran = language == Language::Fortran;
    const bool areLogical = left.kind.kind == NumberKind::Logical && right.kind.kind == NumberKind::Logical;
    if (isFortran && areLogical && isLogical(operation)) { // the short circuits are the compiler's
        const unsigned bytes = std::max(left.kind.bytes, right.kind.bytes);
        const Relation relation = operation == BinaryOperator::Equivalent ? Relation::Equal : Relation::NotEqual;
        left.code.op(Op::IsTrue);
        right.code.op(Op::IsTrue);
        return asTruth(joined(std::move(left), right).compare(relation, Domain::Unsigned), language, bytes);
    }
    const bool isPlain =
        !isFortran || (left.kind.kind != NumberKind::Logical && right.kind.kind != NumberKind::Logical &&
                       !isAddress(left.kind) && !isAddress(right.kind));
    if (!isPlain || isLogical(operation))
        return noCode("such an operator");
    if (isFortran)
        return arithmeticOf(operation, std::move(left), std::move(right), language);
    makePromoted(left);
    makePromoted(right);
    if (isAddress(left.kind) || isAddress(right.kind))
        return pointerCode(operation, std::move(left), std::move(right), language);
    return arithmeticOf(operation, std::move(left), std::move(right), language);
}

util::Result<NumberCode> unaryCode(UnaryOperator operation, NumberCode operand, Language language)
{
    const bool isFortran = language == Language::Fortran;
    if (operation == UnaryOperator::Not) {
        const unsigned bytes = operand.kind.bytes;
        if (isFortran && operand.kind.kind != NumberKind::Logical)
            return noCode("such an operator");
        DBGR_TRY(NumberCode truth, truthCode(std::move(operand), language));
        return asTruth(std::move(truth.code.op(Op::Not)), language, bytes);
    }
    if (!isFortran)
        makePromoted(operand);
    const bool isNumber = operand.kind.kind == NumberKind::Integer || isRealCode(operand.kind);
    if (!isNumber || (operation == UnaryOperator::Complement && isRealCode(operand.kind)))
        return noCode("such an operator");
    if (operation == UnaryOperator::Complement)
        operand.code.op(Op::Complement, integerKind(operand.kind));
    else if (operation == UnaryOperator::Minus && isRealCode(operand.kind))
        operand.code.ofWidth(Op::NegateReal, operand.kind.bytes);
    else if (operation == UnaryOperator::Minus)
        operand.code.op(Op::Negate, integerKind(operand.kind));
    return operand;
}

util::Result<NumberCode> convertedCode(NumberCode number, const Number& kind)
{
    switch (kind.kind) {
    case NumberKind::Real:
        if (isAddress(number.kind))
            return noCode("such a cast");
        makeReal(number, kind.bytes);
        break;
    case NumberKind::Logical: {
        DBGR_TRY(number, truthCode(std::move(number), Language::Cxx));
        number.kind = kind;
        break;
    }
    case NumberKind::Integer:
        if (isRealCode(number.kind))
            number.code.op(Op::ToInteger, integerKind(kind));
        else
            wrap(number, kind);
        break;
    default:
        return noCode("such a cast");
    }
    return numberCode(std::move(number.code), kind);
}

util::Result<NumberCode> truthCode(NumberCode number, Language language)
{
    const unsigned bytes = number.kind.kind == NumberKind::Logical ? number.kind.bytes : 4;
    number.code.op(isRealCode(number.kind) ? Op::IsTrueReal : Op::IsTrue);
    return asTruth(std::move(number.code), language, bytes);
}

} // namespace dbgr::values

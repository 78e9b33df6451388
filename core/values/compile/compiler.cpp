// SPDX-License-Identifier: BSD-3-Clause
#include "values/compile/compiler.h"

#include "bytecode/program.h"
#include "values/compile/number_code.h"
#include "values/dwarf/enclosing.h"
#include "values/expr/arithmetic.h"
#include "values/expr/c_type_name.h"
#include "values/value/base_classes.h"
#include "values/values_error.h"

#include <dwarf.h>

#include <utility>

namespace dbgr::values {

using bytecode::Code;
using bytecode::Op;

namespace {

bool pointsToRecord(const Number& number)
{
    return number.kind == NumberKind::Pointer && number.pointee && number.pointee->canonical->isRecord();
}

/// A number of the type; its value means nothing. \errors Wrong
util::Result<Number> kindOfType(const Type& type)
{
    constexpr std::size_t kLargest = 32;
    return numberOf(type, std::vector<std::byte>(kLargest));
}

} // namespace

util::Result<std::vector<std::byte>> Compiler::run(const Tree& condition)
{
    if (condition.ambiguity())
        return noCode("an expression of two meanings");
    DBGR_TRY(const NumberCode whole, truth(condition.root()));
    std::vector<std::byte> program = whole.code.program();
    if (!bytecode::Program::read(program))
        return noCode("an expression of that size");
    return program;
}

util::Result<Compiler::Part> Compiler::part(const Node& node)
{
    return std::visit([this](const auto& kind) { return of(kind); }, node.kind);
}

util::Result<NumberCode> Compiler::number(const Node& node)
{
    DBGR_TRY(Part found, part(node));
    if (auto* const number = std::get_if<NumberCode>(&found))
        return std::move(*number);
    return m_spots.number(std::get<Spot>(std::move(found)));
}

util::Result<NumberCode> Compiler::truth(const Node& node)
{
    DBGR_TRY(NumberCode value, number(node));
    return truthCode(std::move(value), m_language);
}

util::Result<Compiler::Part> Compiler::of(const node::Literal& literal)
{
    if (literal.kindName.empty())
        return literalCode(literal.value);
    const auto kind = m_names.find(literal.kindName); // 1.5_dp
    const bool isConstant = kind && kind->variable && !kind->variable->find(DW_AT_location);
    const auto bytes = isConstant ? kind->variable->number(DW_AT_const_value) : std::nullopt;
    const bool isRealLiteral = literal.value.kind == NumberKind::Real;
    const bool exists = bytes && (*bytes == 4 || *bytes == 8 || (!isRealLiteral && (*bytes == 1 || *bytes == 2)));
    if (!exists)
        return noCode("a number of that kind");
    DBGR_TRY(const Number value, converted(literal.value, literal.value.kind, static_cast<unsigned>(*bytes)));
    return literalCode(value);
}

// --- names -----------------------------------------------------------------------------------------------------------

util::Result<Compiler::Part> Compiler::variable(const util::Result<Value>& found)
{
    if (!found || !found->variable)
        return noCode("such a name");
    return m_spots.of(*found);
}

util::Result<Compiler::Part> Compiler::of(const node::Name& name)
{
    const auto found = m_names.find(name.name);
    if (found && !found->variable && !isFortran())
        return memberOfThis(*found);
    return variable(found);
}

/// A member of the function's object, which was looked for by way of memory that means nothing.
util::Result<Spot> Compiler::memberOfThis(const Value& found)
{
    const auto object = m_names.find("this");
    if (!found.recordType || !object || !object->variable)
        return noCode("such a name");
    DBGR_TRY(Spot pointer, m_spots.of(*object));
    DBGR_TRY(Spot member, m_spots.member(std::move(pointer), found.name));
    const bool isSame = member.type == found.type && member.field.has_value() == found.bitField.has_value();
    return isSame ? util::Result<Spot>(std::move(member)) : noCode("such a name");
}

util::Result<Compiler::Part> Compiler::of(const node::ScopedName& name)
{
    if (isFortran())
        return variable(m_names.findIn(name.scope, name.name));
    std::vector<std::string> parts = partsOfName(name.scope);
    parts.push_back(name.name);
    return variable(m_names.findQualified(parts));
}

// --- parts -----------------------------------------------------------------------------------------------------------

util::Result<Compiler::Part> Compiler::of(const node::Member& member)
{
    if (!member.base.empty())
        return noCode("a member of a base class");
    DBGR_TRY(Part base, part(*member.of));
    if (auto* const pointer = std::get_if<NumberCode>(&base)) {
        DBGR_TRY(Spot target, spotAt(std::move(*pointer)));
        return isFortran() ? noCode("such a member") : m_spots.member(std::move(target), member.name);
    }
    Spot object = std::get<Spot>(std::move(base));
    if (member.isArrow) {
        DBGR_TRY(object, m_spots.settled(std::move(object)));
        if (object.array) {
            DBGR_TRY(object, m_spots.pointee(std::move(object)));
        } else if (object.type->kind != TypeKind::Pointer) {
            return noCode("such a '->'"); // only its class knows where it leads to
        }
    }
    return m_spots.member(std::move(object), member.name);
}

util::Result<std::vector<NumberCode>> Compiler::subscripts(const std::vector<node::Item>& items)
{
    std::vector<NumberCode> result;
    for (const node::Item& item : items) {
        if (item.isRange || !item.first || !item.keyword.empty())
            return noCode("such a subscript");
        DBGR_TRY(NumberCode one, number(*item.first));
        const bool isInteger =
            one.kind.kind == NumberKind::Integer || (one.kind.kind == NumberKind::Logical && !isFortran());
        if (!isInteger)
            return noCode("such a subscript");
        result.push_back(std::move(one));
    }
    return result;
}

util::Result<Compiler::Part> Compiler::of(const node::Index& index)
{
    if (isFortran() && std::holds_alternative<node::Index>(index.of->kind))
        return noCode("subscripts behind subscripts");
    DBGR_TRY(std::vector<NumberCode> numbers, subscripts(index.items));
    if (!isFortran() && numbers.size() != 1)
        return noCode("such a subscript");
    DBGR_TRY(Part base, part(*index.of));
    if (auto* const array = std::get_if<Spot>(&base))
        return m_spots.element(std::move(*array), std::move(numbers));
    NumberCode& pointer = std::get<NumberCode>(base);
    if (isFortran() || pointer.kind.kind != NumberKind::Pointer || numbers.front().kind.kind != NumberKind::Integer)
        return noCode("such a subscript");
    DBGR_TRY(NumberCode moved,
             binaryCode(BinaryOperator::Add, std::move(pointer), std::move(numbers.front()), m_language));
    return spotAt(std::move(moved));
}

util::Result<Compiler::Part> Compiler::of(const node::Dereference& dereference)
{
    DBGR_TRY(Part pointer, part(*dereference.pointer));
    if (auto* const number = std::get_if<NumberCode>(&pointer))
        return spotAt(std::move(*number));
    return m_spots.pointee(std::get<Spot>(std::move(pointer)));
}

util::Result<Compiler::Part> Compiler::of(const node::AddressOf& address)
{
    DBGR_TRY(Part found, part(*address.of));
    auto* const place = std::get_if<Spot>(&found);
    if (!place)
        return noCode("such an address");
    DBGR_TRY(Spot settled, m_spots.settled(std::move(*place)));
    if (settled.isValue || settled.field || settled.array)
        return noCode("such an address");
    return numberCode(std::move(settled.code), pointerNumber({}, settled.type, settled.file));
}

// --- operators -------------------------------------------------------------------------------------------------------

util::Result<Compiler::Part> Compiler::of(const node::Unary& operation)
{
    DBGR_TRY(NumberCode operand, number(*operation.operand));
    return unaryCode(operation.operation, std::move(operand), m_language);
}

util::Result<Compiler::Part> Compiler::of(const node::Binary& operation)
{
    if (operation.operation == BinaryOperator::And || operation.operation == BinaryOperator::Or)
        return shortCircuit(operation);
    DBGR_TRY(NumberCode left, number(*operation.left));
    DBGR_TRY(NumberCode right, number(*operation.right));
    return binaryCode(operation.operation, std::move(left), std::move(right), m_language);
}

util::Result<NumberCode> Compiler::shortCircuit(const node::Binary& operation)
{
    DBGR_TRY(const NumberCode left, number(*operation.left));
    DBGR_TRY(const NumberCode right, number(*operation.right));
    const bool areLogical = left.kind.kind == NumberKind::Logical && right.kind.kind == NumberKind::Logical;
    if (isFortran() && !areLogical)
        return noCode("such an operator");
    DBGR_TRY(const NumberCode decides, truthCode(left, m_language));
    DBGR_TRY(const NumberCode follows, truthCode(right, m_language));
    const bool isAnd = operation.operation == BinaryOperator::And;
    const Code decided = Code::constant(isAnd ? 0 : 1);
    Code code = Code::choice(decides.code, isAnd ? follows.code : decided, isAnd ? decided : follows.code);
    return asTruth(std::move(code), m_language, std::max(left.kind.bytes, right.kind.bytes));
}

// --- casts -----------------------------------------------------------------------------------------------------------

util::Result<Compiler::Part> Compiler::of(const node::Cast& cast)
{
    const node::TypeId& id = cast.to;
    if (!id.extents.empty() || id.pointersToArray > 0 || id.isReference || id.tag != node::TypeTag::None)
        return noCode("such a cast");
    DBGR_TRY(NumberCode operand, number(*cast.operand));
    if (id.parts.empty() && id.pointers == 0) {
        Number kind = integerNumber(0, id.builtin.bytes, id.builtin.isSigned);
        kind.kind = id.builtin.kind;
        if (id.builtin.bytes == 0)
            return noCode("such a cast");
        return convertedCode(std::move(operand), kind);
    }
    NamedType type{builtinType(id.builtin), nullptr};
    if (!id.parts.empty()) {
        DBGR_TRY(type, m_names.type(id.parts));
    }
    if (id.pointers > 0)
        return pointerCast(id, type, std::move(operand), cast.isPlain);
    return type.type ? castTo(type, std::move(operand)) : noCode("such a cast");
}

util::Result<NumberCode> Compiler::castTo(const NamedType& type, NumberCode operand)
{
    const Type& plain = *type.type->canonical;
    switch (plain.kind) {
    case TypeKind::Boolean:
    case TypeKind::Signed:
    case TypeKind::Unsigned:
    case TypeKind::Character:
    case TypeKind::Real:
    case TypeKind::Enumeration: {
        DBGR_TRY(const Number kind, kindOfType(plain));
        return convertedCode(std::move(operand), kind);
    }
    default:
        return noCode("such a cast");
    }
}

util::Result<NumberCode> Compiler::pointerCast(const node::TypeId& id, const NamedType& base, NumberCode operand,
                                               bool isPlain)
{
    const Type* pointee = base.type;
    for (unsigned i = 1; i < id.pointers; ++i)
        pointee = m_reader.madeTypes().pointerTo(pointee);
    if (pointee && pointee->canonical->kind == TypeKind::Void)
        pointee = nullptr;
    const bool canPoint = operand.kind.kind == NumberKind::Integer || operand.kind.kind == NumberKind::Pointer;
    const bool isToRecord = pointee && pointee->canonical->isRecord();
    const bool moves =
        isToRecord && pointsToRecord(operand.kind) && !isPlain && !isSameClass(*operand.kind.pointee, *pointee);
    if (!canPoint || moves)
        return noCode("such a cast");
    return numberCode(std::move(operand.code), pointerNumber({}, pointee, base.file ? base.file : operand.kind.file));
}

} // namespace dbgr::values

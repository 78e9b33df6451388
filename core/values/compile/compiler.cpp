// SPDX-License-Identifier: BSD-3-Clause
#include "values/compile/compiler.h"

#include "bytecode/program.h"
#include "values/compile/number_code.h"
#include "values/compile/shown_code.h"
#include "values/dwarf/enclosing.h"
#include "values/expr/arithmetic.h"
#include "values/expr/c_type_name.h"
#include "values/expr/number_operations.h"
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

util::Result<std::vector<std::byte>> programOf(const Code& code)
{
    std::vector<std::byte> program = code.program();
    return bytecode::Program::read(program) ? util::Result<std::vector<std::byte>>(std::move(program))
                                            : noCode("an expression of that size");
}

} // namespace

util::Result<std::vector<std::byte>> Compiler::run(const Tree& condition)
{
    if (condition.ambiguity())
        return noCode("an expression of two meanings");
    DBGR_TRY(const NumberCode whole, truth(condition.root()));
    return programOf(whole.code);
}

util::Result<std::vector<std::byte>> Compiler::runToShow(const Tree& expression, const TextLimits& limits)
{
    if (expression.ambiguity())
        return noCode("an expression of two meanings");
    const ShownCode shown(m_reader, m_spots, m_objects, limits);
    DBGR_TRY(Part whole, part(expression.root()));
    auto* const number = std::get_if<NumberCode>(&whole);
    DBGR_TRY(const Code code, number ? shown.of(std::move(*number)) : shown.of(std::get<Spot>(whole), !isFortran()));
    return programOf(code);
}

util::Result<std::vector<std::byte>> Compiler::runToFrame(const LoadedFile& file, Frame& frame) const
{
    DBGR_TRY(const Code code, m_places.frameAddress({&file, &frame, nullptr}));
    return programOf(code);
}

util::Result<Compiler::Part> Compiler::part(const Node& node)
{
    return std::visit([this](const auto& kind) { return of(kind); }, node.kind);
}

util::Result<NumberCode> Compiler::number(const Node& node)
{
    DBGR_TRY(Part found, part(node));
    return number(std::move(found), false);
}

util::Result<NumberCode> Compiler::number(Part found, bool isTruth)
{
    if (auto* const number = std::get_if<NumberCode>(&found))
        return std::move(*number);
    DBGR_TRY(const std::optional<OpenedCode> object, objectOf(found));
    if (!object)
        return m_spots.number(std::get<Spot>(std::move(found)));
    if (isTruth) {
        DBGR_TRY(std::optional<Part> truth, m_objects.asTruth(*object));
        if (truth)
            return number(*std::move(truth), false);
    }
    DBGR_TRY(Spot inside, m_objects.standsFor(*object));
    return m_spots.number(std::move(inside));
}

util::Result<std::optional<OpenedCode>> Compiler::objectOf(const Part& part)
{
    const auto* const spot = std::get_if<Spot>(&part);
    return spot && !isFortran() ? m_objects.open(*spot) : std::optional<OpenedCode>();
}

util::Result<NumberCode> Compiler::truth(const Node& node)
{
    DBGR_TRY(Part found, part(node));
    DBGR_TRY(NumberCode value, number(std::move(found), true));
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
    if (!member.isArrow)
        return m_spots.member(std::get<Spot>(std::move(base)), member.name);
    DBGR_TRY(Spot object, behindArrow(std::move(base)));
    return m_spots.member(std::move(object), member.name);
}

util::Result<Spot> Compiler::behindArrow(Part base)
{
    if (auto* const pointer = std::get_if<NumberCode>(&base))
        return spotAt(std::move(*pointer));
    DBGR_TRY(const std::optional<OpenedCode> object, objectOf(base));
    if (object)
        return m_objects.target(*object);
    DBGR_TRY(Spot pointer, m_spots.settled(std::get<Spot>(std::move(base))));
    if (!pointer.array && pointer.type->kind != TypeKind::Pointer)
        return noCode("such a '->'"); // only its class knows where it leads to
    return pointer.array ? m_spots.pointee(std::move(pointer)) : m_spots.record(std::move(pointer));
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
    DBGR_TRY(const std::optional<OpenedCode> object, objectOf(base));
    if (object)
        return m_objects.element(*object, std::move(numbers.front()));
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
    DBGR_TRY(const std::optional<OpenedCode> object, objectOf(pointer));
    return object ? m_objects.target(*object) : m_spots.pointee(std::get<Spot>(std::move(pointer)));
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
    DBGR_TRY(Part found, part(*operation.operand));
    DBGR_TRY(NumberCode operand, number(std::move(found), operation.operation == UnaryOperator::Not));
    return unaryCode(operation.operation, std::move(operand), m_language);
}

util::Result<Compiler::Part> Compiler::of(const node::Binary& operation)
{
    if (operation.operation == BinaryOperator::And || operation.operation == BinaryOperator::Or)
        return shortCircuit(operation);
    if (isComparison(operation.operation) && !isFortran()) {
        DBGR_TRY(const Operand left, operand(*operation.left));
        DBGR_TRY(const Operand right, operand(*operation.right));
        return compared(operation.operation, left, right, true);
    }
    DBGR_TRY(NumberCode left, number(*operation.left));
    DBGR_TRY(NumberCode right, number(*operation.right));
    return binaryCode(operation.operation, std::move(left), std::move(right), m_language);
}

util::Result<NumberCode> Compiler::shortCircuit(const node::Binary& operation)
{
    DBGR_TRY(Part first, part(*operation.left));
    DBGR_TRY(Part second, part(*operation.right));
    DBGR_TRY(const NumberCode left, number(std::move(first), true));
    DBGR_TRY(const NumberCode right, number(std::move(second), true));
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

// --- objects of C++'s library ----------------------------------------------------------------------------------------

util::Result<Compiler::Operand> Compiler::operand(const Node& node)
{
    const auto* const literal = std::get_if<node::Literal>(&node.kind);
    if (literal && literal->value.kind == NumberKind::Text && literal->value.bytes == 1)
        return Operand{std::nullopt, &literal->value.text, std::nullopt};
    DBGR_TRY(Part found, part(node));
    return operandOf(std::move(found));
}

util::Result<Compiler::Operand> Compiler::operandOf(Part part)
{
    DBGR_TRY(std::optional<OpenedCode> object, objectOf(part));
    return Operand{std::move(part), nullptr, std::move(object)};
}

/// Texts and optional values as Objects compares them.
util::Result<NumberCode> Compiler::compared(BinaryOperator operation, const Operand& left, const Operand& right,
                                            bool isTruth)
{
    const std::string* const literal = left.text ? left.text : right.text;
    if (left.isText() || right.isText()) {
        const bool isNot = operation == BinaryOperator::NotEqual;
        if (!literal || (operation != BinaryOperator::Equal && !isNot))
            return noCode("such a comparison of texts");
        DBGR_TRY(NumberCode same, m_objects.isText(left.isText() ? *left.object : *right.object, *literal));
        return isNot ? unaryCode(UnaryOperator::Not, std::move(same), m_language) : util::Result<NumberCode>(same);
    }
    if (left.isOptional() || right.isOptional())
        return comparedHeld(operation, left, right);
    if (literal)
        return noCode("such a comparison of texts");
    DBGR_TRY(NumberCode a, number(*left.part, isTruth));
    DBGR_TRY(NumberCode b, number(*right.part, isTruth));
    return binaryCode(operation, std::move(a), std::move(b), m_language);
}

/// An empty one is less than all values.
util::Result<NumberCode> Compiler::comparedHeld(BinaryOperator operation, const Operand& left, const Operand& right)
{
    if (left.isOptional() && right.isOptional())
        return noCode("such a comparison");
    const OpenedCode& holder = left.isOptional() ? *left.object : *right.object;
    DBGR_TRY(Spot held, m_objects.target(holder));
    DBGR_TRY(const Operand content, operandOf(std::move(held)));
    DBGR_TRY(NumberCode whereHeld, left.isOptional() ? compared(operation, content, right, false)
                                                     : compared(operation, left, content, false));
    const bool whereEmpty = holds(operation, right.isOptional() <=> left.isOptional());
    whereHeld.code = Code::choice(m_objects.hasElements(holder), whereHeld.code, Code::constant(whereEmpty ? 1 : 0));
    return whereHeld;
}

util::Result<Compiler::Part> Compiler::of(const node::MethodCall& call)
{
    DBGR_TRY(Part base, part(*call.of));
    if (!call.isArrow && !std::holds_alternative<Spot>(base))
        return noCode("such a call");
    if (call.isArrow) {
        DBGR_TRY(base, behindArrow(std::move(base)));
    }
    DBGR_TRY(const std::optional<OpenedCode> object, objectOf(base));
    if (!object)
        return noCode("such a call");
    std::optional<NumberCode> argument;
    if (call.argument) {
        DBGR_TRY(argument, number(*call.argument));
    }
    return m_objects.call(*object, call.name, argument ? &*argument : nullptr);
}

util::Result<Compiler::Part> Compiler::of(const node::TuplePart& tuple)
{
    DBGR_TRY(const Part base, part(*tuple.of));
    DBGR_TRY(const std::optional<OpenedCode> object, objectOf(base));
    return object ? util::Result<Part>(m_objects.tuplePart(*object, tuple.index)) : noCode("such an expression");
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

// SPDX-License-Identifier: BSD-3-Clause
// Types in expressions of C: casts, sizes, and names that may be types.
#include "values/dwarf/enclosing.h"
#include "values/expr/arithmetic.h"
#include "values/expr/c_type_name.h"
#include "values/expr/evaluator.h"
#include "values/expr/loading.h"
#include "values/value/base_classes.h"
#include "values/values_error.h"

#include <utility>

namespace dbgr::values {

namespace {

constexpr std::uint64_t kBytesOfPointer = 8;
constexpr unsigned kBytesOfSize = 8;

/// Of a number in memory; x87's ten bytes take sixteen.
std::uint64_t bytesInMemory(unsigned bytes)
{
    return bytes == 10 ? 16 : bytes;
}

std::uint64_t sizeOfNumber(const Number& number)
{
    if (number.kind == NumberKind::Text)
        return number.text.size() + 1; // the NUL
    return bytesInMemory(number.bytes) * (number.kind == NumberKind::Complex ? 2 : 1);
}

bool fitsTag(const Type& type, node::TypeTag tag)
{
    const TypeKind kind = type.canonical->kind;
    switch (tag) {
    case node::TypeTag::Structure:
        return kind == TypeKind::Structure || kind == TypeKind::Incomplete;
    case node::TypeTag::Union:
        return kind == TypeKind::Union || kind == TypeKind::Incomplete;
    case node::TypeTag::Enumeration:
        return kind == TypeKind::Enumeration;
    default:
        return true;
    }
}

/// "a::b" of a name in an expression; empty for all else.
std::vector<std::string> partsOfNode(const Node& node)
{
    if (const auto* const name = std::get_if<node::Name>(&node.kind))
        return {name->name};
    const auto* const scoped = std::get_if<node::ScopedName>(&node.kind);
    if (!scoped)
        return {};
    std::vector<std::string> parts = partsOfName(scoped->scope);
    parts.push_back(scoped->name);
    return parts;
}

util::Result<Number> castToNumber(const Type& type, const Number& operand)
{
    const bool isReal = type.kind == TypeKind::Real;
    if (operand.kind == NumberKind::Pointer && isReal)
        return util::fail(Errc::Wrong, "a pointer is no real number");
    if (isReal)
        return converted(operand, NumberKind::Real, isExtended(type) ? 10 : static_cast<unsigned>(type.bytes));
    const auto bytes = static_cast<unsigned>(type.bytes);
    if (bytes == 0 || bytes > sizeof(Int128))
        return util::fail(Errc::NotOurs, "a cast to such a type needs a compiler");
    if (type.kind == TypeKind::Boolean)
        return converted(operand, NumberKind::Logical, bytes);
    DBGR_TRY(Number result, converted(operand, NumberKind::Integer, bytes, isSignedType(type)));
    result.letters = type.letters;
    result.isCharacter = type.kind == TypeKind::Character || type.letters != Letters::None;
    if (type.kind == TypeKind::Enumeration)
        result.enumeration = &type;
    return result;
}

util::Result<Number> castToBuiltin(const node::TypeName& type, const Number& operand)
{
    if (type.bytes == 0)
        return util::fail(Errc::NotOurs, "a value cast to void is none");
    if (operand.kind == NumberKind::Pointer && type.kind == NumberKind::Real)
        return util::fail(Errc::Wrong, "a pointer is no real number");
    DBGR_TRY(Number result, converted(operand, type.kind, type.bytes, type.isSigned));
    result.isCharacter = type.isCharacter;
    result.letters = type.letters;
    return result;
}

/// Classes have functions of their names, which make their objects.
bool isNoVariable(const util::Error& error)
{
    return error.code == Errc::NoSuchName || error.code == Errc::NotOurs;
}

bool isRecordPointer(const Number& number)
{
    return number.kind == NumberKind::Pointer && number.pointee && number.pointee->canonical->isRecord();
}

} // namespace

// --- what a name is --------------------------------------------------------------------------------------------------

bool Evaluator::isType(const std::vector<std::string>& name)
{
    const auto variable = name.size() == 1 ? m_names.find(name.front()) : m_names.findQualified(name);
    return !variable && isNoVariable(variable.error()) && m_names.type(name);
}

util::Result<const Node*> Evaluator::reading(const Tree& tree)
{
    const Ambiguity* const ambiguity = tree.ambiguity();
    if (!ambiguity)
        return &tree.root();
    std::size_t choice = 0;
    for (std::size_t i = 0; i < ambiguity->names.size(); ++i)
        choice |= isType(ambiguity->names[i]) ? std::size_t{1} << i : 0;
    if (choice == 0)
        return &tree.root();
    const util::Result<NodePtr>& chosen = ambiguity->readings[choice - 1];
    return chosen ? util::Result<const Node*>(chosen->get()) : util::fail(chosen.error());
}

util::Result<NamedType> Evaluator::typeOf(const node::TypeId& id)
{
    NamedType type{builtinType(id.builtin), nullptr};
    if (!id.parts.empty()) {
        DBGR_TRY(type, m_names.type(id.parts));
        if (!fitsTag(*type.type, id.tag))
            return util::fail(Errc::Wrong, "'" + id.parts.back() + "' is another sort of type");
    }
    for (unsigned i = 0; i < id.pointers; ++i)
        type.type = m_reader.madeTypes().pointerTo(type.type);
    for (auto extent = id.extents.rbegin(); extent != id.extents.rend(); ++extent) {
        if (!type.type)
            return util::fail(Errc::Wrong, "there are no arrays of void");
        type.type = m_reader.madeTypes().arrayOf(*type.type, *extent);
    }
    for (unsigned i = 0; i < id.pointersToArray; ++i)
        type.type = m_reader.madeTypes().pointerTo(type.type);
    return type;
}

util::Result<NamedType> Evaluator::typeNamed(const Node& node)
{
    node::TypeId id;
    id.parts = partsOfNode(node);
    if (id.parts.empty())
        return util::fail(Errc::NoSuchName, "it is no type");
    return typeOf(id);
}

// --- casts -----------------------------------------------------------------------------------------------------------

util::Result<Answer> Evaluator::of(const node::Cast& cast)
{
    const node::TypeId& id = cast.to;
    const bool isBuiltin = id.parts.empty() && id.pointers == 0 && id.extents.empty() && !id.isReference;
    if (isBuiltin) {
        DBGR_TRY(Answer operand, this->operand(*cast.operand, id.builtin.kind == NumberKind::Logical));
        DBGR_TRY(const Number value, singleNumber(m_reader, std::move(operand)));
        return castToBuiltin(id.builtin, value);
    }
    util::Result<NamedType> type = typeOf(id);
    if (!type && cast.mayBeCall && type.error().code == Errc::NoSuchName)
        return util::fail(Errc::NotOurs, "calls of functions need a compiler");
    if (!type)
        return util::fail(std::move(type).error());
    if (!type->type)
        return util::fail(Errc::NotOurs, "a value cast to void is none");
    return castTo(*type, cast);
}

util::Result<Answer> Evaluator::castTo(const NamedType& type, const node::Cast& cast)
{
    const Type& plain = *type.type->canonical;
    if (plain.isRecord() || cast.to.isReference)
        return recordCast(type, *cast.operand, cast.to.isReference);
    switch (plain.kind) {
    case TypeKind::Pointer: {
        DBGR_TRY(const Number operand, number(*cast.operand));
        const bool isVoid = plain.target->canonical->kind == TypeKind::Void;
        return pointerCast(operand, {isVoid ? nullptr : plain.target, type.file}, cast.isPlain);
    }
    case TypeKind::Boolean:
    case TypeKind::Signed:
    case TypeKind::Unsigned:
    case TypeKind::Character:
    case TypeKind::Real:
    case TypeKind::Enumeration: {
        DBGR_TRY(const Number operand, number(*cast.operand));
        return castToNumber(plain, operand);
    }
    default:
        return util::fail(Errc::NotOurs, "a cast to such a type needs a compiler");
    }
}

util::Result<Answer> Evaluator::recordCast(const NamedType& type, const Node& node, bool isReference)
{
    DBGR_TRY(Answer operand, evaluate(node));
    Value* const variable = std::get_if<Value>(&operand);
    if (!variable)
        return util::fail(Errc::NotOurs, "objects that are made need a compiler");
    DBGR_TRY(Value value, m_reader.settled(std::move(*variable)));
    const bool areRecords = !value.array && value.type->isRecord() && type.type->canonical->isRecord();
    if (areRecords) {
        DBGR_TRY(std::optional<Value> part,
                 baseOf(m_reader, value, [&](const Value& one) { return isSameClass(*one.type, *type.type); }));
        if (part) {
            part->isBase = true; // whoever asks for a class wants no other one
            return *std::move(part);
        }
        if (auto derived = derivedOf(m_reader, value, *type.type); derived && isReference)
            return *std::move(derived);
    }
    if (!isReference)
        return util::fail(Errc::NotOurs, "objects that are made need a compiler");
    if (value.bitField || StopMemory::isMadeUp(value.address))
        return util::fail(Errc::Wrong, "it has no address that could be referred to");
    const Number address = pointerNumber(value.array ? value.array->base : value.address, value.type, value.file);
    DBGR_TRY(const Number target, pointerCast(address, type, false));
    return valueAt(target);
}

util::Result<Number> Evaluator::pointerCast(const Number& pointer, const NamedType& pointee, bool isPlain)
{
    const bool canPoint = pointer.kind == NumberKind::Integer || pointer.kind == NumberKind::Pointer;
    if (!canPoint)
        return util::fail(Errc::Wrong, "only an integer or a pointer becomes a pointer");
    const LoadedFile* const file = pointee.file ? pointee.file : pointer.file;
    Address address = pointer.address();
    const bool areRecords =
        isRecordPointer(pointer) && pointer.file && pointee.type && pointee.type->canonical->isRecord();
    if (areRecords && !isPlain && !address.isNull() && !isSameClass(*pointer.pointee, *pointee.type)) {
        DBGR_TRY(const Value object, valueAt(pointer));
        const auto part =
            baseOf(m_reader, object, [&](const Value& one) { return isSameClass(*one.type, *pointee.type); });
        const auto inside = file ? offsetOfBase(*file, *pointee.type, *pointer.pointee) : std::nullopt;
        const auto derived = part && *part ? std::nullopt : derivedOf(m_reader, object, *pointee.type);
        if (part && *part)
            address = (*part)->address;
        else if (derived)
            address = derived->address;
        else if (inside)
            address = address.plus(-*inside);
    }
    return pointerNumber(address, pointee.type, file);
}

void Evaluator::makePointersAlike(Number& left, Number& right)
{
    if (!isRecordPointer(left) || !isRecordPointer(right) || isSameClass(*left.pointee, *right.pointee))
        return;
    for (auto [from, to] : {std::pair{&left, &right}, std::pair{&right, &left}}) {
        if (!to->file || !from->file || from->address().isNull())
            continue;
        const auto object = valueAt(*from);
        const auto part =
            object ? baseOf(m_reader, *object, [&](const Value& one) { return isSameClass(*one.type, *to->pointee); })
                   : util::Result<std::optional<Value>>(std::optional<Value>());
        if (!part || !*part)
            continue;
        *from = pointerNumber((*part)->address, to->pointee, to->file);
        return;
    }
}

// --- sizes -----------------------------------------------------------------------------------------------------------

util::Result<Answer> Evaluator::of(const node::SizeOf& size)
{
    const auto* const id = std::get_if<node::TypeId>(&size.of);
    DBGR_TRY(const std::uint64_t bytes, id ? sizeOfType(*id) : sizeOf(*std::get<NodePtr>(size.of)));
    return integerNumber(static_cast<Int128>(bytes), kBytesOfSize, false);
}

util::Result<std::uint64_t> Evaluator::sizeOfType(const node::TypeId& id)
{
    const bool isBuiltin = id.parts.empty() && id.pointers == 0 && id.extents.empty();
    if (isBuiltin && id.builtin.bytes > 0)
        return bytesInMemory(id.builtin.bytes);
    DBGR_TRY(const NamedType type, typeOf(id));
    if (!type.type)
        return 1; // void, as gcc has it
    return stepOf(type.type);
}

util::Result<std::uint64_t> Evaluator::sizeOf(const Node& node)
{
    const util::Result<Answer> answer = evaluate(node);
    if (!answer) {
        const bool mayBeType = isNoVariable(answer.error()) && !isFortran();
        const auto type = mayBeType ? typeNamed(node) : util::Result<NamedType>(util::fail(answer.error()));
        return type && type->type ? stepOf(type->type) : util::fail(answer.error());
    }
    if (const auto* const number = std::get_if<Number>(&*answer))
        return number->kind == NumberKind::Pointer ? kBytesOfPointer : sizeOfNumber(*number);
    if (!std::holds_alternative<Value>(*answer))
        return util::fail(Errc::Wrong, "sizeof needs a variable");
    DBGR_TRY(const Value value, m_reader.settled(std::get<Value>(*answer)));
    if (value.bitField)
        return util::fail(Errc::Wrong, "a bit field has no size");
    return m_reader.bytesOf(value);
}

util::Result<Answer> Evaluator::of(const node::Comma& comma)
{
    DBGR_TRY(const Answer left, evaluate(*comma.left));
    static_cast<void>(left);
    return evaluate(*comma.right);
}

} // namespace dbgr::values

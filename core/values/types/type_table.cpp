// SPDX-License-Identifier: BSD-3-Clause
#include "values/types/type_table.h"

#include <dwarf.h>

#include <cstddef>
#include <string_view>

namespace dbgr::values {

namespace {

constexpr unsigned kUcsEncoding = 0x11; // of texts; newer than libdw's header
constexpr const char* kUnfinished = "(a type made of itself)";

TypeKind kindOfEncoding(std::int64_t encoding)
{
    switch (encoding) {
    case DW_ATE_boolean:
        return TypeKind::Boolean;
    case DW_ATE_float:
    case DW_ATE_imaginary_float:
        return TypeKind::Real;
    case DW_ATE_complex_float:
        return TypeKind::Complex;
    case DW_ATE_signed_char:
    case DW_ATE_unsigned_char:
    case DW_ATE_UTF:
        return TypeKind::Character;
    case DW_ATE_unsigned:
    case DW_ATE_address:
        return TypeKind::Unsigned;
    default:
        return TypeKind::Signed;
    }
}

/// A name before the type's own, for those that only add something to another type.
std::string_view qualifierOf(unsigned tag)
{
    switch (tag) {
    case DW_TAG_const_type:
        return "const ";
    case DW_TAG_volatile_type:
        return "volatile ";
    case DW_TAG_restrict_type:
    case DW_TAG_atomic_type:
        return "";
    default:
        return {};
    }
}

/// What an entry of a list stands for: in a namelist it only refers to a variable. gfortran may describe that twice,
/// and refer to the description without a place, which comes first.
Die listed(const Die& entry)
{
    const std::optional<Die> named = entry.reference(DW_AT_namelist_item);
    const Die variable = named.value_or(entry);
    for (std::optional<Die> other = named; other; other = other->sibling()) {
        if (other->find(DW_AT_location) && other->name() == variable.name())
            return *other;
    }
    return variable;
}

bool isQualifier(unsigned tag)
{
    return tag == DW_TAG_const_type || tag == DW_TAG_volatile_type || tag == DW_TAG_restrict_type ||
           tag == DW_TAG_atomic_type;
}

/// flang: a real of x87 is said to have its 10 bytes only, and a pair of them 20; in memory they take 16 and 32.
std::uint64_t bytesByFlang(const Type& type)
{
    constexpr std::uint64_t kX87 = 10, kX87InMemory = 16;
    if (type.kind == TypeKind::Real && type.bytes == kX87)
        return kX87InMemory;
    return type.kind == TypeKind::Complex && type.bytes == 2 * kX87 ? 2 * kX87InMemory : type.bytes;
}

/// What stands for a type whose description is in a unit of types.
Die describedType(const Die& die)
{
    const std::optional<Dwarf_Attribute> signature = die.own(DW_AT_signature);
    const std::optional<Die> elsewhere = signature ? referenceOf(*signature) : std::nullopt;
    return elsewhere.value_or(die);
}

Dimension dimensionOf(const Die& die)
{
    Dimension dimension;
    dimension.forEachOfRank = die.tag() == DW_TAG_generic_subrange;
    dimension.lower = boundOf(die, DW_AT_lower_bound);
    dimension.upper = boundOf(die, DW_AT_upper_bound);
    dimension.count = boundOf(die, DW_AT_count);
    dimension.byteStride = boundOf(die, DW_AT_byte_stride);
    return dimension;
}

} // namespace

bool isListOfVariables(unsigned tag)
{
    return tag == DW_TAG_namelist || tag == DW_TAG_common_block;
}

Bound boundOf(const Die& die, unsigned attribute)
{
    const std::optional<Dwarf_Attribute> found = die.find(attribute);
    if (!found)
        return {};
    if (const auto constant = constantOf(*found))
        return {constant, std::nullopt};
    return {std::nullopt, found};
}

Type& TypeTable::make()
{
    return *m_types.emplace_back(std::make_unique<Type>());
}

const Type* TypeTable::voidType()
{
    if (!m_void) {
        Type& type = make();
        type.name = "void";
        m_void = &type;
    }
    return m_void;
}

const Type* TypeTable::intrinsic(TypeKind kind, unsigned bytes)
{
    const Type*& known = m_intrinsics[{kind, bytes}];
    if (known)
        return known;
    Type& type = make();
    type.kind = kind;
    type.language = Language::Fortran;
    const auto named = [&](const char* name) {
        type.name = std::string(name) + "(kind=" + std::to_string(bytes) + ")";
    };
    type.bytes = kind == TypeKind::Complex ? 2 * bytes : bytes;
    switch (kind) {
    case TypeKind::Text:
        named("character");
        type.bytes = 0; // its length belongs to the value
        type.characterBytes = bytes;
        break;
    case TypeKind::Real:
        named("real");
        break;
    case TypeKind::Complex:
        named("complex");
        break;
    case TypeKind::Boolean:
        named("logical");
        break;
    default:
        named("integer");
    }
    return known = &type;
}

const Type* TypeTable::typeOf(const Die& holder)
{
    const std::optional<Die> die = holder.reference(DW_AT_type);
    return die ? of(*die) : voidType();
}

const Type* TypeTable::of(const Die& asked)
{
    const Die die = describedType(asked);
    if (const auto known = m_byDie.find(die.id()); known != m_byDie.end())
        return known->second;
    Type& type = make();
    type.kind = TypeKind::Incomplete;
    type.name = kUnfinished; // what is made of itself sees this
    m_byDie.emplace(die.id(), &type);
    if (m_depth == kDeepest)
        return &type;
    ++m_depth;
    const unsigned tag = die.tag();
    if (tag == DW_TAG_typedef || isQualifier(tag))
        readNamed(type, die);
    else
        read(type, die);
    --m_depth;
    return &type;
}

void TypeTable::readNamed(Type& type, const Die& die)
{
    const Type* const meant = typeOf(die);
    static_cast<TypeShape&>(type) = *meant;
    type.canonical = meant->canonical;
    if (die.tag() == DW_TAG_typedef) {
        type.name = die.name();
        type.alias = die;
        const bool isInteger =
            type.kind == TypeKind::Signed || type.kind == TypeKind::Unsigned || type.kind == TypeKind::Character;
        if (const Letters letters = lettersNamed(type.name, type.bytes); isInteger && letters != Letters::None)
            type.letters = letters;
        return;
    }
    type.name = meant->name.empty() ? "" : std::string(qualifierOf(die.tag())) + meant->name;
    type.unqualified = meant;
}

void TypeTable::read(Type& type, const Die& die)
{
    const Die unit = die.unit();
    type.die = die;
    type.name = die.name();
    type.language = languageOf(unit);
    type.bytes = static_cast<std::uint64_t>(die.number(DW_AT_byte_size).value_or(0));
    type.byFlang = type.isFortran() && isByFlang(unit);
    switch (die.tag()) {
    case DW_TAG_base_type:
        return readBase(type, die);
    case DW_TAG_string_type:
        return readText(type, die);
    case DW_TAG_array_type:
        return readArray(type, die);
    case DW_TAG_enumeration_type:
        return readEnumeration(type, die);
    case DW_TAG_structure_type:
    case DW_TAG_class_type:
        type.kind = die.isDeclaration() ? TypeKind::Incomplete : TypeKind::Structure;
        return;
    case DW_TAG_namelist:
    case DW_TAG_common_block:
        type.kind = TypeKind::Structure;
        return;
    case DW_TAG_union_type:
        type.kind = die.isDeclaration() ? TypeKind::Incomplete : TypeKind::Union;
        return;
    case DW_TAG_pointer_type:
    case DW_TAG_reference_type:
    case DW_TAG_rvalue_reference_type:
        return readPointer(type, die);
    case DW_TAG_ptr_to_member_type: {
        type.kind = TypeKind::MemberPointer;
        type.target = typeOf(die);
        const std::optional<Die> holder = die.reference(DW_AT_containing_type);
        type.holder = holder ? of(*holder) : nullptr;
        // A place in the object; or code, and what is added to `this`. No entry tells.
        type.bytes = (type.target->kind == TypeKind::Function ? 2 : 1) * sizeof(std::uint64_t);
        return;
    }
    case DW_TAG_subroutine_type:
        return readFunction(type, die);
    case DW_TAG_unspecified_type: // decltype(nullptr)
        type.kind = TypeKind::Void;
        return;
    default:
        type.kind = TypeKind::Incomplete;
    }
}

void TypeTable::readFunction(Type& type, const Die& die)
{
    constexpr std::size_t kMostParameters = 50;
    type.kind = TypeKind::Function;
    type.target = typeOf(die);
    if (type.isFortran())
        return;
    die.forEachChild([&](const Die& child) {
        const bool isOne = child.tag() == DW_TAG_formal_parameter && !child.flag(DW_AT_artificial);
        if (isOne && type.parameters.size() < kMostParameters)
            type.parameters.push_back(typeOf(child));
        else if (isOne || child.tag() == DW_TAG_unspecified_parameters)
            type.hasMoreParameters = true;
    });
}

void TypeTable::readBase(Type& type, const Die& die)
{
    type.kind = kindOfEncoding(die.number(DW_AT_encoding).value_or(DW_ATE_signed));
    if (type.byFlang)
        type.bytes = bytesByFlang(type);
    if (!type.isFortran())
        type.letters = lettersNamed(type.name, type.bytes);
    // gfortran calls character(kind=4) an unsigned number
    if (!type.isFortran() || (type.kind != TypeKind::Character && !type.name.starts_with("character")))
        return;
    type.kind = TypeKind::Text;
    type.characterBytes = static_cast<unsigned>(type.bytes);
    type.length = {1, std::nullopt};
}

void TypeTable::readText(Type& type, const Die& die)
{
    type.kind = TypeKind::Text;
    type.length = boundOf(die, DW_AT_string_length);
    if (die.number(DW_AT_encoding) == kUcsEncoding)
        type.characterBytes = 4;
    if (const std::optional<Die> character = die.reference(DW_AT_type))
        type.characterBytes = static_cast<unsigned>(of(*character)->bytes);
    if (type.characterBytes == 0)
        type.characterBytes = 1;
    const bool hasSize = die.own(DW_AT_byte_size).has_value();
    if (!type.length.exists() && hasSize)
        type.length = {static_cast<std::int64_t>(type.bytes / type.characterBytes), std::nullopt};
    else if (const auto bytes = die.number(DW_AT_string_length_byte_size))
        type.lengthBytes = static_cast<unsigned>(*bytes);
    else if (hasSize && type.bytes > 0)
        type.lengthBytes = static_cast<unsigned>(type.bytes);
    type.data = boundOf(die, DW_AT_data_location);
    type.allocated = boundOf(die, DW_AT_allocated);
    type.associated = boundOf(die, DW_AT_associated);
}

void TypeTable::readArray(Type& type, const Die& die)
{
    type.kind = TypeKind::Array;
    type.target = typeOf(die);
    type.data = boundOf(die, DW_AT_data_location);
    type.allocated = boundOf(die, DW_AT_allocated);
    type.associated = boundOf(die, DW_AT_associated);
    type.rank = boundOf(die, DW_AT_rank);
    type.byteStride = boundOf(die, DW_AT_byte_stride);
    die.forEachChild([&](const Die& child) {
        if (child.tag() == DW_TAG_subrange_type || child.tag() == DW_TAG_generic_subrange)
            type.dimensions.push_back(dimensionOf(child));
        else if (child.tag() == DW_TAG_enumeration_type) // indexed by an enumeration
            type.dimensions.push_back({{}, {}, {std::int64_t{0}, std::nullopt}, {}, false});
    });
}

void TypeTable::readEnumeration(Type& type, const Die& die)
{
    type.kind = TypeKind::Enumeration;
    type.target = typeOf(die);
    const bool isSigned = type.target->kind != TypeKind::Unsigned;
    die.forEachChild([&](const Die& child) {
        if (child.tag() != DW_TAG_enumerator)
            return;
        std::int64_t value = child.number(DW_AT_const_value).value_or(0);
        if (isSigned && type.bytes == 4) // data4 has no sign
            value = static_cast<std::int32_t>(value);
        type.enumerators.push_back({child.name(), value});
    });
}

void TypeTable::readPointer(Type& type, const Die& die)
{
    type.kind = die.tag() == DW_TAG_pointer_type ? TypeKind::Pointer : TypeKind::Reference;
    type.target = typeOf(die);
    if (type.bytes == 0)
        type.bytes = sizeof(std::uint64_t);
    type.allocated = boundOf(die, DW_AT_allocated);
    type.associated = boundOf(die, DW_AT_associated);
}

const std::vector<Field>& TypeTable::fields(const Type& type)
{
    const Type* const owner = type.canonical;
    const auto [known, isNew] = m_fields.try_emplace(owner);
    if (!isNew || !owner->isRecord() || !owner->die)
        return known->second;
    if (isListOfVariables(owner->die->tag()))
        return m_fields[owner] = fieldsOfList(*owner->die);
    std::vector<Field> found;
    owner->die->forEachChild([&](const Die& child) {
        const unsigned tag = child.tag();
        if ((tag == DW_TAG_member && !child.flag(DW_AT_external)) || tag == DW_TAG_inheritance)
            found.push_back(field(child));
    });
    if (owner->isFortran() && !found.empty()) // gfortran: the parent of an extended type is its first component
        found.front().isBase = found.front().offset == 0 && found.front().type->isRecord() &&
                               folded(found.front().name) == folded(found.front().type->name);
    return m_fields[owner] = std::move(found); // types that were read meanwhile may have moved `known`
}

/// Each has a place of its own; the list has none.
std::vector<Field> TypeTable::fieldsOfList(const Die& list)
{
    std::vector<Field> found;
    list.forEachChild([&](const Die& child) {
        const Die variable = listed(child);
        Field field;
        field.name = variable.name();
        field.type = typeOf(variable);
        field.located = variable.find(DW_AT_location);
        field.variable = variable;
        if (!field.name.empty())
            found.push_back(std::move(field));
    });
    return found;
}

Field TypeTable::field(const Die& die)
{
    Field field;
    field.type = typeOf(die);
    field.isBase = die.tag() == DW_TAG_inheritance;
    field.name = field.isBase ? field.type->name : die.name();
    field.isArtificial = die.flag(DW_AT_artificial) || (field.name.starts_with("_vptr") && !field.type->isFortran());
    if (const std::optional<Dwarf_Attribute> place = die.find(DW_AT_data_member_location)) {
        if (const auto offset = constantOf(*place))
            field.offset = static_cast<std::uint64_t>(*offset);
        else
            field.located = place;
    }
    const std::optional<std::int64_t> bits = die.number(DW_AT_bit_size);
    if (!bits)
        return field;
    field.bits = static_cast<unsigned>(*bits);
    if (const auto offset = die.number(DW_AT_data_bit_offset)) {
        field.offset = static_cast<std::uint64_t>(*offset) / 8;
        field.bitOffset = static_cast<unsigned>(*offset % 8);
    } else if (const auto fromTop = die.number(DW_AT_bit_offset)) { // DWARF 3: from the highest bit of its storage
        const std::int64_t storage =
            8 * die.number(DW_AT_byte_size).value_or(static_cast<std::int64_t>(field.type->bytes));
        const std::int64_t fromBottom = storage - *fromTop - *bits;
        field.offset += static_cast<std::uint64_t>(fromBottom / 8);
        field.bitOffset = static_cast<unsigned>(fromBottom % 8);
    }
    return field;
}

} // namespace dbgr::values

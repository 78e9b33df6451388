// SPDX-License-Identifier: BSD-3-Clause
#include "values/value/value_reader.h"

#include "values/value/compiler_quirks.h"
#include "values/values_error.h"

#include <dwarf.h>

#include <utility>

namespace dbgr::values {

namespace {

constexpr unsigned kLongestChain = 20; // references to allocatable components of class(...) of ...
constexpr std::uint64_t kPointer = sizeof(std::uint64_t);

bool isFollowedPointer(const Type& type)
{
    return type.kind == TypeKind::Pointer && type.isFortran() && type.target->kind != TypeKind::Function &&
           type.target->kind != TypeKind::Void;
}

/// Fortran: of a dummy, that no argument was given for it; of an associate name, that it stands for a null pointer.
tl::unexpected<util::Error> nothingThere(bool isNoDummy)
{
    return isNoDummy ? util::fail(Errc::NotAssociated, "not associated") : util::fail(Errc::NotPresent, "not present");
}

} // namespace

Place ValueReader::placeOf(const Value& value) const
{
    return value.place ? *value.place : Place{value.file, nullptr, nullptr};
}

util::Result<Value> ValueReader::settled(Value value)
{
    for (unsigned i = 0; i < kLongestChain; ++i) {
        DBGR_TRY(const bool goesOn, settleOnce(value));
        if (!goesOn)
            return value;
    }
    return util::fail(Errc::NotRecorded, "it refers to something that refers to something, and so on");
}

util::Result<Value> ValueReader::shown(Value value)
{
    DBGR_TRY(Value result, settled(std::move(value)));
    if (result.isArray() || result.isBase)
        return result;
    std::optional<Value> whole = dynamic(result);
    return whole ? *std::move(whole) : std::move(result);
}

ValueReader::Step ValueReader::settleOnce(Value& value)
{
    const bool isNoDummy = value.variable && value.variable->tag() == DW_TAG_variable;
    if (value.variable) {
        DBGR_TRY(locate(value));
    }
    if (value.array)
        return false;
    const Type& type = *value.type;
    if (value.address.isNull() && type.isFortran())
        return nothingThere(isNoDummy);
    if (type.kind == TypeKind::Reference) {
        DBGR_TRY(const std::uint64_t target, m_memory.getUnsigned(value.address, kPointer));
        value.address = Address{target};
        value.type = type.target;
        value.bitField.reset();
        return true;
    }
    if (complete(value))
        return true;
    if (isFollowedPointer(type))
        return settlePointer(value);
    if (isClassContainer(type)) {
        DBGR_TRY(value, contentOfClass(value, m_memory, m_files));
        return true;
    }
    if (type.kind == TypeKind::Array)
        return settleArray(value, isNoDummy);
    if (type.kind == TypeKind::Text)
        return settleText(value);
    if (auto texts = readArrayOfTexts(value, m_memory); !texts)
        return util::fail(std::move(texts).error());
    return false;
}

/// What one unit only declares, another one describes.
bool ValueReader::complete(Value& value)
{
    if (value.type->kind != TypeKind::Incomplete || value.type->isFortran() || !value.file)
        return false;
    const auto [known, isNew] = m_completed.try_emplace(value.type->canonical);
    if (isNew)
        known->second = completed(m_files, *value.file, *value.type);
    if (!known->second || known->second->type->kind == TypeKind::Incomplete)
        return false;
    value.type = known->second->type;
    value.file = known->second->file;
    return true;
}

util::Result<void> ValueReader::locate(Value& value)
{
    const Die variable = *value.variable;
    if (isListOfVariables(variable.tag())) { // it has no place; its members have
        DBGR_TRY(value.address, m_memory.makeUp({std::byte{0}}));
    } else {
        DBGR_TRY(const std::optional<Address> saved, placeOfSavedVariable(value));
        if (saved) {
            value.address = *saved;
        } else {
            DBGR_TRY(requireNoCopiesByFlang(value, m_memory));
            DBGR_TRY(value.address, m_locator.locate(variable, placeOf(value)));
        }
    }
    value.variable.reset();
    return {};
}

ValueReader::Step ValueReader::settlePointer(Value& value)
{
    DBGR_TRY(const std::uint64_t target, m_memory.getUnsigned(value.address, kPointer));
    if (target == 0) // allocatable or pointer: the compiler says the same of both
        return util::fail(Errc::NotAssociated, "not associated");
    const Type* dynamic = nullptr;
    if (value.type->byFlang && value.type->target->isRecord() && !StopMemory::isMadeUp(value.address))
        dynamic = dynamicTypeByFlang(value.address, *value.type->target, m_memory, m_files);
    value.isClass = value.isClass || dynamic;
    value.type = dynamic ? dynamic : value.type->target;
    value.address = Address{target};
    return true;
}

util::Result<void> ValueReader::requireContent(const Value& value, const Type& type)
{
    const auto require = [&](const Bound& bound, Errc missing, const char* words) -> util::Result<void> {
        if (!bound.exists())
            return {};
        DBGR_TRY(const std::int64_t there, m_locator.number(bound, placeOf(value), value.address));
        return there != 0 ? util::ok() : util::Result<void>(util::fail(missing, words));
    };
    DBGR_TRY(require(type.allocated, Errc::NotAllocated, "not allocated"));
    return require(type.associated, Errc::NotAssociated, "not associated");
}

ValueReader::Step ValueReader::settleArray(Value& value, bool isNoDummy)
{
    const Type& type = *value.type;
    DBGR_TRY(requireContent(value, type));
    if (type.data.exists()) { // without data, bounds are what was there
        DBGR_TRY(const std::int64_t data, m_locator.number(type.data, placeOf(value), value.address));
        if (data == 0)
            return nothingThere(isNoDummy);
    }
    DBGR_TRY(ArrayView view, viewOf(value));
    const Type* dynamic = value.dynamicElement;
    if (type.byFlang && type.data.exists() && view.element->isRecord())
        dynamic = dynamicTypeByFlang(value.address, *view.element, m_memory, m_files);
    if (dynamic)
        view.element = dynamic;
    value.isClass = value.isClass || dynamic;
    if (view.element->kind == TypeKind::Text && !value.length) {
        Value element = value;
        element.type = view.element;
        element.address = view.base;
        const bool unrecorded = type.byFlang && type.data.exists() && view.element->bytes == 0;
        const auto known = unrecorded ? elementBytesByFlang(value.address, m_memory) : std::nullopt;
        if (known)
            value.length = *known / view.element->characterBytes;
        else {
            DBGR_TRY(value.length, textLength(element));
        }
    }
    value.array = std::move(view);
    joinCharacters(value);
    return false;
}

ValueReader::Step ValueReader::settleText(Value& value)
{
    const Type& type = *value.type;
    DBGR_TRY(requireContent(value, type));
    if (!value.length) {
        DBGR_TRY(value.length, textLength(value));
    }
    if (!type.data.exists())
        return false;
    DBGR_TRY(const std::int64_t data, m_locator.number(type.data, placeOf(value), value.address));
    if (data == 0)
        return util::fail(Errc::NotAssociated, "not associated");
    value.address = Address{static_cast<std::uint64_t>(data)};
    value.type = value.file->debug().types().intrinsic(TypeKind::Text, type.characterBytes);
    return false;
}

util::Result<std::uint64_t> ValueReader::textLength(const Value& value)
{
    const Type& type = *value.type;
    std::optional<std::int64_t> length = type.length.constant;
    // gfortran: the length of a component whose length is deferred is a component that it adds.
    if (value.recordType && length.value_or(0) == 0 && !type.length.computed) {
        const std::string added = "_" + folded(value.name) + "_length";
        for (const Field& field : value.file->debug().types().fields(*value.recordType)) {
            if (field.name != added)
                continue;
            const Address at = value.record.plus(static_cast<std::int64_t>(field.offset));
            DBGR_TRY(length, m_memory.getSigned(at, static_cast<std::size_t>(field.type->bytes)));
        }
    }
    if (type.length.computed) {
        DBGR_TRY(const std::int64_t found,
                 m_locator.length(type.length, type.lengthBytes, placeOf(value), value.address));
        length = charactersByFlang(type, found);
    }
    if (!length)
        return util::fail(Errc::NotRecorded, "the compiler did not record how long the text is");
    if (*length < 0)
        return 0;
    if (!isPlausibleBound(*length)) // what is longer than kMaxText has a beginning, and is not read as a whole
        return util::fail(Errc::TooLarge, "it is said to have " + std::to_string(*length) + " characters");
    return static_cast<std::uint64_t>(*length);
}

util::Result<std::uint64_t> ValueReader::elementBytes(const Value& array) const
{
    return bytesOfElement(*array.array->element, array.length);
}

util::Result<std::uint64_t> ValueReader::bytesOfElement(const Type& element, std::optional<std::uint64_t> length)
{
    if (element.kind == TypeKind::Text)
        return length.value_or(0) * element.characterBytes;
    if (element.bytes == 0 && element.kind != TypeKind::Void && !element.isRecord())
        return util::fail(Errc::NotRecorded, "the compiler did not record how large its elements are");
    return element.bytes;
}

util::Result<std::uint64_t> ValueReader::bytesOf(const Value& value) const
{
    if (value.array) {
        DBGR_TRY(const std::uint64_t each, elementBytes(value));
        const std::uint64_t count = value.array->count();
        if (each != 0 && count > (std::uint64_t{1} << 62) / each)
            return util::fail(Errc::TooLarge, "it is said to have " + std::to_string(count) + " elements");
        return count * each;
    }
    if (value.type->kind == TypeKind::Text)
        return value.length.value_or(0) * value.type->characterBytes;
    return value.type->bytes;
}

util::Result<std::vector<std::byte>> ValueReader::read(const Value& scalar)
{
    DBGR_TRY(std::uint64_t bytes, bytesOf(scalar));
    if (scalar.bitField)
        bytes = (scalar.bitField->offset + scalar.bitField->bits + 7) / 8;
    if (bytes > kMaxText * 4)
        return util::fail(Errc::TooLarge, "it has " + std::to_string(bytes) + " bytes");
    std::vector<std::byte> content(static_cast<std::size_t>(bytes));
    DBGR_TRY(m_memory.read(scalar.address, content));
    return content;
}

} // namespace dbgr::values

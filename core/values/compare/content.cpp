// SPDX-License-Identifier: BSD-3-Clause
#include "values/compare/content.h"

#include "values/compare/content_reader.h"
#include "values/expr/number.h"
#include "values/print/letters.h"
#include "values/value/base_classes.h"
#include "values/value/compiler_quirks.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <utility>

namespace dbgr::values {

namespace {

constexpr unsigned kDeepestContent = 30;
constexpr std::size_t kExtendedBytes = 10;

template <class Real>
bool isNotANumber(std::span<const std::byte> bytes)
{
    Real value;
    std::memcpy(&value, bytes.data(), sizeof value);
    return std::isnan(value);
}

/// Pointers of C to letters, which are shown as texts.
bool isTextPointer(const Type& type)
{
    const Type& pointer = *type.canonical;
    return pointer.kind == TypeKind::Pointer && !pointer.isFortran() && pointer.target->letters != Letters::None;
}

/// Pieces do not cross the ends of pages, where the units lie as they should.
std::size_t pieceAt(Address at, unsigned unit)
{
    constexpr std::uint64_t kPiece = 64;
    const std::uint64_t room = kPiece - at.value % kPiece;
    return static_cast<std::size_t>(std::max<std::uint64_t>(room - room % unit, unit));
}

} // namespace

bool isPlainContent(const Type& type)
{
    return !type.isRecord() && type.kind != TypeKind::Array && type.kind != TypeKind::Incomplete &&
           !(type.kind == TypeKind::Pointer && type.isFortran()) && type.kind != TypeKind::Reference &&
           !isTextPointer(type);
}

bool ContentReader::take(std::uint64_t bytes)
{
    if (m_partial || bytes > m_left.bytes) {
        m_partial = true;
        return false;
    }
    m_left.bytes -= bytes;
    ++m_values;
    return true;
}

void ContentReader::addError(const util::Error& error)
{
    m_hash.add(static_cast<std::uint64_t>(error.code.value()));
}

void ContentReader::add(const Value& asked, unsigned depth)
{
    if (m_partial || m_left.visits == 0 || depth == kDeepestContent) {
        m_partial = true;
        return;
    }
    --m_left.visits;
    auto value = m_reader.shown(asked);
    if (!value)
        return addError(value.error());
    if (value->array)
        return addArray(*value, depth);
    if (value->type->isRecord())
        return addContainer(*value, depth) ? void() : addRecord(*value, depth);
    if (isTextPointer(*value->type))
        return addPointedText(*value);
    auto bytes = m_reader.read(*value);
    if (!bytes)
        return addError(bytes.error());
    if (!take(bytes->size()))
        return;
    if (value->bitField)
        return addBits(*value->bitField, *bytes);
    m_hash.add(std::uint64_t{bytes->size()});
    addPlain(*value->type, *bytes);
}

/// Its neighbours in the same bytes are not of it.
void ContentReader::addBits(const BitField& field, std::span<const std::byte> bytes)
{
    UInt128 bits = 0; // a field of 64 bits may lie in nine bytes
    std::memcpy(&bits, bytes.data(), std::min(bytes.size(), sizeof bits));
    const std::uint64_t mask = field.bits >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << field.bits) - 1;
    m_hash.add(static_cast<std::uint64_t>(bits >> field.offset) & mask);
}

void ContentReader::addArray(const Value& array, unsigned depth)
{
    for (const Extent& extent : array.array->extents) {
        m_hash.add(static_cast<std::uint64_t>(extent.lower));
        m_hash.add(extent.count);
    }
    m_hash.add(array.length.value_or(0));
    if (isPlainContent(*array.array->element))
        return addPlainElements(array);
    const std::uint64_t count = array.array->count();
    for (std::uint64_t k = 0; k < count && !m_partial; ++k)
        add(m_reader.elementAt(array, k), depth + 1);
}

void ContentReader::addPlainElements(const Value& array)
{
    const Type& element = *array.array->element;
    auto done = m_reader.forEachElement(array, [&](std::span<const std::byte> bytes) {
        if (!take(bytes.size()))
            return false;
        addPlain(element, bytes);
        return true;
    });
    if (!done)
        addError(done.error());
}

void ContentReader::addRecord(const Value& record, unsigned depth)
{
    auto members = m_reader.members(record);
    if (!members)
        return addError(members.error());
    m_hash.add(std::uint64_t{members->size()});
    for (const Value& member : *members) {
        if (!record.type->isFortran() && isPointerToFunctions(member.name))
            addClass(*record.type);
        else
            add(member, depth + 1);
    }
}

/// Where its functions are is another address in each process.
void ContentReader::addClass(const Type& type)
{
    m_hash.add(std::as_bytes(std::span(type.name)));
}

void ContentReader::addPlain(const Type& type, std::span<const std::byte> bytes)
{
    if (type.kind == TypeKind::Real)
        return addReal(type, bytes);
    if (type.kind != TypeKind::Complex)
        return m_hash.add(bytes);
    addReal(type, bytes.first(bytes.size() / 2));
    addReal(type, bytes.last(bytes.size() / 2));
}

/// Up to its end, or as far as it can be read.
void ContentReader::addPointedText(const Value& pointer)
{
    auto target = m_reader.memory().getUnsigned(pointer.address, sizeof(std::uint64_t));
    if (!target)
        return addError(target.error());
    m_hash.add(std::uint64_t{*target != 0});
    const Letters letters = pointer.type->canonical->target->letters;
    const unsigned unit = unitBytes(letters);
    for (Address at{*target}; *target != 0;) {
        std::array<std::byte, 64> piece{};
        const auto bytes = std::span(piece).first(pieceAt(at, unit));
        if (const auto done = m_reader.memory().read(at, bytes); !done)
            return addError(done.error());
        const std::span<const std::byte> text = untilZero(bytes, letters);
        if (!take(text.size()))
            return;
        m_hash.add(text);
        if (text.size() < bytes.size())
            return m_hash.add(std::uint64_t{0});
        at = at.plus(static_cast<std::int64_t>(bytes.size()));
    }
}

void ContentReader::addReal(const Type& type, std::span<const std::byte> bytes)
{
    constexpr std::uint64_t kNotANumber = 0x7ff8'0000'0000'0000;
    const bool hasPadding = bytes.size() == sizeof(long double) && isExtended(type);
    const bool isNan = (bytes.size() == sizeof(float) && isNotANumber<float>(bytes)) ||
                       (bytes.size() == sizeof(double) && isNotANumber<double>(bytes)) ||
                       (hasPadding && isNotANumber<long double>(bytes));
    if (isNan)
        return m_hash.add(kNotANumber);
    m_hash.add(hasPadding ? bytes.first(kExtendedBytes) : bytes);
}

namespace {

/// A pointer, whatever it is called and what class it is in.
bool isShownAsAddress(ValueReader& reader, const Value& asked, unsigned depth)
{
    constexpr unsigned kDeepestHolder = 20; // what was overwritten may hold itself
    const auto value = reader.shown(asked);
    if (!value || value->array || depth == kDeepestHolder)
        return false;
    const Type& type = *value->type->canonical;
    if (type.kind == TypeKind::MemberPointer)
        return type.target->canonical->kind == TypeKind::Function;
    if (!type.isRecord())
        return type.kind == TypeKind::Pointer && !type.isFortran();
    if (isAddressByFlang(type))
        return true;
    const auto opened = Containers(reader).open(*value);
    if (!opened || !*opened || !(*opened)->whole)
        return false;
    const ContainerKind kind = (*opened)->kind;
    const bool isHolder =
        kind == ContainerKind::Pointer || kind == ContainerKind::Holder || kind == ContainerKind::Plain;
    return isHolder && isShownAsAddress(reader, *(*opened)->whole, depth + 1);
}

} // namespace

debug::Content contentOf(ValueReader& reader, const Value& value, const ContentLimits& limits)
{
    ContentReader reading(reader, limits);
    reading.add(value, 0);
    debug::Content content = reading.content();
    content.isAddress = isShownAsAddress(reader, value, 0);
    return content;
}

} // namespace dbgr::values

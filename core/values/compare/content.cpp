// SPDX-License-Identifier: BSD-3-Clause
#include "values/compare/content.h"

#include "util/content_hash.h"
#include "values/expr/number.h"

#include <algorithm>
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

class ContentReader
{
public:
    ContentReader(ValueReader& reader, const ContentLimits& limits) : m_reader(reader), m_left(limits) {}

    void add(const Value& value, unsigned depth);
    [[nodiscard]] debug::Content content() const { return {m_hash.value(), m_partial, m_partial ? m_values : 0}; }

private:
    void addArray(const Value& array, unsigned depth);
    void addPlainElements(const Value& array);
    void addRecord(const Value& record, unsigned depth);
    void addPlain(const Type& type, std::span<const std::byte> bytes);
    void addReal(const Type& type, std::span<const std::byte> bytes);
    void addBits(const BitField& field, std::span<const std::byte> bytes);
    void addError(const util::Error& error);
    [[nodiscard]] bool take(std::uint64_t bytes);

    ValueReader& m_reader;
    ContentLimits m_left;
    util::ContentHash m_hash;
    std::uint64_t m_values = 0;
    bool m_partial = false;
};

bool isPlain(const Type& type)
{
    return !type.isRecord() && type.kind != TypeKind::Array && type.kind != TypeKind::Incomplete &&
           !(type.kind == TypeKind::Pointer && type.isFortran()) && type.kind != TypeKind::Reference;
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
    auto value = m_reader.settled(asked);
    if (!value)
        return addError(value.error());
    if (value->array)
        return addArray(*value, depth);
    if (value->type->isRecord())
        return addRecord(*value, depth);
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
    if (isPlain(*array.array->element))
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
    for (const Value& member : *members)
        add(member, depth + 1);
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

} // namespace

debug::Content contentOf(ValueReader& reader, const Value& value, const ContentLimits& limits)
{
    ContentReader content(reader, limits);
    content.add(value, 0);
    return content.content();
}

} // namespace dbgr::values

// SPDX-License-Identifier: BSD-3-Clause
#include "dbgdaemon/engine/lldb/content_digest.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>

namespace dbgr::daemon {

namespace {

constexpr std::uint64_t kChunk = 1U << 20;
constexpr std::uint32_t kMaxDepth = 40;
constexpr std::uint64_t kNaN = 0x7ff8'0000'0000'0000;

/// What stands in a hash where something is not as it should be, or ends.
enum Mark : std::uint64_t
{
    kUnreadable = 0x01,
    kNothing = 0x02,
    kSomething = 0x03,
    kEndOfText = 0x04,
};

template <class T>
T numberIn(std::span<const std::byte> bytes)
{
    T number{};
    std::memcpy(&number, bytes.data(), std::min(sizeof number, bytes.size()));
    return number;
}

template <class T>
bool isNaN(std::span<const std::byte> bytes)
{
    return std::isnan(numberIn<T>(bytes));
}

bool hasNaN(std::span<const std::byte> doubles)
{
    for (; doubles.size() >= sizeof(double); doubles = doubles.subspan(sizeof(double))) {
        if (isNaN<double>(doubles))
            return true;
    }
    return false;
}

} // namespace

std::uint64_t wordIn(std::span<const std::byte> bytes, std::uint64_t offset)
{
    constexpr std::size_t kWord = 8;
    return offset + kWord <= bytes.size() ? numberIn<std::uint64_t>(bytes.subspan(offset, kWord)) : 0;
}

/// Piece by piece where it is large.
void ContentDigest::addAt(const ContentPlan& plan, std::uint64_t address)
{
    if (const auto* array = std::get_if<plan::Array>(&plan.kind))
        return addElements(*array->element, address, array->count);
    const auto* const record = std::get_if<plan::Record>(&plan.kind);
    if (!record || plan.size <= kChunk)
        return addElements(plan, address, 1);
    for (const plan::Part& part : record->parts)
        addAt(*part.plan, address + part.offset);
}

void ContentDigest::addBytes(const ContentPlan& plan, Bytes bytes)
{
    if (m_partial)
        return;
    if (bytes.size() < plan.size || m_depth == kMaxDepth)
        return cut();
    ++m_depth;
    std::visit([&](const auto& kind) { add(kind, plan, bytes.first(plan.size)); }, plan.kind);
    --m_depth;
}

void ContentDigest::addText(std::string_view text)
{
    if (m_partial)
        return;
    m_hash.add(text.size());
    m_hash.add(std::as_bytes(std::span(text)));
    ++m_values;
}

// --- what is in one piece --------------------------------------------------------------------------------------------

void ContentDigest::add(const plan::Opaque&, const ContentPlan&, Bytes)
{
    cut();
}

void ContentDigest::add(const plan::Scalar&, const ContentPlan&, Bytes bytes)
{
    m_hash.add(bytes);
    ++m_values;
}

/// A float has the hash of the double with its value: types are not what is compared here.
void ContentDigest::add(const plan::Real&, const ContentPlan&, Bytes bytes)
{
    constexpr std::size_t kX87 = 10; // the rest is padding
    ++m_values;
    if (bytes.size() == sizeof(float))
        m_hash.add(isNaN<float>(bytes) ? kNaN : std::bit_cast<std::uint64_t>(double{numberIn<float>(bytes)}));
    else if (bytes.size() == sizeof(double))
        m_hash.add(isNaN<double>(bytes) ? kNaN : numberIn<std::uint64_t>(bytes));
    else if (bytes.size() == sizeof(long double) && isNaN<long double>(bytes))
        m_hash.add(kNaN);
    else
        m_hash.add(bytes.first(std::min(bytes.size(), kX87)));
}

void ContentDigest::add(const plan::Bits& bits, const ContentPlan&, Bytes bytes)
{
    std::uint64_t number = numberIn<std::uint64_t>(bytes) >> bits.first;
    if (bytes.size() > 8) // its last bits are in the ninth byte
        number |= std::to_integer<std::uint64_t>(bytes[8]) << (64 - bits.first);
    m_hash.add(bits.count < 64 ? number & ((std::uint64_t{1} << bits.count) - 1) : number);
    ++m_values;
}

void ContentDigest::add(const plan::Array& array, const ContentPlan&, Bytes bytes)
{
    addRun(*array.element, bytes.first(array.count * array.element->size));
}

void ContentDigest::add(const plan::Record& record, const ContentPlan&, Bytes bytes)
{
    for (const plan::Part& part : record.parts) {
        if (part.offset > bytes.size())
            return cut();
        addBytes(*part.plan, bytes.subspan(part.offset));
    }
}

/// Elements without gaps. Plain bytes are hashed as they lie there.
void ContentDigest::addRun(const ContentPlan& element, Bytes bytes)
{
    if (m_partial || element.size == 0)
        return;
    const bool isDouble = std::holds_alternative<plan::Real>(element.kind) && element.size == sizeof(double);
    if (std::holds_alternative<plan::Scalar>(element.kind) || (isDouble && !hasNaN(bytes))) {
        m_hash.add(bytes);
        m_values += bytes.size() / element.size;
        return;
    }
    for (; bytes.size() >= element.size && !m_partial; bytes = bytes.subspan(element.size))
        addBytes(element, bytes.first(element.size));
}

void ContentDigest::add(const plan::Optional& optional, const ContentPlan&, Bytes bytes)
{
    const bool engaged = optional.flag < bytes.size() && bytes[optional.flag] != std::byte{0};
    m_hash.add(engaged ? kSomething : kNothing);
    if (engaged)
        addBytes(*optional.value.plan, bytes.subspan(std::min<std::uint64_t>(optional.value.offset, bytes.size())));
}

void ContentDigest::add(const plan::Variant& variant, const ContentPlan&, Bytes bytes)
{
    if (variant.index + variant.indexSize > bytes.size())
        return cut();
    const auto index = numberIn<std::uint64_t>(bytes.subspan(variant.index, variant.indexSize));
    m_hash.add(index);
    if (index < variant.alternatives.size()) // else it has lost its value by an exception
        addBytes(*variant.alternatives[index], bytes);
}

// --- what leads elsewhere --------------------------------------------------------------------------------------------

void ContentDigest::add(const plan::CharPointer& text, const ContentPlan&, Bytes bytes)
{
    const std::uint64_t address = wordIn(bytes, 0);
    m_hash.add(address == 0 ? kNothing : kSomething);
    if (address != 0)
        addText(address, text.width);
}

void ContentDigest::add(const plan::Indirect& pointer, const ContentPlan&, Bytes bytes)
{
    const std::uint64_t address = wordIn(bytes, 0);
    m_hash.add(address == 0 ? kNothing : kSomething);
    if (address != 0)
        addAt(*pointer.target, address);
}

void ContentDigest::add(const plan::Range& range, const ContentPlan&, Bytes bytes)
{
    const std::uint64_t begin = wordIn(bytes, range.begin);
    const std::uint64_t end = wordIn(bytes, range.end);
    if (range.element->size == 0 || end < begin)
        return addUnreadable();
    m_hash.add((end - begin) / range.element->size);
    addElements(*range.element, begin, (end - begin) / range.element->size);
}

void ContentDigest::add(const plan::Counted& counted, const ContentPlan&, Bytes bytes)
{
    std::uint64_t count = wordIn(bytes, counted.count);
    m_hash.add(count);
    std::uint64_t columns = counted.factor;
    if (counted.columns)
        m_hash.add(columns = wordIn(bytes, *counted.columns));
    if (__builtin_mul_overflow(count, columns, &count))
        return addUnreadable();
    addElements(*counted.element, wordIn(bytes, counted.pointer), count);
}

void ContentDigest::add(const plan::BitRange& range, const ContentPlan&, Bytes bytes)
{
    const ContentPlan byte{plan::Scalar{}, 1, 1};
    const std::uint64_t begin = wordIn(bytes, range.begin);
    const std::uint64_t end = wordIn(bytes, range.end);
    const std::uint64_t bits = wordIn(bytes, range.end + 8) & 0xffff'ffff;
    if (end < begin)
        return addUnreadable();
    const std::uint64_t count = (end - begin) * 8 + bits;
    m_hash.add(count);
    addElements(byte, begin, count / 8);
    std::array<std::byte, 1> last{};
    if (count % 8 == 0 || m_partial)
        return;
    if (!read(begin + count / 8, last))
        return addUnreadable();
    m_hash.add(std::to_integer<std::uint64_t>(last[0]) & ((1U << (count % 8)) - 1));
}

// --- memory ----------------------------------------------------------------------------------------------------------

bool ContentDigest::visit()
{
    if (m_partial || m_left.visits == 0) {
        cut();
        return false;
    }
    --m_left.visits;
    return true;
}

bool ContentDigest::read(std::uint64_t address, std::span<std::byte> into)
{
    constexpr std::size_t kSmall = 4096; // heads and nodes, which are limited by their number
    if (into.size() > kSmall)
        m_left.bytes -= std::min<std::uint64_t>(m_left.bytes, into.size());
    return m_read(address, into);
}

void ContentDigest::addUnreadable()
{
    m_hash.add(kUnreadable);
    cut(); // nobody knows how it goes on
}

void ContentDigest::addElements(const ContentPlan& element, std::uint64_t address, std::uint64_t count)
{
    if (count == 0 || element.size == 0 || !visit())
        return;
    const bool piecemeal = element.size > kChunk; // its own pieces know what is left
    const std::uint64_t allowed = piecemeal ? count : std::min(count, m_left.bytes / element.size);
    const std::uint64_t atATime = std::max<std::uint64_t>(kChunk / element.size, 1);
    std::vector<std::byte> chunk;
    for (std::uint64_t done = 0; done < allowed && !m_partial;) {
        if (piecemeal) {
            addAt(element, address + done++ * element.size);
            continue;
        }
        const std::uint64_t now = std::min(atATime, allowed - done);
        chunk.resize(now * element.size);
        if (!read(address + done * element.size, chunk))
            return addUnreadable();
        addRun(element, chunk);
        done += now;
    }
    if (allowed < count)
        cut();
}

void ContentDigest::addText(std::uint64_t address, std::uint32_t width)
{
    constexpr std::uint64_t kPiece = 256; // divides pages: what is behind the text's end may not be there
    if (!visit())
        return;
    std::array<std::byte, kPiece> piece;
    while (m_left.bytes > 0) {
        const std::uint64_t size = kPiece - address % kPiece;
        const std::span<std::byte> bytes(piece.data(), size);
        if (!read(address, bytes))
            return addUnreadable();
        m_left.bytes -= std::min(m_left.bytes, size);
        if (addTextPart(bytes, width))
            return;
        address += size;
    }
    cut();
}

bool ContentDigest::addTextPart(Bytes bytes, std::uint32_t width)
{
    for (; bytes.size() >= width; bytes = bytes.subspan(width)) {
        const Bytes character = bytes.first(width);
        if (std::all_of(character.begin(), character.end(), [](std::byte b) { return b == std::byte{0}; })) {
            m_hash.add(kEndOfText);
            return true;
        }
        m_hash.add(character);
        ++m_values;
    }
    return !bytes.empty(); // not aligned: it ends where it cannot be followed
}

} // namespace dbgr::daemon

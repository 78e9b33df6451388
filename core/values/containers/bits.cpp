// SPDX-License-Identifier: BSD-3-Clause
// Truths that have one bit each: std::vector<bool>, std::bitset.
#include "values/containers/families.h"

#include "values/values_error.h"

#include <algorithm>
#include <utility>

namespace dbgr::values {

namespace {

constexpr unsigned kBitsOfWord = 64;

enum BitsPart : std::size_t
{
    kBitsBegin,
    kBitsBeginOffset,
    kBitsEnd,
    kBitsEndOffset,
    kBitsRoom
};

util::Result<void> walkBits(const Source& source, Address words, std::uint64_t first, std::uint64_t count,
                            const VisitItem& visit)
{
    for (std::uint64_t k = first; k < count; ++k) {
        Item item{source.at(words.plus(static_cast<std::int64_t>(k / 8)), source.layout.element), {}, {}};
        item.value.bitField = BitField{1, static_cast<unsigned>(k % 8)};
        if (!visit(item))
            break;
    }
    return {};
}

bool planBitVector(ClassPlanner& planner)
{
    planner.layout.element = planner.argument(0);
    return planner.layout.element.isKnown() && planner.need({"_M_impl", "_M_start", "_M_p"}) &&
           planner.need({"_M_impl", "_M_start", "_M_offset"}) && planner.need({"_M_impl", "_M_finish", "_M_p"}) &&
           planner.need({"_M_impl", "_M_finish", "_M_offset"}) && planner.need({"_M_impl", "_M_end_of_storage"});
}

util::Result<Container> openBitVector(const Source& source)
{
    DBGR_TRY(const std::uint64_t begin, source.word(kBitsBegin));
    DBGR_TRY(const std::uint64_t beginOffset, source.word(kBitsBeginOffset));
    DBGR_TRY(const std::uint64_t end, source.word(kBitsEnd));
    DBGR_TRY(const std::uint64_t endOffset, source.word(kBitsEndOffset));
    DBGR_TRY(const std::uint64_t room, source.word(kBitsRoom));
    const bool isSound = begin <= end && end <= room && (end - begin) % kWordBytes == 0 && beginOffset == 0 &&
                         endOffset < kBitsOfWord && room - begin < kMostContainerBytes &&
                         (begin == 0) == (room == begin) && (end < room || endOffset == 0);
    if (!isSound)
        return garbage();
    DBGR_TRY(source.requireMemory(Address{begin}, begin == 0 ? 0 : std::max(room - begin, kWordBytes)));
    return source.container(ContainerKind::Sequence, (end - begin) * 8 + endOffset);
}

util::Result<void> walkBitVector(const Source& source, const Container& container, std::uint64_t first,
                                 const VisitItem& visit)
{
    DBGR_TRY(const std::uint64_t begin, source.word(kBitsBegin));
    return walkBits(source, Address{begin}, first, container.count, visit);
}

/// Its bits are in one word, or in an array of them.
bool planBitset(ClassPlanner& planner)
{
    const auto& arguments = planner.layout.arguments;
    if (arguments.empty() || !arguments[0].number)
        return false;
    const std::int64_t count = *arguments[0].number;
    const auto bytes = static_cast<std::int64_t>(planner.layout.self.type->bytes);
    planner.layout.sizes = {count};
    planner.layout.hasMadeTypes = true;
    planner.layout.element = {planner.reader.madeTypes().truth(), planner.layout.self.file, 0};
    return count == 0 || (count > 0 && count / 8 <= bytes && planner.need({"_M_w"}));
}

util::Result<Container> openBitset(const Source& source)
{
    return source.container(ContainerKind::Sequence, static_cast<std::uint64_t>(source.layout.sizes[0]));
}

util::Result<void> walkBitset(const Source& source, const Container& container, std::uint64_t first,
                              const VisitItem& visit)
{
    return walkBits(source, source.addressOf(0), first, container.count, visit);
}

} // namespace

const Family& bitVectorFamily()
{
    static const Family family{"std", {"vector"}, planBitVector, openBitVector, walkBitVector};
    return family;
}

const Family& bitsetFamily()
{
    static const Family family{"std", {"bitset"}, planBitset, openBitset, walkBitset};
    return family;
}

} // namespace dbgr::values

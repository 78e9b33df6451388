// SPDX-License-Identifier: BSD-3-Clause
// std::deque: blocks of elements, and a map of the blocks.
#include "values/containers/families.h"

#include <algorithm>

namespace dbgr::values {

namespace {

enum DequePart : std::size_t
{
    kDequeMap,
    kDequeMapSize,
    kDequeStart,
    kDequeFinish = kDequeStart + 4
};

/// An iterator: an element, its block, and the block's place in the map.
struct DequeEnd
{
    std::uint64_t current = 0, first = 0, last = 0, node = 0;
};

util::Result<DequeEnd> dequeEnd(const Source& source, std::size_t part)
{
    DequeEnd end;
    DBGR_TRY(end.current, source.word(part));
    DBGR_TRY(end.first, source.word(part + 1));
    DBGR_TRY(end.last, source.word(part + 2));
    DBGR_TRY(end.node, source.word(part + 3));
    return end;
}

std::uint64_t elementsOfBlock(std::uint64_t bytes)
{
    constexpr std::uint64_t kBlock = 512;
    return bytes < kBlock ? kBlock / bytes : 1;
}

util::Result<void> requireDequeEnd(const Source& source, const DequeEnd& end, std::uint64_t bytes)
{
    DBGR_TRY(const Address block, source.pointerAt(Address{end.node}));
    const bool isSound = block.value == end.first && end.first <= end.current && end.current < end.last &&
                         end.last - end.first == elementsOfBlock(bytes) * bytes &&
                         (end.current - end.first) % bytes == 0;
    if (!isSound)
        return garbage();
    return source.requireMemory(Address{end.first}, 1);
}

bool planDeque(ClassPlanner& planner)
{
    bool isFound = planner.need({"_M_impl", "_M_map"}) && planner.need({"_M_impl", "_M_map_size"});
    for (const char* const side : {"_M_start", "_M_finish"}) {
        for (const char* const name : {"_M_cur", "_M_first", "_M_last", "_M_node"})
            isFound = isFound && planner.need({"_M_impl", side, name});
    }
    planner.layout.element = isFound ? planner.pointee(kDequeStart) : ClassPart{};
    return planner.layout.element.isKnown();
}

util::Result<Container> openDeque(const Source& source)
{
    DBGR_TRY(const std::uint64_t map, source.word(kDequeMap));
    DBGR_TRY(const std::uint64_t blocks, source.word(kDequeMapSize));
    DBGR_TRY(const DequeEnd start, dequeEnd(source, kDequeStart));
    DBGR_TRY(const DequeEnd finish, dequeEnd(source, kDequeFinish));
    DBGR_TRY(const std::uint64_t bytes, source.elementBytes());
    DBGR_TRY(requireDequeEnd(source, start, bytes));
    DBGR_TRY(requireDequeEnd(source, finish, bytes));
    const bool isSound = blocks < kMostContainerBytes / kWordBytes && map <= start.node && start.node <= finish.node &&
                         (start.node - map) % kWordBytes == 0 && (finish.node - map) % kWordBytes == 0 &&
                         (finish.node - map) / kWordBytes < blocks;
    if (!isSound)
        return garbage();
    const std::uint64_t between = (finish.node - start.node) / kWordBytes * elementsOfBlock(bytes);
    const std::uint64_t before = (start.current - start.first) / bytes;
    const std::uint64_t inLast = (finish.current - finish.first) / bytes;
    if (between + inLast < before)
        return garbage();
    return source.container(ContainerKind::Sequence, between + inLast - before);
}

util::Result<void> walkDeque(const Source& source, const Container& container, std::uint64_t first,
                             const VisitItem& visit)
{
    DBGR_TRY(const DequeEnd start, dequeEnd(source, kDequeStart));
    DBGR_TRY(const std::uint64_t bytes, source.elementBytes());
    const std::uint64_t each = elementsOfBlock(bytes);
    const std::uint64_t before = (start.current - start.first) / bytes;
    for (std::uint64_t k = first; k < container.count;) {
        const std::uint64_t place = before + k;
        const std::uint64_t stop = std::min(container.count, k + each - place % each);
        DBGR_TRY(const Address block, source.pointerAt(Address{start.node + place / each * kWordBytes}));
        for (std::uint64_t inBlock = place % each; k < stop; ++k, ++inBlock) {
            if (!visit(Item{source.element(block.plus(times(static_cast<std::int64_t>(bytes), inBlock))), {}, {}}))
                return {};
        }
    }
    return {};
}

} // namespace

const Family& dequeFamily()
{
    static const Family family{"std", {"deque"}, planDeque, openDeque, walkDeque};
    return family;
}

} // namespace dbgr::values

// SPDX-License-Identifier: BSD-3-Clause
// std::deque: blocks of elements, and a map of the blocks.
#include "values/containers/families.h"
#include "values/containers/sketch.h"

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
    Word current, first, last, node;
};

DequeEnd dequeEnd(Sketch& object, std::size_t part)
{
    return {object.word(part), object.word(part + 1), object.word(part + 2), object.word(part + 3)};
}

std::uint64_t elementsOfBlock(std::uint64_t bytes)
{
    constexpr std::uint64_t kBlock = 512;
    return bytes < kBlock ? kBlock / bytes : 1;
}

void requireDequeEnd(Sketch& object, const DequeEnd& end, std::uint64_t bytes)
{
    object.require(object.pointerAt(end.node) == end.first && end.first <= end.current && end.current < end.last);
    object.require(end.last - end.first == elementsOfBlock(bytes) * bytes && (end.current - end.first) % bytes == 0);
    object.requireMemory(end.first, 1);
}

/// Where an element is, by numbers or by words: where its block's address is, and how many bytes it lies behind that.
template <class Number>
struct DequePlace
{
    /// \param before elements of the first block that are free \param node where the first block's address is
    DequePlace(const Number& node, const Number& before, const Number& k, std::uint64_t bytes)
        : block(node + (before + k) / elementsOfBlock(bytes) * kWordBytes),
          offset((before + k) % elementsOfBlock(bytes) * bytes)
    {}
    Number block, offset;
};

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

Shape sketchDeque(Sketch& object)
{
    const Word map = object.word(kDequeMap);
    const Word blocks = object.word(kDequeMapSize);
    const DequeEnd start = dequeEnd(object, kDequeStart);
    const DequeEnd finish = dequeEnd(object, kDequeFinish);
    const std::uint64_t bytes = object.elementBytes();
    requireDequeEnd(object, start, bytes);
    requireDequeEnd(object, finish, bytes);
    object.require(blocks < kMostContainerBytes / kWordBytes && map <= start.node && start.node <= finish.node);
    object.require((start.node - map) % kWordBytes == 0 && (finish.node - map) % kWordBytes == 0 &&
                   (finish.node - map) / kWordBytes < blocks);
    const Word between = (finish.node - start.node) / kWordBytes * elementsOfBlock(bytes);
    const Word before = (start.current - start.first) / bytes;
    const Word upToEnd = object.kept(between + (finish.current - finish.first) / bytes);
    object.require(upToEnd >= before);
    Shape shape;
    shape.count = object.kept(upToEnd - before);
    return shape;
}

Word dequeElement(Sketch& object, const Word& k)
{
    const std::uint64_t bytes = object.elementBytes();
    const DequeEnd start = dequeEnd(object, kDequeStart);
    const DequePlace<Word> place(start.node, (start.current - start.first) / bytes, k, bytes);
    return object.pointerAt(place.block) + place.offset;
}

util::Result<void> walkDeque(const Source& source, const Container& container, std::uint64_t first,
                             const VisitItem& visit)
{
    DBGR_TRY(const std::uint64_t current, source.word(kDequeStart));
    DBGR_TRY(const std::uint64_t begin, source.word(kDequeStart + 1));
    DBGR_TRY(const std::uint64_t node, source.word(kDequeStart + 3));
    DBGR_TRY(const std::uint64_t bytes, source.elementBytes());
    std::uint64_t block = 0;
    for (std::uint64_t k = first; k < container.count; ++k) {
        const DequePlace<std::uint64_t> place(node, (current - begin) / bytes, k, bytes);
        if (k == first || place.offset == 0) {
            DBGR_TRY(const Address there, source.pointerAt(Address{place.block}));
            block = there.value;
        }
        if (!visit(Item{source.element(Address{block + place.offset}), {}, {}}))
            break;
    }
    return {};
}

} // namespace

const Family& dequeFamily()
{
    static const Family family{"std", {"deque"}, planDeque, nullptr, walkDeque, sketchDeque, dequeElement};
    return family;
}

} // namespace dbgr::values

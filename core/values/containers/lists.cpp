// SPDX-License-Identifier: BSD-3-Clause
// std::list, whose nodes are a ring through the object itself, and std::forward_list. Links that do not agree, or go in
// circles, are never followed on.
#include "values/containers/families.h"

#include "values/values_error.h"

#include <utility>

namespace dbgr::values {

namespace {

enum ListPart : std::size_t
{
    kListNext,
    kListPrevious,
    kListSize
};

struct ListLinks
{
    Address next, previous;
};

util::Result<ListLinks> listLinks(const Source& source, Address node)
{
    ListLinks links;
    DBGR_TRY(links.next, source.pointerAt(node));
    DBGR_TRY(links.previous, source.pointerAt(node.plus(kWordBytes)));
    return links;
}

/// The node in the object: its own address, or where the others say that it is.
util::Result<Address> ringOf(const Source& source)
{
    if (!source.isMadeUp())
        return source.addressOf(kListNext);
    DBGR_TRY(const std::uint64_t first, source.word(kListNext));
    DBGR_TRY(const ListLinks links, listLinks(source, Address{first}));
    return links.previous;
}

tl::unexpected<util::Error> tooMany()
{
    return util::fail(Errc::TooLarge,
                      "it has more than " + std::to_string(kMostNodes) + " elements, and nothing says how many");
}

bool planList(ClassPlanner& planner)
{
    if (!planner.need({"_M_impl", "_M_node", "_M_next"}) || !planner.need({"_M_impl", "_M_node", "_M_prev"}))
        return false;
    if (planner.has({"_M_impl", "_M_node", "_M_size"}) && !planner.need({"_M_impl", "_M_node", "_M_size"}))
        return false;
    planner.setNodes(planner.argument(0), 2 * kWordBytes);
    return planner.layout.element.isKnown();
}

/// Before C++11's: nothing says how many there are. The last node is known, so that circles are seen.
util::Result<std::uint64_t> countedRing(const Source& source, Address ring)
{
    DBGR_TRY(const std::uint64_t first, source.word(kListNext));
    Address previous = ring;
    Address node{first};
    for (std::uint64_t count = 0; count <= kMostNodes; ++count) {
        if (node == ring)
            return count;
        DBGR_TRY(const ListLinks links, listLinks(source, node));
        if (links.previous != previous)
            return garbage();
        previous = node;
        node = links.next;
    }
    return tooMany();
}

util::Result<Container> openList(const Source& source)
{
    DBGR_TRY(const std::uint64_t first, source.word(kListNext));
    DBGR_TRY(const std::uint64_t last, source.word(kListPrevious));
    DBGR_TRY(const Address ring, ringOf(source));
    DBGR_TRY(const ListLinks atFirst, listLinks(source, Address{first}));
    DBGR_TRY(const ListLinks atLast, listLinks(source, Address{last}));
    const bool isMadeUp = source.isMadeUp(); // then an empty ring leads to where the object would be
    if (!isMadeUp && (atFirst.previous != ring || atLast.next != ring))
        return garbage();
    const bool isCounted = source.layout.parts.size() > kListSize;
    DBGR_TRY(const std::uint64_t count, isCounted ? source.word(kListSize) : countedRing(source, ring));
    const bool isSound = count < kMostContainerBytes / kWordBytes && (count == 0) == (Address{first} == ring) &&
                         (count == 1) == (first == last && count != 0);
    if (!isSound)
        return garbage();
    return source.container(ContainerKind::Sequence, count);
}

/// From the nearer end.
util::Result<Address> listNode(const Source& source, Address ring, std::uint64_t count, std::uint64_t k)
{
    const bool isForward = k < count / 2;
    DBGR_TRY(const std::uint64_t end, source.word(isForward ? kListNext : kListPrevious));
    Address node{end};
    Address before = ring;
    for (std::uint64_t steps = isForward ? k : count - 1 - k; steps > 0; --steps) {
        DBGR_TRY(const ListLinks links, listLinks(source, node));
        if ((isForward ? links.previous : links.next) != before || node == ring)
            return garbage();
        before = node;
        node = isForward ? links.next : links.previous;
    }
    return node;
}

util::Result<void> walkList(const Source& source, const Container& container, std::uint64_t first,
                            const VisitItem& visit)
{
    DBGR_TRY(const Address ring, ringOf(source));
    DBGR_TRY(Address node, listNode(source, ring, container.count, first));
    for (std::uint64_t k = first; k < container.count; ++k) {
        if (node == ring)
            return garbage();
        DBGR_TRY(const ListLinks links, listLinks(source, node));
        if (!visit(Item{source.element(node.plus(source.layout.element.offset)), {}, {}}))
            return {};
        if (links.next == ring)
            return k + 1 == container.count ? util::ok() : util::Result<void>(garbage());
        DBGR_TRY(const ListLinks next, listLinks(source, links.next));
        if (next.previous != node)
            return garbage();
        node = links.next;
    }
    return garbage(); // more nodes than it says
}

bool planForwardList(ClassPlanner& planner)
{
    if (!planner.need({"_M_impl", "_M_head", "_M_next"}))
        return false;
    planner.setNodes(planner.argument(0), kWordBytes);
    return planner.layout.element.isKnown();
}

/// Nothing says how many there are. A second one that goes half as fast is met again in a circle.
util::Result<Container> openForwardList(const Source& source)
{
    DBGR_TRY(const std::uint64_t first, source.word(0));
    Address slow{first};
    Address node{first};
    std::uint64_t count = 0;
    for (; !node.isNull() && count <= kMostNodes; ++count) {
        DBGR_TRY(node, source.pointerAt(node));
        if (count % 2 == 1) {
            DBGR_TRY(slow, source.pointerAt(slow));
        }
        if (node == slow)
            return garbage();
    }
    if (count > kMostNodes)
        return tooMany();
    return source.container(ContainerKind::Sequence, count);
}

util::Result<void> walkForwardList(const Source& source, const Container& container, std::uint64_t first,
                                   const VisitItem& visit)
{
    DBGR_TRY(const std::uint64_t head, source.word(0));
    Address node{head};
    for (std::uint64_t k = 0; k < container.count && !node.isNull(); ++k) {
        if (k >= first && !visit(Item{source.element(node.plus(source.layout.element.offset)), {}, {}}))
            return {};
        DBGR_TRY(node, source.pointerAt(node));
    }
    return {};
}

} // namespace

const Family& listFamily()
{
    static const Family family{"std", {"list"}, planList, openList, walkList};
    return family;
}

const Family& forwardListFamily()
{
    static const Family family{"std", {"forward_list"}, planForwardList, openForwardList, walkForwardList};
    return family;
}

} // namespace dbgr::values

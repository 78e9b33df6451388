// SPDX-License-Identifier: BSD-3-Clause
// std::map, std::set and those that hold equal keys: nodes of a balanced tree, whose root's parent is in the object.
// Each link is followed only if the node behind it points back.
#include "values/containers/entries.h"
#include "values/containers/families.h"
#include "values/containers/sketch.h"

#include <utility>

namespace dbgr::values {

namespace {

enum TreePart : std::size_t
{
    kTreeRoot,
    kTreeLeftmost,
    kTreeRightmost,
    kTreeCount,
    kTreeHeader
};

constexpr std::int64_t kTreeParent = 8; // in a node, behind the colour
constexpr std::int64_t kTreeLeft = 16;
constexpr std::int64_t kTreeRight = 24;
constexpr std::uint64_t kTreeLinks = 32;
constexpr unsigned kTallestTree = 128; // balanced, of 2^64 nodes

/// In the order of the keys, or against it.
class TreeSteps
{
public:
    TreeSteps(const Source& source, Address header, bool isForward)
        : m_source(source), m_header(header), m_near(isForward ? kTreeLeft : kTreeRight),
          m_far(isForward ? kTreeRight : kTreeLeft)
    {}

    /// The header behind the last one.
    [[nodiscard]] util::Result<Address> after(Address node) const
    {
        DBGR_TRY(const Address below, m_source.pointerAt(node.plus(m_far)));
        return below.isNull() ? upFrom(node) : nearestBelow(node, below);
    }

private:
    [[nodiscard]] util::Result<Address> nearestBelow(Address node, Address below) const
    {
        for (unsigned i = 0; i < kTallestTree; ++i) {
            DBGR_TRY(const Address parent, m_source.pointerAt(below.plus(kTreeParent)));
            if (parent != node)
                return garbage();
            node = below;
            DBGR_TRY(below, m_source.pointerAt(node.plus(m_near)));
            if (below.isNull())
                return node;
        }
        return garbage();
    }
    [[nodiscard]] util::Result<Address> upFrom(Address node) const
    {
        for (unsigned i = 0; i < kTallestTree; ++i) {
            DBGR_TRY(const Address parent, m_source.pointerAt(node.plus(kTreeParent)));
            if (parent == m_header)
                return parent;
            DBGR_TRY(const Address near, m_source.pointerAt(parent.plus(m_near)));
            if (near == node)
                return parent;
            DBGR_TRY(const Address far, m_source.pointerAt(parent.plus(m_far)));
            if (far != node)
                return garbage();
            node = parent;
        }
        return garbage();
    }

    const Source& m_source;
    Address m_header;
    std::int64_t m_near, m_far;
};

bool planTree(ClassPlanner& planner)
{
    const auto table = partAt(planner.reader, planner.layout.self, {"_M_t"});
    return table && planner.need({"_M_t", "_M_impl", "_M_header", "_M_parent"}) &&
           planner.need({"_M_t", "_M_impl", "_M_header", "_M_left"}) &&
           planner.need({"_M_t", "_M_impl", "_M_header", "_M_right"}) &&
           planner.need({"_M_t", "_M_impl", "_M_node_count"}) && planner.need({"_M_t", "_M_impl", "_M_header"}) &&
           planEntries(planner, *table, kTreeLinks);
}

util::Result<Address> treeHeader(const Source& source)
{
    if (!source.isMadeUp())
        return source.addressOf(kTreeHeader);
    DBGR_TRY(const std::uint64_t root, source.word(kTreeRoot));
    return source.pointerAt(Address{root}.plus(kTreeParent));
}

Shape sketchTree(Sketch& object)
{
    const Word root = object.word(kTreeRoot);
    const Word count = object.word(kTreeCount);
    const Word leftmost = object.word(kTreeLeftmost);
    const Word rightmost = object.word(kTreeRightmost);
    object.require((root == 0) == (count == 0) && count <= kMostContainerBytes / kTreeLinks);
    object.when(root == 0, [&] {
        object.require(leftmost == rightmost);
        if (!object.isMadeUp())
            object.require(leftmost == object.addressOf(kTreeHeader));
    });
    object.when(root != 0, [&] {
        object.requireMemory(root, kTreeLinks);
        const Word header = object.isMadeUp() ? object.pointerAt(root + kTreeParent) : object.addressOf(kTreeHeader);
        object.require(object.pointerAt(root + kTreeParent) == header);
        object.require(object.pointerAt(leftmost + kTreeLeft) == 0);
        object.require(object.pointerAt(rightmost + kTreeRight) == 0);
    });
    Shape shape;
    shape.kind = isMapName(object.layout().name) ? ContainerKind::Map : ContainerKind::Set;
    shape.count = count;
    return shape;
}

util::Result<void> walkTree(const Source& source, const Container& container, std::uint64_t first,
                            const VisitItem& visit)
{
    DBGR_TRY(const Address header, treeHeader(source));
    const bool isForward = first <= container.count / 2;
    const TreeSteps approach(source, header, isForward);
    DBGR_TRY(const std::uint64_t end, source.word(isForward ? kTreeLeftmost : kTreeRightmost));
    Address node{end};
    for (std::uint64_t steps = isForward ? first : container.count - 1 - first; steps > 0; --steps) {
        DBGR_TRY(node, approach.after(node));
        if (node == header)
            return garbage();
    }
    const TreeSteps forward(source, header, true);
    for (std::uint64_t k = first; k < container.count; ++k) {
        if (node == header)
            return garbage();
        DBGR_TRY(const Address next, forward.after(node));
        if (!visit(entryAt(source, node)))
            return {};
        node = next;
    }
    return node == header ? util::ok() : util::Result<void>(garbage());
}

} // namespace

const Family& treeFamily()
{
    static const Family family{"std", {"map", "multimap", "set", "multiset"}, planTree, nullptr, walkTree, sketchTree};
    return family;
}

} // namespace dbgr::values

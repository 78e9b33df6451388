// SPDX-License-Identifier: BSD-3-Clause
// std::unordered_map and the like: one chain through all nodes, and buckets that lead into it.
#include "values/containers/entries.h"
#include "values/containers/families.h"
#include "values/containers/sketch.h"

#include <utility>

namespace dbgr::values {

namespace {

enum HashPart : std::size_t
{
    kHashFirst,
    kHashCount,
    kHashBuckets,
    kHashBucketCount
};

bool planHashTable(ClassPlanner& planner)
{
    const auto table = partAt(planner.reader, planner.layout.self, {"_M_h"});
    return table && planner.need({"_M_h", "_M_before_begin", "_M_nxt"}) && planner.need({"_M_h", "_M_element_count"}) &&
           planner.need({"_M_h", "_M_buckets"}) && planner.need({"_M_h", "_M_bucket_count"}) &&
           planEntries(planner, *table, kWordBytes);
}

Shape sketchHashTable(Sketch& object)
{
    const Word first = object.word(kHashFirst);
    const Word count = object.word(kHashCount);
    const Word buckets = object.word(kHashBuckets);
    const Word bucketCount = object.word(kHashBucketCount);
    constexpr std::uint64_t kMost = kMostContainerBytes / kWordBytes;
    object.require((first == 0) == (count == 0) && bucketCount != 0 && bucketCount <= kMost && count <= kMost);
    object.requireMemory(buckets, object.isMadeUp() ? Word(1) : bucketCount * kWordBytes);
    object.when(first != 0, [&] { object.requireMemory(first, kWordBytes); });
    Shape shape;
    shape.kind = isMapName(object.layout().name) ? ContainerKind::Map : ContainerKind::Set;
    shape.count = count;
    shape.isUnordered = true;
    return shape;
}

/// A second one that goes half as fast is met again in a circle.
util::Result<void> walkHashTable(const Source& source, const Container& container, std::uint64_t first,
                                 const VisitItem& visit)
{
    DBGR_TRY(const std::uint64_t head, source.word(kHashFirst));
    Address node{head};
    Address slow{head};
    for (std::uint64_t k = 0; k < container.count; ++k) {
        if (node.isNull())
            return garbage();
        DBGR_TRY(const Address next, source.pointerAt(node));
        if (k >= first && !visit(entryAt(source, node)))
            return {};
        if (k % 2 == 1) {
            DBGR_TRY(slow, source.pointerAt(slow));
        }
        if (next == slow)
            return garbage();
        node = next;
    }
    return node.isNull() ? util::ok() : util::Result<void>(garbage());
}

} // namespace

const Family& hashTableFamily()
{
    static const Family family{
        "std",         {"unordered_map", "unordered_multimap", "unordered_set", "unordered_multiset"},
        planHashTable, nullptr,
        walkHashTable, sketchHashTable};
    return family;
}

} // namespace dbgr::values

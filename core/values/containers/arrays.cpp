// SPDX-License-Identifier: BSD-3-Clause
// Elements that lie one behind the other: std::vector, std::array, std::span, std::valarray, std::initializer_list.
#include "values/containers/families.h"

#include <algorithm>
#include <utility>

namespace dbgr::values {

namespace {

enum RangePart : std::size_t
{
    kRangeBegin,
    kRangeEnd,
    kRangeRoom
};

bool planVector(ClassPlanner& planner)
{
    if (!planner.need({"_M_impl", "_M_start"}) || !planner.need({"_M_impl", "_M_finish"}) ||
        !planner.need({"_M_impl", "_M_end_of_storage"}))
        return false;
    planner.layout.element = planner.pointee(kRangeBegin);
    return planner.layout.element.isKnown();
}

util::Result<Container> openVector(const Source& source)
{
    DBGR_TRY(const std::uint64_t begin, source.word(kRangeBegin));
    DBGR_TRY(const std::uint64_t end, source.word(kRangeEnd));
    DBGR_TRY(const std::uint64_t room, source.word(kRangeRoom));
    DBGR_TRY(const std::uint64_t bytes, source.elementBytes());
    const bool isSound = begin <= end && end <= room && (end - begin) % bytes == 0 && (room - begin) % bytes == 0 &&
                         (begin == 0) == (room == begin);
    if (!isSound)
        return garbage();
    if (begin != 0) { // also where nothing is in it yet
        DBGR_TRY(source.requireMemory(Address{begin}, std::max(room - begin, bytes)));
    }
    return source.array(ContainerKind::Array, Address{begin}, (end - begin) / bytes);
}

bool planArray(ClassPlanner& planner)
{
    const auto& arguments = planner.layout.arguments;
    if (!planner.need({"_M_elems"}) || arguments.size() < 2 || !arguments[1].number)
        return false;
    planner.layout.element = planner.argument(0);
    planner.layout.sizes = {*arguments[1].number};
    return planner.layout.element.isKnown() && planner.layout.sizes[0] >= 0;
}

util::Result<Container> openArray(const Source& source)
{
    const auto count = static_cast<std::uint64_t>(source.layout.sizes[0]);
    DBGR_TRY(Container made, source.array(ContainerKind::Array, source.addressOf(0), count));
    if (count > 0) // rows of arrays of C, too
        made.whole = source.at(source.addressOf(0), source.layout.parts[0]);
    DBGR_TRY(made.whole, source.reader.settled(*made.whole));
    return made;
}

bool planSpan(ClassPlanner& planner)
{
    const auto& arguments = planner.layout.arguments;
    if (!planner.need({"_M_ptr"}) || arguments.size() < 2 || !arguments[1].number)
        return false;
    planner.layout.sizes = {*arguments[1].number};
    planner.layout.element = planner.pointee(0);
    constexpr std::int64_t kDynamic = -1;
    const bool isFixed = planner.layout.sizes[0] != kDynamic;
    return planner.layout.element.isKnown() && (isFixed || planner.need({"_M_extent", "_M_extent_value"}));
}

util::Result<Container> openSpan(const Source& source)
{
    const bool isFixed = source.layout.parts.size() == 1;
    const auto fixed = static_cast<std::uint64_t>(source.layout.sizes[0]);
    DBGR_TRY(const std::uint64_t data, source.word(0));
    DBGR_TRY(const std::uint64_t count, isFixed ? util::Result<std::uint64_t>(fixed) : source.word(1));
    return source.array(ContainerKind::Array, Address{data}, count);
}

bool planCounted(ClassPlanner& planner)
{
    const bool isFound = (planner.need({"_M_data"}) && planner.need({"_M_size"})) ||
                         (planner.need({"_M_array"}) && planner.need({"_M_len"}));
    planner.layout.element = isFound ? planner.pointee(0) : ClassPart{};
    return planner.layout.element.isKnown();
}

util::Result<Container> openCounted(const Source& source)
{
    DBGR_TRY(const std::uint64_t data, source.word(0));
    DBGR_TRY(const std::uint64_t count, source.word(1));
    return source.array(ContainerKind::Array, Address{data}, count);
}

} // namespace

const Family& vectorFamily()
{
    static const Family family{"std", {"vector"}, planVector, openVector, nullptr};
    return family;
}

const Family& arrayFamily()
{
    static const Family family{"std", {"array"}, planArray, openArray, nullptr};
    return family;
}

const Family& spanFamily()
{
    static const Family family{"std", {"span"}, planSpan, openSpan, nullptr};
    return family;
}

const Family& countedFamily()
{
    static const Family family{"std", {"valarray", "initializer_list"}, planCounted, openCounted, nullptr};
    return family;
}

} // namespace dbgr::values

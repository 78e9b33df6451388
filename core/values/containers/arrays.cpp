// SPDX-License-Identifier: BSD-3-Clause
// Elements that lie one behind the other: std::vector, std::array, std::span, std::valarray, std::initializer_list.
#include "values/containers/families.h"
#include "values/containers/sketch.h"

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

Shape sketchVector(Sketch& object)
{
    const Word begin = object.word(kRangeBegin);
    const Word end = object.word(kRangeEnd);
    const Word room = object.word(kRangeRoom);
    const std::uint64_t bytes = object.elementBytes();
    object.require(begin <= end && end <= room);
    object.require((end - begin) % bytes == 0 && (room - begin) % bytes == 0 && (begin == 0) == (room == begin));
    object.when(begin != 0, [&] { // also where nothing is in it yet
        object.requireMemory(begin, choice(room - begin < bytes, bytes, room - begin));
    });
    return object.row(ContainerKind::Array, begin, (end - begin) / bytes);
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

Shape sketchArray(Sketch& object)
{
    const auto count = static_cast<std::uint64_t>(object.layout().sizes[0]);
    Shape shape = object.row(ContainerKind::Array, object.addressOf(0), count);
    if (count > 0) // rows of arrays of C, too
        shape.whole = Shape::Whole::Part;
    return shape;
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

Shape sketchSpan(Sketch& object)
{
    const bool isFixed = object.layout().parts.size() == 1;
    const auto fixed = static_cast<std::uint64_t>(object.layout().sizes[0]);
    const Word data = object.word(0);
    return object.row(ContainerKind::Array, data, isFixed ? Word(fixed) : object.word(1));
}

bool planCounted(ClassPlanner& planner)
{
    const bool isFound = (planner.need({"_M_data"}) && planner.need({"_M_size"})) ||
                         (planner.need({"_M_array"}) && planner.need({"_M_len"}));
    planner.layout.element = isFound ? planner.pointee(0) : ClassPart{};
    return planner.layout.element.isKnown();
}

Shape sketchCounted(Sketch& object)
{
    const Word data = object.word(0);
    return object.row(ContainerKind::Array, data, object.word(1));
}

} // namespace

const Family& vectorFamily()
{
    static const Family family{"std", {"vector"}, planVector, nullptr, nullptr, sketchVector};
    return family;
}

const Family& arrayFamily()
{
    static const Family family{"std", {"array"}, planArray, nullptr, nullptr, sketchArray};
    return family;
}

const Family& spanFamily()
{
    static const Family family{"std", {"span"}, planSpan, nullptr, nullptr, sketchSpan};
    return family;
}

const Family& countedFamily()
{
    static const Family family{"std", {"valarray", "initializer_list"}, planCounted, nullptr, nullptr, sketchCounted};
    return family;
}

} // namespace dbgr::values

// SPDX-License-Identifier: BSD-3-Clause
// Classes around a container: std::stack, std::queue, std::priority_queue, and those of std::__debug. What they hold is
// what the container holds.
#include "values/containers/families.h"
#include "values/containers/sketch.h"

namespace dbgr::values {

namespace {

bool planAdaptor(ClassPlanner& planner)
{
    return planner.need({"c"});
}

/// Checked containers have the plain one as a base class.
bool planWrapper(ClassPlanner& planner)
{
    if (!planner.layout.isWrapper)
        return false;
    const auto base = baseNamed(planner.reader, planner.layout.self, planner.layout.name);
    if (!base || base->type->canonical == planner.layout.self.type->canonical)
        return false;
    planner.layout.parts = {*base};
    return true;
}

Shape sketchInner(Sketch& object)
{
    Shape shape;
    shape.whole = Shape::Whole::Inner;
    shape.place = object.addressOf(0);
    return shape;
}

} // namespace

const Family& adaptorFamily()
{
    static const Family family{"std", {"stack", "queue", "priority_queue"}, planAdaptor, nullptr, nullptr, sketchInner};
    return family;
}

const Family& wrapperFamily()
{
    static const Family family{"std",
                               {"vector", "deque", "list", "forward_list", "map", "multimap", "set", "multiset",
                                "unordered_map", "unordered_multimap", "unordered_set", "unordered_multiset"},
                               planWrapper,
                               nullptr,
                               nullptr,
                               sketchInner};
    return family;
}

} // namespace dbgr::values

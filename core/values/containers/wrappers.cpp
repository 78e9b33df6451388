// SPDX-License-Identifier: BSD-3-Clause
// Classes around a container: std::stack, std::queue, std::priority_queue, and those of std::__debug. What they hold is
// what the container holds.
#include "values/containers/families.h"

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

/// A container without a layout: `whole` is the container.
util::Result<Container> openInner(const Source& source)
{
    Container made = source.container(ContainerKind::Plain, 1);
    made.layout = nullptr;
    made.whole = source.at(source.addressOf(0), source.layout.parts[0]);
    return made;
}

} // namespace

const Family& adaptorFamily()
{
    static const Family family{"std", {"stack", "queue", "priority_queue"}, planAdaptor, openInner, nullptr};
    return family;
}

const Family& wrapperFamily()
{
    static const Family family{"std",
                               {"vector", "deque", "list", "forward_list", "map", "multimap", "set", "multiset",
                                "unordered_map", "unordered_multimap", "unordered_set", "unordered_multiset"},
                               planWrapper,
                               openInner,
                               nullptr};
    return family;
}

} // namespace dbgr::values

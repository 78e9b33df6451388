// SPDX-License-Identifier: BSD-3-Clause
#include "values/containers/entries.h"

namespace dbgr::values {

bool planEntries(ClassPlanner& planner, const ClassPart& table, std::uint64_t links)
{
    const std::vector<TemplateArgument> arguments = templateArguments(planner.reader, table); // key, value, ...
    if (arguments.size() < 2 || !arguments[1].type.isKnown())
        return false;
    planner.setNodes(arguments[1].type, links);
    if (!isMapName(planner.layout.name))
        return true;
    for (const char* const name : {"first", "second"}) {
        auto part = partAt(planner.reader, {arguments[1].type.type, arguments[1].type.file, 0}, {name});
        if (!part)
            return false;
        planner.layout.parts.push_back(*part);
    }
    return true;
}

Item entryAt(const Source& source, Address node)
{
    const Address at = node.plus(source.layout.element.offset);
    Value element = source.element(at);
    if (!isMapName(source.layout.name))
        return {std::move(element), {}, {}};
    const ClassPart& key = source.layout.parts[source.layout.parts.size() - 2];
    const ClassPart& value = source.layout.parts.back();
    return {source.at(at.plus(value.offset), value), source.at(at.plus(key.offset), key), std::move(element)};
}

} // namespace dbgr::values

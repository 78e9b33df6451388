// SPDX-License-Identifier: BSD-3-Clause
#include "values/parts/parts.h"

namespace dbgr::values {

std::uint64_t partCountOf(ValueReader& reader, const Value& value)
{
    const auto settled = reader.settled(value);
    if (!settled)
        return 0;
    if (settled->array)
        return settled->array->count();
    const auto members = reader.members(*settled);
    return members ? members->size() : 0;
}

util::Result<std::vector<NamedPart>> partsOf(ValueReader& reader, const Value& value, std::string_view path, Language,
                                             std::uint64_t first, std::uint64_t count)
{
    std::vector<NamedPart> result;
    DBGR_TRY(const std::vector<Value> members, reader.members(value));
    for (std::uint64_t i = first; i < members.size() && result.size() < count; ++i)
        result.push_back({members[i], members[i].name, std::string(path) + "." + members[i].name});
    return result;
}

} // namespace dbgr::values

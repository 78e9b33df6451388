// SPDX-License-Identifier: BSD-3-Clause
#include "debug/breakpoint_place.h"

#include <algorithm>

namespace dbgr::debug {

std::string_view fileNameOf(std::string_view path)
{
    return path.substr(path.rfind('/') + 1); // npos + 1 is 0
}

void join(BreakpointPlace& kept, const BreakpointPlace& next)
{
    if (next.ranks.empty())
        return;
    const bool isNew = kept.ranks.empty();
    if (isNew || next.ranks.lowest() < kept.ranks.lowest()) {
        kept.where = next.where;
        kept.module = next.module;
    }
    if (isNew)
        kept.address = next.address;
    else if (kept.address != next.address)
        kept.address.reset();
    kept.ranks |= next.ranks;
}

void mergePlaces(std::vector<BreakpointPlace>& whole, const std::vector<BreakpointPlace>& next)
{
    auto at = whole.begin();
    for (const BreakpointPlace& place : next) {
        at = std::lower_bound(at, whole.end(), place,
                              [](const BreakpointPlace& a, const BreakpointPlace& b) { return a.name < b.name; });
        if (at == whole.end() || at->name != place.name)
            at = whole.insert(at, place);
        else
            join(*at, place);
    }
    if (whole.size() > kMostPlaces)
        whole.resize(kMostPlaces);
}

} // namespace dbgr::debug

// SPDX-License-Identifier: BSD-3-Clause
#include "values/dwarf/call_sites.h"

#include <dwarf.h>

#include <optional>

namespace dbgr::values {

namespace {

constexpr std::size_t kMostSites = 100'000;

bool hasOwnFlag(const Die& die, unsigned name, unsigned older)
{
    for (const unsigned attribute : {name, older}) {
        std::optional<Dwarf_Attribute> found = die.own(attribute);
        bool set = false;
        if (found && dwarf_formflag(&*found, &set) == 0 && set)
            return true;
    }
    return false;
}

std::optional<FileAddress> ownAddress(const Die& die, unsigned attribute)
{
    std::optional<Dwarf_Attribute> found = die.own(attribute);
    Dwarf_Addr address = 0;
    if (!found || dwarf_formaddr(&*found, &address) != 0)
        return std::nullopt;
    return FileAddress{address};
}

std::optional<CallSite> callSite(const Die& die)
{
    std::optional<Dwarf_Attribute> origin = die.own(DW_AT_call_origin);
    if (!origin)
        origin = die.own(DW_AT_abstract_origin);
    const std::optional<Die> callee = origin ? referenceOf(*origin) : std::nullopt;
    if (!callee)
        return std::nullopt;
    CallSite site;
    site.callee = callee->linkageName();
    if (site.callee.empty())
        site.callee = callee->name();
    site.isTail = hasOwnFlag(die, DW_AT_call_tail_call, DW_AT_GNU_tail_call);
    auto behind = ownAddress(die, DW_AT_call_return_pc);
    if (!behind)
        behind = ownAddress(die, DW_AT_low_pc);
    const auto at = ownAddress(die, DW_AT_call_pc);
    if (site.callee.empty() || (!behind && !at))
        return std::nullopt;
    site.returnsTo = behind.value_or(FileAddress{});
    site.lookupPc = behind ? behind->plus(-1) : *at;
    return site;
}

} // namespace

std::vector<CallSite> callSitesOf(const Die& function)
{
    std::vector<CallSite> sites;
    if (!hasOwnFlag(function, DW_AT_call_all_calls, DW_AT_GNU_all_call_sites))
        return sites;
    function.forEachChild([&](const Die& child) {
        const unsigned tag = child.tag();
        const bool isSite = tag == DW_TAG_call_site || tag == DW_TAG_GNU_call_site;
        if (auto site = isSite && sites.size() < kMostSites ? callSite(child) : std::nullopt)
            sites.push_back(*std::move(site));
    });
    return sites;
}

} // namespace dbgr::values

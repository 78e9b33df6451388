// SPDX-License-Identifier: BSD-3-Clause
// The part of the table that is about single places, which can be off.
#include "dbgdaemon/engine/lldb/breakpoint_table.h"
#include "dbgdaemon/engine/lldb/convert.h"
#include "dbgdaemon/engine/lldb/fortran_names.h"
#include "dbgdaemon/engine/lldb/place_name.h"
#include "debug/file_pattern.h"

#include <lldb/API/SBBreakpointLocation.h>
#include <lldb/API/SBFileSpec.h>
#include <lldb/API/SBLineEntry.h>
#include <lldb/API/SBModule.h>

#include <algorithm>
#include <iterator>
#include <ranges>
#include <utility>
#include <variant>

namespace dbgr::daemon {

namespace {

/// The first of them. LLDB adds some meanwhile, while it reads a library: asked again, it may name others.
std::vector<lldb::SBBreakpointLocation> locationsOf(lldb::SBBreakpoint breakpoint, std::size_t most)
{
    std::vector<lldb::SBBreakpointLocation> locations;
    const std::size_t count = std::min(breakpoint.GetNumLocations(), most);
    for (std::size_t i = 0; i < count; ++i) {
        if (auto location = breakpoint.GetLocationAtIndex(static_cast<std::uint32_t>(i)); location.IsValid())
            locations.push_back(location);
    }
    return locations;
}

} // namespace

bool BreakpointTable::isOutside(const debug::BreakpointSpec& spec, lldb::SBAddress address)
{
    if (spec.within.empty())
        return false;
    lldb::SBModule module = address.GetModule();
    return !debug::means(spec.within, pathOf(module.GetPlatformFileSpec())) &&
           !debug::means(spec.within, pathOf(module.GetFileSpec())) && // where a link led to
           !debug::means(spec.within, pathOf(address.GetLineEntry().GetFileSpec()));
}

std::vector<lldb::SBBreakpointLocation> BreakpointTable::inside(lldb::SBBreakpoint breakpoint,
                                                                const debug::BreakpointSpec& spec)
{
    std::vector<lldb::SBBreakpointLocation> locations = locationsOf(breakpoint, breakpoint.GetNumLocations());
    std::erase_if(locations,
                  [&](lldb::SBBreakpointLocation& location) { return isOutside(spec, location.GetAddress()); });
    return locations;
}

std::vector<lldb::SBBreakpointLocation> BreakpointTable::namedLocations(Entry& entry)
{
    std::vector<lldb::SBBreakpointLocation> locations = entry.spec.within.empty()
                                                            ? locationsOf(entry.breakpoint, debug::kMostPlaces)
                                                            : inside(entry.breakpoint, entry.spec);
    locations.resize(std::min(locations.size(), debug::kMostPlaces));
    const bool areKnown = std::ranges::all_of(
        locations, [&](lldb::SBBreakpointLocation& location) { return entry.names.contains(location.GetID()); });
    if (areKnown && locations.size() == entry.names.size())
        return locations;
    std::vector<lldb::SBAddress> addresses;
    for (lldb::SBBreakpointLocation& location : locations)
        addresses.push_back(location.GetAddress());
    std::vector<debug::PlaceName> names = namesOf(m_target, std::move(addresses));
    entry.names.clear();
    for (std::size_t i = 0; i < names.size(); ++i)
        entry.names.emplace(locations[i].GetID(), std::move(names[i]));
    return locations;
}

bool BreakpointTable::isOff(const Entry& entry, lldb::break_id_t location)
{
    const auto name = entry.names.find(location);
    return name != entry.names.end() && std::ranges::find(entry.spec.off, name->second) != entry.spec.off.end();
}

bool BreakpointTable::isOff(Entry& entry, lldb::SBBreakpointLocation location)
{
    if (isOutside(entry.spec, location.GetAddress()))
        return true;
    if (entry.spec.off.empty())
        return false;
    const lldb::break_id_t number = location.GetBreakpoint().GetID();
    for (const auto& [address, breakpoint] : entry.moved) {
        if (breakpoint.GetID() == number)
            return isMovedOff(entry, address);
    }
    for (const auto& [address, breakpoint] : entry.inlined) {
        if (breakpoint.GetID() == number)
            return isInlinedOff(entry, address);
    }
    static_cast<void>(namedLocations(entry));
    return isOff(entry, location.GetID());
}

bool BreakpointTable::isMovedOff(Entry& entry, lldb::addr_t address)
{
    lldb::SBBreakpointLocation misplaced = entry.breakpoint.FindLocationByAddress(address);
    return misplaced.IsValid() && isOff(entry, misplaced);
}

bool BreakpointTable::isInlinedOff(Entry& entry, lldb::addr_t address)
{
    return !entry.spec.off.empty() &&
           std::ranges::find(entry.spec.off, copyName(entry, address)) != entry.spec.off.end();
}

/// All copies of a procedure in one other have the same name otherwise.
debug::PlaceName BreakpointTable::copyName(Entry& entry, lldb::addr_t address)
{
    std::vector<lldb::SBAddress> places;
    for (auto& [at, breakpoint] : entry.inlined)
        places.push_back(breakpoint.GetLocationAtIndex(0).GetAddress());
    const std::vector<debug::PlaceName> names = namesOf(m_target, places);
    return names.at(static_cast<std::size_t>(std::distance(entry.inlined.begin(), entry.inlined.find(address))));
}

std::vector<lldb::SBBreakpoint> BreakpointTable::others(const Entry& entry)
{
    std::vector<lldb::SBBreakpoint> all;
    std::ranges::copy(entry.moved | std::views::values, std::back_inserter(all));
    std::ranges::copy(entry.inlined | std::views::values, std::back_inserter(all));
    return all;
}

void BreakpointTable::addInlinedCopies(Entry& entry)
{
    const auto* const function = std::get_if<debug::FunctionName>(&entry.spec.where);
    const bool isOfFortran = entry.breakpoint.GetNumLocations() > 0 &&
                             isFortran(entry.breakpoint.GetLocationAtIndex(0).GetAddress().GetCompileUnit());
    if (!function || !isOfFortran)
        return;
    for (lldb::SBAddress copy : inlinedCopiesOf(m_target, function->name)) {
        const lldb::addr_t address = copy.GetLoadAddress(m_target);
        if (address == LLDB_INVALID_ADDRESS || isOutside(entry.spec, copy))
            continue;
        if (entry.breakpoint.FindLocationByAddress(address).IsValid())
            entry.isOfCopy = true;
        else
            entry.inlined.try_emplace(address, m_target.BreakpointCreateBySBAddress(copy));
    }
}

void BreakpointTable::takeOutPlaces(Entry& entry, bool withOutside)
{
    if (!picksPlaces(entry))
        return;
    // Of a breakpoint that is disabled, each of its locations says that it is, too.
    const bool isUnknown = !entry.breakpoint.IsEnabled();
    static_cast<void>(namedLocations(entry));
    for (lldb::SBBreakpointLocation& location : locationsOf(entry.breakpoint, entry.breakpoint.GetNumLocations())) {
        const bool isOut =
            (withOutside && isOutside(entry.spec, location.GetAddress())) || isOff(entry, location.GetID());
        if (!isOut || !(isUnknown || location.IsEnabled()))
            continue;
        m_takenOut.insert(location.GetLoadAddress()); // a rank that runs may have come to it just now
        location.SetEnabled(false);
    }
}

void BreakpointTable::putInPlaces(Entry& entry)
{
    for (lldb::SBBreakpointLocation& location : locationsOf(entry.breakpoint, debug::kMostPlaces)) {
        const bool isMisplaced = entry.moved.contains(location.GetLoadAddress());
        if (!location.IsEnabled() && !isMisplaced && !isOff(entry, location))
            location.SetEnabled(true);
    }
}

std::vector<debug::BreakpointPlace> BreakpointTable::placeList(Entry& entry)
{
    if (!debug::placeOf(entry.spec.where) || entry.spec.id == kRunToPlace || meansTooMuch(entry))
        return {};
    const std::pair<std::size_t, std::size_t> now(entry.breakpoint.GetNumLocations(), entry.moved.size());
    if (std::exchange(entry.listedOf, now) == now)
        return entry.listed;
    std::vector<debug::BreakpointPlace> list;
    for (lldb::SBBreakpointLocation& location : namedLocations(entry)) {
        const auto moved = entry.moved.find(location.GetLoadAddress());
        lldb::SBAddress begin = location.GetAddress();
        lldb::SBAddress actual = begin;
        if (moved != entry.moved.end() && moved->second.GetNumLocations() > 0)
            actual = moved->second.GetLocationAtIndex(0).GetAddress();
        debug::BreakpointPlace place;
        place.name = entry.names.at(location.GetID());
        place.where = toLocation(begin.GetLineEntry());
        place.module = pathOf(begin.GetModule().GetPlatformFileSpec());
        if (actual.GetFileAddress() != LLDB_INVALID_ADDRESS)
            place.address = actual.GetFileAddress();
        place.ranks.insert(m_rank);
        list.push_back(std::move(place));
    }
    for (auto& [address, breakpoint] : entry.inlined) {
        lldb::SBAddress actual = breakpoint.GetLocationAtIndex(0).GetAddress();
        debug::BreakpointPlace place;
        place.name = copyName(entry, address);
        place.where = toLocation(actual.GetLineEntry());
        place.module = pathOf(actual.GetModule().GetPlatformFileSpec());
        place.address = actual.GetFileAddress();
        place.ranks.insert(m_rank);
        list.push_back(std::move(place));
    }
    std::ranges::sort(list, {}, &debug::BreakpointPlace::name);
    return entry.listed = std::move(list);
}

std::optional<util::BreakpointId> BreakpointTable::hit(lldb::break_id_t number, lldb::break_id_t location)
{
    const auto id = find(number);
    lldb::SBBreakpointLocation at = m_target.FindBreakpointByID(number).FindLocationByID(location);
    if (!id || !at.IsValid())
        return id;
    return at.IsEnabled() && !isOff(m_entries.at(*id), at) ? id : std::nullopt;
}

std::vector<util::BreakpointId> BreakpointTable::at(lldb::addr_t address)
{
    std::vector<util::BreakpointId> ids;
    for (auto& [id, entry] : m_entries) {
        const auto stops = [&](lldb::SBBreakpoint part) {
            lldb::SBBreakpointLocation location = part.FindLocationByAddress(address);
            if (!location.IsValid() || !location.IsEnabled()) // of a disabled breakpoint none is
                return false;
            if (!isOff(entry, location))
                return true;
            m_takenOut.insert(address); // it will be
            return false;
        };
        if (stops(entry.breakpoint) || std::ranges::any_of(others(entry), stops))
            ids.push_back(id);
    }
    return ids;
}

} // namespace dbgr::daemon

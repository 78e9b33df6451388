// SPDX-License-Identifier: BSD-3-Clause
// The part of the table that is about who judges conditions.
#include "dbgdaemon/engine/lldb/breakpoint_table.h"
#include "dbgdaemon/engine/lldb/condition_program.h"

#include <lldb/API/SBBreakpointLocation.h>

#include <algorithm>
#include <utility>

namespace dbgr::daemon {

namespace {

void addPlaces(lldb::SBBreakpoint breakpoint, std::vector<lldb::SBAddress>& to)
{
    for (std::size_t i = 0; i < breakpoint.GetNumLocations(); ++i) {
        lldb::SBBreakpointLocation location = breakpoint.GetLocationAtIndex(static_cast<std::uint32_t>(i));
        if (location.IsEnabled() && location.GetLoadAddress() != LLDB_INVALID_ADDRESS)
            to.push_back(location.GetAddress());
    }
}

} // namespace

std::vector<lldb::SBAddress> BreakpointTable::places(Entry& entry)
{
    std::vector<lldb::SBAddress> all;
    addPlaces(entry.breakpoint, all);
    for (const auto& [address, breakpoint] : entry.moved)
        addPlaces(breakpoint, all);
    return all;
}

const BreakpointTable::Program& BreakpointTable::programAt(Entry& entry, lldb::SBAddress place)
{
    const auto [known, isNew] = entry.programs.try_emplace(place.GetLoadAddress(m_target));
    if (isNew && entry.isOurs && !isLldbsOwnAt(m_target, known->first))
        known->second = programFor(m_target, place, entry.spec.condition);
    return known->second;
}

void BreakpointTable::forgetPrograms(util::BreakpointId id)
{
    if (const auto found = m_entries.find(id); found != m_entries.end())
        found->second.programs.clear();
}

void BreakpointTable::forgetAllPrograms()
{
    for (auto& [id, entry] : m_entries)
        entry.programs.clear();
    sayPrograms();
}

debug::Judge BreakpointTable::judgeOf(Entry& entry)
{
    const std::vector<lldb::SBAddress> all = places(entry);
    if (entry.spec.condition.empty() || all.empty())
        return debug::Judge::Nobody;
    if (!entry.isOurs)
        return debug::Judge::Compiler;
    const bool hasPrograms =
        m_judgeAt && std::ranges::all_of(all, [&](lldb::SBAddress place) { return !programAt(entry, place).empty(); });
    return hasPrograms ? debug::Judge::Tracer : debug::Judge::Reader;
}

void BreakpointTable::sayPrograms()
{
    if (!m_judgeAt)
        return;
    std::map<lldb::addr_t, std::vector<Program>> programs;
    for (auto& [id, entry] : m_entries) {
        for (lldb::SBAddress place : places(entry))
            programs[place.GetLoadAddress(m_target)].push_back(programAt(entry, place));
    }
    std::vector<bytecode::JudgedPlace> judged;
    for (auto& [address, those] : programs) {
        if (std::ranges::none_of(those, &Program::empty))
            judged.push_back({address, std::move(those)});
    }
    m_judgeAt(judged);
}

} // namespace dbgr::daemon

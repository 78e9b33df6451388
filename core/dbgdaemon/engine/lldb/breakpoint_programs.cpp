// SPDX-License-Identifier: BSD-3-Clause
// The part of the table that is about conditions, and what tracepoints log: whether they can be, and who judges them.
#include "bytecode/code.h"
#include "dbgdaemon/engine/lldb/breakpoint_table.h"
#include "dbgdaemon/engine/lldb/condition_check.h"
#include "dbgdaemon/engine/lldb/condition_program.h"
#include "dbgdaemon/engine/lldb/convert.h"
#include "dbgdaemon/engine/lldb/traced_place.h"
#include "debug/debug_error.h"
#include "util/string_util.h"

#include <lldb/API/SBBreakpointLocation.h>
#include <lldb/API/SBLineEntry.h>

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

util::Error cannotBe(const CheckedExpression& checked, const std::string& why)
{
    const char* const what = checked.isCondition ? "the condition '" : "what to log, '";
    return {debug::make_error_code(debug::Errc::BadExpression), what + checked.text + "': " + why, {}};
}

/// "solver.cpp:41"
std::string lineText(const debug::SourceLocation& place)
{
    return place.file.substr(place.file.rfind('/') + 1) + ":" + std::to_string(place.line);
}

} // namespace

BreakpointTable::Looked BreakpointTable::lookAt(lldb::SBBreakpoint breakpoint, const debug::BreakpointSpec& spec,
                                                lldb::SBFrame frame)
{
    if (spec.condition.empty() && spec.traced.empty())
        return {};
    const std::vector<lldb::SBBreakpointLocation> places = inside(breakpoint, spec);
    if (places.empty())
        return {};
    RankModules modules(m_target);
    Looked looked = lookAtOne(places, {spec.condition, true, frame}, modules);
    for (const std::string& expression : spec.traced) {
        if (util::trimmed(expression).starts_with('$')) // a register
            continue;
        Looked logged = lookAtOne(places, {expression, false, frame}, modules);
        if (looked.wrong.empty())
            looked.wrong = std::move(logged.wrong);
        if (!looked.neverLogs)
            looked.neverLogs = std::move(logged.neverLogs);
    }
    return looked;
}

BreakpointTable::Looked BreakpointTable::lookAtOne(std::vector<lldb::SBBreakpointLocation> places,
                                                   const CheckedExpression& checked, RankModules& modules)
{
    constexpr std::size_t kMostLookedAt = 64; // a pattern may mean a thousand functions
    constexpr std::size_t kMostNamed = 3;
    if (checked.text.empty())
        return {};
    const std::size_t count = std::min(places.size(), kMostLookedAt);
    std::size_t wrongs = 0;
    std::string where;
    Looked looked;
    bool areOurs = true;
    for (std::size_t i = 0; i < count; ++i) {
        lldb::SBAddress place = places[i].GetAddress();
        ConditionVerdict verdict = verdictOn(m_target, modules, place, checked);
        if (verdict.problem.empty()) {
            areOurs = areOurs && verdict.isOurs;
            continue;
        }
        if (++wrongs <= kMostNamed)
            where += (where.empty() ? "" : ", ") + lineText(toLocation(place.GetLineEntry()));
        if (looked.wrong.empty())
            looked.wrong = std::move(verdict.problem);
    }
    looked.isOurs = wrongs < count && areOurs;
    if (wrongs == count)
        (checked.isCondition ? looked.neverHolds : looked.neverLogs) = cannotBe(checked, looked.wrong);
    else if (wrongs > 0)
        looked.wrong = "at " + std::to_string(wrongs) + " of its " + std::to_string(count) + " places (" + where +
                       (wrongs > kMostNamed ? ", ..." : "") + ") it cannot be: " + looked.wrong;
    return looked;
}

util::Result<void> BreakpointTable::requirePossible(const debug::BreakpointSpec& spec, const Looked& looked,
                                                    bool isNew) const
{
    if (looked.neverHolds && isNew)
        return util::fail(*looked.neverHolds);
    if (looked.neverLogs && !m_entries.contains(spec.id))
        return util::fail(*looked.neverLogs);
    return util::ok();
}

void BreakpointTable::take(Entry& entry, Looked looked)
{
    entry.wrong = std::move(looked.wrong);
    entry.isOurs = looked.isOurs;
}

std::vector<lldb::SBAddress> BreakpointTable::places(Entry& entry)
{
    std::vector<lldb::SBAddress> all;
    addPlaces(entry.breakpoint, all);
    for (const lldb::SBBreakpoint& other : others(entry))
        addPlaces(other, all);
    return all;
}

const BreakpointTable::Program& BreakpointTable::programAt(Entry& entry, lldb::SBAddress place)
{
    const auto [known, isNew] = entry.programs.try_emplace(place.GetLoadAddress(m_target));
    const bool isAlways = entry.spec.condition.empty();
    const bool mayBe = isAlways ? entry.spec.thread || countOf(entry) || entry.spec.isTrace() : entry.isOurs;
    if (!isNew || !mayBe || isLldbsOwnAt(m_target, known->first))
        return known->second;
    if (isOutside(entry.spec, place)) { // such hits are none
        known->second = bytecode::Code::constant(0).program();
        return known->second;
    }
    Program program =
        isAlways ? bytecode::Code::constant(1).program() : programFor(m_target, place, entry.spec.condition);
    if (!program.empty() && entry.spec.thread)
        program = ofThreadOnly(*entry.spec.thread, program);
    known->second = std::move(program);
    return known->second;
}

/// Empty: the keeper has to tell the hits there.
const std::optional<bytecode::Tracing>& BreakpointTable::tracingAt(Entry& entry, lldb::SBAddress place)
{
    const auto [known, isNew] = entry.tracings.try_emplace(place.GetLoadAddress(m_target));
    if (!isNew || !entry.spec.isTrace() || programAt(entry, place).empty() || isOutside(entry.spec, place))
        return known->second;
    if (auto traced = TracedPlace::of(modules(), values::Address{known->first}, entry.spec)) {
        const std::vector<Program> programs = traced->programs();
        known->second = bytecode::Tracing{m_traced.add(std::move(traced)), programs};
    }
    return known->second;
}

std::shared_ptr<RankModules> BreakpointTable::modules()
{
    if (!m_modules || !m_modules->isCurrent(m_target))
        m_modules = std::make_shared<RankModules>(m_target);
    return m_modules;
}

/// At a moment we look whether it is the one that is meant.
std::optional<std::uint16_t> BreakpointTable::countOf(const Entry& entry) const
{
    const bool isMoment = std::holds_alternative<debug::Moment>(entry.spec.where);
    return entry.spec.ignore == 0 || isMoment ? std::nullopt : m_passed.number(entry.spec.id);
}

/// A thread that is not there yet has no number of the system's: LLDB says at each hit whose it is.
BreakpointTable::Program BreakpointTable::ofThreadOnly(debug::ThreadIndex index, const Program& program)
{
    lldb::SBThread thread = m_target.GetProcess().GetThreadByIndexID(index.value);
    return thread.IsValid() ? bytecode::Code::ofThread(thread.GetThreadID(), program).program() : Program();
}

void BreakpointTable::forgetPrograms(util::BreakpointId id)
{
    if (const auto found = m_entries.find(id); found != m_entries.end())
        found->second.forgetPrograms();
}

void BreakpointTable::forgetAllPrograms()
{
    for (auto& [id, entry] : m_entries)
        entry.forgetPrograms();
    sayPrograms();
}

debug::Judge BreakpointTable::judgeOf(Entry& entry)
{
    const std::vector<lldb::SBAddress> all = places(entry);
    if (entry.spec.condition.empty() || all.empty())
        return debug::Judge::Nobody;
    if (!entry.isOurs)
        return debug::Judge::Compiler;
    return std::ranges::all_of(all, [&](lldb::SBAddress place) { return isAmong(m_judged, place); })
               ? debug::Judge::Tracer
               : debug::Judge::Reader;
}

debug::Logger BreakpointTable::loggerOf(Entry& entry)
{
    const std::vector<lldb::SBAddress> all = places(entry);
    if (!entry.spec.isTrace() || all.empty())
        return debug::Logger::Nobody;
    return std::ranges::all_of(all, [&](lldb::SBAddress place) { return isAmong(m_noted, place); })
               ? debug::Logger::Tracer
               : debug::Logger::Engine;
}

bool BreakpointTable::isAmong(const std::set<lldb::addr_t>& some, lldb::SBAddress place)
{
    return some.contains(place.GetLoadAddress(m_target));
}

std::vector<debug::BreakpointStatus> BreakpointTable::changedNeighbours()
{
    std::vector<debug::BreakpointStatus> changed;
    for (auto& [id, entry] : m_entries) {
        if (id == kRunToPlace)
            continue;
        const debug::Judge judge = judgeOf(entry);
        const debug::Logger logger = loggerOf(entry);
        if (judge == entry.told.judge && logger == entry.told.logger)
            continue;
        entry.told.judge = judge;
        entry.told.logger = logger;
        changed.push_back(entry.told);
    }
    return changed;
}

void BreakpointTable::sayPrograms()
{
    m_judged.clear();
    m_noted.clear();
    if (!m_judgeAt)
        return;
    std::map<lldb::addr_t, std::map<util::BreakpointId, bytecode::JudgedBreakpoint>> there; // LLDB may have two of one
    std::set<lldb::addr_t> loggedByUs;
    for (auto& [id, entry] : m_entries) {
        for (lldb::SBAddress place : places(entry)) {
            const lldb::addr_t address = place.GetLoadAddress(m_target);
            bytecode::JudgedBreakpoint one{programAt(entry, place), countOf(entry), tracingAt(entry, place)};
            if (entry.spec.isTrace() && !one.tracing && !isOutside(entry.spec, place))
                loggedByUs.insert(address);
            there[address].insert_or_assign(id, std::move(one));
        }
    }
    std::vector<bytecode::JudgedPlace> judged;
    for (auto& [address, those] : there) {
        const auto isBare = [](const auto& one) { return one.second.program.empty(); };
        const bool isJudged = std::ranges::none_of(those, isBare);
        // What stands there for a moment is nothing to tell.
        if (isJudged ||
            std::ranges::none_of(those, [&](const auto& one) { return one.first != kRunToPlace && isBare(one); })) {
            m_judged.insert(address);
            if (!loggedByUs.contains(address))
                m_noted.insert(address);
        }
        if (!isJudged)
            continue;
        judged.push_back({address, {}});
        for (auto& [id, one] : those)
            judged.back().breakpoints.push_back(std::move(one));
    }
    m_judgeAt(judged);
}

} // namespace dbgr::daemon

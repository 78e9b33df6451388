// SPDX-License-Identifier: BSD-3-Clause
#include "dbgdaemon/engine/lldb/breakpoint_table.h"

#include "dbgdaemon/engine/lldb/code_address.h"
#include "dbgdaemon/engine/lldb/convert.h"
#include "dbgdaemon/engine/lldb/fortran_names.h"
#include "dbgdaemon/engine/lldb/late_libraries.h"
#include "dbgdaemon/engine/lldb/moments.h"
#include "dbgdaemon/engine/lldb/prologue.h"
#include "debug/debug_error.h"
#include "util/overloaded.h"

#include <lldb/API/SBBreakpointLocation.h>
#include <lldb/API/SBFileSpecList.h>
#include <lldb/API/SBSymbol.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <iterator>
#include <utility>
#include <vector>

namespace dbgr::daemon {

namespace {

bool sameStatus(const debug::BreakpointStatus& a, const debug::BreakpointStatus& b)
{
    return a.resolved == b.resolved && a.pending == b.pending && a.actual == b.actual && a.problem == b.problem &&
           a.judge == b.judge && a.logger == b.logger && a.places == b.places && a.placeList == b.placeList;
}

/// LLDB may ask for one that is no more: a hit is on its way when its breakpoint is deleted.
std::set<const void*>& tables()
{
    static std::set<const void*> living; // of the engine thread
    return living;
}

/// A pattern that means more would keep its rank standing for minutes.
constexpr std::uint32_t kMostFunctions = 1000;
constexpr const char* kMeansTooMuch = " means more than 1000 functions of the program and its libraries";

std::string nothingWithin(const debug::BreakpointSpec& spec)
{
    return "no file of the program and its libraries so far that '" + spec.within + "' means has '" +
           debug::textOf(spec.where) + "'";
}

util::Error tooMuch(const debug::BreakpointSpec& spec)
{
    return {debug::make_error_code(debug::Errc::NoSuchPlace), debug::textOf(spec.where) + kMeansTooMuch,
            "Let it begin with ^, or end with $, or name more of them."};
}

} // namespace

BreakpointTable::BreakpointTable(util::Rank rank, lldb::SBTarget target, IsFalse isFalse, Log log, Keeper keeper)
    : m_rank(rank), m_target(target), m_isFalse(std::move(isFalse)), m_log(std::move(log)),
      m_judgeAt(std::move(keeper.judgeAt)), m_passed(std::move(keeper.counts)), m_traced(rank, std::move(keeper.notes))
{
    tables().insert(this);
    sayPrograms(); // none: another engine may have said some
}

BreakpointTable::~BreakpointTable()
{
    tables().erase(this);
}

bool BreakpointTable::onHit(void* table, lldb::SBProcess&, lldb::SBThread& thread, lldb::SBBreakpointLocation& location)
{
    if (!tables().contains(table))
        return true;
    auto& self = *static_cast<BreakpointTable*>(table);
    const auto id = self.find(location.GetBreakpoint().GetID());
    if (!id)
        return true;
    if (self.isOff(self.m_entries.at(*id), location) || self.isOfOtherThread(*id, thread))
        return false;
    const std::pair hit(util::ThreadId(thread.GetThreadID()), *id);
    self.m_lastPassed.erase(hit);
    const auto condition = self.conditionToJudge(*id);
    if (condition && self.m_isFalse(thread.GetFrameAtIndex(0), *condition))
        return false;
    const auto moment = self.momentOf(*id);
    if (moment && !isAt(*moment, thread))
        return false;
    if (self.isToBePassed(*id)) {
        self.m_lastPassed.insert(hit); // another one of the same place may stop
        return false;
    }
    if (!self.isTrace(*id))
        return true;
    self.log(*id, thread);
    return false;
}

util::Result<debug::BreakpointStatus> BreakpointTable::set(const debug::BreakpointSpec& spec, PlaceAdvice& advice,
                                                           lldb::SBFrame frame, bool ignoreAnew)
{
    const auto before = m_entries.find(spec.id);
    const bool countsAnew = before == m_entries.end() || ignoreAnew || before->second.spec.ignore != spec.ignore;
    const auto done = put(spec, advice, frame);
    forgetPassed(spec.id); // LLDB may ask us no more
    if (!m_entries.contains(spec.id))
        m_passed.remove(spec.id);
    else if (done && countsAnew)
        m_passed.setLeft(spec.id, spec.ignore); // before the keeper may count
    if (done)
        apply(m_entries.at(spec.id));
    sayPrograms();
    DBGR_TRY(done);
    Entry& entry = m_entries.at(spec.id);
    return entry.told = statusOf(entry);
}

util::Result<void> BreakpointTable::put(const debug::BreakpointSpec& spec, PlaceAdvice& advice, lldb::SBFrame frame)
{
    auto found = m_entries.find(spec.id);
    // A new one also instead of a condition that LLDB has compiled: it would go on with that.
    const auto isOther = [&](const Entry& old) {
        const bool isCompiled = !old.spec.condition.empty() && !old.isOurs;
        return old.spec.where != spec.where || old.spec.within != spec.within ||
               (isCompiled && old.spec.condition != spec.condition);
    };
    const bool isNew = found == m_entries.end() || found->second.spec.condition != spec.condition;
    Looked looked;
    if (found == m_entries.end() || isOther(found->second)) {
        DBGR_TRY(lldb::SBBreakpoint breakpoint, createFor(spec, frame, looked, isNew));
        if (found != m_entries.end()) {
            takeOut(found->second);
            m_entries.erase(found);
        }
        found = m_entries.emplace(spec.id, Entry{spec, breakpoint}).first;
        addInlinedCopies(found->second);
    } else if (spec.enabled && meansTooMuch(found->second)) {
        return util::fail(tooMuch(spec));
    } else {
        looked = lookAt(found->second.breakpoint, spec, frame);
        DBGR_TRY(requirePossible(spec, looked, isNew));
    }
    Entry& entry = found->second;
    if (entry.spec.condition != spec.condition || entry.spec.thread != spec.thread ||
        entry.spec.ignore != spec.ignore || entry.spec.traced != spec.traced)
        entry.forgetPrograms();
    entry.spec = spec;
    entry.checked = false;
    entry.advice.clear();
    take(entry, std::move(looked));
    if (inside(entry.breakpoint, spec).empty()) {
        const auto place = debug::placeOf(spec.where);
        const auto* const moment = std::get_if<debug::Moment>(&spec.where);
        const PlaceVerdict verdict = !spec.within.empty() ? PlaceVerdict{false, nothingWithin(spec)}
                                     : place              ? advice.of(m_target, *place)
                                     : moment             ? PlaceVerdict{false, whatIsMissing(moment->what)}
                                                          : PlaceVerdict{};
        if (verdict.never) {
            takeOut(entry);
            m_entries.erase(found);
            return util::fail(debug::Errc::NoSuchPlace, verdict.text, "'list' shows a file with its lines.");
        }
        entry.advice = verdict.text;
    }
    moveToArguments(entry);
    apply(entry);
    entry.told = {};
    return util::ok();
}

util::Result<lldb::SBBreakpoint> BreakpointTable::createFor(const debug::BreakpointSpec& spec, lldb::SBFrame frame,
                                                            Looked& looked, bool isNew)
{
    DBGR_TRY(lldb::SBBreakpoint breakpoint, create(spec));
    looked = lookAt(breakpoint, spec, frame);
    auto possible = requirePossible(spec, looked, isNew);
    if (possible)
        return breakpoint;
    takeOut(breakpoint);
    return util::fail(std::move(possible).error());
}

bool BreakpointTable::meansTooMuch(const Entry& entry)
{
    return std::holds_alternative<debug::FunctionPattern>(entry.spec.where) &&
           entry.breakpoint.GetNumLocations() > kMostFunctions;
}

util::Result<lldb::SBBreakpoint> BreakpointTable::createByPattern(const debug::BreakpointSpec& spec)
{
    const std::string& pattern = std::get<debug::FunctionPattern>(spec.where).pattern;
    const bool isTooMuch =
        m_target.FindGlobalFunctions(pattern.c_str(), kMostFunctions + 1, lldb::eMatchTypeRegex).GetSize() >
        kMostFunctions;
    if (isTooMuch && spec.enabled)
        return util::fail(tooMuch(spec));
    return m_target.BreakpointCreateByRegex(pattern.c_str());
}

util::Result<void> BreakpointTable::remove(util::BreakpointId id)
{
    const auto found = m_entries.find(id);
    if (found == m_entries.end())
        return util::fail(debug::Errc::NoSuchBreakpoint,
                          "removing breakpoint " + std::to_string(id.value()) + ": it is not set in this rank");
    takeOut(found->second);
    m_entries.erase(found);
    sayPrograms();
    forgetPassed(id);
    m_passed.remove(id); // which nobody counts by any more
    return util::ok();
}

void BreakpointTable::forgetPassed(util::BreakpointId id)
{
    std::erase_if(m_lastPassed, [id](const auto& hit) { return hit.second == id; });
}

void BreakpointTable::takeOut(Entry& entry)
{
    takeOut(entry.breakpoint);
    for (lldb::SBBreakpoint& other : others(entry))
        takeOut(other);
}

void BreakpointTable::takeOut(lldb::SBBreakpoint breakpoint)
{
    noteTakenOut(breakpoint);
    m_target.BreakpointDelete(breakpoint.GetID());
}

void BreakpointTable::noteTakenOut(lldb::SBBreakpoint breakpoint)
{
    for (std::size_t i = 0; i < breakpoint.GetNumLocations(); ++i)
        m_takenOut.insert(breakpoint.GetLocationAtIndex(static_cast<std::uint32_t>(i)).GetLoadAddress());
}

std::optional<util::BreakpointId> BreakpointTable::find(lldb::break_id_t number) const
{
    for (const auto& [id, entry] : m_entries) {
        const std::vector<lldb::SBBreakpoint> more = others(entry);
        if (entry.breakpoint.GetID() == number ||
            std::ranges::any_of(more, [&](const lldb::SBBreakpoint& other) { return other.GetID() == number; }))
            return id;
    }
    return std::nullopt;
}

std::optional<std::string> BreakpointTable::takeUnchecked(util::BreakpointId id)
{
    const auto found = m_entries.find(id);
    if (found == m_entries.end() || found->second.spec.condition.empty() || found->second.checked)
        return std::nullopt;
    found->second.checked = true;
    return found->second.spec.condition;
}

std::optional<std::string> BreakpointTable::conditionToJudge(util::BreakpointId id) const
{
    const auto found = m_entries.find(id);
    if (found == m_entries.end() || !found->second.isOurs || found->second.spec.condition.empty())
        return std::nullopt;
    return found->second.spec.condition;
}

std::optional<std::string> BreakpointTable::conditionForCompiler(util::BreakpointId id) const
{
    const auto found = m_entries.find(id);
    if (found == m_entries.end() || found->second.isOurs || found->second.spec.condition.empty())
        return std::nullopt;
    return found->second.spec.condition;
}

bool BreakpointTable::isOfOtherThread(util::BreakpointId id, lldb::SBThread thread) const
{
    const auto found = m_entries.find(id);
    return found != m_entries.end() && found->second.spec.thread &&
           found->second.spec.thread->value != thread.GetIndexID();
}

std::optional<debug::Moment> BreakpointTable::momentOf(util::BreakpointId id) const
{
    const auto found = m_entries.find(id);
    const auto* const moment =
        found == m_entries.end() ? nullptr : std::get_if<debug::Moment>(&found->second.spec.where);
    return moment ? std::optional(*moment) : std::nullopt;
}

bool BreakpointTable::catches(debug::Moment::What what) const
{
    return std::ranges::any_of(m_entries, [&](const auto& one) {
        const auto* const moment = std::get_if<debug::Moment>(&one.second.spec.where);
        return moment && moment->what == what && one.second.spec.enabled;
    });
}

bool BreakpointTable::isTrace(util::BreakpointId id) const
{
    const auto found = m_entries.find(id);
    return found != m_entries.end() && found->second.spec.isTrace();
}

std::optional<debug::BreakpointStatus> BreakpointTable::changed(util::BreakpointId id)
{
    const auto found = m_entries.find(id);
    if (found == m_entries.end())
        return std::nullopt;
    Entry& entry = found->second;
    // What is applied comes back as news of LLDB's: only what has changed may be.
    const bool comes = entry.told.resolved.empty() && !inside(entry.breakpoint, entry.spec).empty(); // its library
    if (comes && (!entry.spec.condition.empty() || entry.spec.isTrace())) {
        take(entry, lookAt(entry.breakpoint, entry.spec, {}));
        apply(entry);
    }
    const bool isTooMuch = meansTooMuch(entry); // since a library came
    if (isTooMuch && entry.spec.enabled) {
        entry.spec.enabled = false;
        entry.wrong = debug::textOf(entry.spec.where) + kMeansTooMuch + ": it stops nobody any more";
        apply(entry);
    }
    if (!isTooMuch)
        moveToArguments(entry);
    if (entry.spec.enabled)
        takeOutPlaces(entry, false); // a library may have brought some, and the next one may be coming
    sayPrograms();
    debug::BreakpointStatus now = statusOf(entry);
    if (sameStatus(now, entry.told))
        return std::nullopt;
    return entry.told = std::move(now);
}

std::optional<debug::BreakpointStatus> BreakpointTable::setProblem(util::BreakpointId id, std::string problem)
{
    const auto found = m_entries.find(id);
    if (found == m_entries.end() || found->second.told.problem == problem)
        return std::nullopt;
    found->second.wrong = problem;
    found->second.told.problem = std::move(problem);
    return found->second.told;
}

std::optional<std::uint32_t> BreakpointTable::interestInLibraries()
{
    std::string all; // a number for each breakpoint would be another one in each rank
    for (const auto& [id, entry] : m_entries) {
        if (!entry.spec.enabled || !concernsLateLibraries(entry.spec, entry.breakpoint, m_target))
            continue;
        all += debug::placeTextOf(entry.spec) + '\n';
    }
    constexpr std::uint32_t kBits = (1U << 29) - 1;
    return all.empty() ? std::nullopt
                       : std::optional(static_cast<std::uint32_t>(std::hash<std::string>()(all)) & kBits);
}

util::Result<lldb::SBBreakpoint> BreakpointTable::create(const debug::BreakpointSpec& spec)
{
    using Made = util::Result<lldb::SBBreakpoint>;
    return std::visit(
        util::Overloaded{[&](const debug::SourceLine& at) -> Made {
                             lldb::SBFileSpecList allModules;
                             const bool moveToNearestCode = true;
                             return m_target.BreakpointCreateByLocation(lldb::SBFileSpec(at.file.c_str(), false),
                                                                        at.line, 0, 0, allModules, moveToNearestCode);
                         },
                         [&](const debug::FunctionName& function) -> Made { return createByName(function.name); },
                         [&](const debug::FunctionPattern&) { return createByPattern(spec); },
                         [&](const debug::CodeAddress& where) -> Made {
                             DBGR_TRY(lldb::SBAddress address, resolve(m_target, where));
                             return m_target.BreakpointCreateBySBAddress(address);
                         },
                         [&](const debug::Moment& moment) -> Made { return createAtMoment(moment.what); },
                         [](const debug::WatchedData&) -> Made { return lldb::SBBreakpoint(); }}, // WatchTable has them
        spec.where);
}

lldb::SBBreakpoint BreakpointTable::createByName(const std::string& name)
{
    lldb::SBBreakpoint plain = m_target.BreakpointCreateByName(name.c_str());
    if (plain.GetNumLocations() > 0)
        return plain;
    std::vector<std::string> names = symbolsOfProcedure(m_target, name);
    auto copies = names.empty() ? inlinedCopiesOf(m_target, name) : std::vector<lldb::SBAddress>();
    if (names.empty() && copies.empty())
        return plain;
    m_target.BreakpointDelete(plain.GetID());
    if (names.empty())
        return m_target.BreakpointCreateBySBAddress(copies.front());
    names.push_back(name); // a library that comes may have a function that is called so
    std::vector<const char*> texts;
    std::transform(names.begin(), names.end(), std::back_inserter(texts),
                   [](const std::string& s) { return s.c_str(); });
    return m_target.BreakpointCreateByNames(texts.data(), static_cast<std::uint32_t>(texts.size()),
                                            lldb::eFunctionNameTypeFull, {}, {});
}

lldb::SBBreakpoint BreakpointTable::createAtMoment(debug::Moment::What what)
{
    std::vector<const char*> names;
    std::ranges::copy(functionsOf(what), std::back_inserter(names));
    return m_target.BreakpointCreateByNames(names.data(), static_cast<std::uint32_t>(names.size()),
                                            lldb::eFunctionNameTypeFull, {}, {});
}

void BreakpointTable::apply(Entry& entry)
{
    if (entry.spec.enabled)
        takeOutPlaces(entry, true); // before the others are put in
    apply(entry, entry.breakpoint, true);
    for (const auto& [address, breakpoint] : entry.moved)
        apply(entry, breakpoint, !isMovedOff(entry, address));
    for (const auto& [address, breakpoint] : entry.inlined)
        apply(entry, breakpoint, !isInlinedOff(entry, address));
    if (entry.spec.enabled)
        putInPlaces(entry);
}

void BreakpointTable::apply(const Entry& entry, lldb::SBBreakpoint part, bool isOn)
{
    const bool isJudgedByUs = entry.isOurs && !entry.spec.condition.empty();
    const bool asksUs = isJudgedByUs || entry.spec.ignore != 0 || entry.spec.isTrace() || entry.spec.thread ||
                        picksPlaces(entry) || std::holds_alternative<debug::Moment>(entry.spec.where);
    const bool isIn = entry.spec.enabled && isOn;
    part.SetCondition(isJudgedByUs ? "" : entry.spec.condition.c_str());
    part.SetCallback(asksUs ? onHit : nullptr, this);
    if (!isIn)
        noteTakenOut(part); // a rank that runs may have come to it just now
    part.SetEnabled(isIn);
}

std::optional<lldb::SBAddress> BreakpointTable::betterPlaceFor(const Entry& entry, lldb::SBAddress place)
{
    if (std::holds_alternative<debug::CodeAddress>(entry.spec.where) || entry.isOfCopy)
        return std::nullopt;
    if (!std::holds_alternative<debug::Moment>(entry.spec.where))
        return betterPlace(m_target, place, !std::holds_alternative<debug::SourceLine>(entry.spec.where));
    lldb::SBAddress begin = place.GetSymbol().GetStartAddress(); // arguments are in registers there
    return begin.IsValid() && begin != place ? std::optional(begin) : std::nullopt;
}

void BreakpointTable::moveToArguments(Entry& entry)
{
    std::set<lldb::addr_t> wanted;
    for (std::size_t i = 0; i < entry.breakpoint.GetNumLocations(); ++i) {
        lldb::SBBreakpointLocation location = entry.breakpoint.GetLocationAtIndex(static_cast<std::uint32_t>(i));
        auto better = betterPlaceFor(entry, location.GetAddress());
        if (!better)
            continue;
        const lldb::addr_t address = location.GetLoadAddress();
        wanted.insert(address);
        if (entry.moved.contains(address))
            continue;
        lldb::SBBreakpoint moved = m_target.BreakpointCreateBySBAddress(*better);
        apply(entry, moved, !isOff(entry, location));
        entry.moved.emplace(address, moved);
        m_takenOut.insert(address); // a rank that runs may have come to it just now
        location.SetEnabled(false);
    }
    std::erase_if(entry.moved, [&](const auto& moved) {
        if (wanted.contains(moved.first))
            return false;
        m_target.BreakpointDelete(moved.second.GetID()); // its library is no more
        return true;
    });
}

debug::BreakpointStatus BreakpointTable::statusOf(Entry& entry)
{
    debug::BreakpointStatus status;
    status.id = entry.spec.id;
    std::vector<lldb::SBBreakpointLocation> places = inside(entry.breakpoint, entry.spec);
    const bool stands = !places.empty();
    status.problem = stands ? entry.wrong : entry.advice;
    (stands ? status.resolved : status.pending).insert(m_rank);
    if (stands)
        status.actual = toLocation(places.front().GetAddress().GetLineEntry());
    status.places = static_cast<std::uint32_t>(places.size() + entry.inlined.size());
    status.placeList = placeList(entry);
    status.judge = judgeOf(entry);
    status.logger = loggerOf(entry);
    return status;
}

} // namespace dbgr::daemon

// SPDX-License-Identifier: BSD-3-Clause
#include "session/breakpoint_store.h"

#include "debug/debug_error.h"
#include "util/overloaded.h"

#include <algorithm>
#include <set>
#include <tuple>
#include <utility>

namespace dbgr::session {

namespace {

/// Null: there is no such breakpoint.
debug::BreakpointSpec* specIn(std::map<util::BreakpointId, Breakpoint>& all, util::BreakpointId id)
{
    const auto found = all.find(id);
    return found == all.end() ? nullptr : &found->second.spec;
}

/// What is off is known before any rank says that it has it.
std::vector<debug::BreakpointPlace> placesThatAreOff(const debug::BreakpointSpec& spec)
{
    std::vector<debug::BreakpointPlace> places;
    for (const debug::PlaceName& name : spec.off) {
        debug::BreakpointPlace& place = places.emplace_back();
        place.name = name;
        place.where.file = name.file;
        place.module = name.module;
    }
    return places;
}

/// \param said ranks of which it is `kind` now \return the slowest one that some rank has
template <class Kind>
Kind slowest(std::map<Kind, util::RankSet>& all, const util::RankSet& said, Kind kind)
{
    for (auto& [other, ranks] : all)
        ranks -= said;
    all[kind] |= said;
    std::erase_if(all, [](const auto& one) { return one.second.empty(); });
    return all.empty() ? Kind{} : all.rbegin()->first;
}

/// As people read them.
bool standsBefore(const debug::BreakpointPlace& a, const debug::BreakpointPlace& b)
{
    return std::tie(a.name.file, a.where.line, a.name) < std::tie(b.name.file, b.where.line, b.name);
}

/// \param said ranks of which `told` is all that there is
void takePlaces(Breakpoint& breakpoint, const std::vector<debug::BreakpointPlace>& told, const util::RankSet& said)
{
    std::vector<debug::BreakpointPlace>& places = breakpoint.places;
    const bool isFirst = std::ranges::all_of(places, [](const auto& place) { return place.ranks.empty(); });
    for (debug::BreakpointPlace& place : places)
        place.ranks -= said;
    for (debug::BreakpointPlace place : told) {
        place.ranks -= breakpoint.passed;
        const auto known = std::ranges::find(places, place.name, &debug::BreakpointPlace::name);
        if (known != places.end())
            join(*known, place);
        else if (places.size() < debug::kMostPlaces)
            places.push_back(std::move(place));
    }
    if (isFirst)
        std::ranges::sort(places, standsBefore); // later ones come behind them: a number means the same place
}

} // namespace

bool Breakpoint::isOff(const debug::BreakpointPlace& place) const
{
    return std::ranges::find(spec.off, place.name) != spec.off.end();
}

std::vector<std::uint32_t> Breakpoint::listedPlaces() const
{
    std::vector<std::uint32_t> numbers;
    for (std::uint32_t number = 1; number <= places.size(); ++number) {
        if (const debug::BreakpointPlace& place = places[number - 1]; !place.ranks.empty() || isOff(place))
            numbers.push_back(number);
    }
    return numbers.size() > 1 || !spec.off.empty() ? numbers : std::vector<std::uint32_t>();
}

std::vector<std::uint32_t> Breakpoint::placesOff() const
{
    std::vector<std::uint32_t> numbers;
    if (std::ranges::all_of(places, [](const auto& place) { return place.ranks.empty(); }))
        return numbers;
    for (std::uint32_t number = 1; number <= places.size(); ++number) {
        if (isOff(places[number - 1]))
            numbers.push_back(number);
    }
    return numbers;
}

std::string numberText(const BreakpointKey& key)
{
    return std::to_string(key.id.value()) + (key.place == 0 ? "" : "." + std::to_string(key.place));
}

util::RankSet meant(const Breakpoint& breakpoint, const util::RankSet& ranks)
{
    const util::RankSet open = ranks - breakpoint.passed;
    return breakpoint.spec.ranks ? open & *breakpoint.spec.ranks : open;
}

util::Error standsAlready(const std::string& doing, const Breakpoint& other)
{
    const std::string number = std::to_string(other.spec.id.value());
    return {make_error_code(debug::Errc::Duplicate), doing + ": breakpoint " + number + " stands there already",
            "'condition " + number + " EXPR' changes when it stops, 'enable " + number + "' lets it stop again."};
}

util::Error noSuchPlace(const Breakpoint& breakpoint, std::uint32_t place)
{
    const std::size_t count = breakpoint.places.size();
    return util::Error{make_error_code(debug::Errc::NoSuchPlace),
                       "there is no place " + numberText({breakpoint.spec.id, place}) + ": the breakpoint has " +
                           (count == 1 ? "one place" : std::to_string(count) + " places"),
                       "'breakpoints' lists them."};
}

bool isNamed(const debug::Trigger& trigger)
{
    return std::visit(
        util::Overloaded{
            [](const debug::SourceLine& line) { return !line.file.empty() && line.line != 0; },
            [](const debug::FunctionName& function) { return !function.name.empty(); },
            [](const debug::WatchedData& data) { return !data.expression.empty(); },
            [](const debug::Moment&) { return true; },
            [](const debug::FunctionPattern& functions) { return !functions.pattern.empty(); },
            [](const debug::CodeAddress& address) { return !address.function.empty() || address.offset != 0; }},
        trigger);
}

util::BreakpointId BreakpointStore::add(debug::BreakpointSpec spec)
{
    m_last = m_last.next();
    spec.id = m_last;
    Breakpoint breakpoint;
    breakpoint.status.id = m_last;
    breakpoint.places = placesThatAreOff(spec);
    breakpoint.spec = std::move(spec);
    m_breakpoints.emplace(m_last, std::move(breakpoint));
    return m_last;
}

util::BreakpointId BreakpointStore::addTemporary(debug::BreakpointSpec spec)
{
    const util::BreakpointId id = add(std::move(spec));
    m_breakpoints.at(id).temporary = true;
    return id;
}

util::BreakpointId BreakpointStore::addBarrier(debug::BreakpointSpec spec, util::RankSet group)
{
    const util::BreakpointId id = add(std::move(spec));
    m_breakpoints.at(id).barrier = Barrier{std::move(group), {}, {}};
    return id;
}

bool BreakpointStore::change(util::BreakpointId id, std::string condition, bool enabled)
{
    const auto it = m_breakpoints.find(id);
    if (it == m_breakpoints.end())
        return false;
    it->second.spec.condition = std::move(condition);
    it->second.spec.enabled = enabled;
    it->second.status.judge = debug::Judge::Nobody; // ranks will say
    it->second.judges.clear();
    it->second.status.logger = debug::Logger::Nobody;
    it->second.loggers.clear();
    it->second.status.registers = {};
    if (enabled) {
        it->second.ofCall.clear();
        it->second.status.scope.clear(); // ranks will say
    } else if (auto& barrier = it->second.barrier) {
        barrier->arrived = barrier->letGo = {};
    }
    return true;
}

void BreakpointStore::noteAccepted(util::BreakpointId id, std::string condition)
{
    if (const auto it = m_breakpoints.find(id); it != m_breakpoints.end())
        it->second.accepted = std::move(condition);
}

void BreakpointStore::countAsked(util::BreakpointId id)
{
    if (const auto it = m_breakpoints.find(id); it != m_breakpoints.end())
        ++it->second.asked;
}

bool BreakpointStore::countAnswered(util::BreakpointId id)
{
    const auto it = m_breakpoints.find(id);
    if (it == m_breakpoints.end())
        return false;
    it->second.asked -= it->second.asked > 0 ? 1 : 0;
    return true;
}

bool BreakpointStore::ignore(util::BreakpointId id, std::uint32_t count)
{
    debug::BreakpointSpec* const spec = specIn(m_breakpoints, id);
    if (spec)
        spec->ignore = count;
    return spec != nullptr;
}

bool BreakpointStore::setGroup(util::BreakpointId id, std::string group)
{
    debug::BreakpointSpec* const spec = specIn(m_breakpoints, id);
    if (spec)
        spec->group = std::move(group);
    return spec != nullptr;
}

std::vector<util::BreakpointId> BreakpointStore::inGroup(std::string_view group) const
{
    std::vector<util::BreakpointId> ids;
    for (const auto& [id, breakpoint] : m_breakpoints) {
        if (!group.empty() && breakpoint.spec.group == group)
            ids.push_back(id);
    }
    return ids;
}

std::vector<std::string> BreakpointStore::groups() const
{
    std::set<std::string> names;
    for (const auto& [id, breakpoint] : m_breakpoints) {
        if (!breakpoint.spec.group.empty())
            names.insert(breakpoint.spec.group);
    }
    return {names.begin(), names.end()};
}

bool BreakpointStore::setCommands(util::BreakpointId id, std::string commands)
{
    debug::BreakpointSpec* const spec = specIn(m_breakpoints, id);
    if (spec)
        spec->commands = std::move(commands);
    return spec != nullptr;
}

bool BreakpointStore::switchPlace(util::BreakpointId id, std::uint32_t place, bool on)
{
    const auto it = m_breakpoints.find(id);
    if (it == m_breakpoints.end() || place == 0 || place > it->second.places.size())
        return false;
    std::vector<debug::PlaceName>& off = it->second.spec.off;
    const debug::PlaceName& name = it->second.places[place - 1].name;
    if (on)
        return std::erase(off, name) > 0;
    if (std::ranges::find(off, name) != off.end())
        return false;
    off.push_back(name);
    return true;
}

void BreakpointStore::moveTo(util::BreakpointId id, debug::Trigger where, std::optional<debug::LineText> text)
{
    const auto it = m_breakpoints.find(id);
    if (it == m_breakpoints.end())
        return;
    it->second.spec.where = std::move(where);
    it->second.spec.lineText = std::move(text);
}

std::optional<Breakpoint> BreakpointStore::remove(util::BreakpointId id)
{
    auto removed = m_breakpoints.extract(id);
    return removed ? std::optional(std::move(removed.mapped())) : std::nullopt;
}

const Breakpoint* BreakpointStore::find(util::BreakpointId id) const
{
    const auto it = m_breakpoints.find(id);
    return it == m_breakpoints.end() ? nullptr : &it->second;
}

const Breakpoint* BreakpointStore::sameAs(const debug::BreakpointSpec& spec) const
{
    for (const auto& [id, breakpoint] : m_breakpoints) {
        const bool sharesRanks =
            !breakpoint.spec.ranks || !spec.ranks || breakpoint.spec.ranks->intersects(*spec.ranks);
        const bool sharesThreads = !breakpoint.spec.thread || !spec.thread || *breakpoint.spec.thread == *spec.thread;
        if (sharesRanks && sharesThreads && breakpoint.spec.where == spec.where &&
            breakpoint.spec.within == spec.within && breakpoint.spec.traced == spec.traced)
            return &breakpoint;
    }
    return nullptr;
}

const Breakpoint* BreakpointStore::standingBeside(util::BreakpointId id) const
{
    const Breakpoint* const one = find(id);
    if (!one || one->status.resolved.empty() || !one->status.actual.known() ||
        !std::holds_alternative<debug::SourceLine>(one->spec.where))
        return nullptr;
    for (const auto& [otherId, other] : m_breakpoints) {
        if (otherId < id && std::holds_alternative<debug::SourceLine>(other.spec.where) &&
            other.spec.traced == one->spec.traced && other.spec.thread == one->spec.thread &&
            other.status.actual == one->status.actual && other.status.resolved.containsAll(one->status.resolved))
            return &other;
    }
    return nullptr;
}

bool BreakpointStore::update(const debug::BreakpointStatus& news)
{
    const auto it = m_breakpoints.find(news.id);
    if (it == m_breakpoints.end())
        return false;
    debug::BreakpointStatus& status = it->second.status;
    const util::RankSet said = news.resolved | news.pending;
    status.resolved = ((status.resolved - said) | news.resolved) - it->second.passed;
    status.pending = ((status.pending - said) | news.pending) - it->second.passed;
    // The place is that of the lowest rank that has one.
    if (!news.resolved.empty() && news.resolved.lowest() == status.resolved.lowest())
        status.actual = news.actual;
    else if (status.resolved.empty())
        status.actual = {};
    status.problem = news.problem;
    if (!news.scope.empty() || status.resolved.empty())
        status.scope = news.scope;
    status.judge = slowest(it->second.judges, said, news.judge);
    status.logger = slowest(it->second.loggers, said, news.logger);
    status.places = status.resolved.empty() ? 0 : std::max(status.places, news.places);
    takePlaces(it->second, news.placeList, said);
    if (status.resolved.empty())
        status.registers = {};
    else if (news.registers.taken > status.registers.taken)
        status.registers = news.registers;
    return true;
}

bool BreakpointStore::lack(util::BreakpointId id, const std::vector<debug::RankFailure>& refusals)
{
    const auto it = m_breakpoints.find(id);
    if (it == m_breakpoints.end())
        return false;
    const std::string scope = it->second.status.scope; // in which it is looked for, when it is enabled anew
    for (const debug::RankFailure& refusal : refusals)
        update({id, {}, refusal.ranks, {}, refusal.error.message(), debug::Judge::Nobody, scope});
    return !refusals.empty();
}

bool BreakpointStore::keepFrom(util::BreakpointId id, const util::RankSet& ranks)
{
    const auto it = m_breakpoints.find(id);
    if (it == m_breakpoints.end())
        return false;
    const std::string& scope = it->second.status.scope.empty() ? it->second.ofCall : it->second.status.scope;
    if (scope.empty())
        return false;
    const std::string words = "it was data of a call of " + scope + "; 'enable " + std::to_string(id.value()) +
                              "' looks for it where the ranks stand then";
    update({id, {}, ranks, {}, words, debug::Judge::Nobody, scope});
    return true;
}

void BreakpointStore::forgetJob()
{
    for (auto& [id, breakpoint] : m_breakpoints) {
        if (!breakpoint.status.scope.empty())
            breakpoint.ofCall = breakpoint.status.scope;
        breakpoint.status = {};
        breakpoint.status.id = id;
        breakpoint.judges.clear();
        breakpoint.loggers.clear();
        breakpoint.hits = 0;
        breakpoint.asked = 0;
        breakpoint.passed = {};
        breakpoint.places = placesThatAreOff(breakpoint.spec);
        if (breakpoint.barrier)
            breakpoint.barrier->arrived = breakpoint.barrier->letGo = {};
    }
}

std::vector<util::BreakpointId> BreakpointStore::countHits(const std::vector<util::BreakpointId>& ids,
                                                           std::uint64_t ranks)
{
    std::vector<util::BreakpointId> known;
    for (const util::BreakpointId id : ids) {
        const auto it = m_breakpoints.find(id);
        if (it == m_breakpoints.end())
            continue;
        it->second.hits += ranks;
        known.push_back(id);
    }
    return known;
}

std::vector<util::BreakpointId> BreakpointStore::pass(const std::vector<util::BreakpointId>& ids,
                                                      const util::RankSet& ranks)
{
    std::vector<util::BreakpointId> passed;
    for (const util::BreakpointId id : ids) {
        const auto it = m_breakpoints.find(id);
        if (it == m_breakpoints.end() || !it->second.temporary)
            continue;
        it->second.passed |= ranks;
        it->second.status.resolved -= ranks;
        for (debug::BreakpointPlace& place : it->second.places)
            place.ranks -= ranks;
        passed.push_back(id);
    }
    return passed;
}

std::vector<util::BreakpointId> BreakpointStore::passedBy(const util::RankSet& ranks) const
{
    std::vector<util::BreakpointId> ids;
    for (const auto& [id, breakpoint] : m_breakpoints) {
        if (!breakpoint.passed.empty() && meant(breakpoint, ranks).empty())
            ids.push_back(id);
    }
    return ids;
}

void BreakpointStore::arrive(const std::vector<util::BreakpointId>& ids, const util::RankSet& ranks)
{
    for (const util::BreakpointId id : ids) {
        const auto it = m_breakpoints.find(id);
        if (it == m_breakpoints.end() || !it->second.barrier)
            continue;
        Barrier& barrier = *it->second.barrier;
        barrier.arrived |= ranks & barrier.group;
        barrier.letGo -= ranks;
    }
}

util::RankSet BreakpointStore::waiting() const
{
    util::RankSet ranks;
    for (const auto& [id, breakpoint] : m_breakpoints) {
        if (breakpoint.barrier)
            ranks |= breakpoint.barrier->arrived - breakpoint.barrier->letGo;
    }
    return ranks;
}

void BreakpointStore::letGo(const util::RankSet& ranks)
{
    for (auto& [id, breakpoint] : m_breakpoints) {
        if (breakpoint.barrier)
            breakpoint.barrier->letGo |= ranks & breakpoint.barrier->arrived;
    }
}

std::vector<std::pair<util::BreakpointId, util::RankSet>> BreakpointStore::takeGathered(const util::RankSet& ranks)
{
    std::vector<std::pair<util::BreakpointId, util::RankSet>> gathered;
    for (auto& [id, breakpoint] : m_breakpoints) {
        if (!breakpoint.barrier || breakpoint.barrier->arrived.empty())
            continue;
        Barrier& barrier = *breakpoint.barrier;
        if (!barrier.arrived.containsAll(barrier.group & ranks))
            continue;
        gathered.emplace_back(id, std::exchange(barrier.arrived, {}) & ranks);
        barrier.letGo = {};
    }
    return gathered;
}

} // namespace dbgr::session

// SPDX-License-Identifier: BSD-3-Clause
// The user's breakpoints in one rank, and LLDB's for them. Thread: engine.
#pragma once

#include "bytecode/judged_place.h"
#include "dbgdaemon/engine/lldb/condition_check.h"
#include "dbgdaemon/engine/lldb/passed_hits.h"
#include "dbgdaemon/engine/lldb/place_advice.h"
#include "dbgdaemon/engine/lldb/rank_modules.h"
#include "dbgdaemon/engine/lldb/traced_places.h"
#include "debug/breakpoint.h"
#include "util/ids.h"
#include "util/result.h"

#include <lldb/API/SBAddress.h>
#include <lldb/API/SBBreakpoint.h>
#include <lldb/API/SBBreakpointLocation.h>
#include <lldb/API/SBFrame.h>
#include <lldb/API/SBTarget.h>
#include <lldb/API/SBThread.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace dbgr::daemon {

/// Of the place that a rank runs to, which has a breakpoint in its table for so long. The user's count from 1.
inline constexpr util::BreakpointId kRunToPlace{0};

/// Works on running processes too: LLDB stops them for the moment that it takes.
class BreakpointTable
{
public:
    /// Whether a condition has a value in the frame, and that is zero or false.
    using IsFalse = std::function<bool(lldb::SBFrame frame, const std::string& condition)>;
    /// Notes what a tracepoint is to log where the thread stands.
    using Log = std::function<void(lldb::SBThread thread, const debug::BreakpointSpec& spec)>;
    /// What the keeper does of a breakpoint's work.
    struct Keeper
    {
        std::function<void(std::span<const bytecode::JudgedPlace>)> judgeAt; ///< AttachTarget::judgeAt
        bytecode::HitCounts counts;                                          ///< AttachTarget::hitCounts
        bytecode::TraceRing notes;                                           ///< AttachTarget::traceNotes
    };

    BreakpointTable(util::Rank rank, lldb::SBTarget target, IsFalse isFalse, Log log, Keeper keeper);
    ~BreakpointTable();
    BreakpointTable(const BreakpointTable&) = delete;
    BreakpointTable& operator=(const BreakpointTable&) = delete;

    /// Sets the breakpoint, or changes the one with this id. A place that is not there is no error, but pending, unless
    /// it cannot come any more: then there is none. \param frame where the rank stands, if it does
    /// \errors NoSuchPlace; BadExpression: a new condition, or what a new tracepoint is to log, that cannot be at any
    /// of its places. All is as it was then. \param ignoreAnew BreakpointSpec::ignore counts from here on, also where
    /// it is what it was
    util::Result<debug::BreakpointStatus> set(const debug::BreakpointSpec& spec, PlaceAdvice& advice,
                                              lldb::SBFrame frame, bool ignoreAnew = false);
    /// \errors NoSuchBreakpoint
    util::Result<void> remove(util::BreakpointId id);

    /// Ours for LLDB's number; none for those that LLDB or nobody we know has set.
    [[nodiscard]] std::optional<util::BreakpointId> find(lldb::break_id_t number) const;
    /// Ours whose location LLDB says was hit, unless that was disabled since, or is one of a library that has just come
    /// and is to be off.
    [[nodiscard]] std::optional<util::BreakpointId> hit(lldb::break_id_t number, lldb::break_id_t location);
    /// Those that stop a thread at this address of the running process, ascending; their conditions are not asked.
    [[nodiscard]] std::vector<util::BreakpointId> at(lldb::addr_t address);
    /// Whether one was taken out or disabled at this address of the running process: a rank that ran into it just then
    /// stops for a trap that nobody knows.
    [[nodiscard]] bool wasAt(lldb::addr_t address) const { return m_takenOut.contains(address); }
    /// The condition, once after it was set: for a look at whether it can be evaluated at all.
    [[nodiscard]] std::optional<std::string> takeUnchecked(util::BreakpointId id);
    /// What there is to tell after LLDB changed the breakpoint, or nothing when all is as it was told last.
    [[nodiscard]] std::optional<debug::BreakpointStatus> changed(util::BreakpointId id);
    /// Of which the keeper has begun or ceased to judge or to log, since others came to their places, or went.
    [[nodiscard]] std::vector<debug::BreakpointStatus> changedNeighbours();
    /// The text at its places may be another one: a library came or went.
    void forgetPrograms(util::BreakpointId id);
    /// The rank has become another program.
    void forgetAllPrograms();
    /// Keeps what is wrong with the condition. \return as changed()
    std::optional<debug::BreakpointStatus> setProblem(util::BreakpointId id, std::string problem);

    /// The condition, where our own reader judges it and not LLDB. Nothing else.
    [[nodiscard]] std::optional<std::string> conditionToJudge(util::BreakpointId id) const;
    /// The condition that LLDB's compiler judges. Nothing else.
    [[nodiscard]] std::optional<std::string> conditionForCompiler(util::BreakpointId id) const;

    /// It is for threads of another number than this one.
    [[nodiscard]] bool isOfOtherThread(util::BreakpointId id, lldb::SBThread thread) const;
    /// What it is about, where that is a moment.
    [[nodiscard]] std::optional<debug::Moment> momentOf(util::BreakpointId id) const;
    /// Whether any that is on is about that.
    [[nodiscard]] bool catches(debug::Moment::What what) const;
    /// A hit with all that was asked for: whether it is one of those that are to be passed, which is counted.
    [[nodiscard]] bool isToBePassed(util::BreakpointId id) { return m_passed.pass(id); }
    /// Whether the thread's last hit of it that LLDB has seen was one of those.
    [[nodiscard]] bool hasPassed(util::ThreadId thread, util::BreakpointId id) const
    {
        return m_lastPassed.contains({thread, id});
    }
    /// How many there were of each, and are told.
    [[nodiscard]] PassedHits& passedHits() { return m_passed; }
    /// What the keeper has noted of tracepoints.
    [[nodiscard]] TracedPlaces& tracedPlaces() { return m_traced; }
    [[nodiscard]] bool isTrace(util::BreakpointId id) const;
    /// Logs a hit with all that was asked for. \pre isTrace(id)
    void log(util::BreakpointId id, lldb::SBThread thread) { m_log(thread, m_entries.at(id).spec); }

    /// A number for the breakpoints that libraries to come may concern; none if there is no such breakpoint.
    [[nodiscard]] std::optional<std::uint32_t> interestInLibraries();

private:
    using Program = std::vector<std::byte>; ///< empty: there is none

    struct Entry
    {
        debug::BreakpointSpec spec;
        lldb::SBBreakpoint breakpoint;
        std::map<lldb::addr_t, lldb::SBBreakpoint> moved =
            {}; ///< instead of those of its locations that LLDB misplaced
        /// Where procedures of Fortran were put into others, by address, beside what the breakpoint itself has.
        std::map<lldb::addr_t, lldb::SBBreakpoint> inlined = {};
        bool isOfCopy = false; ///< there is no other code of the procedure: the breakpoint itself is at a copy, too
        debug::BreakpointStatus told = {};             ///< the last status that left this class
        bool checked = false;                          ///< somebody has looked at the condition
        bool isOurs = false;                           ///< its condition is judged by our reader
        std::map<lldb::addr_t, Program> programs = {}; ///< of the condition, where somebody asked
        /// Of what is logged, the same; none of those places where the keeper cannot note it.
        std::map<lldb::addr_t, std::optional<bytecode::Tracing>> tracings = {};

        void forgetPrograms()
        {
            programs.clear();
            tracings.clear();
        }
        std::string advice = {}; ///< what to say while it is pending
        std::string wrong = {};  ///< with its condition
        /// Of its locations, by LLDB's numbers for them: kMostPlaces at the most.
        std::map<lldb::break_id_t, debug::PlaceName> names = {};
        /// What placeList() said last, and of how many locations: LLDB tells of each of a thousand by itself.
        std::vector<debug::BreakpointPlace> listed = {};
        std::pair<std::size_t, std::size_t> listedOf = {};
    };

    /// LLDB's breakpoints for it beside its own.
    [[nodiscard]] static std::vector<lldb::SBBreakpoint> others(const Entry& entry);
    void addInlinedCopies(Entry& entry);
    /// Of a copy.
    [[nodiscard]] debug::PlaceName copyName(Entry& entry, lldb::addr_t address);
    [[nodiscard]] bool isInlinedOff(Entry& entry, lldb::addr_t address);
    void forgetPassed(util::BreakpointId id);
    void takeOut(Entry& entry);
    void takeOut(lldb::SBBreakpoint breakpoint);
    void noteTakenOut(lldb::SBBreakpoint breakpoint);
    /// Gives every part of the breakpoint the condition and whether it is enabled.
    void apply(Entry& entry);
    void apply(const Entry& entry, lldb::SBBreakpoint part, bool isOn);
    /// At a file that the pattern of the breakpoint does not mean: no place of it.
    [[nodiscard]] static bool isOutside(const debug::BreakpointSpec& spec, lldb::SBAddress address);
    /// Locations of LLDB's breakpoint that are places of ours.
    [[nodiscard]] static std::vector<lldb::SBBreakpointLocation> inside(lldb::SBBreakpoint breakpoint,
                                                                        const debug::BreakpointSpec& spec);
    /// Whether a new location of it may be none of ours, or be off.
    [[nodiscard]] static bool picksPlaces(const Entry& entry)
    {
        return !entry.spec.off.empty() || !entry.spec.within.empty();
    }
    /// Its locations, as many as are told one by one. Each has a name by now.
    [[nodiscard]] std::vector<lldb::SBBreakpointLocation> namedLocations(Entry& entry);
    [[nodiscard]] static bool isOff(const Entry& entry, lldb::break_id_t location);
    /// Of a location of the breakpoint, or of what stands in the place of one.
    [[nodiscard]] bool isOff(Entry& entry, lldb::SBBreakpointLocation location);
    /// Of the location that LLDB misplaced.
    [[nodiscard]] bool isMovedOff(Entry& entry, lldb::addr_t address);
    /// Takes out those of its locations that are off. For each LLDB stops a rank that runs. \param withOutside those
    /// that are none of ours, too; onHit() passes over them
    void takeOutPlaces(Entry& entry, bool withOutside);
    /// Puts those in that are not; what LLDB misplaced stays out.
    void putInPlaces(Entry& entry);
    [[nodiscard]] std::vector<debug::BreakpointPlace> placeList(Entry& entry);
    /// What LLDB asks at each hit, before anybody hears of it: whether to stop.
    static bool onHit(void* table, lldb::SBProcess& process, lldb::SBThread& thread,
                      lldb::SBBreakpointLocation& location);
    /// What there is to say of a condition, and of what is logged, at all places.
    struct Looked
    {
        std::string wrong;                     ///< "" nothing
        bool isOurs = false;                   ///< our own reader judges the condition
        std::optional<util::Error> neverHolds; ///< the condition cannot be at any of them
        std::optional<util::Error> neverLogs;  ///< something that is to be logged cannot be at any of them
    };
    [[nodiscard]] Looked lookAt(lldb::SBBreakpoint breakpoint, const debug::BreakpointSpec& spec, lldb::SBFrame frame);
    /// What our reader and LLDB say of one expression. \param modules the target's
    [[nodiscard]] Looked lookAtOne(std::vector<lldb::SBBreakpointLocation> places, const CheckedExpression& checked,
                                   RankModules& modules);
    /// \param isNew the condition was none, or another one \errors BadExpression
    [[nodiscard]] util::Result<void> requirePossible(const debug::BreakpointSpec& spec, const Looked& looked,
                                                     bool isNew) const;
    static void take(Entry& entry, Looked looked);
    /// Takes locations of the breakpoint to where they belong: where their functions' arguments have their values.
    void moveToArguments(Entry& entry);
    [[nodiscard]] std::optional<lldb::SBAddress> betterPlaceFor(const Entry& entry, lldb::SBAddress place);
    /// \errors NoSuchPlace: a pattern that means too much, an address of no instruction
    [[nodiscard]] util::Result<lldb::SBBreakpoint> create(const debug::BreakpointSpec& spec);
    [[nodiscard]] util::Result<lldb::SBBreakpoint> createByPattern(const debug::BreakpointSpec& spec);
    [[nodiscard]] static bool meansTooMuch(const Entry& entry);
    [[nodiscard]] lldb::SBBreakpoint createByName(const std::string& name);
    [[nodiscard]] lldb::SBBreakpoint createAtMoment(debug::Moment::What what);
    [[nodiscard]] debug::BreakpointStatus statusOf(Entry& entry);
    [[nodiscard]] util::Result<void> put(const debug::BreakpointSpec& spec, PlaceAdvice& advice, lldb::SBFrame frame);
    /// What LLDB has set for the spec; else nothing is set. \errors as set()
    [[nodiscard]] util::Result<lldb::SBBreakpoint> createFor(const debug::BreakpointSpec& spec, lldb::SBFrame frame,
                                                             Looked& looked, bool isNew);
    /// Where the breakpoint stops ranks.
    [[nodiscard]] std::vector<lldb::SBAddress> places(Entry& entry);
    [[nodiscard]] const Program& programAt(Entry& entry, lldb::SBAddress place);
    [[nodiscard]] const std::optional<bytecode::Tracing>& tracingAt(Entry& entry, lldb::SBAddress place);
    [[nodiscard]] std::shared_ptr<RankModules> modules();
    /// By which the keeper counts hits; nothing: it leaves that to us.
    [[nodiscard]] std::optional<std::uint16_t> countOf(const Entry& entry) const;
    /// The same for one thread, and for others that there is nothing to stop for. Empty: there is none.
    [[nodiscard]] Program ofThreadOnly(debug::ThreadIndex index, const Program& program);
    [[nodiscard]] debug::Judge judgeOf(Entry& entry);
    [[nodiscard]] debug::Logger loggerOf(Entry& entry);
    /// Tells which conditions the keeper judges. A place is judged if that can be done of all breakpoints there.
    void sayPrograms();
    [[nodiscard]] bool isAmong(const std::set<lldb::addr_t>& some, lldb::SBAddress place);

    util::Rank m_rank;
    lldb::SBTarget m_target;
    IsFalse m_isFalse;
    Log m_log;
    std::function<void(std::span<const bytecode::JudgedPlace>)> m_judgeAt;
    PassedHits m_passed;
    TracedPlaces m_traced;
    std::shared_ptr<RankModules> m_modules; // null until somebody asks
    std::set<std::pair<util::ThreadId, util::BreakpointId>> m_lastPassed;
    std::map<util::BreakpointId, Entry> m_entries;
    std::set<lldb::addr_t> m_takenOut;
    std::set<lldb::addr_t> m_judged; ///< where the keeper judges hits
    std::set<lldb::addr_t> m_noted;  ///< where it also notes all that is logged
};

} // namespace dbgr::daemon

// SPDX-License-Identifier: BSD-3-Clause
// The user's breakpoints: what was asked for, where it stands in which ranks, how often it was hit.
// Owned and changed by the session, read by faces. Thread: the session's.
#pragma once

#include "debug/breakpoint.h"
#include "debug/engine_reply.h"
#include "util/error.h"
#include "util/ids.h"
#include "util/rank_set.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace dbgr::session {

/// Ranks that come to it wait there for the others.
struct Barrier
{
    util::RankSet group;   ///< who is to gather
    util::RankSet arrived; ///< since all of them last had
    util::RankSet letGo;   ///< of those, who was told to go on nevertheless
};

struct Breakpoint
{
    debug::BreakpointSpec spec;
    debug::BreakpointStatus status; ///< ranks in neither of its sets have not answered (yet)
    std::uint64_t hits = 0;         ///< stops of ranks, and what they were to pass, all together
    bool temporary = false;         ///< each rank stops once; it goes when all have
    util::RankSet passed;           ///< of a temporary one: ranks that have stopped, and do no more
    std::optional<Barrier> barrier = {};
    std::string ofCall = {}; ///< of data: the function whose call it was of in a job before; "" none. Enabled
                             ///< anew, it is found anew.
    /// Those of the ranks' places that are told one by one, and those that are off, in the order of their numbers,
    /// which are from 1 and stay for as long as the job. One without ranks is in none of them (any more).
    std::vector<debug::BreakpointPlace> places = {};
    std::string accepted = {};                         ///< the condition that ranks have taken
    std::map<debug::Judge, util::RankSet> judges = {}; ///< what ranks have said; status has the slowest of them
    std::map<debug::Logger, util::RankSet> loggers = {};
    std::uint32_t asked = 0; ///< how often ranks were asked for it, and have not answered yet

    [[nodiscard]] bool isOff(const debug::BreakpointPlace& place) const;
    /// Numbers of the places to list: where there are several, or some are off, those that ranks have or that are off.
    [[nodiscard]] std::vector<std::uint32_t> listedPlaces() const;
    /// Of those that are off; none as long as no rank has said which places it has.
    [[nodiscard]] std::vector<std::uint32_t> placesOff() const;
};

/// A breakpoint, or one of its places.
struct BreakpointKey
{
    util::BreakpointId id;
    std::uint32_t place = 0; ///< its number, from 1; 0: the whole
};

/// "2", or of one of its places "2.3".
[[nodiscard]] std::string numberText(const BreakpointKey& key);

/// Those of `ranks` that it is for; a temporary one is no longer for those that have stopped there.
[[nodiscard]] util::RankSet meant(const Breakpoint& breakpoint, const util::RankSet& ranks);

/// That there is one already, and what to do. \param doing what was tried
[[nodiscard]] util::Error standsAlready(const std::string& doing, const Breakpoint& other);

/// That it has fewer places. \param place a number
[[nodiscard]] util::Error noSuchPlace(const Breakpoint& breakpoint, std::uint32_t place);

/// A function with a name, several of a pattern, a line of a file, an address, data, or exceptions.
[[nodiscard]] bool isNamed(const debug::Trigger& trigger);

class BreakpointStore
{
public:
    /// Keeps `spec` under a new id.
    util::BreakpointId add(debug::BreakpointSpec spec);
    /// The same, for one stop of each rank.
    util::BreakpointId addTemporary(debug::BreakpointSpec spec);
    /// The same, for ranks of a group to gather at.
    util::BreakpointId addBarrier(debug::BreakpointSpec spec, util::RankSet group);
    /// \return false if there is no such breakpoint
    bool change(util::BreakpointId id, std::string condition, bool enabled);
    /// Ranks judge it by this condition.
    void noteAccepted(util::BreakpointId id, std::string condition);
    /// Ranks were asked for it.
    void countAsked(util::BreakpointId id);
    /// And they have answered. \return whether there is such a breakpoint
    bool countAnswered(util::BreakpointId id);
    /// \return false if there is no such breakpoint
    bool ignore(util::BreakpointId id, std::uint32_t count);
    /// \param group "" none \return false if there is no such breakpoint
    bool setGroup(util::BreakpointId id, std::string group);
    /// \return false if there is no such breakpoint
    bool setCommands(util::BreakpointId id, std::string commands);
    /// \param place its number, from 1 \return false if there is no such place, or that is so already
    bool switchPlace(util::BreakpointId id, std::uint32_t place, bool on);
    /// It was a breakpoint of a line, and is of another one. Nothing, if there is no such breakpoint.
    void moveTo(util::BreakpointId id, debug::Trigger where, std::optional<debug::LineText> text);
    /// \return what was removed; nothing if there is no such breakpoint
    std::optional<Breakpoint> remove(util::BreakpointId id);
    /// Nothing, if there is no such breakpoint.
    [[nodiscard]] const Breakpoint* find(util::BreakpointId id) const;
    [[nodiscard]] const std::map<util::BreakpointId, Breakpoint>& all() const { return m_breakpoints; }

    /// Of a group, in the order of their ids; none: there is no such group.
    [[nodiscard]] std::vector<util::BreakpointId> inGroup(std::string_view group) const;
    /// Names of the groups that have some, in alphabetical order.
    [[nodiscard]] std::vector<std::string> groups() const;

    /// One that was asked for at the same place, for some of the same ranks, and to log the same if anything; nothing
    /// if there is none.
    [[nodiscard]] const Breakpoint* sameAs(const debug::BreakpointSpec& spec) const;
    /// An older one that stands on the same line, where both were asked for by a line, and log the same if anything;
    /// nothing if there is none.
    [[nodiscard]] const Breakpoint* standingBeside(util::BreakpointId id) const;

    /// Takes in what some ranks say of a breakpoint. \return false if there is no such breakpoint (any more)
    bool update(const debug::BreakpointStatus& status);
    /// These ranks refuse it, and so do not have it (any more). \return whether there are some, and there is such a one
    bool lack(util::BreakpointId id, const std::vector<debug::RankFailure>& refusals);
    /// Ranks have come for which it is not: it is of data that another rank's call had. \return whether that is so
    bool keepFrom(util::BreakpointId id, const util::RankSet& ranks);
    /// Another job begins: nobody has said anything of any of them, and none was hit.
    void forgetJob();
    /// \return the ids of those that we know
    std::vector<util::BreakpointId> countHits(const std::vector<util::BreakpointId>& ids, std::uint64_t ranks);

    /// Ranks have stopped at these. \return the temporary ones, which are no longer for these ranks
    std::vector<util::BreakpointId> pass(const std::vector<util::BreakpointId>& ids, const util::RankSet& ranks);
    /// The temporary ones at which some rank has stopped, and all of `ranks` have.
    [[nodiscard]] std::vector<util::BreakpointId> passedBy(const util::RankSet& ranks) const;

    /// Ranks have stopped at these: those of the barriers among them that are of their groups wait from now on.
    void arrive(const std::vector<util::BreakpointId>& ids, const util::RankSet& ranks);
    /// Who waits at barriers.
    [[nodiscard]] util::RankSet waiting() const;
    /// They are to go on without the others.
    void letGo(const util::RankSet& ranks);
    /// Barriers at which some wait, and all of their group that are in `ranks` have come; nobody waits there any more.
    [[nodiscard]] std::vector<std::pair<util::BreakpointId, util::RankSet>> takeGathered(const util::RankSet& ranks);

private:
    std::map<util::BreakpointId, Breakpoint> m_breakpoints;
    util::BreakpointId m_last{};
};

} // namespace dbgr::session

// SPDX-License-Identifier: BSD-3-Clause
// The user's breakpoints: what was asked for, where it stands in which ranks, how often it was hit.
// Owned and changed by the session, read by faces. Thread: the session's.
#pragma once

#include "debug/breakpoint.h"
#include "util/error.h"
#include "util/ids.h"
#include "util/rank_set.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace dbgr::session {

struct Breakpoint
{
    debug::BreakpointSpec spec;
    debug::BreakpointStatus status; ///< ranks in neither of its sets have not answered (yet)
    std::uint64_t hits = 0;         ///< stops of ranks, all together
    bool temporary = false;         ///< each rank stops once; it goes when all have
    util::RankSet passed;           ///< of a temporary one: ranks that have stopped, and do no more
};

/// That there is one already, and what to do. \param doing what was tried
[[nodiscard]] util::Error standsAlready(const std::string& doing, const Breakpoint& other);

/// A function with a name, or a line of a file.
[[nodiscard]] bool isNamed(const debug::Place& place);

class BreakpointStore
{
public:
    /// Keeps `spec` under a new id.
    util::BreakpointId add(debug::BreakpointSpec spec);
    /// The same, for one stop of each rank.
    util::BreakpointId addTemporary(debug::BreakpointSpec spec);
    /// \return false if there is no such breakpoint
    bool change(util::BreakpointId id, std::string condition, bool enabled);
    /// \return what was removed; nothing if there is no such breakpoint
    std::optional<Breakpoint> remove(util::BreakpointId id);
    /// Nothing, if there is no such breakpoint.
    [[nodiscard]] const Breakpoint* find(util::BreakpointId id) const;
    [[nodiscard]] const std::map<util::BreakpointId, Breakpoint>& all() const { return m_breakpoints; }

    /// The one that was asked for at the same place; nothing if there is none.
    [[nodiscard]] const Breakpoint* sameAs(const debug::BreakpointSpec& spec) const;
    /// An older one that stands on the same line, where both were asked for by a line; nothing if there is none.
    [[nodiscard]] const Breakpoint* standingBeside(util::BreakpointId id) const;

    /// Takes in what some ranks say of a breakpoint. \return false if there is no such breakpoint (any more)
    bool update(const debug::BreakpointStatus& status);
    /// Another job begins: nobody has said anything of any of them, and none was hit.
    void forgetJob();
    /// \return the ids of those that we know
    std::vector<util::BreakpointId> countHits(const std::vector<util::BreakpointId>& ids, std::uint64_t ranks);

    /// Ranks have stopped at these. \return the temporary ones, which are no longer for these ranks
    std::vector<util::BreakpointId> pass(const std::vector<util::BreakpointId>& ids, const util::RankSet& ranks);
    /// The temporary ones at which some rank has stopped, and all of `ranks` have.
    [[nodiscard]] std::vector<util::BreakpointId> passedBy(const util::RankSet& ranks) const;

private:
    std::map<util::BreakpointId, Breakpoint> m_breakpoints;
    util::BreakpointId m_last{};
};

} // namespace dbgr::session

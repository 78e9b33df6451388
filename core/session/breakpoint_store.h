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
#include <string>
#include <vector>

namespace dbgr::session {

struct Breakpoint
{
    debug::BreakpointSpec spec;
    debug::BreakpointStatus status; ///< ranks in neither of its sets have not answered (yet)
    std::uint64_t hits = 0;         ///< stops of ranks, all together
};

/// That there is one already, and what to do. \param doing what was tried
[[nodiscard]] util::Error standsAlready(const std::string& doing, const Breakpoint& other);

class BreakpointStore
{
public:
    /// Keeps `spec` under a new id.
    util::BreakpointId add(debug::BreakpointSpec spec);
    /// \return false if there is no such breakpoint
    bool change(util::BreakpointId id, std::string condition, bool enabled);
    /// \return false if there is no such breakpoint
    bool remove(util::BreakpointId id);
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

private:
    std::map<util::BreakpointId, Breakpoint> m_breakpoints;
    util::BreakpointId m_last{};
};

} // namespace dbgr::session

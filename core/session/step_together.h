// SPDX-License-Identifier: BSD-3-Clause
// A step of ranks that stay together. Those that stand where their leader stands step with it; those that are behind
// catch up, by steps of their own, before it and after it; those that are ahead, or elsewhere, stay where they are
// until the leader comes, and are named. Of all the stops on the way only the last one of each rank is told, at the
// end. Owned by the session. Thread: the session's.
#pragma once

#include "debug/engine_request.h"
#include "debug/stop.h"
#include "session/answer.h"
#include "session/publisher.h"
#include "session/rank_commands.h"
#include "session/session_event.h"
#include "util/ids.h"
#include "util/lifetime.h"
#include "util/rank_set.h"

#include <cstdint>
#include <functional>
#include <map>
#include <vector>

namespace dbgr::session {

class StepTogether
{
public:
    /// Ranks that are still behind after so many steps are left there: what they do is not what the leader did.
    static constexpr std::uint32_t kMostCatchingUp = 100;

    /// All of them live longer.
    struct Parts
    {
        RankCommands& commands;
        Publisher& publisher;
        std::function<void()> publishSoon;
    };

    /// \param ranks all of them stand, the leader too \param what `count` times, each time together
    StepTogether(Parts parts, util::RankSet ranks, util::Rank leader, const debug::Step& what);

    /// Ranks of which something is still to come; none: it is over.
    [[nodiscard]] const util::RankSet& ranks() const { return m_ranks; }

    /// Ranks have stopped. \return what of that is not told now
    util::RankSet take(const debug::StopGroup& stop);
    /// Ranks are no longer of it: they have ended, or were told to do something else. Without its leader it is over.
    void leave(const util::RankSet& ranks);

private:
    using Stacks = std::vector<debug::RankFrames>;
    /// By the number of calls that they have to leave.
    using CatchingUp = std::map<std::uint32_t, util::RankSet>;

    void look();
    void goOn(util::Result<Answer<Stacks>> answer);
    void step(const util::RankSet& ranks, const debug::Step& what);
    /// The last stops of ranks that stand are told now, and are told no more.
    void tellStops(const util::RankSet& ranks);
    void end();

    Parts m_parts;
    util::RankSet m_ranks;
    util::Rank m_leader;
    debug::Step m_what;
    std::uint32_t m_left;       ///< steps of the leader
    std::uint32_t m_caughtUp{}; ///< steps of others since
    bool m_isCatchingUp = false;
    util::RankSet m_moving;
    util::RankSet m_surprised; ///< have stopped for another reason than their step
    std::map<Course, util::RankSet> m_apart;
    std::vector<debug::StopGroup> m_stops; ///< not told yet
    util::Lifetime m_lifetime;
};

} // namespace dbgr::session

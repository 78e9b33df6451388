// SPDX-License-Identifier: BSD-3-Clause
// Ranks that are held and that LLDB is not connected to, since nobody has asked for anything that takes LLDB: what
// happens to them, and what is done to them without it. Way: ProcessEngine -> here -> RankHolder; its news -> here ->
// events. Thread: net.
#pragma once

#include "dbgdaemon/engine/departures.h"
#include "dbgdaemon/engine/engine.h"
#include "dbgdaemon/engine/rank_holder.h"
#include "util/rank_set.h"
#include "util/scheduler.h"
#include "util/subscription.h"

#include <chrono>
#include <functional>
#include <map>
#include <vector>

namespace dbgr::daemon {

class UnconnectedRanks
{
public:
    enum class State
    {
        Attaching, ///< of which nothing has been told
        Standing,  ///< since it was attached to
        Running,
        Stopped, ///< it ran, and stands for something that LLDB is to tell
        Another, ///< it ran, and stands since it has become another program
        Leaving  ///< told to go; nothing else is done to it
    };
    struct Rank
    {
        AttachTarget target;
        State state = State::Attaching;
    };
    struct Hooks
    {
        std::function<void(EngineEvent)> tell;
        /// LLDB is to be connected to these, by take().
        std::function<void(const util::RankSet&)> connect;
    };

    static constexpr std::chrono::seconds kAttachLimit{60};
    /// Ranks that stand so long since somebody asked are connected, so that it is known where, and what is asked next
    /// is answered at once. Scripts that let them go by then have done without.
    static constexpr std::chrono::milliseconds kIdle{150};

    /// \param holder outlives this
    UnconnectedRanks(util::Scheduler& scheduler, RankHolder& holder, Hooks hooks);
    ~UnconnectedRanks() { m_holder.setListener({}); }
    UnconnectedRanks(const UnconnectedRanks&) = delete;
    UnconnectedRanks& operator=(const UnconnectedRanks&) = delete;

    /// Processes that the holder is attaching to.
    void add(std::vector<AttachTarget> targets);
    [[nodiscard]] util::RankSet ranks() const;
    /// They are here, and stand since they were attached to.
    [[nodiscard]] bool allStand(const util::RankSet& ranks) const { return (ranks - inState(State::Standing)).empty(); }
    void putOffIdle() { m_idle.cancel(); }
    /// From now on, or from when the last one is attached to.
    void awaitIdle();
    [[nodiscard]] util::RankSet leaving() const { return inState(State::Leaving); }

    /// Of these ranks, the ones for which the request cannot be done here.
    [[nodiscard]] util::RankSet beyondUs(const util::RankSet& ranks, const debug::EngineRequest& request) const;
    /// Does it for those of the ranks that are here. \pre beyondUs() has none of them
    /// \param done when none of them is ours any more, where the request is to let them go; else at once
    /// \return the ranks that run now, and did not before
    util::RankSet perform(const util::RankSet& ranks, const debug::EngineRequest& request, std::function<void()> done);

    /// Hands over those of the ranks that are here and not leaving; the ones that run are about to stand.
    [[nodiscard]] std::vector<Rank> take(const util::RankSet& ranks);
    void clear() { m_ranks.clear(); }

private:
    [[nodiscard]] util::RankSet inState(State state) const;
    void onNews(util::Rank rank, HolderNews news);
    void onHeld(Rank& held);
    void leave(util::Rank rank, EngineEvent lastWords);
    void giveUpAttaching();

    util::Scheduler& m_scheduler;
    RankHolder& m_holder;
    const Hooks m_hooks;
    std::map<util::Rank, Rank> m_ranks;
    Departures m_departures;
    util::Subscription m_idle;
    util::Subscription m_limit;
};

} // namespace dbgr::daemon

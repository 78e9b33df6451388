// SPDX-License-Identifier: BSD-3-Clause
// All that dbgd does for the ranks of its node, without knowing who listens: the engine between commands and facts.
// Thread: net.
#pragma once

#include "dbgdaemon/command_router.h"
#include "dbgdaemon/engine/engine.h"
#include "dbgdaemon/engine/rank_holder.h"
#include "dbgdaemon/local_ranks.h"
#include "dbgdaemon/stop_coalescer.h"
#include "debug/attach_order.h"

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace dbgr::daemon {

class RankService
{
public:
    struct Hooks
    {
        std::function<void(debug::DaemonEvent)> tell;
        /// What others than the engine know of a failure to attach, and of a loss: they saw the cause.
        std::function<std::optional<util::Error>(util::Rank, util::Pid)> whyNotAttached;
        std::function<std::optional<util::Error>(util::Rank)> whyLost;
        /// The engine has lost it, or could not have it: whoever holds it is to let it go.
        std::function<void(util::Rank)> letGo;
        /// How a rank ended, from whoever saw it: liblldb cannot tell an exit status from a signal.
        std::function<std::optional<util::RankEnd>(util::Rank)> howEnded;
        /// No rank is left; told once, after all else.
        std::function<void()> allGone;
    };

    /// \param engine lives longer than this, and is not started
    RankService(util::Scheduler& scheduler, Engine& engine, std::string host, Hooks hooks);

    /// A rank that is to be attached to. \param stub what the engine speaks to, or why there is no such thing
    void add(AttachTarget target, util::Result<util::UniqueFd> stub);
    /// The remains of a rank, which are to be opened.
    void addCore(const debug::LocalCore& core);
    /// Attaches to all that were added since the last call; when there never was any, all are gone.
    void attach();

    /// What holds these ranks is gone, as somebody else than the engine found out: they are lost, whatever the engine
    /// still says of them.
    void lose(const util::RankSet& ranks, const util::Error& why);

    /// The rank stands, as somebody else than the engine says. Told, with the others that were interrupted, as soon as
    /// all do, or as have so far: then the engine is about to tell their stops.
    void noteStands(util::Rank rank);

    /// \param id the asker's, by which onCancel() names it
    void onCommand(util::RequestId id, debug::EngineCommand command, CommandRouter::Respond respond);
    void onCancel(util::RequestId id) { m_router.cancel(id); }
    /// Lets go of all ranks and tells so, then `done`.
    void shutdown(std::function<void()> done);

    /// What the engine works on for the front end.
    [[nodiscard]] std::optional<CommandRouter::Underway> underway() const { return m_router.oldest(); }
    [[nodiscard]] const LocalRanks& ranks() const { return m_ranks; }

    /// A rank may be lost since the keeper was killed, of which the engine hears first: that long its loss waits for
    /// somebody who knows the cause.
    static constexpr util::Duration kCauseMayTake = std::chrono::milliseconds(500);

    /// For ranks that are made to stand at the same time: a word for each would keep the processors from it.
    static constexpr util::Duration kOthersMayTake = std::chrono::milliseconds(3);

private:
    void onEvent(EngineEvent event);
    void tellStand();
    void take(EngineEvent event);
    [[nodiscard]] bool mayBeExplained(const EngineEvent& event) const;
    void improve(EngineEvent& event) const;
    void forgetInterrupt(util::Rank rank);
    void letGoIfLost(const EngineEvent& event) const;

    Engine& m_engine;
    const Hooks m_hooks;
    LocalRanks m_ranks;
    StopCoalescer m_coalescer;
    CommandRouter m_router;
    std::vector<AttachTarget> m_targets;
    std::vector<RankAttachFailed> m_stillborn; // no stub could be had
    util::RankSet m_lost;
    util::RankSet m_interrupted; ///< and have not stopped yet
    util::RankSet m_stand;       ///< to be told of
    util::Scheduler& m_scheduler;
    std::vector<util::Subscription> m_unexplained; ///< losses that wait
    util::Subscription m_tellStand;
    bool m_toldAllGone = false;
};

} // namespace dbgr::daemon

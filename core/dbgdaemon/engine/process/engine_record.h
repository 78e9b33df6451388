// SPDX-License-Identifier: BSD-3-Clause
// What an engine that takes the place of one that is gone has to know: which ranks there are, how they stand, which
// breakpoints and frozen threads are theirs. Kept from what the engine says. Thread: net.
#pragma once

#include "dbgdaemon/engine/engine.h"

#include <map>
#include <optional>
#include <set>
#include <vector>

namespace dbgr::daemon {

class EngineRecord
{
public:
    struct Planted
    {
        debug::BreakpointSpec spec; ///< what is still to be passed, as far as it was told
        bool tellsPassed = false;
    };
    struct Rank
    {
        util::Pid pid;
        std::string executable;
        std::string file;
        std::string core;
        std::uint32_t slot = 0;
        util::StopId stop; ///< the latest; 0 before the first
        bool runs = false;
        bool owesStop = false; ///< asked to stop, to step or to run to a place, and has not stopped yet
        bool isPlaced = false; ///< `pc` is known
        std::uint64_t pc = 0;  ///< where it stands
        std::map<util::BreakpointId, Planted> breakpoints; ///< that are about code
        std::map<int, debug::SignalRule> signalRules;      ///< that are not as is usual
        std::set<util::BreakpointId> watched;              ///< breakpoints that are about data
        std::vector<util::ThreadId> frozen = {};
    };

    void note(const AttachTarget& target);
    void note(const EngineEvent& event);
    /// A command that was done, for those of its ranks that did not fail.
    void note(const debug::EngineCommand& command, const debug::EngineReply& reply);
    /// They were asked to stand, and have not told it yet.
    void expectStop(const util::RankSet& ranks);

    [[nodiscard]] const Rank* find(util::Rank rank) const;
    [[nodiscard]] util::RankSet ranks() const;
    /// The commands that set all breakpoints and rules for signals.
    [[nodiscard]] std::vector<debug::EngineCommand> settings() const;
    /// Which ranks have lost breakpoints that are about data, since only the engine that found it knows where it is;
    /// they are forgotten.
    [[nodiscard]] std::map<util::BreakpointId, util::RankSet> takeWatched();
    /// The commands that freeze all frozen threads; one for each, since any may have ended.
    [[nodiscard]] std::vector<debug::EngineCommand> frozenThreads() const;

private:
    void noteFrozen(const debug::RankThreads& threads);
    void notePassed(const debug::HitsPassed& passed);

    std::map<util::Rank, Rank> m_ranks;
};

/// The rank that an event is about; nothing of events about several.
[[nodiscard]] std::optional<util::Rank> rankOf(const EngineEvent& event);

} // namespace dbgr::daemon

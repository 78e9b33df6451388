// SPDX-License-Identifier: BSD-3-Clause
// The ranks of this node, and what each of them does, as the engine's events tell. Thread: net.
#pragma once

#include "dbgdaemon/engine/engine.h"
#include "util/rank_set.h"

#include <map>
#include <optional>

namespace dbgr::daemon {

class LocalRanks
{
public:
    enum class State
    {
        Attaching,
        Stopped,
        Running,
        Gone ///< ended, detached, lost, or never attached
    };

    /// A rank that the engine is about to attach to.
    void add(util::Rank rank, util::Pid pid);
    /// \return whether the event tells something of a rank that is here and not gone, or of no rank at all. What comes
    /// late, of a rank that is given up, is no news.
    bool note(const EngineEvent& event);

    [[nodiscard]] const util::RankSet& all() const { return m_all; }
    [[nodiscard]] std::optional<util::Pid> pidOf(util::Rank rank) const;
    [[nodiscard]] std::optional<State> stateOf(util::Rank rank) const;
    /// No rank runs or is being attached to: the next stop will not come by itself.
    [[nodiscard]] bool allQuiet() const { return m_busy == 0; }
    [[nodiscard]] bool allGone() const { return m_gone == m_entries.size(); }

private:
    struct Entry
    {
        util::Pid pid;
        State state = State::Attaching;
    };
    [[nodiscard]] bool change(util::Rank rank, State state);

    std::map<util::Rank, Entry> m_entries;
    util::RankSet m_all;
    std::size_t m_busy = 0; // Attaching or Running
    std::size_t m_gone = 0;
};

} // namespace dbgr::daemon

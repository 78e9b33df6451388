// SPDX-License-Identifier: BSD-3-Clause
// How far a job has come: which of its processes run, are connected, wait for a debugger, have ended. Pure; its owner
// acts on what changes. Thread: its owner's.
//
// Flow of a rank: Prepared -> Started -> (Connected -> Finalized) -> Exited -> Gone
#pragma once

#include "launcher/job_spec.h"
#include "util/rank_set.h"

#include <cstdint>
#include <vector>

namespace dbgr::launcher {

class JobProgress
{
public:
    enum class Stage
    {
        Prepared,
        Started,
        Connected,
        Finalized,
        Exited, ///< its output may still come
        Gone,
    };

    JobProgress(std::uint32_t processes, const HoldSpec& hold);

    [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(m_ranks.size()); }
    [[nodiscard]] Stage stage(util::Rank rank) const { return at(rank).stage; }

    void started(util::Rank rank);
    void connected(util::Rank rank);
    void finalized(util::Rank rank);
    /// It said that it waits for a debugger, or was stopped on exec.
    void waiting(util::Rank rank);
    void released(const util::RankSet& ranks);
    void exited(util::Rank rank);
    void gone(util::Rank rank);

    [[nodiscard]] bool everConnected(util::Rank rank) const { return at(rank).everConnected; }
    [[nodiscard]] bool hasFinalized(util::Rank rank) const { return at(rank).hasFinalized; }
    /// Whether any process but this one called PMIx_Init.
    [[nodiscard]] bool othersConnected(util::Rank rank) const;
    [[nodiscard]] bool allStarted() const { return m_started == size(); }
    [[nodiscard]] bool allExited() const { return m_exited == size(); }
    [[nodiscard]] bool allGone() const { return m_gone == size(); }
    /// True once: every process that is to be held waits now, and there is one.
    [[nodiscard]] bool takeReadyForDebug();
    /// Whether any process is to be held, or is.
    [[nodiscard]] bool holdsAny() const;
    /// Those that wait, and were not released.
    [[nodiscard]] util::RankSet waitingRanks() const;

private:
    struct RankState
    {
        Stage stage = Stage::Prepared;
        bool held = false;
        bool waiting = false;
        bool everConnected = false;
        bool hasFinalized = false;
    };

    [[nodiscard]] const RankState& at(util::Rank rank) const { return m_ranks.at(rank.value()); }
    [[nodiscard]] RankState& at(util::Rank rank) { return m_ranks.at(rank.value()); }

    std::vector<RankState> m_ranks;
    std::uint32_t m_started = 0;
    std::uint32_t m_connected = 0;
    std::uint32_t m_exited = 0;
    std::uint32_t m_gone = 0;
    bool m_readyTaken = false;
};

} // namespace dbgr::launcher

// SPDX-License-Identifier: BSD-3-Clause
// Decides, from what a launcher tells of a starting job, when its ranks stand in their hold and may be let go again.
// READY_FOR_DEBUG alone does not say so: it may come before the last rank is armed, twice, or never.
// Sans-IO: LaunchSequence feeds it. Thread: any.
#pragma once

#include "launchers/launch_spec.h"
#include "pmix/types/proc_info.h"
#include "util/clock.h"
#include "util/rank_set.h"

#include <chrono>
#include <cstdint>
#include <optional>
#include <span>

namespace dbgr::session {

class HoldWatch
{
public:
    /// A rank that was let go before it had armed its release handler hangs: after READY_FOR_DEBUG this long passes, at
    /// least, and as long again as so many ranks need.
    static constexpr std::chrono::milliseconds kSettle{300};
    static constexpr std::chrono::milliseconds kSettlePerRank{10};
    /// Some launchers never send READY_FOR_DEBUG though all ranks are held (PRRTE 4.1 with Open MPI 5).
    static constexpr std::chrono::milliseconds kReadyMayBeMissing{2000};
    /// A program that has not called MPI_Init for so long, in no rank, hardly ever will.
    static constexpr std::chrono::milliseconds kNeverInits{5000};

    explicit HoldWatch(launchers::HoldPoint hold) : m_hold(hold) {}

    /// The launcher keeps the release for a rank that is slow to arm its handler: nothing is to be waited for.
    void releaseIsKept() { m_releaseIsKept = true; }
    void launchComplete(util::TimePoint now);
    void readyForDebug(util::TimePoint now);
    /// Ranks that the launcher holds before their first instruction, since their program has no MPI; nothing: all.
    void standAtExec(std::optional<util::RankSet> ranks);
    void procTable(std::span<const pmix::ProcInfo> procs, util::TimePoint now);

    enum class Verdict
    {
        Wait,
        Held,    ///< all ranks stand where they were asked to, and a release will reach them
        NotHeld, ///< they run: no hold was asked for, or the program does not do its part
    };
    [[nodiscard]] Verdict verdict(util::TimePoint now) const;

    /// Whether the proctable is complete, so that daemons may be started.
    [[nodiscard]] bool launched() const { return m_launched && m_ranks > 0; }
    /// Only a short while is left until the verdict: time to start the daemons.
    [[nodiscard]] bool nearlySettled(util::TimePoint now) const
    {
        return launched() && (m_ready || allConnected() || verdict(now) != Verdict::Wait);
    }
    [[nodiscard]] launchers::HoldPoint hold() const { return m_hold; }
    [[nodiscard]] std::uint32_t ranks() const { return m_ranks; }
    /// Of all ranks those that stand there, whatever the hold was to be.
    [[nodiscard]] util::RankSet atExec(const util::RankSet& all) const;
    /// How many ranks have called PMIx_Init.
    [[nodiscard]] std::uint32_t connected() const { return m_connected; }

private:
    [[nodiscard]] bool allConnected() const { return m_ranks > 0 && m_connected + m_atExec.size() >= m_ranks; }
    [[nodiscard]] Verdict verdictInLibrary(util::TimePoint now) const;

    launchers::HoldPoint m_hold;
    bool m_releaseIsKept = false;
    std::uint32_t m_ranks = 0;
    std::uint32_t m_connected = 0;
    util::RankSet m_atExec;
    bool m_allAtExec = false;
    std::optional<util::TimePoint> m_launched;
    std::optional<util::TimePoint> m_ready;
    util::TimePoint m_lastProgress{};
};

} // namespace dbgr::session

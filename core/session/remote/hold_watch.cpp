// SPDX-License-Identifier: BSD-3-Clause
#include "session/remote/hold_watch.h"

#include <algorithm>
#include <utility>

namespace dbgr::session {

void HoldWatch::launchComplete(util::TimePoint now)
{
    if (m_launched)
        return;
    m_launched = now;
    m_lastProgress = now;
}

void HoldWatch::readyForDebug(util::TimePoint now)
{
    launchComplete(now); // it may overtake the other one
    if (!m_ready)
        m_ready = now;
}

void HoldWatch::standAtExec(std::optional<util::RankSet> ranks)
{
    m_allAtExec = !ranks;
    m_atExec = std::move(ranks).value_or(util::RankSet());
}

util::RankSet HoldWatch::atExec(const util::RankSet& all) const
{
    return m_allAtExec || m_hold == launchers::HoldPoint::Exec ? all : m_atExec & all;
}

void HoldWatch::procTable(std::span<const pmix::ProcInfo> procs, util::TimePoint now)
{
    m_ranks = static_cast<std::uint32_t>(procs.size());
    const auto connected = static_cast<std::uint32_t>(std::count_if(
        procs.begin(), procs.end(), [](const pmix::ProcInfo& p) { return p.state >= pmix::ProcState::Connected; }));
    if (connected > m_connected)
        m_lastProgress = now;
    m_connected = connected;
}

HoldWatch::Verdict HoldWatch::verdict(util::TimePoint now) const
{
    if (!launched())
        return Verdict::Wait;
    switch (m_hold) {
    case launchers::HoldPoint::None:
        return Verdict::NotHeld;
    case launchers::HoldPoint::Exec: // nothing to arm: each rank stands as soon as it is there
        if (m_ready)
            return Verdict::Held;
        return now - *m_launched < kNeverInits ? Verdict::Wait : Verdict::NotHeld;
    case launchers::HoldPoint::Init:
    case launchers::HoldPoint::App:
        return verdictInLibrary(now);
    }
    return Verdict::Wait;
}

HoldWatch::Verdict HoldWatch::verdictInLibrary(util::TimePoint now) const
{
    if (m_ready && m_allAtExec)
        return Verdict::Held;
    if (m_ready) {
        const auto settle = m_releaseIsKept ? std::chrono::milliseconds::zero()
                                            : std::max(kSettle, kSettlePerRank * static_cast<int>(m_ranks));
        const bool armed = allConnected() || now - *m_ready >= kReadyMayBeMissing;
        return armed && now - *m_ready >= settle ? Verdict::Held : Verdict::Wait;
    }
    if (allConnected()) {
        if (now - m_lastProgress < kReadyMayBeMissing)
            return Verdict::Wait;
        // In MPI_Init's own hold a rank would have said so: without a word it has run on.
        return m_hold == launchers::HoldPoint::Init ? Verdict::Held : Verdict::NotHeld;
    }
    if (m_connected == 0 && now - m_lastProgress >= kNeverInits)
        return Verdict::NotHeld;
    return Verdict::Wait;
}

} // namespace dbgr::session

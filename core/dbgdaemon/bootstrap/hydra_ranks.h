// SPDX-License-Identifier: BSD-3-Clause
// The ranks that hydra has on this node: what is below its mpiexec, or else below its proxy, and has the environment of
// a rank. Looked for until the front end's order comes, since a job that begins has its ranks one after the other.
// Thread: net.
#pragma once

#include "dbgdaemon/bootstrap/local_rank_source.h"
#include "net/event_loop.h"
#include "util/ids.h"
#include "util/lifetime.h"

#include <chrono>
#include <optional>
#include <string>

namespace dbgr::daemon {

class HydraRanks final : public LocalRankSource
{
public:
    static constexpr std::chrono::milliseconds kLookAgain{100};

    /// \param mpiexec of the job, if that is on this node \param controlPort else: where its proxies call on it
    HydraRanks(net::EventLoop& loop, std::optional<util::Pid> mpiexec, std::string controlPort)
        : m_loop(loop), m_mpiexec(mpiexec), m_controlPort(std::move(controlPort))
    {}

    void find(Events events) override;
    void chosen(const util::RankSet& ranks) override;
    void leave(const util::RankSet& ours, std::function<void()> done) override;

private:
    void look();

    net::EventLoop& m_loop;
    const std::optional<util::Pid> m_mpiexec;
    const std::string m_controlPort;
    Events m_events;
    util::RankSet m_found;
    bool m_told = false; ///< also that there are none
    util::Subscription m_again;
    util::Lifetime m_lifetime;
};

} // namespace dbgr::daemon

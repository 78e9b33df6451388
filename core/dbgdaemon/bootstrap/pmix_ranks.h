// SPDX-License-Identifier: BSD-3-Clause
// The ranks of a daemon that a PMIx launcher co-spawned: its server knows them. It is asked, and then left: a process
// that ends without a farewell to its server can take the launcher along (libpmix 5.0.7 uses what it keeps of a client
// that vanished after it has freed it, and then stands still for ever in about half of all cases), and dbgd must be
// able to die without the job noticing. Thread: net.
#pragma once

#include "dbgdaemon/bootstrap/local_rank_source.h"
#include "dbgdaemon/bootstrap/pmix_local_info.h"
#include "net/event_loop.h"
#include "util/lifetime.h"

#include <memory>

namespace dbgr::daemon {

class PmixRanks : public LocalRankSource
{
public:
    explicit PmixRanks(net::EventLoop& loop) : m_loop(loop) {}

    void find(Events events) override;
    /// Ranks that are still held in MPI_Init would wait for ever for a front end that is gone; they are released. Those
    /// that are not held do not mind. For this the server is called once more.
    void leave(const util::RankSet& ours, std::function<void()> done) override;

private:
    void onJob(util::Result<LocalJob> job);
    void hangUp(std::function<void()> done);
    void release(const std::vector<pmix::Proc>& ranks, std::function<void()> then);

    net::EventLoop& m_loop;
    Events m_events;
    std::unique_ptr<pmix::Tool> m_tool; ///< while something is asked
    std::unique_ptr<PmixLocalInfo> m_info;
    LocalJob m_job;
    util::Lifetime m_lifetime;
};

} // namespace dbgr::daemon

// SPDX-License-Identifier: BSD-3-Clause
// The ranks of a daemon that a PMIx launcher co-spawned: its server knows them. Thread: net.
#pragma once

#include "dbgdaemon/bootstrap/local_rank_source.h"
#include "dbgdaemon/bootstrap/pmix_local_info.h"
#include "net/event_loop.h"

#include <memory>

namespace dbgr::daemon {

class PmixRanks : public LocalRankSource
{
public:
    explicit PmixRanks(net::EventLoop& loop) : m_loop(loop) {}

    void find(Events events) override;
    /// Ranks that are still held in MPI_Init would wait for ever for a front end that is gone; they are released. Those
    /// that are not held do not mind.
    void leave(const util::RankSet& ours, std::function<void()> done) override;

private:
    void release(const util::RankSet& ranks, std::function<void()> then);

    net::EventLoop& m_loop;
    std::unique_ptr<pmix::Tool> m_tool;
    std::unique_ptr<PmixLocalInfo> m_info;
    std::string m_nspace; // of the job to debug
    bool m_jobEnded = false;
};

} // namespace dbgr::daemon

// SPDX-License-Identifier: BSD-3-Clause
// Asks the PMIx server that started dbgd who its ranks are. Thread: net.
#pragma once

#include "dbgdaemon/bootstrap/local_rank_source.h"
#include "pmix/tool/tool.h"
#include "util/lifetime.h"
#include "util/result.h"
#include "util/scheduler.h"

#include <chrono>
#include <functional>

namespace dbgr::daemon {

/// Flow: find() -> connect as the process that a server spawned -> PMIX_DEBUG_TARGET names the job -> its local process
/// table, asked again until every process has a pid -> found.
class PmixLocalInfo
{
public:
    using Found = std::function<void(util::Result<LocalJob>)>;

    /// \param tool lives longer than this
    PmixLocalInfo(util::Scheduler& scheduler, pmix::Tool& tool) : m_scheduler(scheduler), m_tool(tool) {}

    /// \errors those of pmix::Tool::connectAsSpawned(); Status::ErrNotFound without PMIX_DEBUG_TARGET;
    /// Status::ErrTimeout when processes have no pid after kPidLimit
    void find(Found found);

    static constexpr std::chrono::milliseconds kAskAgain{50};
    static constexpr std::chrono::seconds kPidLimit{20};

private:
    void onConnected(util::Result<void> connected);
    void ask();
    void onTable(util::Result<pmix::QueryReply> reply);
    void finish(util::Result<LocalJob> result);

    util::Scheduler& m_scheduler;
    pmix::Tool& m_tool;
    Found m_found;
    LocalJob m_job;
    util::TimePoint m_giveUp;
    util::Subscription m_again;
    util::Lifetime m_lifetime;
};

} // namespace dbgr::daemon

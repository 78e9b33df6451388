// SPDX-License-Identifier: BSD-3-Clause
// The jobs of this node, for the attach dialog. Looking takes tens of milliseconds on a busy node, and reads files of
// file systems that may hang: it has a thread of its own. Thread: the session's, as job_directory.h has it.
#pragma once

#include "net/event_loop.h"
#include "session/job_directory.h"
#include "util/executor.h"

#include <memory>
#include <string>
#include <vector>

namespace dbgr::session {

class RemoteJobDirectory final : public JobDirectory
{
public:
    /// \param loop the net thread; it must outlive this \param sessionExecutor where answers are given; may be the loop
    /// \param environment "NAME=value", whole: where contact files are looked for
    RemoteJobDirectory(net::EventLoop& loop, util::Executor& sessionExecutor, std::vector<std::string> environment);
    /// Waits for a look that is being taken.
    ~RemoteJobDirectory() override;

    [[nodiscard]] util::Subscription list(std::function<void(launchers::JobListing)> done) override;
    [[nodiscard]] util::Subscription inspect(const launchers::AttachTarget& target,
                                             std::function<void(util::Result<JobLaunched>)> done) override;

private:
    /// Starts the thread at its first use. \errors those of net::EventLoop
    [[nodiscard]] util::Result<net::EventLoop*> worker();

    net::EventLoop& m_loop;
    util::Executor& m_sessionExecutor;
    const std::vector<std::string> m_environment;
    std::unique_ptr<net::EventLoop> m_worker;
};

} // namespace dbgr::session

// SPDX-License-Identifier: BSD-3-Clause
// A job that runs under a PMIx launcher of the user's: prterun and mpirun of Open MPI 5, a prte DVM, dbgrun. We come as
// one more tool, and leave as one: the launcher shows its output as before, while we get a copy of it, with what it had
// kept from before if nobody was given that yet.
//
// Input: which ranks have a pipe for it was decided when the job was launched (of PRRTE: rank 0, or --stdin), and
// nobody can tell us: for the others the launcher takes our bytes, says that all is well, and drops them. Holds: a job
// may be found whose ranks somebody else has had held; they are left to him. Flow: start() -> PmixSearch ->
// LauncherStarted, launched, output -> settled -> ... -> leave(). Thread: net.
#pragma once

#include "launchers/attach_spec.h"
#include "pmix/tool/tool.h"
#include "session/remote/job_io.h"
#include "session/remote/links/launcher_link.h"
#include "session/remote/links/pmix_daemons.h"
#include "session/remote/links/pmix_search.h"
#include "session/remote/links/running_launcher.h"
#include "util/scheduler.h"

#include <chrono>
#include <map>
#include <memory>
#include <optional>
#include <string>

namespace dbgr::session {

class PmixAttach final : public LauncherLink
{
public:
    /// A DVM may tell of a job's end before its last output; others close behind both.
    static constexpr std::chrono::milliseconds kOutputMayFollow{300};

    /// \param tool not connected yet \param launcher as far as it is known already
    PmixAttach(util::Scheduler& scheduler, std::unique_ptr<pmix::Tool> tool, const launchers::AttachSpec& spec,
               std::optional<RunningLauncherProcess> launcher);

    void start(Events events) override;
    [[nodiscard]] dbgwire::RanksFrom ranksFrom() const override { return dbgwire::RanksFrom::Pmix; }
    [[nodiscard]] DaemonStarter& daemons() override { return *m_daemons; }
    void sendInput(util::RequestId id, const util::RankSet& ranks, std::string bytes, bool eof) override;
    void abandonStart() override;
    void killJob() override;
    void leave(bool jobEnded, std::function<void()> done) override;

private:
    void onConnected();
    void onFound(util::Result<FoundJob> job);
    void pullOutput();
    void onEvent(const pmix::Event& event);
    void onLost(const util::Error& why);
    void fail(util::Error error);
    [[nodiscard]] std::string launcherName() const;

    util::Scheduler& m_scheduler;
    std::unique_ptr<pmix::Tool> m_tool;
    const launchers::AttachSpec m_spec;
    std::optional<RunningLauncherProcess> m_launcher;
    PmixSearch m_search;
    JobIo m_io;
    Events m_events;
    std::optional<PmixDaemons> m_daemons;
    std::optional<pmix::IoPull> m_pull;
    std::string m_server;                    ///< the launcher's own name
    std::string m_job;                       ///< once it is chosen
    std::map<std::string, JobEnded> m_ended; ///< jobs whose end was told before ours was chosen
    bool m_isDvm = false;
    bool m_over = false; ///< ended, failed or left: nothing more is told
    util::Subscription m_eventWatch;
    util::Subscription m_deadline;
    util::Subscription m_linger;
};

} // namespace dbgr::session

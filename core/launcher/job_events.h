// SPDX-License-Identifier: BSD-3-Clause
// The events of a job's life, as the Standard's tools chapter wants them. Pure. Thread: any.
// \std PMIX_EVENT_JOB_START, PMIX_LAUNCH_COMPLETE, PMIX_READY_FOR_DEBUG, PMIX_EVENT_JOB_END
#pragma once

#include "launcher/exit_rules.h"
#include "launcher/job_spec.h"
#include "pmix/ops/event.h"
#include "util/rank_set.h"

#include <ctime>
#include <string>
#include <vector>

namespace dbgr::launcher {

/// How long processes may take to obey when their job is ended. \std PMIX_EVENT_ACTION_TIMEOUT
inline constexpr int kEndGraceSeconds = 1;

/// What all events of a job have in common.
struct EventContext
{
    pmix::Proc launcher; ///< their source
    std::string nspace;
    const JobSpec& spec;
    std::time_t now = 0;
};

/// JobStart, LaunchComplete, ReadyForDebug: for `target` alone. \pre one of the three
[[nodiscard]] pmix::Event milestone(const EventContext& context, pmix::Status code, const pmix::Proc& target);
/// Adds to a READY_FOR_DEBUG where processes stand that are not in a library: PMIX_BREAKPOINT "exec", and, where that
/// is not true of all that are held, PMIX_EVENT_AFFECTED_PROCS with those of which it is.
void addWhoStandsAtExec(pmix::Event& ready, const std::string& nspace, const util::RankSet& atExec,
                        const util::RankSet& held);
/// For everybody who wants to know. \param verdict how the job ended
[[nodiscard]] pmix::Event jobEnd(const EventContext& context, const Verdict& verdict);
/// A process ended. \param target who asked for it
[[nodiscard]] pmix::Event processEnd(const EventContext& context, util::Rank rank, net::ExitStatus how, bool abnormal,
                                     const pmix::Proc& target);
/// A process called PMIx_Init, and ended without PMIx_Finalize: for everybody who registered. \std
/// PMIX_ERR_PROC_TERM_WO_SYNC
[[nodiscard]] pmix::Event endWithoutFinalize(const EventContext& context, util::Rank rank, net::ExitStatus how);
/// A request for an allocation is over, for those who wait for its end beside the asker. \param asked its infos
/// \std PMIX_NOTIFY_ALLOC_COMPLETE
[[nodiscard]] pmix::Event allocationRefused(const pmix::Proc& launcher, const std::vector<pmix::Info>& asked);
/// "job dbgrun-host-17@1 ended with status 0": the same for a log.
[[nodiscard]] std::string logLine(const pmix::Event& event, const std::string& nspace);

} // namespace dbgr::launcher

// SPDX-License-Identifier: BSD-3-Clause
// What became of a session's job as a whole. Thread: the session's.
#pragma once

#include "launchers/attach_spec.h"
#include "launchers/launch_spec.h"
#include "session/backend_event.h"
#include "session/first_failure.h"
#include "session/job_status.h"
#include "util/rank_set.h"
#include "util/result.h"

#include <optional>
#include <set>
#include <string>
#include <variant>

namespace dbgr::session {

/// How far the job as a whole is; what its ranks do is in the process table.
enum class Phase
{
    Idle,
    Launching,
    Attaching,
    Attached,
    Ended,
    Finished
};

/// What became of the job as a whole.
struct Life
{
    Phase phase = Phase::Idle;
    bool lettingGo = false;                      ///< detach() was asked for
    bool killing = false;                        ///< the job is being ended by force
    util::RankSet attachingAgain;                ///< that were lost
    launchers::LaunchSpec spec;                  ///< of an attached job: no argv
    std::optional<launchers::AttachSpec> attach; ///< the job is not ours
    std::string command;                         ///< as typed, or as it was found
    std::optional<util::Error> failure;
    std::set<launchers::HoldPoint> heldAt; ///< where ranks were held at the start
    bool daemonLost = false;               ///< of a node
    FirstFailure firstFailure;
    std::optional<JobEnded> jobEnded;
    std::optional<LauncherExited> launcherExited;
    std::optional<JobStatus> status;

    /// The job is of core files.
    [[nodiscard]] bool nothingRuns() const
    {
        return attach && std::holds_alternative<launchers::CoreFiles>(attach->target);
    }
    /// \param doing what was asked of them \errors debug::Errc::NotAlive
    [[nodiscard]] util::Result<void> requireLife(const std::string& doing) const;
};

} // namespace dbgr::session

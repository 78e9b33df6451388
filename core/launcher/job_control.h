// SPDX-License-Identifier: BSD-3-Clause
// PMIx_Job_control: pause, resume, signal, terminate and kill, for whole jobs and for single ranks. Thread: the loop's.
// \std PMIX_JOB_CTRL_PAUSE, _RESUME, _SIGNAL, _TERMINATE, _KILL
#pragma once

#include "pmix/types/info.h"
#include "pmix/types/proc.h"
#include "util/result.h"

#include <span>
#include <string>

namespace dbgr::launcher {

class Launcher;

/// Does what the directives say, in their order. Termination of the launcher itself ends it with all its jobs.
/// \param who for messages
/// \errors Status::ErrNotFound (targets), ErrBadParam (signal), ErrNotSupported (no directive that we know)
[[nodiscard]] util::Result<void> controlJobs(Launcher& launcher, const std::string& who,
                                             std::span<const pmix::Proc> targets,
                                             std::span<const pmix::Info> directives);

} // namespace dbgr::launcher

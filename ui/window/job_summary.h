// SPDX-License-Identifier: GPL-3.0-or-later
// The job in a few words, for the status bar and the window's title. Pure. Thread: GUI.
#pragma once

#include "session/session.h"

#include <QString>

namespace dbgr::ui {

/// "32 ranks on 2 hosts"; "" without a job.
[[nodiscard]] QString jobSize(const session::ProcessTable& processes);
/// "stopped: breakpoint 1, ring.cpp:29", "3 stopped, 29 running", "ended with status 0".
[[nodiscard]] QString jobState(const session::Session& session);
/// "mpiexec -n 4 ./ring", "launcher 4711"; "" without a job.
[[nodiscard]] QString jobName(const session::Session& session);
/// We have hold of a job that runs and that we did not start.
[[nodiscard]] bool holdsForeignJob(const session::Session& session);
/// "attaching to ranks 0-3, 8 s".
[[nodiscard]] QString busyText(const debug::EngineBusy& busy);

} // namespace dbgr::ui

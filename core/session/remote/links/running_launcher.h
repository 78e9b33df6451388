// SPDX-License-Identifier: BSD-3-Clause
// The names of jobs/running_launcher for the links. Thread: any.
#pragma once

#include "jobs/running_launcher.h"

namespace dbgr::session {

using jobs::environmentOf;
using jobs::findRunningLauncher;
using jobs::lookAtProcess;
using jobs::recogniseRunning;
using jobs::RunningLauncherProcess;
using jobs::RunningProcess;

} // namespace dbgr::session

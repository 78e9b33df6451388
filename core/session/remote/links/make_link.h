// SPDX-License-Identifier: BSD-3-Clause
// Which link a job is reached by. The one place that knows them all. Thread: net.
#pragma once

#include "launchers/attach_spec.h"
#include "launchers/launch_plan.h"
#include "net/event_loop.h"
#include "session/remote/links/launcher_link.h"
#include "util/result.h"

#include <memory>

namespace dbgr::session {

[[nodiscard]] std::unique_ptr<LauncherLink> makeLaunchLink(net::EventLoop& loop, launchers::LaunchPlan plan,
                                                           const launchers::LaunchSpec& spec);

/// \errors what the target is, and why nobody can attach to it
[[nodiscard]] util::Result<std::unique_ptr<LauncherLink>> makeAttachLink(net::EventLoop& loop,
                                                                         const launchers::AttachSpec& spec);

} // namespace dbgr::session

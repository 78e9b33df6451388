// SPDX-License-Identifier: BSD-3-Clause
// Which link a job is reached by. The one place that knows them all. Thread: net.
#pragma once

#include "net/event_loop.h"
#include "session/launch/attach_spec.h"
#include "session/launch/launch_plan.h"
#include "session/remote/links/launcher_link.h"
#include "util/result.h"

#include <memory>

namespace dbgr::session {

[[nodiscard]] std::unique_ptr<LauncherLink> makeLaunchLink(net::EventLoop& loop, LaunchPlan plan,
                                                           const LaunchSpec& spec);

/// \errors what the target is, and why nobody can attach to it
[[nodiscard]] util::Result<std::unique_ptr<LauncherLink>> makeAttachLink(net::EventLoop& loop, const AttachSpec& spec);

} // namespace dbgr::session

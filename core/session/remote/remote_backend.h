// SPDX-License-Identifier: BSD-3-Clause
// The real job behind the session's Backend: calls go over to the net thread, events come back in batches.
#pragma once

#include "net/event_loop.h"
#include "session/backend.h"
#include "session/remote/remote_config.h"
#include "util/executor.h"

#include <memory>

namespace dbgr::session {

/// \param loop the net thread; it must outlive the backend \param sessionExecutor where the sink runs; may be the loop
[[nodiscard]] std::unique_ptr<Backend> makeRemoteBackend(net::EventLoop& loop, util::Executor& sessionExecutor,
                                                         RemoteConfig config);

} // namespace dbgr::session

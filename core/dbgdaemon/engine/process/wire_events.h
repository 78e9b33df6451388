// SPDX-License-Identifier: BSD-3-Clause
// An engine's events, one rank each, as the events of dbgwire, which are of many ranks, and do not say which thread of
// a rank leads: that is asked for. Thread: any; values.
#pragma once

#include "dbgdaemon/engine/engine.h"
#include "debug/daemon_event.h"

#include <vector>

namespace dbgr::daemon {

[[nodiscard]] debug::DaemonEvent toDaemonEvent(EngineEvent event);

/// One for each rank; none for an event that no engine has.
[[nodiscard]] std::vector<EngineEvent> toEngineEvents(const debug::DaemonEvent& event);

} // namespace dbgr::daemon

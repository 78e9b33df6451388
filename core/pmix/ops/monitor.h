// SPDX-License-Identifier: BSD-3-Clause
// PMIx_Process_monitor: a process asks to be watched, by heartbeats or by a file that grows. The heartbeats
// themselves are empty frames on tag 1. Thread: any; pure.
#pragma once

#include "pmix/codec/wire_format.h"
#include "pmix/types/info.h"
#include "pmix/types/status.h"
#include "util/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace dbgr::pmix {

struct MonitorRequest
{
    Info monitor;                   ///< PMIX_MONITOR_HEARTBEAT, PMIX_MONITOR_FILE, PMIX_MONITOR_CANCEL
    Status error = Status::Success; ///< the event to raise
    std::vector<Info> directives;
};

/// \wire monitor:INFO, error:STATUS, ndirs:SIZE, dirs:INFO; the reply is an InfoReply
[[nodiscard]] util::Result<std::string> encodeMonitor(WireFormat format, const MonitorRequest& request);
/// \errors those of Unpacker
[[nodiscard]] util::Result<MonitorRequest> decodeMonitorRequest(WireFormat format, std::string_view fields);

} // namespace dbgr::pmix

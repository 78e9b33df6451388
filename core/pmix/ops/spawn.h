// SPDX-License-Identifier: BSD-3-Clause
// PMIx_Spawn through a server: a job, or the debugger daemons of one. Thread: any; pure.
#pragma once

#include "pmix/codec/wire_format.h"
#include "pmix/ops/job_info.h"
#include "pmix/types/app.h"
#include "pmix/types/info.h"
#include "pmix/types/status.h"
#include "util/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace dbgr::pmix {

struct SpawnRequest
{
    std::vector<Info> jobInfos;
    std::vector<App> apps;
};

/// The job runs (or is held): all of its processes exist. Its events and output may have come before.
struct SpawnReply
{
    std::string nspace;
};

/// \wire every version: ninfo:SIZE, info:INFO, napps:SIZE, apps:APP
[[nodiscard]] util::Result<std::string> encodeSpawn(WireFormat format, const SpawnRequest& request);
/// \errors the peer's status (ErrJobFailedToMap, ErrJobFailedToLaunch ...); those of Unpacker
[[nodiscard]] util::Result<SpawnReply> decodeSpawnReply(WireFormat format, std::string_view body);
/// \errors those of Unpacker; ErrBadParam without an app
[[nodiscard]] util::Result<SpawnRequest> decodeSpawnRequest(WireFormat format, std::string_view fields);
/// Success with the new job's namespace, and its information behind it. \pre job.nspace is not empty
[[nodiscard]] util::Result<std::string> encodeSpawnReply(WireFormat format, const JobInfo& job);
/// A failure, in the form that asks for a namespace (NULL).
[[nodiscard]] util::Result<std::string> encodeSpawnFailure(WireFormat format, Status status);

} // namespace dbgr::pmix

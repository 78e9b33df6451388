// SPDX-License-Identifier: BSD-3-Clause
// PMIx_Spawn through a server: a job, or the debugger daemons of one. Thread: any; pure.
#pragma once

#include "pmix/types/app.h"
#include "pmix/types/info.h"

#include <string>
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

} // namespace dbgr::pmix

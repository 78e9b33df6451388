// SPDX-License-Identifier: BSD-3-Clause
// What a tool says in PMIx_tool_init() about itself and about the server that it wants, read from infos. Thread: any;
// pure.
#pragma once

#include "pmix/handshake/rendezvous.h"
#include "pmix/tool/tool.h"
#include "pmix/tool/tool_config.h"
#include "pmix/types/info.h"

#include <span>

namespace dbgr::pmix::capi {

struct ToolDirectives
{
    ToolConfig config;
    ServerSelection selection;
    ConnectRetry retry;
    bool namesServer = false; ///< the selection says something
    bool doNotConnect = false;
    bool connectOptional = false;
    bool makePrimary = false;
    bool showOutput = true; ///< of processes whose output nobody asked for by number
    ProcRank rank{0};       ///< ours, where the config has our namespace
};

[[nodiscard]] ToolDirectives readToolDirectives(std::span<const Info> infos);

} // namespace dbgr::pmix::capi

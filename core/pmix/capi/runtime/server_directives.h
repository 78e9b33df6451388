// SPDX-License-Identifier: BSD-3-Clause
// What a program says in PMIx_server_init() about itself, read from infos. Thread: any; pure, but for our process id.
#pragma once

#include "pmix/server/server_config.h"
#include "pmix/types/info.h"

#include <span>

namespace dbgr::pmix::capi {

[[nodiscard]] ServerConfig readServerDirectives(std::span<const Info> infos);

} // namespace dbgr::pmix::capi

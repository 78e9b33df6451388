// SPDX-License-Identifier: BSD-3-Clause
// pmix_app_t: one program of a job to spawn. Thread: any; a plain value.
#pragma once

#include "pmix/types/info.h"

#include <cstdint>
#include <string>
#include <vector>

namespace dbgr::pmix {

struct App
{
    std::string command;
    std::vector<std::string> argv;
    /// "NAME=value" each, on top of what the launcher gives.
    std::vector<std::string> environment;
    /// NULL leaves it to the launcher.
    NullableString workingDirectory;
    std::int32_t maxProcs = 0;
    std::vector<Info> infos;

    friend bool operator==(const App&, const App&) = default;
};

} // namespace dbgr::pmix

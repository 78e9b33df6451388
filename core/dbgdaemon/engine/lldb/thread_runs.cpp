// SPDX-License-Identifier: BSD-3-Clause
#include "dbgdaemon/engine/lldb/thread_runs.h"

#include <fstream>
#include <string>

namespace dbgr::daemon {

std::optional<ThreadRuns> runsOf(util::Pid pid, util::ThreadId thread)
{
    std::ifstream file("/proc/" + std::to_string(pid.value()) + "/task/" + std::to_string(thread.value()) +
                       "/schedstat");
    ThreadRuns runs;
    std::uint64_t waited = 0;
    return file >> runs.nanoseconds >> waited >> runs.times ? std::optional(runs) : std::nullopt;
}

} // namespace dbgr::daemon

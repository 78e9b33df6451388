// SPDX-License-Identifier: BSD-3-Clause
// dbgd and its guard hold several descriptors for each rank. Thread: main, before all others.
#pragma once

#include <sys/resource.h>

namespace dbgr::daemon {

/// Takes as many open files as the system lets us have; the usual soft limit, 1024, is one of about 200 ranks.
inline void raiseDescriptorLimit()
{
    rlimit limit{};
    if (::getrlimit(RLIMIT_NOFILE, &limit) != 0)
        return;
    limit.rlim_cur = limit.rlim_max;
    ::setrlimit(RLIMIT_NOFILE, &limit);
}

} // namespace dbgr::daemon

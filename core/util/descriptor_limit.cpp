// SPDX-License-Identifier: BSD-3-Clause
#include "util/descriptor_limit.h"

#include <sys/resource.h>

namespace dbgr::util {

namespace {

rlim_t g_softLimitBefore = 0; // 0: not raised

} // namespace

void raiseDescriptorLimit()
{
    rlimit limit{};
    if (::getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur == limit.rlim_max)
        return;
    const rlim_t before = limit.rlim_cur;
    limit.rlim_cur = limit.rlim_max;
    if (::setrlimit(RLIMIT_NOFILE, &limit) == 0 && g_softLimitBefore == 0)
        g_softLimitBefore = before;
}

void restoreDescriptorLimit()
{
    rlimit limit{};
    if (g_softLimitBefore == 0 || ::getrlimit(RLIMIT_NOFILE, &limit) != 0)
        return;
    limit.rlim_cur = g_softLimitBefore;
    ::setrlimit(RLIMIT_NOFILE, &limit);
}

} // namespace dbgr::util

// SPDX-License-Identifier: BSD-3-Clause
// PMIX_TIMEVAL. Thread: any; a plain value.
#pragma once

#include <cstdint>

namespace dbgr::pmix {

struct Timeval
{
    std::int64_t seconds = 0;
    std::int64_t microseconds = 0;

    friend bool operator==(const Timeval&, const Timeval&) = default;
};

} // namespace dbgr::pmix

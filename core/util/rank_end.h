// SPDX-License-Identifier: BSD-3-Clause
// How a rank has ended. Thread: any; a value.
#pragma once

#include <optional>

namespace dbgr::util {

/// One of the two.
struct RankEnd
{
    std::optional<int> status;
    int signal = 0;
};

} // namespace dbgr::util

// SPDX-License-Identifier: BSD-3-Clause
#include "values/value/value.h"

#include <limits>

namespace dbgr::values {

std::uint64_t ArrayView::count() const
{
    constexpr std::uint64_t kMost = std::numeric_limits<std::int64_t>::max();
    std::uint64_t all = 1;
    for (const Extent& extent : extents) {
        if (extent.count == 0)
            return 0;
        all = all > kMost / extent.count ? kMost : all * extent.count;
    }
    return all;
}

} // namespace dbgr::values

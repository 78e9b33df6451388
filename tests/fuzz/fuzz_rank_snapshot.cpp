// SPDX-License-Identifier: GPL-3.0-or-later
// Any bytes as what was sampled of a rank: what can be read is written as the same bytes.
#include "util/rank_snapshot.h"

#include <cstdint>
#include <cstdlib>

using namespace dbgr::util;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const auto snapshot = decodeRankSnapshot({reinterpret_cast<const char*>(data), size});
    if (snapshot && decodeRankSnapshot(encode(*snapshot)) != *snapshot)
        std::abort();
    return 0;
}

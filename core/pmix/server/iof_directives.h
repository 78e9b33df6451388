// SPDX-License-Identifier: BSD-3-Clause
// What a pull, or the infos of a spawn, say about the forwarding of output. How it is to look (tags, files) is the
// business of the tool that receives it. Thread: any; a plain value. \std PMIx 5.0, "IO Forwarding attributes"
#pragma once

#include "pmix/types/info.h"
#include "util/clock.h"
#include "util/result.h"

#include <cstddef>
#include <optional>
#include <span>

namespace dbgr::pmix {

struct IofDirectives
{
    /// PMIX_IOF_CACHE_SIZE, for each process and channel.
    std::optional<std::size_t> cacheBytes;
    /// PMIX_IOF_DROP_OLDEST; false after PMIX_IOF_DROP_NEWEST, which is the default of the Standard.
    std::optional<bool> dropOldest;
    /// PMIX_IOF_BUFFERING_SIZE and _TIME: deliver when there is so much, or after so long. Zero: not asked for.
    std::size_t bufferBytes = 0;
    util::Duration bufferTime = util::Duration::zero();
    /// PMIX_IOF_COPY: the output goes to its usual place as well. Else it is redirected.
    bool copies = false;
    /// PMIX_IOF_STOP: no longer, instead of from now on.
    bool stops = false;

    /// \errors ErrBadParam: a value of the wrong type; ErrNotSupported: something that we do not do is required
    [[nodiscard]] static util::Result<IofDirectives> of(std::span<const Info> infos);

    [[nodiscard]] bool buffers() const { return bufferBytes > 0 || bufferTime > util::Duration::zero(); }
    [[nodiscard]] bool limitsCache() const { return cacheBytes.has_value() || dropOldest.has_value(); }
};

} // namespace dbgr::pmix

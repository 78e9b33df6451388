// SPDX-License-Identifier: BSD-3-Clause
// The pipe by which a launcher that we start learns of our end: as long as the writing end is open, we are there.
// Thread: any. \std PMIX_KEEPALIVE_PIPE
#pragma once

#include "net/child_spec.h"
#include "util/result.h"
#include "util/unique_fd.h"

namespace dbgr::pmix {

struct Keepalive
{
    /// To be kept until the child has been started.
    util::UniqueFd readEnd;
    /// To be kept while we live.
    util::UniqueFd writeEnd;

    /// Makes the pipe, and has the child find its end of it. \errors those of pipe2()
    [[nodiscard]] static util::Result<Keepalive> addTo(net::ChildSpec& spec);
};

} // namespace dbgr::pmix

// SPDX-License-Identifier: BSD-3-Clause
// Who takes part in a collective: the list of a request, with whole jobs spelt out. Thread: any; pure.
#pragma once

#include "pmix/server/job_store.h"
#include "pmix/server/requester.h"
#include "util/result.h"

#include <span>
#include <vector>

namespace dbgr::pmix {

struct Participants
{
    std::vector<Proc> all;  ///< in order, each once: the same for lists that name the same processes
    std::vector<Proc> here; ///< those that this server waits for; the host answers for the others
};

/// A process whose job is not registered is taken for a tool, which is here.
/// \errors ErrBadParam: the asker is not among them, a job that it may not see, or no such rank
[[nodiscard]] util::Result<Participants> participantsOf(const JobStore& jobs, const Requester& who,
                                                        std::span<const Proc> list);

} // namespace dbgr::pmix

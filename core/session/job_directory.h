// SPDX-License-Identifier: BSD-3-Clause
// The jobs of this user that run on this node: asked by the attach dialog and by `dbgr --jobs`. Thread: the session's;
// callbacks too, never inside the call. Implemented by remote/RemoteJobDirectory.
#pragma once

#include "launchers/running_job.h"
#include "session/backend_event.h"
#include "util/result.h"
#include "util/subscription.h"

#include <functional>
#include <string>
#include <vector>

namespace dbgr::session {

class JobDirectory
{
public:
    virtual ~JobDirectory() = default;

    /// What runs now. Touches no launcher. Dropping the subscription: `done` is not called.
    [[nodiscard]] virtual util::Subscription list(std::function<void(launchers::JobListing)> done) = 0;

    /// The ranks of a job, by host: for a PMIx launcher this asks it, as attaching does. Only on the user's word.
    /// Dropping the subscription gives the question up. \errors those of attaching
    [[nodiscard]] virtual util::Subscription inspect(const launchers::AttachTarget& target,
                                                     std::function<void(util::Result<JobLaunched>)> done) = 0;
};

} // namespace dbgr::session

// SPDX-License-Identifier: BSD-3-Clause
// How a job ended. Thread: any; a value.
#pragma once

#include "util/ids.h"

#include <optional>
#include <string>

namespace dbgr::session {

struct JobStatus
{
    /// What the launcher would have given the user's shell: its exit status, or 128 + the signal that ended it.
    /// Nothing: nobody said it, so it is not known whether the job ended well; a launcher that lost its job and called
    /// that a success has not said it.
    std::optional<int> exitStatus;
    std::optional<util::Rank> firstFailed; ///< the rank that ended the job, where it is known
    std::string text;                      ///< the launcher's words; may be ""
    /// The launcher was seen to end, so exitStatus is its own; otherwise it is what the job's end said.
    bool fromLauncher = false;
};

} // namespace dbgr::session

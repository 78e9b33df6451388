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
    int exitStatus = 0;
    std::optional<util::Rank> firstFailed; ///< the rank that ended the job, where it is known
    std::string text;                      ///< the launcher's words; may be ""
    /// The launcher was seen to end, so exitStatus is its own; otherwise it is what the job's end said.
    bool fromLauncher = false;
    /// The session failed while the job was under way, and nobody said how it ended, or whether: exitStatus is that of
    /// a launcher which lost its job and called that a success.
    bool unknown = false;
};

} // namespace dbgr::session

// SPDX-License-Identifier: BSD-3-Clause
// Why input does not get to ranks, in the same words for every way to start a job. Which ranks those are, the session
// says before it. Thread: any; pure.
#pragma once

#include "util/error.h"

#include <string>

namespace dbgr::session {

/// The launcher gives its input to others. \param why "srun gives its input to all ranks"
[[nodiscard]] util::Error notToThese(const std::string& why, const std::string& advice);
/// Somebody else started them. \param reads "srun reads it"
[[nodiscard]] util::Error inputIsReadElsewhere(const std::string& reads);
/// It came from a daemon of ours, and they were let go.
[[nodiscard]] util::Error inputEndedWithUs();
/// The job is not started yet, or is no more.
[[nodiscard]] util::Error noJobToRead();

} // namespace dbgr::session

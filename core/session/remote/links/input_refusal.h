// SPDX-License-Identifier: BSD-3-Clause
// Why input does not get to ranks, in the same words for every way to start a job. Which ranks those are, the session
// says before it. Thread: any; pure.
#pragma once

#include "debug/engine_reply.h"
#include "util/error.h"
#include "util/result.h"

#include <string>
#include <vector>

namespace dbgr::session {

/// The launcher gives its input to others. \param why "srun gives its input to all ranks"
[[nodiscard]] util::Error notToThese(const std::string& why, const std::string& advice);
/// Somebody else started them. \param reads "srun reads it"
[[nodiscard]] util::Error inputIsReadElsewhere(const std::string& reads);
/// It came from a daemon of ours, and they were let go.
[[nodiscard]] util::Error inputEndedWithUs();
/// \param failures of CheckInput \errors operation_not_supported: "rank 3 would not get it: the standard input is
/// /dev/null"
[[nodiscard]] util::Result<void> inputLost(const std::vector<debug::RankFailure>& failures);
/// The job is not started yet, or is no more.
[[nodiscard]] util::Error noJobToRead();

} // namespace dbgr::session

// SPDX-License-Identifier: BSD-3-Clause
// Threads as people read and type them: "2-4" of one rank, "0-3.2-4" of many. Thread: any.
#pragma once

#include "debug/thread_set.h"

#include <span>
#include <string>

namespace dbgr::session {

/// "1,3-5"
[[nodiscard]] std::string threadNumbers(std::span<const debug::ThreadIndex> threads);
/// "0-3.1, 0.2-4": of ranks 0 to 3 thread 1, of rank 0 also threads 2 to 4. Sets with commas stand in brackets, as in
/// "(0,2).(1,3)"; long ones are cut.
[[nodiscard]] std::string shortThreads(const debug::ThreadNumbers& threads);
/// "worker (OpenMP worker)", "(MPI progress)", "ring"; "" nothing is known of it.
[[nodiscard]] std::string describe(const debug::ThreadKind& kind);
/// "0-3.1 ring; 0-3.2-4 ring (OpenMP worker)"
[[nodiscard]] std::string describe(const debug::ThreadSet& threads);

} // namespace dbgr::session

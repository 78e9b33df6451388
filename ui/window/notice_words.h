// SPDX-License-Identifier: GPL-3.0-or-later
// What notices say of a job: one sentence for each thing that happens to it. Pure. Thread: GUI.
#pragma once

#include "session/session.h"

#include <QString>

namespace dbgr::ui {

/// "Rank 3", "Ranks 0-3,7".
[[nodiscard]] QString whichRanks(const util::RankSet& ranks);
/// "All 32 ranks are held in MPI_Init."; when nothing holds them, where they were attached to.
[[nodiscard]] QString standingText(const session::Session& session);
/// "Waiting for ranks in MPI_Init: 12 of 64."
[[nodiscard]] QString progressText(const session::LaunchProgress& progress);
/// "Rank 3 crashed with SIGSEGV: null pointer (address 0x0) in work(int), ring.cpp:41."
[[nodiscard]] QString crashText(const util::RankSet& ranks, const debug::StopCause& cause);
/// "Ranks 4-5 crashed, too."; may be "".
[[nodiscard]] QString crashDetail(const util::RankSet& others);
/// "Rank 2 ended the job with status 3."
[[nodiscard]] QString endText(const session::Session& session, const session::JobStatus& status);

} // namespace dbgr::ui

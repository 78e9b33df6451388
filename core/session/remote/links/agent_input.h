// SPDX-License-Identifier: BSD-3-Clause
// Whom input goes to, and by which way, where dbgr-exec stands in front of the ranks: the launcher's own standard input
// for those that the launcher gives it to, the pipes that dbgr-exec made for the others. Thread: any; pure.
#pragma once

#include "launchers/launch_plan.h"
#include "util/rank_set.h"
#include "util/result.h"

#include <optional>

namespace dbgr::session {

/// Whom the launcher gives its standard input to; nothing: to all, to none because the user wants it so, or nobody
/// knows. Then every rank keeps the one that it has.
[[nodiscard]] std::optional<util::RankSet> launchersReaders(const launchers::LaunchPlan& plan);

struct InputWays
{
    util::RankSet launcher; ///< by the launcher
    util::RankSet daemons;  ///< by the daemons
};

/// \param ranks that are to get input \param job all ranks of it that may still read
/// \errors std::errc::operation_not_supported: it would reach other ranks as well; with whom the launcher gives it to
[[nodiscard]] util::Result<InputWays> waysOfInput(const launchers::LaunchPlan& plan, const util::RankSet& ranks,
                                                  const util::RankSet& job);

} // namespace dbgr::session

// SPDX-License-Identifier: BSD-3-Clause
// Why ranks cannot do what is asked of them now, in words for a person. Thread: the session's; pure.
#pragma once

#include "debug/engine_reply.h"
#include "session/process_table.h"
#include "util/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace dbgr::session {

/// \errors Errc::NoRanks (none named), Errc::NoSuchRank. \param what "continuing"
[[nodiscard]] util::Result<void> checkKnown(const ProcessTable& processes, const util::RankSet& ranks,
                                            std::string_view what);

/// One entry for each state that keeps some of `ranks` from being looked at or told to go on; ranks that stand are
/// not among them. An empty set has one entry, too: Errc::NoRanks.
[[nodiscard]] std::vector<debug::RankFailure> refusals(const ProcessTable& processes, const util::RankSet& ranks,
                                                       std::string_view what);

/// "rank 3", "ranks 0-3": for the middle of a sentence.
[[nodiscard]] std::string ranksText(const util::RankSet& ranks);

} // namespace dbgr::session

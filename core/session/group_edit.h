// SPDX-License-Identifier: BSD-3-Clause
// What the definition of a group becomes when ranks are put into the group, or taken out of it. Pure: what names mean
// is not asked. Way: a face -> session -> session/rank_groups -> here. Thread: any.
#pragma once

#include "session/group_expression.h"
#include "util/rank_set.h"
#include "util/result.h"

namespace dbgr::session {

/// One that follows keeps following: "crashed" becomes "crashed | 3". Numbers are numbers again: "0-2" becomes "0-3".
/// However often ranks come and go, it ends with one list of those that were taken out and one of those that were put
/// in. \errors std::errc::invalid_argument (the expression would be too long)
[[nodiscard]] util::Result<GroupExpression> withRanks(const GroupExpression& definition, const util::RankSet& ranks);

/// The same without the ranks: "crashed" becomes "crashed - 3". \errors as withRanks()
[[nodiscard]] util::Result<GroupExpression> withoutRanks(const GroupExpression& definition, const util::RankSet& ranks);

} // namespace dbgr::session

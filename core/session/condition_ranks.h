// SPDX-License-Identifier: BSD-3-Clause
// In which ranks a condition holds, by what its values look like. Pure. Thread: any.
#pragma once

#include "debug/engine_reply.h"
#include "debug/variable.h"
#include "util/rank_set.h"

#include <optional>
#include <string_view>
#include <vector>

namespace dbgr::session {

struct ConditionRanks
{
    util::RankSet holds;
    util::RankSet fails;
};

/// Whether a value counts as true: of a logical, a number, a character or a pointer; nothing of all else.
[[nodiscard]] std::optional<bool> truthOf(std::string_view value);

/// Sorts the ranks of the values; those whose value is no truth become failures.
[[nodiscard]] ConditionRanks sortByTruth(const std::vector<debug::ValueGroup>& values,
                                         std::vector<debug::RankFailure>& failures);

} // namespace dbgr::session

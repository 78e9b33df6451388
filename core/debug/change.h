// SPDX-License-Identifier: BSD-3-Clause
// What became of a change of the program's variables, over many ranks. Thread: any; a value.
#pragma once

#include "debug/content.h"
#include "util/rank_set.h"

#include <string>

namespace dbgr::debug {

/// Ranks in which the same was done: either both values, or a problem, and then nothing was changed.
struct ChangeGroup
{
    util::RankSet ranks;
    std::string before;
    std::string after;
    std::string type;
    std::string problem; ///< "": it was done
    Content contentBefore = {};
    Content contentAfter = {};
    bool final = false; ///< the program's own code did it: it cannot be taken back

    [[nodiscard]] bool sameAs(const ChangeGroup& other) const
    {
        return before == other.before && after == other.after && type == other.type && problem == other.problem &&
               contentBefore.sameAs(other.contentBefore) && contentAfter.sameAs(other.contentAfter) &&
               final == other.final;
    }
};

} // namespace dbgr::debug

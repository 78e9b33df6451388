// SPDX-License-Identifier: BSD-3-Clause
#include "pmix/types/proc.h"

namespace dbgr::pmix {

std::string toString(ProcRank rank)
{
    if (rank == kRankUndef)
        return "undefined";
    if (rank == kRankWildcard)
        return "*";
    if (rank == kRankLocalNode)
        return "local";
    if (rank == kRankInvalid)
        return "invalid";
    return std::to_string(rank.value());
}

std::string toString(const Proc& proc)
{
    return proc.nspace + '.' + toString(proc.rank);
}

} // namespace dbgr::pmix

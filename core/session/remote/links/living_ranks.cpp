// SPDX-License-Identifier: BSD-3-Clause
#include "session/remote/links/living_ranks.h"

#include "session/remote/this_node.h"

#include <cerrno>
#include <csignal>

namespace dbgr::session {

util::RankSet livingRanks(const std::vector<RankPlace>& places)
{
    util::RankSet ranks;
    for (const RankPlace& place : places)
        if (!isThisNode(place.host) || (place.pid.value() > 0 && (::kill(place.pid.value(), 0) == 0 || errno != ESRCH)))
            ranks.insert(place.rank);
    return ranks;
}

} // namespace dbgr::session

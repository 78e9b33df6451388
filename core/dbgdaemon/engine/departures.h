// SPDX-License-Identifier: BSD-3-Clause
// Who waits for which ranks to be let go. Thread: the owner's.
#pragma once

#include "util/ids.h"
#include "util/rank_set.h"

#include <functional>
#include <list>
#include <utility>

namespace dbgr::daemon {

class Departures
{
public:
    /// Calls `done` when gone() was said of each of the ranks; at once if there are none.
    void await(util::RankSet ranks, std::function<void()> done)
    {
        if (ranks.empty())
            done();
        else
            m_waiting.emplace_back(std::move(ranks), std::move(done));
    }
    void gone(util::Rank rank)
    {
        std::list<Waiting> complete;
        for (auto it = m_waiting.begin(); it != m_waiting.end();) {
            const auto next = std::next(it);
            it->first.erase(rank);
            if (it->first.empty())
                complete.splice(complete.end(), m_waiting, it);
            it = next;
        }
        for (const Waiting& waiting : complete)
            waiting.second();
    }

private:
    using Waiting = std::pair<util::RankSet, std::function<void()>>;
    std::list<Waiting> m_waiting;
};

} // namespace dbgr::daemon

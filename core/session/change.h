// SPDX-License-Identifier: BSD-3-Clause
// What changed in a session since its observers were last told: coarse, and without values, which they then read.
// Way: session -> observer. Thread: the session's.
#pragma once

#include "util/rank_set.h"

namespace dbgr::session {

struct ChangeSet
{
    /// Another job begins: its ranks and its output are all new. Told by launch(), and again when its ranks are known.
    bool job = false;
    util::RankSet ranks;          ///< whose row in the process table changed
    util::RankSet staleStacks;    ///< whose stacks, variables and threads are no longer what they were
    util::RankSet changedValues;  ///< whose variables the user has changed; they stand where they stood
    util::RankSet changedThreads; ///< of whose threads the user has made another one lead, or frozen or thawed some
    bool state = false;           ///< Session::state()
    bool focus = false;           ///< the focus, or who leads it
    bool breakpoints = false;     ///< specs, places or hit counts
    bool traces = false;          ///< ranks have logged something, or what they have logged is gone
    bool groups = false;          ///< which there are, or what they are made of; not whom they have
    bool output = false;
    bool input = false;

    [[nodiscard]] bool any() const
    {
        return job || state || focus || breakpoints || traces || groups || output || input || !ranks.empty() ||
               !staleStacks.empty() || !changedValues.empty() || !changedThreads.empty();
    }
};

} // namespace dbgr::session

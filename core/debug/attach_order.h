// SPDX-License-Identifier: BSD-3-Clause
// Which processes a daemon is to debug: what it found, and what its front end tells it. Thread: any; values.
#pragma once

#include "util/ids.h"
#include "util/rank_set.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace dbgr::debug {

/// A rank on the daemon's node.
struct LocalProcess
{
    util::Rank rank;
    util::Pid pid;
    std::string executable; ///< as the launcher knows it; "" unknown
    friend bool operator==(const LocalProcess&, const LocalProcess&) = default;
};

/// The remains of a rank.
struct LocalCore
{
    util::Rank rank;
    std::string path;       ///< absolute
    std::string executable; ///< absolute; "" as the core file names it
    friend bool operator==(const LocalCore&, const LocalCore&) = default;
};

/// The front end's word on which everything begins. Sent once, when ranks may be attached to.
struct AttachOrder
{
    /// Of the ranks that the daemon found by itself, those to attach to; nothing: all.
    std::optional<util::RankSet> only;
    /// For a daemon that cannot know its ranks.
    std::vector<LocalProcess> processes;
    std::vector<LocalCore> cores;
    /// The ranks had a daemon before, which was lost. What it left may hold them for another moment, and a process of
    /// that number that runs another program is not the rank any more.
    bool again = false;
    /// Nobody is going to look at them where they stand: they run on at once.
    bool keepRunning = false;
    friend bool operator==(const AttachOrder&, const AttachOrder&) = default;
};

/// Ranks of the daemon's node that it learned of by itself and its front end may not know: from dbgr-exec in front of
/// each.
struct RanksFound
{
    std::vector<LocalProcess> ranks; ///< with pid 0: has ended, and nothing of it can be attached to
    std::uint32_t jobSize = 0;       ///< ranks in the whole job; 0 unknown
    /// Scripts and the like: they run, and will be among `ranks` when the program that they start stands.
    std::vector<LocalProcess> starters = {};
    friend bool operator==(const RanksFound&, const RanksFound&) = default;
};

} // namespace dbgr::debug

// SPDX-License-Identifier: BSD-3-Clause
// The groups of ranks that every job has: all, its ranks by state, by host and by program. They follow the process
// table. Owned by RankGroups. Thread: the session's.
#pragma once

#include "session/process_table.h"
#include "util/rank_set.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace dbgr::session {

/// Cost of hosts and programs follows the ranks once a job, and else the number of intervals.
class PredefinedGroups
{
public:
    using NamedRanks = std::pair<std::string, util::RankSet>;

    /// \param processes outlives this
    explicit PredefinedGroups(const ProcessTable& processes) : m_processes(processes) {}

    /// "all", "stopped" (every rank that stands: also those that crashed or are held), "running", ...; what a state is
    /// called in capitals is the same. Not those of hosts and programs.
    [[nodiscard]] static const std::vector<std::string_view>& words();
    [[nodiscard]] static bool isWord(std::string_view name);

    /// Ranks of a word, of "host:n01" or of "program:ring".
    [[nodiscard]] std::optional<util::RankSet> find(std::string_view name) const;
    /// In the order of their lowest ranks; without "host:".
    [[nodiscard]] const std::vector<NamedRanks>& hosts() const;
    /// By the names of their files, without folders; the same order.
    [[nodiscard]] const std::vector<NamedRanks>& programs() const;

private:
    void lookAtPlaces() const;

    const ProcessTable& m_processes;
    mutable std::uint64_t m_seen = 0; ///< the table's placesGeneration()
    mutable std::vector<NamedRanks> m_hosts;
    mutable std::vector<NamedRanks> m_programs;
};

} // namespace dbgr::session

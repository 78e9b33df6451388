// SPDX-License-Identifier: BSD-3-Clause
#include "session/first_failure.h"

#include <algorithm>
#include <csignal>

namespace dbgr::session {

namespace {

/// Launchers end the ranks that are left over by these.
bool isOfALauncher(int signal)
{
    return signal == SIGTERM || signal == SIGKILL;
}

} // namespace

void FirstFailure::note(const debug::RanksExited& end)
{
    if ((end.status == 0 && end.signal == 0) || end.ranks.empty())
        return;
    const bool known = std::ranges::any_of(
        m_ends, [&](const End& one) { return one.status == end.status && one.signal == end.signal; });
    if (known)
        return;
    const std::uint32_t lowest = end.ranks.intervals().front().first;
    m_ends.push_back(
        {end.ranks.size() == 1 ? std::optional(util::Rank(lowest)) : std::nullopt, end.status, end.signal});
}

/// Ends that come within a moment are told in no certain order, so the one that the launcher tells of comes first.
std::optional<util::Rank> FirstFailure::rankFor(int jobStatus) const
{
    if (jobStatus == 0 || m_ends.empty())
        return std::nullopt;
    const auto isTheJobs = [jobStatus](const End& end) { // hydra gives a signal's number as it is
        return end.signal == 0 ? end.status == jobStatus : 128 + end.signal == jobStatus || end.signal == jobStatus;
    };
    auto found = std::ranges::find_if(m_ends, isTheJobs);
    if (found == m_ends.end())
        found = std::ranges::find_if(m_ends, [](const End& end) { return !isOfALauncher(end.signal); });
    return found == m_ends.end() ? m_ends.front().rank : found->rank;
}

} // namespace dbgr::session

// SPDX-License-Identifier: BSD-3-Clause
#include "session/breakpoint_store.h"

#include <utility>

namespace dbgr::session {

util::BreakpointId BreakpointStore::add(debug::BreakpointSpec spec)
{
    m_last = m_last.next();
    spec.id = m_last;
    Breakpoint breakpoint;
    breakpoint.status.id = m_last;
    breakpoint.spec = std::move(spec);
    m_breakpoints.emplace(m_last, std::move(breakpoint));
    return m_last;
}

bool BreakpointStore::change(util::BreakpointId id, std::string condition, bool enabled)
{
    const auto it = m_breakpoints.find(id);
    if (it == m_breakpoints.end())
        return false;
    it->second.spec.condition = std::move(condition);
    it->second.spec.enabled = enabled;
    return true;
}

bool BreakpointStore::remove(util::BreakpointId id)
{
    return m_breakpoints.erase(id) > 0;
}

const Breakpoint* BreakpointStore::find(util::BreakpointId id) const
{
    const auto it = m_breakpoints.find(id);
    return it == m_breakpoints.end() ? nullptr : &it->second;
}

bool BreakpointStore::update(const debug::BreakpointStatus& news)
{
    const auto it = m_breakpoints.find(news.id);
    if (it == m_breakpoints.end())
        return false;
    debug::BreakpointStatus& status = it->second.status;
    const util::RankSet said = news.resolved | news.pending;
    status.resolved = (status.resolved - said) | news.resolved;
    status.pending = (status.pending - said) | news.pending;
    // The place is that of the lowest rank that has one.
    if (!news.resolved.empty() && news.resolved.lowest() == status.resolved.lowest())
        status.actual = news.actual;
    else if (status.resolved.empty())
        status.actual = {};
    status.problem = news.problem;
    return true;
}

void BreakpointStore::forgetJob()
{
    for (auto& [id, breakpoint] : m_breakpoints) {
        breakpoint.status = {};
        breakpoint.status.id = id;
        breakpoint.hits = 0;
    }
}

std::vector<util::BreakpointId> BreakpointStore::countHits(const std::vector<util::BreakpointId>& ids,
                                                           std::uint64_t ranks)
{
    std::vector<util::BreakpointId> known;
    for (const util::BreakpointId id : ids) {
        const auto it = m_breakpoints.find(id);
        if (it == m_breakpoints.end())
            continue;
        it->second.hits += ranks;
        known.push_back(id);
    }
    return known;
}

} // namespace dbgr::session

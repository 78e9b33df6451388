// SPDX-License-Identifier: BSD-3-Clause
#include "pmix/session/event_interest.h"

namespace dbgr::pmix {

EventInterest::Change EventInterest::add(std::span<const Status> codes)
{
    Change fresh;
    fresh.byDefault = codes.empty() && m_defaults++ == 0;
    for (const Status code : codes)
        if (m_counts[code]++ == 0)
            fresh.codes.push_back(code);
    return fresh;
}

EventInterest::Change EventInterest::remove(std::span<const Status> codes)
{
    Change unwanted;
    unwanted.byDefault = codes.empty() && m_defaults > 0 && --m_defaults == 0;
    for (const Status code : codes) {
        const auto found = m_counts.find(code);
        if (found == m_counts.end() || --found->second > 0)
            continue;
        m_counts.erase(found);
        unwanted.codes.push_back(code);
    }
    return unwanted;
}

EventInterest::Change EventInterest::all() const
{
    Change all;
    all.byDefault = m_defaults > 0;
    for (const auto& [code, count] : m_counts)
        all.codes.push_back(code);
    return all;
}

} // namespace dbgr::pmix

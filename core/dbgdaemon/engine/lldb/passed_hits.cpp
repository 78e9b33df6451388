// SPDX-License-Identifier: BSD-3-Clause
#include "dbgdaemon/engine/lldb/passed_hits.h"

namespace dbgr::daemon {

PassedHits::Own& PassedHits::own(util::BreakpointId id)
{
    const auto [found, isNew] = m_own.try_emplace(id);
    for (std::uint16_t number = 0; isNew && m_shared.has(number); ++number) {
        if (!m_taken.insert(number).second)
            continue;
        m_shared.begin(number);
        found->second.shared = number;
        break;
    }
    return found->second;
}

void PassedHits::setLeft(util::BreakpointId id, std::uint64_t hits)
{
    Own& count = own(id);
    if (count.shared)
        m_shared.setLeft(*count.shared, hits);
    else
        count.left = hits;
}

std::uint64_t PassedHits::passedOf(const Own& count) const
{
    return count.shared ? m_shared.passed(*count.shared) : count.passed;
}

bool PassedHits::pass(util::BreakpointId id)
{
    const auto found = m_own.find(id);
    if (found == m_own.end())
        return false;
    Own& count = found->second;
    if (count.shared)
        return m_shared.pass(*count.shared);
    if (count.left == 0)
        return false;
    --count.left;
    ++count.passed;
    return true;
}

std::optional<std::uint16_t> PassedHits::number(util::BreakpointId id) const
{
    const auto found = m_own.find(id);
    return found == m_own.end() ? std::nullopt : found->second.shared;
}

void PassedHits::beginToTell(util::BreakpointId id)
{
    if (Own& count = own(id); !count.told)
        count.told = passedOf(count);
}

std::vector<std::pair<util::BreakpointId, std::uint64_t>> PassedHits::takeNews()
{
    std::vector<std::pair<util::BreakpointId, std::uint64_t>> news;
    for (auto& [id, count] : m_own) {
        const std::uint64_t now = passedOf(count);
        if (!count.told || now <= *count.told) // less: a thread is to meet it once more
            continue;
        news.emplace_back(id, now - *count.told);
        count.told = now;
    }
    return news;
}

void PassedHits::remove(util::BreakpointId id)
{
    const auto found = m_own.find(id);
    if (found == m_own.end())
        return;
    if (found->second.shared)
        m_taken.erase(*found->second.shared);
    m_own.erase(found);
}

} // namespace dbgr::daemon

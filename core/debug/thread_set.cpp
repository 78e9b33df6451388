// SPDX-License-Identifier: BSD-3-Clause
#include "debug/thread_set.h"

#include <algorithm>
#include <numeric>

namespace dbgr::debug {

void ThreadNumbers::insert(const util::RankSet& ranks, ThreadIndex thread)
{
    if (!ranks.empty())
        m_ranks[thread.value] |= ranks;
}

ThreadNumbers& ThreadNumbers::operator|=(const ThreadNumbers& other)
{
    for (const auto& [thread, ranks] : other.m_ranks)
        m_ranks[thread] |= ranks;
    return *this;
}

ThreadNumbers& ThreadNumbers::operator-=(const ThreadNumbers& other)
{
    for (const auto& [thread, ranks] : other.m_ranks) {
        if (const auto mine = m_ranks.find(thread); mine != m_ranks.end())
            mine->second -= ranks;
    }
    std::erase_if(m_ranks, [](const auto& entry) { return entry.second.empty(); });
    return *this;
}

std::uint64_t ThreadNumbers::size() const
{
    return std::accumulate(m_ranks.begin(), m_ranks.end(), std::uint64_t{0},
                           [](std::uint64_t sum, const auto& entry) { return sum + entry.second.size(); });
}

util::RankSet ThreadNumbers::ranks() const
{
    util::RankSet all;
    for (const auto& [thread, ranks] : m_ranks)
        all |= ranks;
    return all;
}

std::vector<ThreadNumbers::Block> ThreadNumbers::blocks() const
{
    std::vector<Block> blocks;
    for (const auto& [thread, ranks] : m_ranks) {
        const auto known = std::ranges::find(blocks, ranks, &Block::ranks);
        if (known != blocks.end())
            known->threads.push_back({thread});
        else
            blocks.push_back({ranks, {{thread}}});
    }
    return blocks;
}

void ThreadSet::insert(const ThreadKind& kind, const ThreadNumbers& threads)
{
    if (!threads.empty())
        m_kinds[kind] |= threads;
}

ThreadSet& ThreadSet::operator|=(const ThreadSet& other)
{
    for (const auto& [kind, threads] : other.m_kinds)
        m_kinds[kind] |= threads;
    return *this;
}

ThreadSet& ThreadSet::operator-=(const ThreadSet& other)
{
    for (const auto& [kind, threads] : other.m_kinds) {
        if (const auto mine = m_kinds.find(kind); mine != m_kinds.end())
            mine->second -= threads;
    }
    std::erase_if(m_kinds, [](const auto& entry) { return entry.second.empty(); });
    return *this;
}

} // namespace dbgr::debug

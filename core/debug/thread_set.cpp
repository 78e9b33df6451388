// SPDX-License-Identifier: BSD-3-Clause
#include "debug/thread_set.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace dbgr::debug {

namespace {

template <class Sets>
void addEach(Sets& mine, const Sets& others)
{
    for (const auto& [key, set] : others)
        mine[key] |= set;
}

/// None of them is empty then.
template <class Sets>
void takeEach(Sets& mine, const Sets& others)
{
    for (const auto& [key, set] : others) {
        if (const auto found = mine.find(key); found != mine.end())
            found->second -= set;
    }
    std::erase_if(mine, [](const auto& entry) { return entry.second.empty(); });
}

} // namespace

void ThreadNumbers::insert(const util::RankSet& ranks, ThreadIndex thread)
{
    if (!ranks.empty())
        m_ranks[thread.value] |= ranks;
}

ThreadNumbers& ThreadNumbers::operator|=(const ThreadNumbers& other)
{
    addEach(m_ranks, other.m_ranks);
    return *this;
}

ThreadNumbers& ThreadNumbers::operator-=(const ThreadNumbers& other)
{
    takeEach(m_ranks, other.m_ranks);
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
    addEach(m_kinds, other.m_kinds);
    return *this;
}

ThreadSet& ThreadSet::operator-=(const ThreadSet& other)
{
    takeEach(m_kinds, other.m_kinds);
    return *this;
}

void ThreadSetUnion::add(const ThreadSet& set)
{
    for (const auto& [kind, threads] : set.kinds())
        for (const auto& [thread, ranks] : threads.byThread())
            m_kinds[kind][thread].add(ranks);
}

ThreadSet ThreadSetUnion::take()
{
    ThreadSet whole;
    for (auto& [kind, threads] : std::exchange(m_kinds, {})) {
        ThreadNumbers numbers;
        for (auto& [thread, ranks] : threads)
            numbers.insert(ranks.take(), {thread});
        whole.insert(kind, numbers);
    }
    return whole;
}

} // namespace dbgr::debug

// SPDX-License-Identifier: BSD-3-Clause
// Threads of many ranks at once, as "rank.thread" names them, and told apart by name and by what they are there for.
// Way: engine -> StackNode -> merged stacks by thread; values of threads -> comparison. Thread: any; values.
#pragma once

#include "debug/thread.h"
#include "util/rank_set.h"

#include <compare>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace dbgr::debug {

/// Threads by their numbers, each with the ranks whose thread it is: the same threads of many ranks cost no more than
/// those of one.
class ThreadNumbers
{
public:
    /// These threads of each of these ranks.
    struct Block
    {
        util::RankSet ranks;
        std::vector<ThreadIndex> threads; ///< ascending; never none
    };

    void insert(const util::RankSet& ranks, ThreadIndex thread);
    ThreadNumbers& operator|=(const ThreadNumbers& other);
    ThreadNumbers& operator-=(const ThreadNumbers& other);

    [[nodiscard]] bool empty() const { return m_ranks.empty(); }
    /// Number of threads.
    [[nodiscard]] std::uint64_t size() const;
    /// That have one of these threads.
    [[nodiscard]] util::RankSet ranks() const;
    /// For each ThreadIndex its ranks, never none.
    [[nodiscard]] const std::map<std::uint32_t, util::RankSet>& byThread() const { return m_ranks; }
    /// In the order of their lowest threads; no thread is in two of them.
    [[nodiscard]] std::vector<Block> blocks() const;

    friend bool operator==(const ThreadNumbers&, const ThreadNumbers&) = default;

private:
    std::map<std::uint32_t, util::RankSet> m_ranks;
};

/// What threads are told apart by, beside their numbers.
struct ThreadKind
{
    ThreadRole role = ThreadRole::Unknown;
    std::string name;
    friend auto operator<=>(const ThreadKind&, const ThreadKind&) = default;
};

class ThreadSet
{
public:
    void insert(const ThreadKind& kind, const ThreadNumbers& threads);
    ThreadSet& operator|=(const ThreadSet& other);
    ThreadSet& operator-=(const ThreadSet& other);

    [[nodiscard]] bool empty() const { return m_kinds.empty(); }
    /// None of them is empty.
    [[nodiscard]] const std::map<ThreadKind, ThreadNumbers>& kinds() const { return m_kinds; }

    friend bool operator==(const ThreadSet&, const ThreadSet&) = default;

private:
    std::map<ThreadKind, ThreadNumbers> m_kinds;
};

/// As util::RankSetUnion, of threads.
class ThreadSetUnion
{
public:
    void add(const ThreadSet& set);
    /// Of all that was added; it is empty then.
    [[nodiscard]] ThreadSet take();

private:
    std::map<ThreadKind, std::map<std::uint32_t, util::RankSetUnion>> m_kinds;
};

} // namespace dbgr::debug

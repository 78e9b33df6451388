// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/values/across_threads.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <tuple>

namespace dbgr::ui {

namespace {

class ThreadFolding
{
public:
    void add(const debug::RankThreadValues& rank)
    {
        for (const debug::ThreadValues& one : rank.values) {
            ThreadsOfValue& row = rowOf(one.value);
            for (const debug::ThreadIndex thread : one.threads)
                row.threads.insert(util::RankSet(rank.rank), thread);
            row.group.ranks.insert(rank.rank);
        }
    }
    void add(const debug::RankFailure& failure)
    {
        m_rows.push_back({{failure.ranks, {}, {}, failure.error.message(), {}, false}, {}});
    }
    [[nodiscard]] std::vector<ThreadsOfValue> take()
    {
        std::ranges::stable_partition(m_rows, [](const ThreadsOfValue& row) { return row.group.problem.empty(); });
        return std::move(m_rows);
    }

private:
    using Key = std::tuple<std::string, std::string, std::uint64_t, std::uint64_t>;

    /// Of whatever type: 7 is 7.
    ThreadsOfValue& rowOf(const debug::ValueGroup& value)
    {
        const util::ContentHash::Value& content = value.content.hash;
        const auto [place, isNew] =
            m_places.emplace(Key(value.problem, value.value, content.high, content.low), m_rows.size());
        if (isNew)
            m_rows.push_back({value, {}});
        else
            m_rows[place->second].group.content.join(value.content);
        return m_rows[place->second];
    }

    std::vector<ThreadsOfValue> m_rows;
    std::map<Key, std::size_t> m_places;
};

} // namespace

std::vector<ThreadsOfValue> foldAcrossThreads(const std::vector<debug::RankThreadValues>& ranks,
                                              const std::vector<debug::RankFailure>& failures)
{
    std::vector<const debug::RankThreadValues*> ordered;
    for (const debug::RankThreadValues& rank : ranks)
        ordered.push_back(&rank);
    std::ranges::sort(ordered, {}, [](const debug::RankThreadValues* rank) { return rank->rank.value(); });
    ThreadFolding folding;
    for (const debug::RankThreadValues* const rank : ordered)
        folding.add(*rank);
    for (const debug::RankFailure& failure : failures)
        folding.add(failure);
    return folding.take();
}

} // namespace dbgr::ui

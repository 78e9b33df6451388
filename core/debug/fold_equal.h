// SPDX-License-Identifier: BSD-3-Clause
// Pure: entries of many ranks that say the same become one. Cost follows the number of entries, whether all say the
// same or each something else. Thread: any.
#pragma once

#include "util/rank_set.h"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace dbgr::debug {

/// A hash of several things. What is compared need not all be in it.
class FoldHash
{
public:
    FoldHash& add(std::uint64_t number)
    {
        m_value = (m_value ^ number) * 0x9e37'79b9'7f4a'7c15;
        m_value ^= m_value >> 32;
        return *this;
    }
    FoldHash& add(std::string_view text) { return add(std::uint64_t{std::hash<std::string_view>{}(text)}); }
    [[nodiscard]] std::size_t value() const { return m_value; }

private:
    std::size_t m_value = 0;
};

template <class T>
void sortByLowestRank(std::vector<T>& items)
{
    const auto isBefore = [](const T& a, const T& b) { return a.ranks.lowest() < b.ranks.lowest(); };
    if (!std::is_sorted(items.begin(), items.end(), isBefore)) // as answers of one node are
        std::stable_sort(items.begin(), items.end(), isBefore);
}

/// Items that are `same`, which has to be an equivalence, become one, with all their ranks, in the order of their
/// lowest ranks. \param hash the same of items that are `same` \param join takes in what else the next one says:
/// join(kept, next), next of higher ranks
template <class T, class Hash, class Same, class Join>
std::vector<T> foldEqual(std::vector<T> items, Hash hash, Same same, Join join)
{
    sortByLowestRank(items);
    std::vector<T> folded;
    std::vector<util::RankSetUnion> ranks;
    std::unordered_multimap<std::size_t, std::size_t> places; // in `folded`, by hash
    for (T& item : items) {
        const std::size_t itsHash = hash(item);
        const auto [first, last] = places.equal_range(itsHash);
        const auto found =
            std::find_if(first, last, [&](const auto& place) { return same(folded[place.second], item); });
        if (found == last) {
            places.emplace(itsHash, folded.size());
            ranks.emplace_back().add(item.ranks);
            folded.push_back(std::move(item));
        } else {
            ranks[found->second].add(item.ranks);
            join(folded[found->second], item);
        }
    }
    for (std::size_t i = 0; i < folded.size(); ++i)
        folded[i].ranks = ranks[i].take();
    return folded;
}

} // namespace dbgr::debug

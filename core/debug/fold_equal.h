// SPDX-License-Identifier: BSD-3-Clause
// Pure: entries of many ranks that say the same become one. Cost follows the number of entries, whether all say the
// same or each something else. Thread: any.
#pragma once

#include "util/ids.h"
#include "util/rank_set.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
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

/// What is sorted are numbers: items are large, and moved once.
template <class T>
std::vector<T> byLowestRank(std::vector<T> items)
{
    const auto isBefore = [](const T& a, const T& b) { return a.ranks.lowest() < b.ranks.lowest(); };
    if (std::is_sorted(items.begin(), items.end(), isBefore)) // as answers of one node are
        return items;
    std::vector<std::pair<std::optional<util::Rank>, std::size_t>> order;
    order.reserve(items.size());
    for (const T& item : items)
        order.emplace_back(item.ranks.lowest(), order.size());
    std::ranges::sort(order);
    std::vector<T> sorted;
    sorted.reserve(items.size());
    for (const auto& [lowest, index] : order)
        sorted.push_back(std::move(items[index]));
    return sorted;
}

/// One item, and the ranks of those that were joined with it.
template <class T>
struct Folded
{
    T item;
    util::RankSetUnion ranks; ///< of all of them; empty while there is but the one
    bool isJoined = false;
};

/// Items that are `same`, which has to be an equivalence, become one, with all their ranks, in the order of their
/// lowest ranks. \param hash the same of items that are `same` \param join takes in what else the next one says:
/// join(kept, next), next of higher ranks
template <class T, class Hash, class Same, class Join>
std::vector<T> foldEqual(std::vector<T> items, Hash hash, Same same, Join join)
{
    std::vector<Folded<T>> kept;
    std::unordered_multimap<std::size_t, std::size_t> places; // in `kept`, by hash
    std::vector<T> sorted = byLowestRank(std::move(items));
    for (T& item : sorted) {
        const std::size_t itsHash = hash(item);
        const auto [first, last] = places.equal_range(itsHash);
        const auto found =
            std::find_if(first, last, [&](const auto& place) { return same(kept[place.second].item, item); });
        if (found == last) {
            places.emplace(itsHash, kept.size());
            kept.push_back({std::move(item), {}, false});
            continue;
        }
        Folded<T>& one = kept[found->second];
        if (!std::exchange(one.isJoined, true))
            one.ranks.add(one.item.ranks);
        one.ranks.add(item.ranks);
        join(one.item, item);
    }
    std::vector<T> folded;
    folded.reserve(kept.size());
    for (Folded<T>& one : kept) {
        if (one.isJoined)
            one.item.ranks = one.ranks.take();
        folded.push_back(std::move(one.item));
    }
    return folded;
}

} // namespace dbgr::debug

// SPDX-License-Identifier: BSD-3-Clause
#include "session/thread_text.h"

#include "session/describe.h"

#include <cstddef>
#include <vector>

namespace dbgr::session {

namespace {

constexpr std::size_t kMostBlocks = 6;

std::string bracketedIfSeveral(const std::string& set)
{
    return set.find(',') == std::string::npos ? set : "(" + set + ")";
}

} // namespace

std::string threadNumbers(std::span<const debug::ThreadIndex> threads)
{
    util::RankSet numbers; // any numbers, of which it makes ranges
    for (const debug::ThreadIndex thread : threads)
        numbers.insert(util::Rank(thread.value));
    return numbers.toString();
}

std::string shortThreads(const debug::ThreadNumbers& threads)
{
    const std::vector<debug::ThreadNumbers::Block> blocks = threads.blocks();
    std::string text;
    std::uint64_t told = 0;
    for (std::size_t i = 0; i < blocks.size() && i < kMostBlocks; ++i) {
        text += (i == 0 ? "" : ", ") + bracketedIfSeveral(shortRanks(blocks[i].ranks)) + "." +
                bracketedIfSeveral(threadNumbers(blocks[i].threads));
        told += blocks[i].ranks.size() * blocks[i].threads.size();
    }
    if (blocks.size() > kMostBlocks)
        text += ", and " + std::to_string(threads.size() - told) + " more";
    return text;
}

std::string describe(const debug::ThreadKind& kind)
{
    const std::string role = debug::name(kind.role);
    if (role.empty())
        return kind.name;
    return kind.name + (kind.name.empty() ? "(" : " (") + role + ")";
}

std::string describe(const debug::ThreadSet& threads)
{
    std::string text;
    for (const auto& [kind, numbers] : threads.kinds()) {
        const std::string what = describe(kind);
        text += (text.empty() ? "" : "; ") + shortThreads(numbers) + (what.empty() ? "" : " " + what);
    }
    return text;
}

} // namespace dbgr::session

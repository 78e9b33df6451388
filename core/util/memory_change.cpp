// SPDX-License-Identifier: BSD-3-Clause
#include "util/memory_change.h"

#include "util/string_util.h"

#include <array>
#include <charconv>

namespace dbgr::util {

namespace {

constexpr std::string_view kByThread = "changed memory";
constexpr std::string_view kFromOutside = "memory changed from outside";
constexpr int kAddressBase = 16;

} // namespace

std::string wordsOf(const MemoryChange& change)
{
    std::string text(change.isByThread ? kByThread : kFromOutside);
    for (const std::uint64_t address : change.areas) {
        std::array<char, kAddressBase> digits{};
        const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), address, kAddressBase).ptr;
        text += ' ';
        text.append(digits.data(), end);
    }
    return text;
}

std::optional<MemoryChange> memoryChangeOf(std::string_view words)
{
    MemoryChange change;
    change.isByThread = words.starts_with(kByThread);
    const std::string_view heading = change.isByThread ? kByThread : kFromOutside;
    if (!words.starts_with(heading))
        return std::nullopt;
    words.remove_prefix(heading.size());
    if (words.size() < 2 || words.front() != ' ')
        return std::nullopt;
    for (const std::string_view word : split(words.substr(1), ' ')) {
        const auto address = parseNumber<std::uint64_t>(word, kAddressBase);
        if (!address || change.areas.size() == kMostSlowAreas)
            return std::nullopt;
        change.areas.push_back(*address);
    }
    return change;
}

} // namespace dbgr::util

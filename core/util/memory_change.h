// SPDX-License-Identifier: BSD-3-Clause
// Memory that dbgd-keeper watches by having a rank execute one instruction at a time, and what it says of a thread when
// that has changed. liblldb passes it on as the words of a stop, and the engine understands them. Thread: any; values.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace dbgr::util {

struct MemoryArea
{
    std::uint64_t address = 0;
    std::uint32_t size = 0; ///< bytes, from 1 to kMostSlowBytes

    friend bool operator==(const MemoryArea&, const MemoryArea&) = default;
};

constexpr std::size_t kMostSlowAreas = 8; ///< in a rank
constexpr std::uint32_t kMostSlowBytes = 4096;

struct MemoryChange
{
    std::vector<std::uint64_t> areas; ///< by their addresses
    bool isByThread = true;           ///< the thread's last instruction did it; else the kernel, or another process

    friend bool operator==(const MemoryChange&, const MemoryChange&) = default;
};

/// "changed memory 7ffd3320 601040", "memory changed from outside 601040"
[[nodiscard]] std::string wordsOf(const MemoryChange& change);
/// Nothing: the words are about something else.
[[nodiscard]] std::optional<MemoryChange> memoryChangeOf(std::string_view words);

} // namespace dbgr::util

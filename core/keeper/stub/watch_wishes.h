// SPDX-License-Identifier: BSD-3-Clause
// Which memory of a rank the keeper watches by having it execute one instruction at a time, in memory that the engine's
// process shares with the keeper: what is said holds from the next resume on. Way: engine -> WatchWishes -> Process.
// Thread: one of each process.
#pragma once

#include "util/memory_change.h"

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace dbgr::keeper {

class WatchWishes
{
public:
    /// One rank's; all-zero bytes wish for none. The version is odd while the rest is being written.
    struct Memory
    {
        struct Area
        {
            std::atomic<std::uint64_t> address;
            std::atomic<std::uint32_t> size; ///< 0: none
        };
        std::atomic<std::uint32_t> version;
        std::array<Area, util::kMostSlowAreas> areas;
    };

    /// \param memory null: nothing can be said, and nothing is
    explicit WatchWishes(std::shared_ptr<Memory> memory = nullptr) : m_memory(std::move(memory)) {}

    /// Instead of those before. What finds no room is left out.
    void say(std::span<const util::MemoryArea> areas) const;
    /// What was said last; nothing while it is being said.
    [[nodiscard]] std::optional<std::vector<util::MemoryArea>> areas() const;

private:
    std::shared_ptr<Memory> m_memory;
};

} // namespace dbgr::keeper

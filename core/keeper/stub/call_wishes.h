// SPDX-License-Identifier: BSD-3-Clause
// At which system calls a rank is to stop, in memory that the engine's process shares with the keeper: what is said
// holds with the next call that a thread makes which the keeper has let run for it. Way: engine -> CallWishes ->
// Process. Thread: one of each process.
#pragma once

#include "util/system_calls.h"

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <utility>

namespace dbgr::keeper {

class CallWishes
{
    static constexpr std::uint32_t kWordBits = 32;

public:
    /// One rank's; all-zero bytes wish for none.
    struct Memory
    {
        std::atomic<std::uint32_t> kind; ///< Kind
        std::array<std::atomic<std::uint32_t>, util::kMostSystemCalls / kWordBits> numbers;
    };

    /// \param memory null: nothing can be said, and nothing is
    explicit CallWishes(std::shared_ptr<Memory> memory = nullptr) : m_memory(std::move(memory)) {}

    /// Nothing: at all of them. Numbers from kMostSystemCalls on are left out.
    void say(const std::optional<std::set<std::uint32_t>>& numbers) const;

    [[nodiscard]] bool areAny() const;
    [[nodiscard]] bool has(std::uint32_t number) const;

private:
    enum class Kind : std::uint32_t
    {
        None,
        These,
        All
    };
    [[nodiscard]] Kind kind() const;

    std::shared_ptr<Memory> m_memory;
};

} // namespace dbgr::keeper

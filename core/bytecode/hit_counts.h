// SPDX-License-Identifier: BSD-3-Clause
// How often a rank is still to pass breakpoints, and how often it has, in memory that engine and keeper share: both
// count there, so that neither has to tell the other. What is there is believed as a number, and no more. Way: engine
// -> HitCounts <-> ConditionWatch. Thread: any; atomic.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <utility>

namespace dbgr::bytecode {

class HitCounts
{
public:
    static constexpr std::uint16_t kMost = 256; ///< breakpoints of a rank that are counted

    struct Count
    {
        std::atomic<std::uint64_t> left;   ///< hits that are still to be passed
        std::atomic<std::uint64_t> passed; ///< hits that were
    };
    /// One rank's; all-zero bytes mean that nothing is passed, and nothing was.
    using Memory = std::array<Count, kMost>;

    /// \param memory null: there are no numbers
    explicit HitCounts(std::shared_ptr<Memory> memory = nullptr) : m_memory(std::move(memory)) {}

    [[nodiscard]] bool has(std::uint16_t number) const { return m_memory && number < kMost; }

    // Of a number that it does not have: 0, and nothing is done.
    [[nodiscard]] std::uint64_t left(std::uint16_t number) const;
    [[nodiscard]] std::uint64_t passed(std::uint16_t number) const;
    /// For another breakpoint than before.
    void begin(std::uint16_t number) const;
    /// So many hits from now on are to be passed.
    void setLeft(std::uint16_t number, std::uint64_t hits) const;
    /// One hit is passed if any is left. \return whether it is
    [[nodiscard]] bool pass(std::uint16_t number) const;
    /// One is passed that was to be, though none is left by now.
    void notePassed(std::uint16_t number) const;
    /// It comes once more. \param wasTaken by pass(); else by notePassed()
    void giveBack(std::uint16_t number, bool wasTaken) const;

private:
    std::shared_ptr<Memory> m_memory;
};

static_assert(std::atomic<std::uint64_t>::is_always_lock_free);

} // namespace dbgr::bytecode

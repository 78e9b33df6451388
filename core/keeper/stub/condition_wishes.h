// SPDX-License-Identifier: BSD-3-Clause
// By which programs the keeper judges hits of breakpoints in one rank, in memory that the engine's process shares with
// it: what the engine has said holds from that moment on, whatever is on its way by any connection, and while the rank
// runs. Way: engine -> ConditionWishes -> ConditionWatch. Thread: one of each process.
#pragma once

#include "bytecode/hit_counts.h"
#include "bytecode/judged_place.h"
#include "bytecode/trace_ring.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace dbgr::keeper {

class ConditionWishes
{
public:
    static constexpr std::size_t kMostBytes = 16368; ///< of all places of a rank, encoded

    /// One rank's; all-zero bytes mean that there are no places.
    struct Memory;

    /// \param memory null: nothing can be said, and nothing is
    explicit ConditionWishes(std::shared_ptr<Memory> memory = nullptr) : m_memory(std::move(memory)) {}

    // Of both sides; may be used when this is gone. None where nothing can be said.
    [[nodiscard]] bytecode::HitCounts counts() const;
    [[nodiscard]] bytecode::TraceRing notes() const;

    // --- the engine's side -------------------------------------------------------------------------------------------

    /// Those that find no room are left out. The ones before are no more.
    void say(std::span<const bytecode::JudgedPlace> places) const;
    /// Whether the keeper may judge: not while LLDB has traps of its own in the rank for something that it does there.
    void putInForce(bool areInForce) const;

    // --- the keeper's ------------------------------------------------------------------------------------------------

    [[nodiscard]] bool areInForce() const;
    /// Another one each time that something is said.
    [[nodiscard]] std::uint32_t version() const;
    /// What was said last; nothing while it is being said, or when it makes no sense.
    [[nodiscard]] std::optional<std::vector<bytecode::JudgedPlace>> places() const;

private:
    std::shared_ptr<Memory> m_memory;
};

} // namespace dbgr::keeper

// SPDX-License-Identifier: BSD-3-Clause
// How many hits of each breakpoint the rank is still to pass, and has passed: where the keeper passes them, too, in the
// memory shared with it. Way: BreakpointTable -> PassedHits -> HitCounts. Thread: engine.
#pragma once

#include "bytecode/hit_counts.h"
#include "util/ids.h"

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace dbgr::daemon {

class PassedHits
{
public:
    explicit PassedHits(bytecode::HitCounts shared) : m_shared(std::move(shared)) {}

    /// So many from now on.
    void setLeft(util::BreakpointId id, std::uint64_t hits);
    /// One hit: whether it is one of those that are to be passed, which is counted.
    [[nodiscard]] bool pass(util::BreakpointId id);
    /// By which the keeper counts. Nothing: there was no number left for it.
    [[nodiscard]] std::optional<std::uint16_t> number(util::BreakpointId id) const;
    void remove(util::BreakpointId id);

    /// What it passes is told from now on.
    void beginToTell(util::BreakpointId id);
    /// How many hits of each have been passed since this was asked last, of those that are told.
    [[nodiscard]] std::vector<std::pair<util::BreakpointId, std::uint64_t>> takeNews();

private:
    struct Own
    {
        std::optional<std::uint16_t> shared; ///< then it is counted there
        std::uint64_t left = 0;
        std::uint64_t passed = 0;
        std::optional<std::uint64_t> told = {}; ///< of those that were passed
    };

    [[nodiscard]] Own& own(util::BreakpointId id);
    [[nodiscard]] std::uint64_t passedOf(const Own& count) const;

    bytecode::HitCounts m_shared;
    std::set<std::uint16_t> m_taken; // numbers
    std::map<util::BreakpointId, Own> m_own;
};

} // namespace dbgr::daemon

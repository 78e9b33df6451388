// SPDX-License-Identifier: BSD-3-Clause
// Judges hits of breakpoints by the programs that their conditions were made to. In doubt a hit is told: where a
// program fails, or the engine is just saying something else. Asked by Conversation. Thread: the keeper's.
#pragma once

#include "bytecode/machine.h"
#include "bytecode/program.h"
#include "keeper/stub/condition_wishes.h"

#include <cstdint>
#include <map>
#include <vector>

namespace dbgr::keeper {

class ConditionWatch
{
public:
    /// What was said before is not meant: by an engine that is gone.
    explicit ConditionWatch(ConditionWishes wishes);

    [[nodiscard]] bool areInForce() const { return m_wishes.areInForce(); }
    /// Whether all that is known to be at the address has a condition, and each of them is false. \param thread stands
    ///        there
    [[nodiscard]] bool isFalse(std::uint64_t address, bytecode::Target& thread);
    /// The rank has become another program.
    void forget();

private:
    void refresh();

    ConditionWishes m_wishes;
    std::uint32_t m_version; // of the wishes that the programs are
    std::map<std::uint64_t, std::vector<bytecode::Program>> m_programs;
};

} // namespace dbgr::keeper

// SPDX-License-Identifier: BSD-3-Clause
// Judges hits of breakpoints by the programs that their conditions were made to, and by how many are to be passed. In
// doubt a hit is told: where a program fails, or the engine is just saying something else. Asked by Conversation.
// Thread: the keeper's.
#pragma once

#include "bytecode/hit_counts.h"
#include "bytecode/machine.h"
#include "bytecode/program.h"
#include "keeper/stub/condition_wishes.h"
#include "util/ids.h"

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

namespace dbgr::keeper {

class ConditionWatch
{
public:
    /// What was said before is not meant: by an engine that is gone.
    explicit ConditionWatch(ConditionWishes wishes);

    [[nodiscard]] bool areInForce() const { return m_wishes.areInForce(); }

    /// Numbers of the breakpoints by which a hit is counted if nobody is told of it.
    using Counted = std::vector<std::uint16_t>;
    /// Whether nobody is to be told of a hit: all that is known to be at the address is none of it, or passes it.
    /// Counts nothing yet. \param thread stands there \param before hits of the same moment that are passed, too
    [[nodiscard]] std::optional<Counted> passed(std::uint64_t address, bytecode::Target& thread,
                                                const Counted& before = {});
    /// The thread goes on from its hit.
    void count(util::ThreadId thread, const Counted& hit);
    /// It does not, and will meet the breakpoint once more.
    void takeBack(util::ThreadId thread);
    /// The thread is no more.
    void forget(util::ThreadId thread) { m_last.erase(thread); }
    /// The rank has become another program.
    void forget();

private:
    struct Judged
    {
        bytecode::Program program;
        std::optional<std::uint16_t> count;
    };
    struct Taken
    {
        std::uint16_t number = 0;
        bool wasLeft = false; ///< and not taken away in the same moment
    };
    using Judges = std::vector<Judged>;

    [[nodiscard]] static Judges judgesOf(const bytecode::JudgedPlace& place);
    void refresh();

    ConditionWishes m_wishes;
    bytecode::HitCounts m_counts;
    std::uint32_t m_version; // of the wishes that the programs are
    std::map<std::uint64_t, Judges> m_places;
    std::map<util::ThreadId, std::vector<Taken>> m_last; // of each thread the hit that it passed last
};

} // namespace dbgr::keeper

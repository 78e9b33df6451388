// SPDX-License-Identifier: BSD-3-Clause
// Judges hits of breakpoints by the programs that their conditions were made to, and by how many are to be passed, and
// notes what tracepoints log. In doubt a hit is told: where a program fails, there is no room for a note, or the engine
// is just saying something else. Asked by Conversation.
// Thread: the keeper's.
#pragma once

#include "bytecode/hit_counts.h"
#include "bytecode/machine.h"
#include "bytecode/program.h"
#include "bytecode/trace_note.h"
#include "bytecode/trace_ring.h"
#include "keeper/stub/condition_wishes.h"
#include "util/ids.h"
#include "util/remote_address.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <utility>
#include <vector>

namespace dbgr::keeper {

class ConditionWatch
{
public:
    /// What was said before is not meant: by an engine that is gone.
    explicit ConditionWatch(ConditionWishes wishes);

    [[nodiscard]] bool areInForce() const { return m_wishes.areInForce(); }

    /// What becomes of a hit of which nobody is told.
    struct Passing
    {
        struct Note
        {
            std::uint32_t place = 0;      ///< TraceNote::place
            std::vector<std::byte> bytes; ///< none: the engine has one of it already
        };
        std::vector<std::uint16_t> counted; ///< numbers of the breakpoints by which it is counted
        std::vector<Note> notes;
    };
    /// Whether nobody is to be told of a hit: all that is known to be at the address is none of it, passes it, or notes
    /// it. Counts nothing yet. \param thread stands there \param before hits of the same moment that are passed, too
    [[nodiscard]] std::optional<Passing> passed(util::RemoteAddress address, util::ThreadId id,
                                                bytecode::Target& thread, std::span<const Passing> before = {});
    /// The thread goes on from its hit.
    void count(util::ThreadId thread, const Passing& hit);
    /// It does not, and will meet the breakpoint once more.
    void takeBack(util::ThreadId thread);
    /// The rank stands, and is told to: what was not taken back has been.
    void settle();
    /// The thread is no more.
    void forget(util::ThreadId thread);
    /// The rank has become another program.
    void forget();

private:
    struct Traced
    {
        std::uint32_t place = 0;
        std::vector<bytecode::Program> programs;
    };
    struct Judged
    {
        bytecode::Program program;
        std::optional<std::uint16_t> count;
        std::optional<Traced> traced;
    };
    struct Taken
    {
        std::uint16_t number = 0;
        bool wasLeft = false; ///< and not taken away in the same moment
    };
    struct Noted
    {
        std::uint32_t place = 0;
        std::optional<std::uint64_t> note; ///< of the ring; nothing: the engine had it before
    };
    struct Last
    {
        std::vector<Taken> taken;
        std::vector<Noted> noted;
    };
    using Judges = std::vector<Judged>;

    [[nodiscard]] static std::optional<Judged> judgeOf(const bytecode::JudgedBreakpoint& breakpoint);
    [[nodiscard]] static Judges judgesOf(const bytecode::JudgedPlace& place);
    void refresh();
    void settle(Last& last);
    [[nodiscard]] bool isLeft(std::uint16_t number, std::span<const Passing> before) const;
    [[nodiscard]] std::optional<Passing::Note> noteOf(const Traced& traced, util::ThreadId id,
                                                      bytecode::Target& thread);
    [[nodiscard]] bool hasRoom(const Passing& hit, std::span<const Passing> before) const;

    ConditionWishes m_wishes;
    bytecode::HitCounts m_counts;
    bytecode::TraceRing m_notes;
    std::uint32_t m_version; // of the wishes that the programs are
    std::map<util::RemoteAddress, Judges> m_places;
    std::map<util::ThreadId, Last> m_last; // of each thread the hit that it passed last
    /// Places at which threads were taken back after the engine had their notes: the next ones are of the same hits.
    std::set<std::pair<util::ThreadId, std::uint32_t>> m_alreadyTold;
};

} // namespace dbgr::keeper

// SPDX-License-Identifier: BSD-3-Clause
// What the keeper has written over the text of its ranks, in memory that it shares with its undertaker: so that
// somebody can put the program's own bytes back when the keeper itself is killed. Thread: the keeper's; the undertaker
// reads when the keeper is dead.
#pragma once

#include "keeper/text/sent_ledger.h"
#include "util/float_traps.h"
#include "util/ids.h"
#include "util/remote_address.h"
#include "util/result.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <utility>
#include <vector>

namespace dbgr::keeper {

using util::RemoteAddress;

/// The longest trap of any processor, in bytes.
inline constexpr std::size_t kMostTrapBytes = 4;

class TextLedger
{
public:
    static constexpr std::uint32_t kMaxLines = 1 << 16;

    /// \errors those of mmap()
    [[nodiscard]] static util::Result<TextLedger> create();
    TextLedger(TextLedger&& other) noexcept;
    TextLedger& operator=(TextLedger&&) = delete;
    ~TextLedger();

    /// Before the trap is written. \return its line; nothing when the ledger is full: then it must not be written
    [[nodiscard]] std::optional<std::uint32_t> add(util::Pid pid, RemoteAddress address,
                                                   std::span<const std::byte> original);
    /// Before threads of a rank get traps of the processor, which outlive their tracer. \return as add()
    [[nodiscard]] std::optional<std::uint32_t> addHardware(util::Pid pid);
    /// Or those of its floating-point units. \param open not none \return as add()
    [[nodiscard]] std::optional<std::uint32_t> addFloats(util::Pid pid, util::FloatTraps open);
    struct Outliving
    {
        util::Pid pid;
        util::FloatTraps openFloats; ///< none: traps of the processor
    };
    /// What outlives the tracer of ranks.
    [[nodiscard]] std::vector<Outliving> outliving() const;
    /// After the original was put back, or the processor's traps were taken out.
    void erase(std::uint32_t line);

    /// Ranks whose text is written over.
    [[nodiscard]] std::set<util::Pid> ranks() const;
    /// Puts back what is written down of a rank, wherever a trap still stands. \param process whose text it is: the
    /// rank, or a process that it has forked, which has a copy
    void restore(util::Pid rank, util::Pid process, std::span<const std::byte> trap) const;

    /// Threads that do something else.
    [[nodiscard]] SentLedger& sent() { return m_sent; }
    [[nodiscard]] const SentLedger& sent() const { return m_sent; }

private:
    struct Memory;
    struct Written
    {
        RemoteAddress address;
        util::FloatTraps floats;
        std::span<const std::byte> original; ///< none: of the processor
    };
    [[nodiscard]] std::optional<std::uint32_t> addLine(util::Pid pid, const Written& what);
    TextLedger(Memory* memory, SentLedger sent) : m_memory(memory), m_sent(std::move(sent)) {}

    Memory* m_memory; // shared; nobody's when moved from
    SentLedger m_sent;
    std::uint32_t m_hint = 0; // lines before it were in use when last looked at
};

} // namespace dbgr::keeper

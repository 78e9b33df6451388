// SPDX-License-Identifier: BSD-3-Clause
// The breakpoints that stand in one rank, and the text below them. Told by RankRelay what RspWatcher saw.
// Thread: the guard's.
#pragma once

#include "dbgdaemon/guard/breakpoint_ledger.h"
#include "util/process_memory.h"

#include <map>
#include <memory>
#include <optional>
#include <vector>

namespace dbgr::daemon {

/// Keeps trap instructions in the text only while the rank runs: cleanText() at every stop, armText() before every
/// resume. So whoever dies while a rank is stopped, its text is the program's own. lldb-server does not mind: it masks
/// its traps when it reads memory, and where it takes one out it accepts to find the original bytes.
///
/// Bytes are only written over what is expected there (a trap over the original, the original over a trap), so that
/// text which was unloaded or replaced in the meantime is left alone.
class PlantedBreakpoints
{
public:
    PlantedBreakpoints(BreakpointLedger& ledger, BreakpointLedger::Slot slot,
                       std::unique_ptr<util::ProcessMemory> memory)
        : m_ledger(ledger), m_slot(slot), m_memory(std::move(memory))
    {}

    /// Takes over what the ledger says of the rank, when the guard that wrote it has died.
    void adoptLedger();

    /// Before an insertion is forwarded: reads the text that the trap will replace. \pre the rank is stopped
    void willInsert(const RspBreakpoint& breakpoint);
    void inserted(const RspBreakpoint& breakpoint);
    void notInserted(const RspBreakpoint& breakpoint);
    void removed(const RspBreakpoint& breakpoint);
    /// The rank has become another program, or has ended: nothing of ours is in it.
    void forget();

    /// Takes all traps out of the text; works while the rank runs, too.
    void cleanText();
    /// Puts the traps of all inserted breakpoints back, but for the one at `leftOut`.
    void armText(std::optional<std::uint64_t> leftOut = {});
    /// Takes our traps out of the text of a process that was forked off while they stood there.
    void cleanCopy(util::ProcessMemory& child) const;

    void setRunning(bool running) { m_ledger.setRunning(m_slot, running); }
    /// All that have to be removed before the rank is let go.
    [[nodiscard]] std::vector<RspBreakpoint> all() const;

private:
    struct Planted
    {
        OriginalText original;
        unsigned count = 0; ///< how often it was inserted; 0 while the stub has not answered
        std::optional<std::uint32_t> line;
    };
    /// No debugger inserts more.
    static constexpr std::size_t kMaxBreakpoints = 1 << 14;

    void erase(std::map<RspBreakpoint, Planted>::iterator at);

    BreakpointLedger& m_ledger;
    const BreakpointLedger::Slot m_slot;
    std::unique_ptr<util::ProcessMemory> m_memory;
    std::map<RspBreakpoint, Planted> m_planted;
};

} // namespace dbgr::daemon

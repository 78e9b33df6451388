// SPDX-License-Identifier: BSD-3-Clause
// A process that does nothing but wait for the keeper's end, and then puts the ranks' text back as the ledger says, and
// takes the processor's traps out: a rank that runs meets none any more that nobody would handle. Thread: the keeper's,
// the only one of its process.
#pragma once

#include "keeper/text/text_ledger.h"
#include "util/ids.h"
#include "util/result.h"
#include "util/unique_fd.h"

#include <cstddef>
#include <span>

namespace dbgr::keeper {

class Undertaker
{
public:
    /// Takes what outlives a tracer out of all threads of a process that nobody traces, or soon nobody will.
    using ClearThreads = void (*)(const TextLedger::Outliving&);

    /// Both outlive this. It acts when this process is no more, or this is destroyed, and not before.
    Undertaker(const TextLedger& ledger, std::span<const std::byte> trap, ClearThreads clearThreads)
        : m_ledger(ledger), m_trap(trap), m_clearThreads(clearThreads)
    {}
    Undertaker(const Undertaker&) = delete;
    Undertaker& operator=(const Undertaker&) = delete;

    /// Starts it, or another one in its place. \errors those of pipe(), fork()
    [[nodiscard]] util::Result<void> start();
    [[nodiscard]] util::Pid pid() const { return m_pid; }

private:
    const TextLedger& m_ledger;
    const std::span<const std::byte> m_trap;
    const ClearThreads m_clearThreads;
    util::UniqueFd m_keepsWaiting;
    util::Pid m_pid;
};

} // namespace dbgr::keeper

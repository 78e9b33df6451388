// SPDX-License-Identifier: BSD-3-Clause
// What threads were at when a debugger put their registers aside, to have them call functions. A debugger that is
// gone in the middle of a call cannot put them back. Thread: the keeper's.
#pragma once

#include "keeper/arch/arch.h"
#include "keeper/text/sent_ledger.h"
#include "util/ids.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

namespace dbgr::keeper {

class SavedRegisters
{
public:
    struct Saved
    {
        util::ThreadId thread{0};
        RegisterState state;
        bool isInCall = false; ///< the thread was sent elsewhere since
        SentLedger::Line line; ///< until the thread was put back
    };
    /// No debugger needs more; the oldest go first.
    static constexpr std::size_t kMost = 4096;

    [[nodiscard]] std::uint32_t add(util::ThreadId thread, RegisterState state, SentLedger::Line line = {});
    /// The entry, which is gone then, and with it later ones of the thread.
    [[nodiscard]] std::optional<Saved> take(std::uint32_t id);

    [[nodiscard]] bool has(util::ThreadId thread) const;
    [[nodiscard]] bool isInCall(util::ThreadId thread) const;
    /// Of a thread that is sent elsewhere: it is about to go on, or stands at SentLedger's place again.
    void goesOn(util::ThreadId thread);
    void standsAtPlace(util::ThreadId thread);
    /// The thread was sent elsewhere.
    void sent(util::ThreadId thread);
    /// It runs. What was put aside before it was sent anywhere is of the past.
    void ran(util::ThreadId thread);
    void forget(util::ThreadId thread);
    void clear() { m_saved.clear(); }

    [[nodiscard]] bool isAnyInCall() const;
    /// Of each thread that is in a call what it was at before the outermost one; all others are gone then.
    [[nodiscard]] std::vector<Saved> takeCalls();

private:
    std::map<std::uint32_t, Saved> m_saved;
    std::uint32_t m_last = 0;
};

} // namespace dbgr::keeper

// SPDX-License-Identifier: BSD-3-Clause
// Which threads of a rank stand while it runs: the frozen ones, and all but one for a step of that one alone,
// and in a step of several together those that wait for the others. LLDB is
// told just before the rank runs, and takes it back when the rank stands: a thread that is suspended in LLDB can call
// no function for an expression. Also which ones have stood without that: LLDB may let one thread run alone, over a
// breakpoint or in its line, and tells of the others what they stood for before. Owner: LldbSession. Thread: engine.
#pragma once

#include "util/ids.h"
#include "util/result.h"

#include <lldb/API/SBProcess.h>

#include <cstdint>
#include <map>
#include <optional>
#include <set>

namespace dbgr::daemon {

class ThreadHolds
{
public:
    void freeze(util::ThreadId thread) { m_frozen.insert(thread); }
    void thaw(util::ThreadId thread) { m_frozen.erase(thread); }
    [[nodiscard]] bool isFrozen(util::ThreadId thread) const { return m_frozen.contains(thread); }
    [[nodiscard]] std::uint32_t frozen() const { return static_cast<std::uint32_t>(m_frozen.size()); }
    /// The rank has become another program.
    void forget() { m_frozen.clear(); }

    /// \param mover that is to step; nothing: the rank only runs \errors Frozen, and nothing is held then
    [[nodiscard]] util::Result<void> check(lldb::SBProcess& process, std::optional<util::ThreadId> mover) const;
    /// The rank is about to run. \param alone the only thread that does; nothing: all that are not frozen
    void hold(lldb::SBProcess& process, std::optional<util::ThreadId> alone);
    /// The same, after a stop that nobody was told of. \param standing besides those that are frozen
    void holdAnew(lldb::SBProcess& process, const std::set<util::ThreadId>& standing);
    /// After one of these, just before the rank runs: which threads stand for something, and how often they have run.
    void noteStanding(lldb::SBProcess& process);
    /// It stands. Threads that have ended are frozen no more.
    void letGo(lldb::SBProcess& process);
    /// All threads that were to run have ended. \param pid the process, which runs as LLDB sees it
    [[nodiscard]] bool nobodyRuns(util::Pid pid) const;
    /// The thread did not run before this stop, which is therefore not its own.
    [[nodiscard]] bool stood(util::ThreadId thread) const;

private:
    template <class IsToStand>
    void holdThose(lldb::SBProcess& process, const IsToStand& isToStand);

    std::set<util::ThreadId> m_frozen;
    std::set<util::ThreadId> m_held;                    ///< since hold(), also after letGo()
    util::Pid m_pid{};                                  ///< since noteStanding()
    std::map<util::ThreadId, std::uint64_t> m_stoodFor; ///< since then: ThreadRuns::times
};

} // namespace dbgr::daemon

// SPDX-License-Identifier: BSD-3-Clause
// What holds for ranks whatever their breakpoints are, those of jobs to come too: how signals are handled, which
// arithmetic traps, whether reports of sanitizers and of MPI stop them. Way: a face's wish -> here -> RankCommands.
// Thread: the session's.
#pragma once

#include "session/breakpoint_store.h"
#include "session/float_trap_table.h"
#include "session/life.h"
#include "session/process_table.h"
#include "session/rank_commands.h"
#include "session/signal_table.h"
#include "util/rank_set.h"

#include <set>
#include <string>

namespace dbgr::session {

class RankSettings
{
public:
    /// All of them live longer.
    struct Parts
    {
        const Life& life;
        const ProcessTable& processes;
        const BreakpointStore& breakpoints;
        RankCommands& commands;
    };
    explicit RankSettings(Parts parts) : m_parts(parts) {}

    /// All that differs from what ranks have when they have just been attached to.
    void send(const util::RankSet& ranks);
    void sendSignal(const debug::SignalRule& rule, const util::RankSet& ranks);
    void sendFloatTraps(const util::RankSet& ranks, util::FloatTraps traps);

    [[nodiscard]] bool catchesReports() const { return m_catchesReports; }
    /// Before there are any ranks.
    void beginCatchingReports(bool on) { m_catchesReports = on; }
    void catchReports(bool on);
    /// What is caught may be wanted by a breakpoint of the user's now, or by none any more.
    void followBreakpoints();

    SignalTable signals;
    FloatTrapTable floatTraps;

private:
    void sendReports(const util::RankSet& ranks);
    void sendReport(debug::Moment::What what, const util::RankSet& ranks);
    void submit(const debug::EngineRequest& setting, const util::RankSet& ranks, std::string what);

    Parts m_parts;
    bool m_catchesReports = true;
    std::set<debug::Moment::What> m_told; ///< ranks catch it
};

} // namespace dbgr::session

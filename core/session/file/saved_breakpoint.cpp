// SPDX-License-Identifier: BSD-3-Clause
#include "session/file/saved_breakpoint.h"

#include "session/breakpoint_text.h"
#include "session/session.h"

#include <utility>

namespace dbgr::session {

SavedBreakpoint savedForm(const Breakpoint& breakpoint)
{
    const debug::BreakpointSpec& spec = breakpoint.spec;
    return {debug::textOf(spec),
            spec.enabled,
            breakpoint.temporary,
            spec.ignore,
            breakpoint.barrier ? breakpoint.barrier->group.toString() : "",
            spec.commands,
            spec.off,
            spec.lineText};
}

util::Result<util::BreakpointId> setSaved(Session& session, const SavedBreakpoint& saved)
{
    DBGR_TRY(TypedBreakpoint typed, parseBreakpoint(saved.text));
    debug::BreakpointSpec& spec = typed.spec;
    spec.enabled = saved.enabled;
    spec.ignore = saved.ignore;
    spec.commands = saved.commands;
    spec.off = saved.off;
    spec.lineText = saved.lineText;
    if (!saved.barrier.empty()) {
        DBGR_TRY(auto group, util::RankSet::parse(saved.barrier, util::RankSet::firstN(ProcessTable::kMaxRanks)));
        return session.addBarrier(std::move(spec), std::move(group));
    }
    return saved.temporary ? session.addTemporaryBreakpoint(std::move(spec)) : session.addBreakpoint(std::move(spec));
}

} // namespace dbgr::session

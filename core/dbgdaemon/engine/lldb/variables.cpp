// SPDX-License-Identifier: BSD-3-Clause
#include "dbgdaemon/engine/lldb/variables.h"

#include "dbgdaemon/engine/lldb/stack.h"
#include "debug/debug_error.h"

#include <lldb/API/SBCompileUnit.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace dbgr::daemon {

namespace {

debug::RankVariables told(LldbSession& session, std::vector<ListedValue> found, std::uint32_t most)
{
    debug::RankVariables result{session.rank(), session.stopId(), {}, found.size() > most};
    found.resize(std::min<std::size_t>(found.size(), most));
    for (const ListedValue& listed : found) {
        debug::Variable variable = session.values().toVariable(listed);
        if (variable.childCount > 0)
            variable.handle = session.handles().add(listed);
        result.variables.push_back(std::move(variable));
    }
    return result;
}

bool hasDebugInfo(const ShownFrame& frame)
{
    const bool hasLine = frame.own() && frame.own()->name(frame.shown()).where.known();
    return hasLine || frame.lldb().GetCompileUnit().IsValid();
}

} // namespace

util::Result<debug::RankVariables> variablesOf(LldbSession& session, const debug::GetVariables& request)
{
    DBGR_TRY(ShownFrame frame, chosenFrame(session, request.thread, request.frame, request.match));
    if (!hasDebugInfo(frame))
        return util::fail(debug::Errc::NoDebugInfo,
                          "frame " + std::to_string(frame.lldb().GetFrameID()) +
                              " is in code without debug information",
                          "compile it with -g, or choose another frame");
    DBGR_TRY(std::vector<ListedValue> found, session.values().variables(frame));
    return told(session, std::move(found), request.maxVariables);
}

util::Result<debug::RankVariables> childrenOf(LldbSession& session, const debug::GetChildren& request)
{
    DBGR_TRY(session.requireStopped());
    const auto parent = session.handles().find(request.handle);
    if (!parent)
        return util::fail(debug::Errc::Stale, "the variable belongs to an older stop of the rank",
                          "ask for the variables again");
    DBGR_TRY(std::vector<ListedValue> found,
             session.values().children(*parent, request.first, request.maxVariables + 1));
    return told(session, std::move(found), request.maxVariables);
}

} // namespace dbgr::daemon

// SPDX-License-Identifier: BSD-3-Clause
#include "dbgdaemon/engine/lldb/variables.h"

#include "dbgdaemon/engine/lldb/convert.h"
#include "dbgdaemon/engine/lldb/fortran_names.h"
#include "dbgdaemon/engine/lldb/scope.h"
#include "dbgdaemon/engine/lldb/stack.h"
#include "dbgdaemon/engine/lldb/value_text.h"
#include "debug/debug_error.h"

#include <lldb/API/SBCompileUnit.h>
#include <lldb/API/SBLineEntry.h>
#include <lldb/API/SBValueList.h>
#include <lldb/API/SBVariablesOptions.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <variant>
#include <vector>

namespace dbgr::daemon {

namespace {

debug::Variable openable(LldbSession& session, const lldb::SBValue& value, const std::string& path)
{
    debug::Variable variable = toVariable(value, path);
    if (variable.childCount > 0)
        variable.handle = session.handles().add(HandleTable::Seen{value, path});
    return variable;
}

/// Of what our own reader reads.
void add(debug::RankVariables& to, LldbSession& session, const std::vector<NamedValue>& found)
{
    for (const NamedValue& named : found) {
        debug::Variable variable = session.values().toVariable(named);
        if (variable.childCount > 0)
            variable.handle = session.handles().add(named);
        to.variables.push_back(std::move(variable));
    }
}

util::Result<debug::RankVariables> readVariables(LldbSession& session, lldb::SBFrame frame, std::uint32_t most)
{
    DBGR_TRY(std::vector<NamedValue> found, session.values().variables(frame));
    debug::RankVariables result{session.rank(), session.stopId(), {}, found.size() > most};
    found.resize(std::min<std::size_t>(found.size(), most));
    add(result, session, found);
    return result;
}

util::Result<debug::RankVariables> readChildren(LldbSession& session, const NamedValue& parent,
                                                const debug::GetChildren& request)
{
    DBGR_TRY(std::vector<NamedValue> found, session.values().children(parent, request.first, request.maxVariables + 1));
    debug::RankVariables result{session.rank(), session.stopId(), {}, found.size() > request.maxVariables};
    found.resize(std::min<std::size_t>(found.size(), request.maxVariables));
    add(result, session, found);
    for (debug::Variable& variable : result.variables)
        variable.kind = debug::VariableKind::Member;
    return result;
}

} // namespace

util::Result<debug::RankVariables> variablesOf(LldbSession& session, const debug::GetVariables& request)
{
    DBGR_TRY(lldb::SBFrame frame, chosenFrame(session, request.thread, request.frame, request.match));
    if (!frame.GetCompileUnit().IsValid())
        return util::fail(debug::Errc::NoDebugInfo,
                          "frame " + std::to_string(frame.GetFrameID()) + " is in code without debug information",
                          "compile it with -g, or choose another frame");
    if (isFortran(frame.GetCompileUnit()))
        return readVariables(session, frame, request.maxVariables);
    lldb::SBVariablesOptions options;
    options.SetIncludeArguments(true);
    options.SetIncludeLocals(true);
    options.SetIncludeStatics(false); // they would bring all globals of the file
    options.SetInScopeOnly(true);
    options.SetUseDynamic(lldb::eDynamicDontRunTarget);
    lldb::SBValueList values = frame.GetVariables(options);

    debug::RankVariables result{session.rank(), session.stopId(), {}, values.GetSize() > request.maxVariables};
    const std::uint32_t count = std::min(values.GetSize(), request.maxVariables);
    for (std::uint32_t i = 0; i < count; ++i) {
        lldb::SBValue value = values.GetValueAtIndex(i);
        result.variables.push_back(openable(session, value, text(value.GetName())));
        result.variables.back().early = isEarly(frame, value);
    }
    return result;
}

util::Result<debug::RankVariables> childrenOf(LldbSession& session, const debug::GetChildren& request)
{
    DBGR_TRY(session.requireStopped());
    const auto parent = session.handles().find(request.handle);
    if (!parent)
        return util::fail(debug::Errc::Stale, "the variable belongs to an older stop of the rank",
                          "ask for the variables again");
    if (const auto* const read = std::get_if<NamedValue>(&*parent))
        return readChildren(session, *read, request);
    const auto& seen = std::get<HandleTable::Seen>(*parent);
    lldb::SBValue value = inside(seen.value);
    const std::uint64_t end = std::uint64_t{request.first} + request.maxVariables;
    const std::uint32_t known =
        value.GetNumChildren(static_cast<std::uint32_t>(std::min<std::uint64_t>(end + 1, UINT32_MAX)));

    debug::RankVariables result{session.rank(), session.stopId(), {}, known > end};
    for (std::uint64_t i = request.first; i < std::min<std::uint64_t>(end, known); ++i) {
        const lldb::SBValue child = value.GetChildAtIndex(static_cast<std::uint32_t>(i));
        result.variables.push_back(openable(session, child, pathOfChild(seen.path, value, child)));
        result.variables.back().kind = debug::VariableKind::Member; // LLDB says what the whole variable is
    }
    return result;
}

} // namespace dbgr::daemon

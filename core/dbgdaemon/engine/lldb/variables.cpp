// SPDX-License-Identifier: BSD-3-Clause
#include "dbgdaemon/engine/lldb/variables.h"

#include "dbgdaemon/engine/lldb/convert.h"
#include "dbgdaemon/engine/lldb/scope.h"
#include "dbgdaemon/engine/lldb/stack.h"
#include "dbgdaemon/engine/lldb/value_text.h"
#include "debug/debug_error.h"

#include <lldb/API/SBCompileUnit.h>
#include <lldb/API/SBLineEntry.h>
#include <lldb/API/SBValueList.h>
#include <lldb/API/SBVariablesOptions.h>

#include <algorithm>
#include <cstdint>

namespace dbgr::daemon {

namespace {

debug::Variable openable(LldbSession& session, const lldb::SBValue& value, const std::string& path)
{
    debug::Variable variable = toVariable(value, path);
    if (variable.childCount > 0)
        variable.handle = session.handles().add({value, path});
    return variable;
}

} // namespace

util::Result<debug::RankVariables> variablesOf(LldbSession& session, const debug::GetVariables& request)
{
    DBGR_TRY(lldb::SBFrame frame, chosenFrame(session, request.thread, request.frame, request.match));
    if (!frame.GetCompileUnit().IsValid())
        return util::fail(debug::Errc::NoDebugInfo,
                          "frame " + std::to_string(frame.GetFrameID()) + " is in code without debug information",
                          "compile it with -g, or choose another frame");
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
    lldb::SBValue value = inside(parent->value);
    const std::uint64_t end = std::uint64_t{request.first} + request.maxVariables;
    const std::uint32_t known =
        value.GetNumChildren(static_cast<std::uint32_t>(std::min<std::uint64_t>(end + 1, UINT32_MAX)));

    debug::RankVariables result{session.rank(), session.stopId(), {}, known > end};
    for (std::uint64_t i = request.first; i < std::min<std::uint64_t>(end, known); ++i) {
        const lldb::SBValue child = value.GetChildAtIndex(static_cast<std::uint32_t>(i));
        result.variables.push_back(openable(session, child, pathOfChild(parent->path, value, child)));
        result.variables.back().kind = debug::VariableKind::Member; // LLDB says what the whole variable is
    }
    return result;
}

} // namespace dbgr::daemon

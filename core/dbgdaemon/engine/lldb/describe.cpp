// SPDX-License-Identifier: BSD-3-Clause
#include "dbgdaemon/engine/lldb/describe.h"

#include "dbgdaemon/engine/lldb/convert.h"
#include "dbgdaemon/engine/lldb/expressions.h"
#include "dbgdaemon/engine/lldb/fortran_names.h"
#include "dbgdaemon/engine/lldb/stack.h"
#include "dbgdaemon/engine/process_limits.h"

#include <lldb/API/SBTarget.h>
#include <lldb/API/SBType.h>

#include <utility>

namespace dbgr::daemon {

namespace {

using What = debug::Describe::What;

/// The members of a type as LLDB knows it.
debug::Description describedByLldb(lldb::SBType type, std::uint32_t most)
{
    debug::Description description;
    description.text = text(type.GetDisplayTypeName()) + ", " + std::to_string(type.GetByteSize()) + " bytes";
    const auto add = [&](lldb::SBTypeMember member, const char* place) {
        if (description.names.size() >= most) {
            ++description.left;
            return;
        }
        debug::DescribedName name{text(member.GetName()), text(member.GetType().GetDisplayTypeName()), place};
        name.offset = member.GetOffsetInBytes();
        if (member.IsBitfield())
            name.bits = member.GetBitfieldSizeInBits();
        else
            name.bytes = member.GetType().GetByteSize();
        description.names.push_back(std::move(name));
    };
    for (std::uint32_t i = 0; i < type.GetNumberOfDirectBaseClasses(); ++i)
        add(type.GetDirectBaseClassAtIndex(i), "base class");
    for (std::uint32_t i = 0; i < type.GetNumberOfFields(); ++i)
        add(type.GetFieldAtIndex(i), "");
    return description;
}

/// What our own reader leaves to the compiler.
debug::Description describeByCompiler(LldbSession& session, const debug::Describe& request)
{
    debug::Description description;
    const auto value = evaluate(session, {request.text, request.thread, request.frame, request.match});
    if (value && value->problem.empty())
        description.text = value->type;
    else if (lldb::SBType type = session.target().FindFirstType(request.text.c_str()); type.IsValid())
        return request.what == What::Type ? describedByLldb(type, request.most) : describedByLldb(type, 0);
    else
        description.problem = value ? value->problem : value.error().message();
    if (request.what == What::Type && description.problem.empty()) {
        if (lldb::SBType type = session.target().FindFirstType(description.text.c_str()); type.IsValid())
            return describedByLldb(type, request.most);
    }
    return description;
}

} // namespace

util::Result<debug::Description> describe(LldbSession& session, const debug::Describe& request)
{
    if (request.what == What::Limits) {
        debug::Description limits;
        if (session.isCore())
            limits.problem = "a core file does not say what the process was allowed";
        else
            limits = limitsOf(session.pid());
        limits.ranks = util::RankSet(session.rank());
        return limits;
    }
    DBGR_TRY(ShownFrame frame, chosenFrame(session, request.thread, request.frame, request.match));
    auto description = session.values().describe(frame, request);
    if (!description)
        description = describeByCompiler(session, request);
    description->ranks = util::RankSet(session.rank());
    return *std::move(description);
}

} // namespace dbgr::daemon

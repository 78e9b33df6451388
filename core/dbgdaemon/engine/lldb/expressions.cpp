// SPDX-License-Identifier: BSD-3-Clause
#include "dbgdaemon/engine/lldb/expressions.h"

#include "dbgdaemon/engine/lldb/compiled_expression.h"
#include "dbgdaemon/engine/lldb/content.h"
#include "dbgdaemon/engine/lldb/convert.h"
#include "dbgdaemon/engine/lldb/divisions.h"
#include "dbgdaemon/engine/lldb/fortran_names.h"
#include "dbgdaemon/engine/lldb/lldb_errors.h"
#include "dbgdaemon/engine/lldb/paths.h"
#include "dbgdaemon/engine/lldb/registers.h"
#include "dbgdaemon/engine/lldb/scope.h"
#include "dbgdaemon/engine/lldb/stack.h"
#include "dbgdaemon/engine/lldb/unreadable.h"
#include "dbgdaemon/engine/lldb/value_style.h"
#include "util/string_util.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace dbgr::daemon {

namespace {

// What has no meaning in C gives rubbish, another one in each rank, unless the compiler refuses it.
constexpr const char* kRefusals = "#pragma clang diagnostic error \"-Wdivision-by-zero\"\n"
                                  "#pragma clang diagnostic error \"-Wshift-count-overflow\"\n"
                                  "#pragma clang diagnostic error \"-Wshift-count-negative\"\n";
// LLDB's interpreter cannot do it, so that the rank's processor does the whole expression.
constexpr const char* kByProcessor = "__asm__ volatile(\"\");";

lldb::SBValue compileAndRun(lldb::SBFrame& frame, const std::string& expression)
{
    return daemon::compileAndRun(frame, expression, kRefusals);
}

bool isNotZero(lldb::SBFrame& frame, std::string_view divisor)
{
    lldb::SBError error;
    lldb::SBValue value = valueAtPath(frame, divisor);
    if (!value.IsValid())
        value = compileAndRun(frame, std::string(divisor));
    const std::uint32_t flags = value.GetType().GetCanonicalType().GetTypeFlags();
    if (!value.IsValid() || !(flags & lldb::eTypeIsScalar))
        return false;
    return (flags & lldb::eTypeIsFloat) || (value.GetValueAsUnsigned(error, 0) != 0 && error.Success());
}

lldb::SBValue find(lldb::SBFrame& frame, const std::string& expression)
{
    if (looksLikePath(expression)) {
        // LLDB takes "*p" of a reference to a pointer for the pointer.
        if (lldb::SBValue target; util::trimmed(expression).starts_with('*')) {
            if (target = valueAtPath(frame, expression); target.IsValid())
                return target;
        }
        lldb::SBValue value = frame.GetValueForVariablePath(expression.c_str(), lldb::eDynamicDontRunTarget);
        if (value.IsValid() && value.GetError().Success())
            return value;
        if (value = valueAtPath(frame, expression); value.IsValid())
            return value;
    }
    if (dividesByNoZero(expression, [&](std::string_view divisor) { return isNotZero(frame, divisor); }))
        return compileAndRun(frame, expression);
    return compileAndRun(frame, kByProcessor + expression);
}

/// \return whether the expression has a value
bool hasValue(debug::ValueGroup& result, lldb::SBValue value)
{
    if (const lldb::SBError error = value.GetError(); error.Fail()) {
        if (error.GetError() == kNoResult)
            result.value = result.type = "void";
        else
            result.problem = wordsOf(error);
        return error.GetError() == kNoResult;
    }
    return (result.problem = whyUnreadable(inside(value))).empty();
}

/// v.size() without calling it: programs rarely hold code for the size() of each container that they use.
std::optional<debug::ValueGroup> sizeOfContainer(lldb::SBFrame& frame, std::string_view expression)
{
    constexpr std::string_view kCall = ".size()";
    expression = util::trimmed(expression);
    if (!expression.ends_with(kCall) || !looksLikePath(expression.substr(0, expression.size() - kCall.size())))
        return std::nullopt;
    const std::string path(expression.substr(0, expression.size() - kCall.size()));
    lldb::SBValue container = frame.GetValueForVariablePath(path.c_str());
    if (!container.IsValid() || !text(container.GetSummary()).starts_with("size="))
        return std::nullopt;
    if (std::string why = whyUnreadable(inside(container)); !why.empty())
        return debug::ValueGroup{{}, "", "", std::move(why)};
    return debug::ValueGroup{{}, text(container.GetSummary()).substr(5), "std::size_t", ""};
}

debug::ValueGroup valueOf(LldbSession& session, lldb::SBValue value, const debug::ValueStyle& style)
{
    debug::ValueGroup result{util::RankSet(session.rank()), "", "", ""};
    if (!hasValue(result, value) || !result.value.empty())
        return result;
    result.value = styledLine(value, style);
    result.type = text(value.GetDisplayTypeName());
    result.content = contentOf(value, kAskedContent);
    return result;
}

/// In a rank that is not in the function that is meant, global variables are the same nevertheless.
lldb::SBValue globalOf(LldbSession& session, const debug::Evaluate& request)
{
    const bool mayBe = request.match && session.requireStopped() && looksLikePath(request.expression);
    return mayBe ? globalValue(session, request.expression, request.match->function) : lldb::SBValue();
}

} // namespace

util::Result<debug::ValueGroup> evaluate(LldbSession& session, const debug::Evaluate& request)
{
    auto frame = chosenFrame(session, request.thread, request.frame, request.match);
    if (!frame) {
        if (lldb::SBValue global = globalOf(session, request); global.IsValid())
            return valueOf(session, global, request.style);
        return util::fail(std::move(frame).error());
    }
    auto known = registerValue(*frame, request.expression);
    if (!known)
        known = sizeOfContainer(*frame, request.expression);
    if (known) {
        known->ranks.insert(session.rank());
        return *std::move(known);
    }
    if (isFortran(frame->GetCompileUnit())) {
        if (auto read = session.values().evaluate(*frame, request.expression, request.style)) {
            read->ranks.insert(session.rank());
            return *std::move(read);
        }
    }
    debug::ValueGroup result = valueOf(session, find(*frame, request.expression), request.style);
    session.forgetMemory();
    if (looksLikePath(request.expression))
        result.early = isEarly(*frame, frame->FindVariable(rootOf(request.expression).c_str()));
    return result;
}

std::string problemOf(LldbSession& session, lldb::SBFrame frame, const std::string& expression)
{
    if (isFortran(frame.GetCompileUnit())) {
        if (const auto read = session.values().evaluate(frame, expression))
            return read->problem;
    }
    debug::ValueGroup result;
    static_cast<void>(hasValue(result, find(frame, expression)));
    return result.problem;
}

} // namespace dbgr::daemon

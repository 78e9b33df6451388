// SPDX-License-Identifier: BSD-3-Clause
#include "dbgdaemon/engine/lldb/expressions.h"

#include "dbgdaemon/engine/lldb/compiled_expression.h"
#include "dbgdaemon/engine/lldb/lldb_errors.h"
#include "dbgdaemon/engine/lldb/registers.h"
#include "dbgdaemon/engine/lldb/scope.h"
#include "dbgdaemon/engine/lldb/stack.h"

#include <algorithm>
#include <cctype>
#include <chrono>
#include <cstring>
#include <optional>
#include <string>
#include <utility>

namespace dbgr::daemon {

namespace {

// What has no meaning in C gives rubbish, another one in each rank, unless the compiler refuses it.
constexpr const char* kRefusals = "#pragma clang diagnostic error \"-Wdivision-by-zero\"\n"
                                  "#pragma clang diagnostic error \"-Wshift-count-overflow\"\n"
                                  "#pragma clang diagnostic error \"-Wshift-count-negative\"\n";
// LLDB's interpreter cannot do it, so that the rank's processor does the whole expression: it takes n/0 for 0.
constexpr const char* kByProcessor = "__asm__ volatile(\"\");";

/// Thread-local variables of libraries: LLDB knows where they are, and neither its compiler nor our reader does. Not
/// valid for all else.
lldb::SBValue variableNamed(lldb::SBFrame frame, const std::string& expression)
{
    const auto isOfPath = [](unsigned char c) { return std::isalnum(c) || std::strchr("_:.[]", c); };
    if (!std::all_of(expression.begin(), expression.end(), isOfPath))
        return {};
    lldb::SBValue value = frame.GetValueForVariablePath(expression.c_str(), lldb::eDynamicDontRunTarget);
    return value.GetError().Success() ? value : lldb::SBValue();
}

/// \param values of where the rank stands, after which its memory may have changed
debug::ValueGroup compiled(LldbSession& session, RankValues& values, const ShownFrame& frame,
                           const std::string& expression, const debug::ValueStyle& style)
{
    const bool mayDivide = expression.find_first_of("/%") != std::string::npos;
    if (lldb::SBValue variable = variableNamed(frame, expression); variable.IsValid())
        return values.shown(frame, variable, kAsked, style);
    lldb::SBValue value = compileAndRun(frame, (mayDivide ? kByProcessor : "") + expression, kRefusals);
    session.forgetMemory();
    values.forgetMemory();
    const lldb::SBError error = value.GetError();
    if (error.Success())
        return values.shown(frame, value, kAsked, style);
    if (error.GetError() == kNoResult)
        return {{}, "void", "void", ""};
    return {{}, "", "", wordsOf(error)};
}

/// In a rank that is not in the function that is meant, global variables are the same nevertheless.
std::optional<debug::ValueGroup> sharedValue(LldbSession& session, const debug::Evaluate& request)
{
    if (!request.match || !session.requireStopped())
        return std::nullopt;
    const values::Address code = codeOf(session.target(), request.match->function);
    return session.values().evaluateAt(code, request.expression, request.style);
}

} // namespace

util::Result<debug::ValueGroup> evaluate(LldbSession& session, const debug::Evaluate& request)
{
    auto frame = chosenFrame(session, request.thread, request.frame, request.match);
    std::optional<debug::ValueGroup> value;
    if (!frame)
        value = sharedValue(session, request);
    else if (value = registerValue(*frame, request.expression); !value)
        value = session.values().evaluate(*frame, request.expression, request.style);
    if (!value && !frame)
        return util::fail(std::move(frame).error());
    if (!value)
        value = compiled(session, session.values(), *frame, request.expression, request.style);
    value->ranks.insert(session.rank());
    return *std::move(value);
}

std::string problemOf(LldbSession& session, lldb::SBFrame frame, const std::string& expression)
{
    if (const auto read = session.values().evaluate(frame, expression))
        return read->problem;
    return compiled(session, session.values(), frame, expression, {}).problem;
}

debug::TraceRecord traced(LldbSession& session, lldb::SBThread thread, const debug::BreakpointSpec& spec)
{
    debug::TraceRecord record{session.rank(), spec.id, util::ThreadId(thread.GetThreadID()), {}, {}};
    record.time =
        std::chrono::duration_cast<std::chrono::microseconds>(std::chrono::system_clock::now().time_since_epoch());
    const auto values = session.valuesToKeep(); // of a stop that may be none
    lldb::SBFrame frame = thread.GetFrameAtIndex(0);
    for (const std::string& expression : spec.traced) {
        auto value = registerValue(frame, expression);
        if (!value)
            value = values->evaluate(frame, expression);
        if (!value)
            value = compiled(session, *values, frame, expression, {});
        record.values.push_back({std::move(value->value), std::move(value->problem)});
    }
    return record;
}

bool isFalse(LldbSession& session, lldb::SBFrame frame, const std::string& condition)
{
    lldb::SBValue value = compileAndRun(frame, condition, kRefusals);
    session.forgetMemory();
    lldb::SBError error = value.GetError();
    const bool isZero = error.Success() && value.GetValueAsUnsigned(error, 1) == 0;
    return isZero && error.Success();
}

} // namespace dbgr::daemon

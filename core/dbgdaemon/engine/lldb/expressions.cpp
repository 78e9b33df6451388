// SPDX-License-Identifier: BSD-3-Clause
#include "dbgdaemon/engine/lldb/expressions.h"

#include "dbgdaemon/engine/lldb/convert.h"
#include "dbgdaemon/engine/lldb/lldb_errors.h"
#include "dbgdaemon/engine/lldb/value_text.h"
#include "util/string_util.h"

#include <lldb/API/SBExpressionOptions.h>

#include <algorithm>
#include <cctype>
#include <chrono>
#include <optional>

namespace dbgr::daemon {

namespace {

constexpr std::chrono::microseconds kTimeout = std::chrono::seconds(5);

lldb::SBValue compileAndRun(lldb::SBFrame& frame, const std::string& expression)
{
    lldb::SBExpressionOptions options;
    options.SetTimeoutInMicroSeconds(static_cast<std::uint32_t>(kTimeout.count()));
    options.SetTryAllThreads(false); // else other threads of the rank would run on behind the user's back
    options.SetStopOthers(true);
    options.SetIgnoreBreakpoints(true);
    options.SetUnwindOnError(true);
    options.SetFetchDynamicValue(lldb::eDynamicDontRunTarget);
    options.SetSuppressPersistentResult(true);
    return frame.EvaluateExpression(expression.c_str(), options);
}

lldb::SBValue find(lldb::SBFrame& frame, const std::string& expression)
{
    if (looksLikePath(expression)) {
        lldb::SBValue value = frame.GetValueForVariablePath(expression.c_str(), lldb::eDynamicDontRunTarget);
        if (value.IsValid() && value.GetError().Success())
            return value;
    }
    return compileAndRun(frame, expression);
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
    return debug::ValueGroup{{}, text(container.GetSummary()).substr(5), "std::size_t", ""};
}

} // namespace

bool looksLikePath(std::string_view expression)
{
    const std::string_view text = util::trimmed(expression);
    const std::size_t start = text.find_first_not_of("*&");
    if (start == std::string_view::npos || std::isdigit(static_cast<unsigned char>(text[start])))
        return false;
    for (std::size_t i = start; i < text.size(); ++i) {
        if (text[i] == '-') {
            if (i + 1 == text.size() || text[++i] != '>')
                return false;
        } else if (!std::isalnum(static_cast<unsigned char>(text[i])) &&
                   std::string_view("_.:[]").find(text[i]) == std::string_view::npos) {
            return false;
        }
    }
    return true;
}

util::Result<debug::ValueGroup> evaluate(LldbSession& session, const debug::Evaluate& request)
{
    DBGR_TRY(lldb::SBFrame frame, session.frame(request.thread, request.frame));
    debug::ValueGroup result = sizeOfContainer(frame, request.expression).value_or(debug::ValueGroup{});
    result.ranks.insert(session.rank());
    if (!result.value.empty())
        return result;
    lldb::SBValue value = find(frame, request.expression);
    if (const lldb::SBError error = value.GetError(); error.Fail()) {
        result.problem = wordsOf(error);
        return result;
    }
    result.value = oneLine(value, kLongText);
    result.type = text(value.GetDisplayTypeName());
    return result;
}

std::string problemOf(lldb::SBFrame frame, const std::string& expression)
{
    const lldb::SBError error = find(frame, expression).GetError();
    return error.Fail() ? wordsOf(error) : std::string();
}

} // namespace dbgr::daemon

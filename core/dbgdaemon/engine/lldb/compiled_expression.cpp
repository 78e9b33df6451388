// SPDX-License-Identifier: BSD-3-Clause
#include "dbgdaemon/engine/lldb/compiled_expression.h"

#include <lldb/API/SBExpressionOptions.h>

#include <chrono>

namespace dbgr::daemon {

namespace {

constexpr std::chrono::microseconds kTimeout = std::chrono::seconds(5);

} // namespace

lldb::SBValue compileAndRun(lldb::SBFrame frame, const std::string& expression, const std::string& prefix)
{
    lldb::SBExpressionOptions options;
    options.SetTimeoutInMicroSeconds(static_cast<std::uint32_t>(kTimeout.count()));
    options.SetTryAllThreads(false); // else other threads of the rank would run on behind the user's back
    options.SetStopOthers(true);
    options.SetIgnoreBreakpoints(true);
    options.SetUnwindOnError(true);
    options.SetFetchDynamicValue(lldb::eDynamicDontRunTarget);
    options.SetSuppressPersistentResult(true);
    options.SetAutoApplyFixIts(false); // "n m" would be taken for "n; m"
    options.SetPrefix(prefix.c_str());
    return frame.EvaluateExpression(expression.c_str(), options);
}

} // namespace dbgr::daemon

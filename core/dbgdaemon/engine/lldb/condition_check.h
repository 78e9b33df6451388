// SPDX-License-Identifier: BSD-3-Clause
// Whether the condition of a breakpoint, or what a tracepoint is to log, can be, before any rank comes there, and who
// judges the condition then.
// Thread: engine.
#pragma once

#include "dbgdaemon/engine/lldb/rank_modules.h"

#include <lldb/API/SBAddress.h>
#include <lldb/API/SBFrame.h>
#include <lldb/API/SBTarget.h>

#include <string>
#include <string_view>
#include <vector>

namespace dbgr::daemon {

/// What no language would take: a bracket or quote that is open, an operator without its right side. "" nothing.
[[nodiscard]] std::string brokenSyntax(std::string_view expression);
/// Names that stand for themselves: no member, no part of a qualified name, nothing that is called.
[[nodiscard]] std::vector<std::string_view> freeNames(std::string_view expression);

struct ConditionVerdict
{
    std::string problem; ///< what is surely wrong with it; "" nothing that one can see
    bool isOurs = false; ///< our own reader can judge it, without LLDB's compiler
};

struct CheckedExpression
{
    std::string text;
    bool isCondition = true; ///< it has to be one number; what is logged may be anything
    lldb::SBFrame frame;     ///< where the rank stands by now; may be none
};

/// Of an expression at a place in the code. \param modules the target's
[[nodiscard]] ConditionVerdict verdictOn(lldb::SBTarget target, RankModules& modules, lldb::SBAddress place,
                                         const CheckedExpression& checked);

} // namespace dbgr::daemon

// SPDX-License-Identifier: BSD-3-Clause
// Whether the condition of a breakpoint can be right, before any rank comes there, and who judges it then.
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

/// Of a condition at a place in the code. \param modules the target's \param frame where the rank stands by now; may
/// be none
[[nodiscard]] ConditionVerdict verdictOn(lldb::SBTarget target, RankModules& modules, lldb::SBAddress place,
                                         lldb::SBFrame frame, const std::string& condition);

} // namespace dbgr::daemon

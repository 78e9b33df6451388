// SPDX-License-Identifier: GPL-3.0-or-later
// A stack of our own unwinder beside LLDB's, which is the judge: the same frames with the same numbers, names and
// places, and of each call the same registers and frame address. Thread: the test's.
#pragma once

#include "dbgdaemon/engine/lldb/own_stack.h"
#include "debug/frame.h"

#include <lldb/API/SBThread.h>

#include <string>
#include <vector>

namespace dbgr::test {

struct StackVerdict
{
    enum class Is
    {
        Same,
        LldbIsLost, ///< it has taken some number for a place where a call returns to, as at calls through tables of
                    ///< linkage, or passed over calls in code without symbols; all that it knows is known to us, in
                    ///< that order
        Different
    };
    Is is = Is::Same;
    std::string difference; ///< in words
};

[[nodiscard]] std::vector<debug::Frame> framesOfLldb(lldb::SBThread thread);
/// \param own of the thread, whole
[[nodiscard]] StackVerdict judge(const daemon::OwnStack& own, lldb::SBThread thread);

} // namespace dbgr::test

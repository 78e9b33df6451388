// SPDX-License-Identifier: BSD-3-Clause
#include "dbgdaemon/engine/lldb/step_record.h"

#include <lldb/API/SBLineEntry.h>

namespace dbgr::daemon {

StepRecord recordOf(util::ThreadId thread, debug::StepKind kind, lldb::SBFrame frame, debug::StepCount count)
{
    return {thread, kind, frame.GetCFA(), frame.GetLineEntry().GetLine(), count};
}

bool endsAt(const StepRecord& step, lldb::SBThread thread)
{
    if (step.thread.value() != thread.GetThreadID())
        return false;
    if (step.kind == debug::StepKind::IntoInstruction)
        return true;
    lldb::SBFrame here = thread.GetFrameAtIndex(0);
    const std::uint64_t cfa = here.GetCFA(); // stacks grow downwards
    if (cfa > step.cfa)
        return true;
    if (cfa == step.cfa)
        return step.kind == debug::StepKind::OverInstruction ||
               (step.kind != debug::StepKind::Out && here.GetLineEntry().GetLine() != step.line);
    return step.kind == debug::StepKind::Into && thread.GetFrameAtIndex(1).GetCFA() == step.cfa;
}

} // namespace dbgr::daemon

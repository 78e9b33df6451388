// SPDX-License-Identifier: BSD-3-Clause
#include "dbgdaemon/engine/lldb/step_record.h"

#include <lldb/API/SBFunction.h>
#include <lldb/API/SBLineEntry.h>

namespace dbgr::daemon {

StepRecord recordOf(util::ThreadId thread, debug::StepKind kind, lldb::SBFrame frame, debug::StepCount count)
{
    return {thread, kind, frame.GetCFA(), frame.GetLineEntry().GetLine(), count};
}

RunToRecord::Call callOf(lldb::SBThread thread, lldb::SBFrame frame)
{
    return {util::ThreadId(thread.GetThreadID()), frame.GetCFA(), frame.GetFunction().GetStartAddress()};
}

bool arrivesAt(const RunToRecord& run, lldb::SBThread thread)
{
    if (!run.until)
        return true;
    if (run.until->thread.value() != thread.GetThreadID())
        return false;
    const RunToRecord::Call here = callOf(thread, thread.GetFrameAtIndex(0));
    return here.cfa >= run.until->cfa || here.function != run.until->function; // stacks grow downwards
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

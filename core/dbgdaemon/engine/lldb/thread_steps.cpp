// SPDX-License-Identifier: BSD-3-Clause
#include "dbgdaemon/engine/lldb/thread_steps.h"

#include "dbgdaemon/engine/lldb/frame_choice.h"

#include <lldb/API/SBCommandInterpreter.h>
#include <lldb/API/SBCommandReturnObject.h>
#include <lldb/API/SBDebugger.h>

#include <optional>

namespace dbgr::daemon {

namespace {

/// What LLDB prints; nothing: it could not do it.
std::optional<std::string> answerTo(lldb::SBTarget target, lldb::SBExecutionContext context, const std::string& command)
{
    lldb::SBCommandReturnObject answer;
    lldb::SBCommandInterpreter commands = target.GetDebugger().GetCommandInterpreter();
    commands.HandleCommand(command.c_str(), context, answer, false);
    const char* const words = answer.GetOutput();
    return answer.Succeeded() ? std::optional<std::string>(words ? words : "") : std::nullopt;
}

} // namespace

lldb::SBError startStep(lldb::SBThread& thread, debug::StepKind kind, lldb::RunMode others)
{
    lldb::SBError error;
    if (debug::isOfInstructions(kind)) { // in whatever code it stands
        thread.StepInstruction(kind == debug::StepKind::OverInstruction, error);
        return error;
    }
    lldb::SBFrame counts = frameThatCounts(thread);
    if (counts.IsValid() && counts.GetFrameID() > 0) {
        lldb::SBFrame leave = kind == debug::StepKind::Out ? counts : thread.GetFrameAtIndex(counts.GetFrameID() - 1);
        thread.StepOutOfFrame(leave, error);
        return error;
    }
    switch (kind) {
    case debug::StepKind::Into: // functions without debug information are stepped over (LLDB's default)
        thread.StepInto(nullptr, LLDB_INVALID_LINE_NUMBER, error, others);
        break;
    case debug::StepKind::Over:
        thread.StepOver(others, error);
        break;
    case debug::StepKind::Out:
        thread.StepOut(error);
        break;
    case debug::StepKind::IntoInstruction:
    case debug::StepKind::OverInstruction:
        break; // begun above
    }
    return error;
}

bool runCommand(lldb::SBTarget target, lldb::SBExecutionContext context, const std::string& command)
{
    return answerTo(target, context, command).has_value();
}

bool hasStep(lldb::SBTarget target, lldb::SBThread thread)
{
    const std::string command = "thread plan list " + std::to_string(thread.GetIndexID());
    std::string plans = answerTo(target, lldb::SBExecutionContext(thread), command).value_or("");
    if (plans.find("No active thread plans") != std::string::npos)
        return false;
    const std::size_t active = plans.find("Active plan stack");
    if (active == std::string::npos)
        return true;                                                              // as it should be
    plans = plans.substr(active, plans.find("plan stack", active + 12) - active); // not the completed ones
    return plans.find("Element 1") != std::string::npos;                          // 0 is that of every thread
}

bool discardStep(lldb::SBTarget target, lldb::SBThread thread)
{
    return runCommand(target, lldb::SBExecutionContext(thread), "thread plan discard 1"); // 0 is that of every thread
}

} // namespace dbgr::daemon

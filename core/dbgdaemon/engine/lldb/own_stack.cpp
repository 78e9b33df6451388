// SPDX-License-Identifier: BSD-3-Clause
#include "dbgdaemon/engine/lldb/own_stack.h"

#include "values/target/frame.h"
#include "values/unwind/tail_calls.h"

#include <lldb/API/SBFrame.h>

#include <algorithm>
#include <utility>

namespace dbgr::daemon {

namespace {

std::optional<values::UnwindRegisters> innermostRegisters(lldb::SBThread thread)
{
#if defined(__x86_64__)
    constexpr unsigned kFramePointer = 6; // rbp
    lldb::SBFrame frame = thread.GetFrameAtIndex(0);
    values::UnwindRegisters registers;
    registers[values::kReturnAddress] = frame.GetPC();
    registers[values::kStackPointer] = frame.GetSP();
    registers[kFramePointer] = frame.GetFP();
    const bool isKnown = std::ranges::all_of(
        registers, [](const std::optional<std::uint64_t>& value) { return !value || *value != LLDB_INVALID_ADDRESS; });
    return isKnown ? std::optional(registers) : std::nullopt;
#else
    static_cast<void>(thread);
    return std::nullopt;
#endif
}

values::TailCalls& tailCalls()
{
    static values::TailCalls calls; // of the engine thread
    return calls;
}

/// LLDB shows functions there that have no frames.
bool haveTailsBetween(const std::vector<values::PhysicalFrame>& calls)
{
    for (std::size_t i = 1; i < calls.size(); ++i) {
        if (!tailCalls().between(calls[i - 1], calls[i]).empty())
            return true;
    }
    return false;
}

/// There LLDB shows a thread in the function that something was put into, or in what was put there, by how it came.
bool isAtBeginOfInlined(const std::vector<values::CodeName>& names)
{
    return std::ranges::any_of(names, &values::CodeName::begins);
}

bool isCertain(const values::PhysicalFrame& call)
{
    return call.code && call.code->file && call.isByTables && !call.isSignalFrame;
}

} // namespace

std::shared_ptr<const StandingThread> StandingThread::of(lldb::SBThread thread)
{
    return std::make_shared<const StandingThread>(
        StandingThread{thread, thread.GetThreadID(), innermostRegisters(thread)});
}

std::optional<OwnStack> OwnStack::of(const std::shared_ptr<const StandingThread>& thread, values::Memory& memory,
                                     const std::shared_ptr<RankModules>& modules, std::size_t mostCalls)
{
    if (!thread->registers)
        return std::nullopt;
    values::UnwoundStack unwound = values::unwind(*thread->registers, memory, modules->code(), mostCalls);
    if (unwound.frames.empty() || !std::ranges::all_of(unwound.frames, isCertain) || haveTailsBetween(unwound.frames))
        return std::nullopt;
    OwnStack stack;
    stack.m_modules = modules;
    stack.m_thread = thread;
    stack.m_isWhole = unwound.isWhole();
    stack.m_calls = std::move(unwound.frames);
    for (std::size_t i = 0; i < stack.m_calls.size(); ++i) {
        const values::PhysicalFrame& call = stack.m_calls[i];
        stack.m_names.push_back(call.code->file->names(call.code->inFile(call.lookupPc())));
        for (std::uint32_t inside = 0; inside < stack.shownOf(i); ++inside)
            stack.m_shown.push_back({i, inside});
    }
    if (isAtBeginOfInlined(*stack.m_names.front()))
        return std::nullopt;
    return stack;
}

debug::Frame OwnStack::frame(std::size_t index) const
{
    const Shown& shown = m_shown[index];
    const values::CodeName& called = name(shown);
    debug::Frame frame;
    frame.index = static_cast<std::uint32_t>(index);
    frame.function = called.function;
    frame.where = called.where;
    frame.module = module(shown);
    const values::PhysicalFrame& call = m_calls[shown.call];
    frame.pc = called.pc ? called.pc->value + call.code->bias : call.pc.value;
    frame.inlined = called.inlined;
    return frame;
}

} // namespace dbgr::daemon

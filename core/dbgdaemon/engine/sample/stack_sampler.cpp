// SPDX-License-Identifier: BSD-3-Clause
#include "dbgdaemon/engine/sample/stack_sampler.h"

#include "dbgdaemon/engine/sample/process_code.h"
#include "values/target/frame.h"
#include "values/unwind/stack_copy.h"

#include <sys/stat.h>

#include <algorithm>
#include <filesystem>
#include <utility>

namespace dbgr::daemon {

namespace {

constexpr std::size_t kMostProcesses = 10'000;

/// Changes when the process becomes another program. "" it has ended.
std::string programOf(util::Pid pid)
{
    struct stat info = {};
    if (::stat(("/proc/" + std::to_string(pid.value()) + "/exe").c_str(), &info) != 0)
        return {};
    return std::to_string(info.st_dev) + ":" + std::to_string(info.st_ino) + ":" + std::to_string(info.st_mtim.tv_sec);
}

bool leadsToNowhere(const values::UnwoundStack& stack)
{
    return std::any_of(stack.frames.begin(), stack.frames.end(),
                       [](const values::PhysicalFrame& frame) { return !frame.code; });
}

/// As SampledStacks::withoutDebugInfo.
std::string withoutDebugInfo(util::Pid pid, const std::vector<values::UnwoundStack>& stacks)
{
    std::error_code ignored;
    const std::filesystem::path program =
        std::filesystem::read_symlink("/proc/" + std::to_string(pid.value()) + "/exe", ignored);
    const auto isProgramWithout = [name = program.filename().string()](const values::PhysicalFrame& frame) {
        return frame.code && frame.code->file && frame.code->module == name && !frame.code->file->hasDebugInfo();
    };
    const bool isMet = std::ranges::any_of(
        stacks, [&](const values::UnwoundStack& stack) { return std::ranges::any_of(stack.frames, isProgramWithout); });
    return isMet ? program.string() : std::string();
}

debug::Frame frameOf(const values::CodeName& name, const values::CodeRange* code, values::Address pc)
{
    debug::Frame frame;
    frame.function = name.function;
    frame.where = name.where;
    frame.module = code ? code->module : "";
    frame.pc = pc.value;
    frame.inlined = name.inlined;
    return frame;
}

python::NativeCall callOf(const values::PhysicalFrame& physical)
{
    python::NativeCall call{physical.registers[values::kStackPointer].value_or(0), physical.cfa.value, {}};
    values::CodeFile* const file = physical.code ? physical.code->file : nullptr;
    if (!file) {
        call.frames.push_back(frameOf({}, physical.code, physical.pc));
        return call;
    }
    const values::CodeFile::Names names = file->names(physical.code->inFile(physical.lookupPc()));
    for (const values::CodeName& name : *names)
        call.frames.push_back(frameOf(name, physical.code, physical.pc));
    return call;
}

} // namespace

util::Result<StackSampler::Process*> StackSampler::process(util::Pid pid)
{
    std::string program = programOf(pid);
    const auto found = m_processes.find(pid);
    if (found != m_processes.end() && found->second.program == program)
        return &found->second;
    DBGR_TRY(values::CodeMap code, codeOf(pid, m_files));
    if (m_processes.size() >= kMostProcesses)
        m_processes.clear();
    return &m_processes.insert_or_assign(pid, Process{std::move(program), std::move(code)}).first->second;
}

util::Result<std::vector<values::UnwoundStack>> StackSampler::unwound(const util::RankSnapshot& snapshot,
                                                                      std::uint32_t maxFrames)
{
    DBGR_TRY(const Process* const rank, process(snapshot.pid));
    std::vector<values::UnwoundStack> stacks;
    for (const util::ThreadSnapshot& thread : snapshot.threads) {
        values::UnwoundStack& stack = stacks.emplace_back();
        if (thread.registers.empty())
            continue;
        DBGR_TRY(const values::UnwindRegisters registers, values::unwindRegisters(thread.registers));
        values::StackCopy copy(thread.stack);
        stack = values::unwind(registers, copy, rank->code, maxFrames);
    }
    return stacks;
}

python::NativeStack StackSampler::native(const values::UnwoundStack& stack, std::uint32_t maxFrames)
{
    python::NativeStack native;
    std::uint32_t shown = 0;
    const auto add = [&](python::NativeCall call) {
        for (debug::Frame& frame : call.frames)
            frame.index = shown++;
        native.calls.push_back(std::move(call));
    };
    for (std::size_t i = 0; i < stack.frames.size() && shown <= maxFrames; ++i) {
        const values::PhysicalFrame& frame = stack.frames[i];
        const std::uint64_t begin = frame.registers[values::kStackPointer].value_or(0);
        const auto tails = i > 0 ? m_tailCalls.between(stack.frames[i - 1], frame) : std::vector<values::TailFrame>();
        for (const values::TailFrame& tail : tails) // without a stack frame
            add({begin,
                 begin,
                 {frameOf(tail.code->file->names(tail.lookupPc)->front(), tail.code,
                          {tail.lookupPc.value + tail.code->bias})}});
        add(callOf(frame));
    }
    native.isWhole = stack.isWhole() && shown <= maxFrames;
    return native;
}

void StackSampler::addFrames(SampledThread& thread, const values::UnwoundStack& stack, python::NativeStack native,
                             const util::PythonStacks* python, std::uint32_t maxFrames)
{
    python::WovenStack woven = python::weave(std::move(native), python);
    thread.frames = std::move(woven.frames);
    thread.pythonWords = std::move(woven.words);
    const bool isCut = stack.isCut || woven.isCut || thread.frames.size() > maxFrames;
    thread.truncated = isCut ? "only its innermost " + std::to_string(maxFrames) + " frames were read" : stack.lost;
    if (thread.frames.size() > maxFrames)
        thread.frames.resize(maxFrames);
}

util::Result<SampledStacks> StackSampler::stacksOf(const util::RankSnapshot& snapshot, std::uint32_t maxFrames)
{
    const bool wasKnown = m_processes.contains(snapshot.pid);
    DBGR_TRY(std::vector<values::UnwoundStack> stacks, unwound(snapshot, maxFrames));
    if (wasKnown && std::any_of(stacks.begin(), stacks.end(), leadsToNowhere)) { // a library came since
        forget(snapshot.pid);
        DBGR_TRY(stacks, unwound(snapshot, maxFrames));
    }
    SampledStacks result;
    for (std::size_t i = 0; i < stacks.size(); ++i) {
        const util::ThreadSnapshot& from = snapshot.threads[i];
        SampledThread& thread = result.threads.emplace_back();
        thread.id = from.id;
        thread.name = from.name;
        thread.state = from.state;
        python::NativeStack native = this->native(stacks[i], maxFrames);
        native.thread = from.threadPointer;
        addFrames(thread, stacks[i], std::move(native), snapshot.python ? &*snapshot.python : nullptr, maxFrames);
    }
    if (snapshot.stood)
        result.withoutDebugInfo = withoutDebugInfo(snapshot.pid, stacks);
    return result;
}

} // namespace dbgr::daemon

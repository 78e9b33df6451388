// SPDX-License-Identifier: BSD-3-Clause
#include "dbgdaemon/engine/lldb/rank_python.h"

#include "dbgdaemon/engine/lldb/shown_frame.h"
#include "debug/stack_tree.h"
#include "python/interpreter.h"
#include "python/stack_reader.h"
#include "python/weave.h"
#include "values/target/frame.h"

#include <lldb/API/SBFrame.h>
#include <lldb/API/SBValue.h>
#include <lldb/lldb-defines.h>

#include <cstddef>
#include <map>
#include <span>
#include <string>
#include <utility>

namespace dbgr::daemon {

namespace {

std::optional<python::Interpreter> interpreterOf(RankModules& modules)
{
    // As it is with a bias of 0, since ranks have the same files elsewhere. Of the engine thread.
    static std::map<std::string, std::optional<python::Interpreter>> known;
    for (const values::Module& module : modules.modules()) {
        const bool isProgram = &module == modules.modules().data();
        if (!isProgram && !python::isLibraryOfPython(module.path))
            continue;
        const auto [file, isNew] = known.try_emplace(module.path + "\n" + module.buildId);
        if (isNew)
            file->second = python::interpreterInFile(module.path);
        if (file->second)
            return file->second->movedBy(module.bias);
    }
    return std::nullopt;
}

/// Calls that LLDB supposes to have been the last thing that others did have no stack frame, as those have none.
python::NativeCall withoutFrames(const lldb::SBFrame& frame, std::uint64_t innerEnd)
{
    const std::uint64_t end = frame.GetCFA();
    if (end == LLDB_INVALID_ADDRESS || frame.IsArtificial())
        return {innerEnd, innerEnd, {}};
    return {frame.GetSP(), end, {}};
}

/// Of LLDB's frames. What was inlined into a call comes before it, but for calls that LLDB leaves out then.
python::NativeStack nativeStack(lldb::SBThread thread, std::uint32_t maxFrames)
{
    python::NativeStack stack;
    bool isInside = false;
    std::uint32_t shown = 0;
    for (std::uint32_t i = 0; shown <= maxFrames; ++i) {
        lldb::SBFrame frame = thread.GetFrameAtIndex(i);
        stack.isWhole = !frame.IsValid();
        if (stack.isWhole)
            break;
        if (!isInside || frame.GetCFA() != stack.calls.back().end)
            stack.calls.push_back(withoutFrames(frame, stack.calls.empty() ? frame.GetSP() : stack.calls.back().end));
        for (debug::Frame& one : toFrames(frame, shown)) {
            stack.calls.back().frames.push_back(std::move(one));
            ++shown;
        }
        isInside = frame.IsInlined();
    }
    return stack;
}

/// LLDB leaves out calls now and then that others were put into; ours does not.
python::NativeStack nativeStack(const OwnStack& own)
{
    python::NativeStack stack;
    stack.isWhole = own.isWhole();
    for (const values::PhysicalFrame& call : own.calls())
        stack.calls.push_back({call.registers[values::kStackPointer].value_or(0), call.cfa.value, {}});
    for (std::size_t i = 0; i < own.shown().size(); ++i)
        stack.calls[own.shown()[i].call].frames.push_back(own.frame(i));
    return stack;
}

debug::Frame inWords(const std::string& words)
{
    debug::Frame frame;
    frame.function = "(" + words + ")";
    return frame;
}

} // namespace

std::optional<util::PythonStacks> pythonStacksOf(RankModules& modules, values::Memory& memory)
{
    const auto interpreter = interpreterOf(modules);
    if (!interpreter)
        return std::nullopt;
    const auto read = [&](std::uint64_t address, std::span<std::byte> out) { return memory.read({address}, out); };
    return python::StackReader(*interpreter, read).read(debug::StackTree::kMaxDepth);
}

std::vector<debug::Frame> wovenFrames(lldb::SBThread thread, const OwnStack* own, const util::PythonStacks& python,
                                      std::uint32_t maxFrames)
{
    python::NativeStack native = own ? nativeStack(*own) : nativeStack(thread, maxFrames);
    native.thread = thread.GetFrameAtIndex(0).FindRegister("fs_base").GetValueAsUnsigned(0);
    python::WovenStack woven = python::weave(std::move(native), &python);
    if (woven.frames.size() > maxFrames)
        woven.frames.resize(maxFrames);
    else if (woven.isCut)
        woven.frames.push_back(inWords("outer frames were not read"));
    if (!woven.words.empty())
        woven.frames.insert(woven.frames.begin(), inWords(woven.words));
    return std::move(woven.frames);
}

} // namespace dbgr::daemon

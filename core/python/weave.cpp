// SPDX-License-Identifier: BSD-3-Clause
#include "python/weave.h"

#include "python/code_lines.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

namespace dbgr::python {

bool isLoop(std::string_view function)
{
    return function.starts_with("_PyEval_EvalFrameDefault");
}

namespace {

constexpr std::string_view kMisfit = "its frames of Python do not fit its native ones at this moment";

/// Of a function that the interpreter's loop may be: symbols that a file does not export can be missing.
const std::string& functionOf(const NativeCall& call)
{
    return call.frames.back().function;
}

/// What the process' interpreters know of a thread of the system.
struct OfThread
{
    std::vector<const util::PythonRun*> runs; // the innermost first
    std::string trouble;
    std::size_t states = 0; // that have runs
};

OfThread ofThread(const util::PythonStacks& python, std::uint64_t id)
{
    OfThread found;
    bool isKnown = false;
    for (const util::PythonThread& thread : python.threads) {
        if (thread.id != id || id == 0)
            continue;
        isKnown = true;
        found.states += thread.runs.empty() ? 0 : 1;
        if (found.trouble.empty())
            found.trouble = thread.trouble;
        for (const util::PythonRun& run : thread.runs)
            found.runs.push_back(&run);
    }
    if (!isKnown)
        found.trouble = python.trouble.empty() ? "no interpreter knows this thread" : python.trouble;
    std::ranges::stable_sort(found.runs, {}, &util::PythonRun::anchor);
    return found;
}

/// For each native call the run that it carries out; null: none. Nothing: they do not fit.
using Pairs = std::vector<const util::PythonRun*>;

std::optional<Pairs> pairedByAnchors(const NativeStack& native, const OfThread& python)
{
    Pairs pairs(native.calls.size(), nullptr);
    std::size_t call = 0;
    for (const util::PythonRun* const run : python.runs) {
        while (call < native.calls.size() && native.calls[call].end != 0 && run->anchor >= native.calls[call].end)
            ++call;
        if (call == native.calls.size() || native.calls[call].end == 0) {
            if (native.isWhole)
                return std::nullopt;
            break; // it is farther out than what is known
        }
        const NativeCall& here = native.calls[call];
        const bool mayBeLoop = functionOf(here).empty() || isLoop(functionOf(here));
        if (run->anchor < here.begin || !mayBeLoop || pairs[call])
            return std::nullopt;
        pairs[call] = run;
    }
    return pairs;
}

/// One call each, in the same order.
std::optional<Pairs> pairedByCount(const NativeStack& native, const OfThread& python)
{
    std::vector<std::size_t> loops;
    for (std::size_t i = 0; i < native.calls.size(); ++i) {
        if (isLoop(functionOf(native.calls[i])))
            loops.push_back(i);
    }
    // The innermost may not have told yet what it carries out, or have it behind it.
    if (loops.size() == python.runs.size() + 1 && loops.front() == 0)
        loops.erase(loops.begin());
    if (!native.isWhole || python.states > 1 || loops.size() != python.runs.size())
        return std::nullopt;
    Pairs pairs(native.calls.size(), nullptr);
    for (std::size_t i = 0; i < loops.size(); ++i)
        pairs[loops[i]] = python.runs[i];
    return pairs;
}

/// A loop without calls is right only where it is just beginning or ending: it is the innermost.
bool areAllLoopsPaired(const NativeStack& native, const Pairs& pairs)
{
    bool isFirst = true;
    for (std::size_t i = 0; i < pairs.size(); ++i) {
        const bool isOne = pairs[i] || isLoop(functionOf(native.calls[i]));
        if (isOne && !pairs[i] && !isFirst)
            return false;
        isFirst = isFirst && !isOne;
    }
    return true;
}

std::optional<Pairs> paired(const NativeStack& native, const OfThread& python)
{
    const bool areAnchored = std::ranges::none_of(python.runs, [](const auto* run) { return run->anchor == 0; });
    auto pairs = areAnchored ? pairedByAnchors(native, python) : pairedByCount(native, python);
    return pairs && areAllLoopsPaired(native, *pairs) ? std::move(pairs) : std::nullopt;
}

debug::Frame frameOf(const util::PythonStacks& python, const util::PythonCall& call, const debug::Frame& loop)
{
    debug::Frame frame;
    frame.index = loop.index;
    frame.pc = loop.pc;
    frame.isPython = true;
    if (call.code >= python.codes.size())
        return frame;
    const util::PythonCode& code = python.codes[call.code];
    frame.function = code.name;
    frame.where = {code.file, lineOf(code, call.instruction, python.minor), 0};
    frame.module = code.file.substr(code.file.rfind('/') + 1);
    return frame;
}

bool hasLoop(const NativeStack& stack)
{
    return std::ranges::any_of(stack.calls, [](const NativeCall& call) { return isLoop(functionOf(call)); });
}

} // namespace

WovenStack weave(NativeStack native, const util::PythonStacks* python)
{
    WovenStack woven;
    std::optional<Pairs> pairs;
    if (python && (hasLoop(native) || !python->threads.empty())) {
        const OfThread thread = ofThread(*python, native.thread);
        pairs = thread.trouble.empty() ? paired(native, thread) : std::nullopt;
        if (!pairs && hasLoop(native))
            woven.words = thread.trouble.empty() ? kMisfit : thread.trouble;
    }
    for (std::size_t i = 0; i < native.calls.size() && !woven.isCut; ++i) {
        const util::PythonRun* const run = pairs ? (*pairs)[i] : nullptr;
        if (!run || (run->calls.empty() && !run->isCut)) {
            std::ranges::move(native.calls[i].frames, std::back_inserter(woven.frames));
            continue;
        }
        for (const util::PythonCall& call : run->calls)
            woven.frames.push_back(frameOf(*python, call, native.calls[i].frames.back()));
        woven.isCut = run->isCut;
    }
    return woven;
}

} // namespace dbgr::python

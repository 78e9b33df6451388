// SPDX-License-Identifier: BSD-3-Clause
// Stacks of a rank that runs, by what the keeper copied of its threads at one moment. Their frames are called as
// liblldb's are (engine/lldb/convert), so that stacks of running and of stopped ranks are one tree. What is found of a
// file is kept for all ranks and samples. Way: keeper -> dbgd -> here -> StackTree. Thread: the one that made it.
#pragma once

#include "dbgdaemon/engine/sample/code_files.h"
#include "debug/frame.h"
#include "python/weave.h"
#include "util/ids.h"
#include "util/rank_snapshot.h"
#include "util/result.h"
#include "values/unwind/tail_calls.h"
#include "values/unwind/unwind.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace dbgr::daemon {

struct SampledThread
{
    util::ThreadId id{0};
    std::string name;                 ///< "" unknown
    std::vector<debug::Frame> frames; ///< the innermost first
    std::string truncated;            ///< why there are no more, for people; "": all are there
    char state = 0;                   ///< as /proc has it, of a thread that did not stand and has no frames; 0 it stood
    std::string pythonWords = {};     ///< why calls of Python are not among them, for people; "" all are
};

struct SampledStacks
{
    std::vector<SampledThread> threads;
    std::string withoutDebugInfo; ///< the program of one that stood, where code of it was met that has none; "" else
};

class StackSampler
{
public:
    /// \param store the one of the node, for debug information is large; outlives this
    explicit StackSampler(values::DebugFileStore& store) : m_files(store) {}

    /// \param maxFrames of a stack, with inlined ones
    /// \errors no_such_process: it has ended; NotOurs: of another processor
    [[nodiscard]] util::Result<SampledStacks> stacksOf(const util::RankSnapshot& snapshot, std::uint32_t maxFrames);

    /// Its libraries have changed, or it is gone. Others are noticed when a call leads to where no code was.
    void forget(util::Pid pid) { m_processes.erase(pid); }

private:
    struct Process
    {
        std::string program; ///< what tells it from the next program of that process
        values::CodeMap code;
    };

    [[nodiscard]] python::NativeStack native(const values::UnwoundStack& stack, std::uint32_t maxFrames);
    static void addFrames(SampledThread& thread, const values::UnwoundStack& stack, python::NativeStack native,
                          const util::PythonStacks* python, std::uint32_t maxFrames);
    [[nodiscard]] util::Result<Process*> process(util::Pid pid);
    [[nodiscard]] util::Result<std::vector<values::UnwoundStack>> unwound(const util::RankSnapshot& snapshot,
                                                                          std::uint32_t maxFrames);

    CodeFiles m_files;
    values::TailCalls m_tailCalls;
    std::map<util::Pid, Process> m_processes;
};

} // namespace dbgr::daemon

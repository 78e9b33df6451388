// SPDX-License-Identifier: BSD-3-Clause
// The frames of a thread that stands, by our own unwinder: LLDB needs some hundred microseconds for what is some five
// here, since rows of tables and names are found once for all ranks. There is one only where tables say all; else
// LLDB's frames count, which have the same numbers. Way: RankFrames -> here -> values::unwind. Thread: engine.
#pragma once

#include "dbgdaemon/engine/lldb/rank_modules.h"
#include "debug/frame.h"
#include "values/target/memory.h"
#include "values/unwind/unwind.h"

#include <lldb/API/SBThread.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace dbgr::daemon {

/// A thread, and what LLDB knows of its innermost frame in no time.
struct StandingThread
{
    lldb::SBThread thread;
    std::uint64_t id = 0;
    /// Those that nearly all tables ask for; none: they cannot be had, or stacks of this processor are not unwound.
    std::optional<values::UnwindRegisters> registers;

    [[nodiscard]] static std::shared_ptr<const StandingThread> of(lldb::SBThread thread);
};

class OwnStack
{
public:
    /// The innermost calls, at most so many; with inlined functions there are more frames. Nothing: not all of them are
    /// certain. \param modules current
    [[nodiscard]] static std::optional<OwnStack> of(const std::shared_ptr<const StandingThread>& thread,
                                                    values::Memory& memory, const std::shared_ptr<RankModules>& modules,
                                                    std::size_t mostCalls);

    /// One that is shown. Those of one call follow each other.
    struct Shown
    {
        std::size_t call = 0;     ///< see calls()
        std::uint32_t inside = 0; ///< how many functions that were put into the call are inside of this one
    };
    [[nodiscard]] const std::vector<Shown>& shown() const { return m_shown; } ///< the innermost first
    [[nodiscard]] const values::CodeName& name(const Shown& frame) const
    {
        return (*m_names[frame.call])[frame.inside];
    }
    [[nodiscard]] const std::string& module(const Shown& frame) const { return m_calls[frame.call].code->module; }
    /// As stacks have it. \param index of shown()
    [[nodiscard]] debug::Frame frame(std::size_t index) const;

    [[nodiscard]] const std::vector<values::PhysicalFrame>& calls() const { return m_calls; }
    /// How many frames are shown for a call.
    [[nodiscard]] std::uint32_t shownOf(std::size_t call) const
    {
        return static_cast<std::uint32_t>(m_names[call]->size());
    }
    [[nodiscard]] const lldb::SBThread& thread() const { return m_thread->thread; }
    /// The outermost call is there.
    [[nodiscard]] bool isWhole() const { return m_isWhole; }

private:
    OwnStack() = default;

    std::shared_ptr<RankModules> m_modules; // whose code the calls point to
    std::shared_ptr<const StandingThread> m_thread;
    std::vector<values::PhysicalFrame> m_calls;
    std::vector<values::CodeFile::Names> m_names; // of each call
    std::vector<Shown> m_shown;
    bool m_isWhole = false;
};

} // namespace dbgr::daemon

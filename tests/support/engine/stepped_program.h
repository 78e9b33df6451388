// SPDX-License-Identifier: GPL-3.0-or-later
// A program that LLDB alone steps through, behind a keeper, and what our own unwinder says of its threads where they
// stand. Thread: the test's.
#pragma once

#include "dbgdaemon/engine/lldb/own_stack.h"
#include "dbgdaemon/engine/lldb/rank_modules.h"
#include "tests/support/engine/debuggee.h"

#include <lldb/API/LLDB.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace dbgr::test {

class SteppedProgram
{
public:
    /// Held before its first instruction.
    explicit SteppedProgram(const std::string& program, const std::vector<std::string>& arguments = {});
    ~SteppedProgram();
    SteppedProgram(const SteppedProgram&) = delete;
    SteppedProgram& operator=(const SteppedProgram&) = delete;

    /// Of one without symbols, to what calls that.
    [[nodiscard]] bool runToMain();
    [[nodiscard]] bool stands() { return m_lldb.GetState() == lldb::eStateStopped; }
    /// The one that steps.
    [[nodiscard]] lldb::SBThread thread() { return m_lldb.GetSelectedThread(); }
    [[nodiscard]] std::vector<lldb::SBThread> threads();
    /// One instruction; of libraries so many of them one after the other, and then back to the program.
    void step(int mostInLibraries);
    /// Out of the function.
    void leave();
    /// Nothing: it is not certain of it.
    [[nodiscard]] std::optional<daemon::OwnStack> own(lldb::SBThread thread);
    [[nodiscard]] lldb::SBTarget target() { return m_target; }

private:
    Debuggee m_process;
    daemon::AttachTarget m_from;
    lldb::SBDebugger m_debugger;
    lldb::SBTarget m_target;
    lldb::SBProcess m_lldb;
    std::shared_ptr<daemon::RankModules> m_modules;
    int m_away = 0;
};

} // namespace dbgr::test

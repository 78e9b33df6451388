// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/engine/stepped_program.h"

#include "dbgdaemon/engine/lldb/convert.h"
#include "dbgdaemon/engine/lldb/lldb_host.h"
#include "dbgdaemon/engine/lldb/rank_memory.h"

#include <cstddef>
#include <cstdint>

namespace dbgr::test {

namespace {

constexpr std::size_t kMostCalls = 1000;

} // namespace

SteppedProgram::SteppedProgram(const std::string& program, const std::vector<std::string>& arguments)
    : m_process(program, arguments, Debuggee::Begin::StoppedOnExec)
{
    daemon::initialiseLldb();
    m_debugger = daemon::makeDebugger();
    m_debugger.SetAsync(false);
    m_from = m_process.target(util::Rank(0));
    lldb::SBError error;
    m_target = m_debugger.CreateTarget(program.c_str(), nullptr, nullptr, false, error);
    lldb::SBListener listener = m_debugger.GetListener();
    m_lldb =
        m_target.ConnectRemote(listener, ("fd://" + std::to_string(m_from.stub.get())).c_str(), "gdb-remote", error);
}

SteppedProgram::~SteppedProgram()
{
    m_lldb.Kill();
    m_debugger.DeleteTarget(m_target);
    lldb::SBDebugger::Destroy(m_debugger);
}

bool SteppedProgram::runToMain()
{
    lldb::SBBreakpoint main = m_target.BreakpointCreateByName("main", m_target.GetExecutable().GetFilename());
    if (main.GetNumLocations() == 0) { // it has no symbols
        m_target.BreakpointDelete(main.GetID());
        main = m_target.BreakpointCreateByName("__libc_start_main");
    }
    m_lldb.Continue();
    m_target.BreakpointDelete(main.GetID());
    return stands();
}

std::vector<lldb::SBThread> SteppedProgram::threads()
{
    std::vector<lldb::SBThread> all;
    for (std::uint32_t i = 0; i < m_lldb.GetNumThreads(); ++i)
        all.push_back(m_lldb.GetThreadAtIndex(i));
    return all;
}

void SteppedProgram::step(int mostInLibraries)
{
    const std::string module = daemon::text(thread().GetFrameAtIndex(0).GetModule().GetFileSpec().GetFilename());
    const bool isProgram = module == m_target.GetExecutable().GetFilename();
    m_away = isProgram ? 0 : m_away + 1;
    if (m_away > mostInLibraries)
        leave();
    else
        thread().StepInstruction(false);
}

void SteppedProgram::leave()
{
    lldb::SBError error;
    if (thread().GetNumFrames() > 1)
        thread().StepOut(error);
    else
        thread().StepInstruction(false);
}

std::optional<daemon::OwnStack> SteppedProgram::own(lldb::SBThread thread)
{
    if (!m_modules || !m_modules->isCurrent(m_target))
        m_modules = std::make_shared<daemon::RankModules>(m_target);
    daemon::RankMemory memory(m_lldb);
    return daemon::OwnStack::of(daemon::StandingThread::of(thread), memory, m_modules, kMostCalls);
}

} // namespace dbgr::test

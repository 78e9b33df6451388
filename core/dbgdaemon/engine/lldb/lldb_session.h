// SPDX-License-Identifier: BSD-3-Clause
// One rank as LLDB holds it: its target and process, and what we know of its state. The state is our own, kept from
// events and commands: what SBProcess says lags behind in asynchronous mode. Thread: engine.
#pragma once

#include "dbgdaemon/engine/engine.h"
#include "dbgdaemon/engine/lldb/breakpoint_table.h"
#include "dbgdaemon/engine/lldb/call_table.h"
#include "dbgdaemon/engine/lldb/handle_table.h"
#include "dbgdaemon/engine/lldb/rank_values.h"
#include "dbgdaemon/engine/lldb/shown_frame.h"
#include "dbgdaemon/engine/lldb/step_record.h"
#include "dbgdaemon/engine/lldb/team_step.h"
#include "dbgdaemon/engine/lldb/thread_holds.h"
#include "dbgdaemon/engine/lldb/watch_table.h"
#include "debug/thread.h"
#include "debug/trace.h"
#include "util/ids.h"
#include "util/python_stacks.h"
#include "util/result.h"
#include "util/unique_fd.h"

#include <lldb/API/SBFrame.h>
#include <lldb/API/SBProcess.h>
#include <lldb/API/SBTarget.h>
#include <lldb/API/SBThread.h>

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace dbgr::daemon {

class LldbSession
{
public:
    enum class State
    {
        Attaching, ///< connected; its first stop has not come yet
        Stopped,
        Running
    };

    /// Keeps `from.stub` open for LLDB, which uses it but does not close it.
    LldbSession(AttachTarget from, lldb::SBTarget target, lldb::SBProcess process);

    [[nodiscard]] util::Rank rank() const { return m_rank; }
    /// Of a core file, that of the process that is no more: another may have it now.
    [[nodiscard]] util::Pid pid() const { return m_pid; }
    [[nodiscard]] bool isCore() const { return m_isCore; }
    [[nodiscard]] lldb::SBTarget& target() { return m_target; }
    [[nodiscard]] lldb::SBProcess& process() { return m_process; }
    [[nodiscard]] BreakpointTable& breakpoints() { return m_breakpoints; }
    [[nodiscard]] CallTable& calls() { return m_calls; }
    [[nodiscard]] WatchTable& watches() { return m_watches; }
    [[nodiscard]] HandleTable& handles() { return m_handles; }
    [[nodiscard]] ThreadHolds& holds() { return m_holds; }
    /// Code has run in the rank for an expression.
    void forgetMemory();
    /// LLDB has heard of other libraries, or of another program.
    void noteModules()
    {
        m_mayModulesDiffer = true;
        m_memory->reopen();
    }
    /// For the stop that is now.
    [[nodiscard]] RankValues& values();
    /// The same, for what is to be kept longer: types that an expression makes live as long as this does.
    [[nodiscard]] std::shared_ptr<RankValues> valuesToKeep()
    {
        return std::make_shared<RankValues>(m_memory, modules());
    }

    /// What its threads are at in Python. Nothing: it has no interpreter.
    [[nodiscard]] std::optional<util::PythonStacks> pythonStacks();

    [[nodiscard]] State state() const { return m_state; }
    /// The latest stop; 0 before the first.
    [[nodiscard]] util::StopId stopId() const { return m_stopId; }
    void noteStopped();
    /// Just before it is let run: what is known of it as it stands, and will be held against how it stands next.
    void noteStanding();
    /// An engine before this one had it.
    [[nodiscard]] bool isAgain() const { return m_isAgain; }
    /// Handles of the stop that ends here die.
    void noteRunning();
    /// It is about to run: what was read of it holds no longer.
    void forgetStop();

    /// Cuts the connection, for a rank that does not answer; what holds it then lets it go.
    void hangUp();

    /// Breakpoints are about to change: until settleLoads() each load counts.
    void unsettleLoads();
    /// Says which loads of libraries are worth a stop from now on.
    /// \return whether LLDB may not know of all that are loaded, while breakpoints need it to
    bool settleLoads();
    /// The keeper may judge conditions by itself until the rank stops: LLDB only has it run, with no step and no call
    /// under way.
    void letKeeperJudge();
    /// Has a running rank stand, which is told as a stop by LLDB, though it lets the rank go on meanwhile.
    /// \param isToBeTold the front end hears that it stands before LLDB has looked where
    void wantStand(bool isToBeTold = false);
    /// LLDB has told a stop: it stands until we let it run.
    void takeBackStand();
    /// AttachTarget::signalsGot.
    [[nodiscard]] const std::function<std::uint32_t(int)>& signalsGot() const { return m_signalsGot; }
    /// From the next resume on. \errors std::errc::not_supported
    [[nodiscard]] util::Result<void> trapFloats(util::FloatTraps traps) const;
    /// The rank was interrupted for LLDB to read which libraries are loaded, and is to run on.
    bool glancing = false;

    /// Interrupt was asked for, and no stop has come since.
    bool interruptAsked = false;
    /// This stop answers one.
    bool wasInterrupted = false;
    /// A step that has not come to its end: another stop cut it short, or it is on its way.
    std::optional<StepRecord> stepping;
    /// A step of several threads together, the same; never beside `stepping`.
    std::optional<TeamStep> team;
    /// Where the rank runs to, by the breakpoint kRunToPlace.
    std::optional<RunToRecord> runsTo;
    /// What is known of a thread's stack; see stack.cpp.
    std::optional<debug::RankFrames> stack;
    /// Of this stop: which conditions LLDB's compiler has found to be false, asked by us.
    std::map<std::pair<util::ThreadId, util::BreakpointId>, bool> judged;
    /// Of this stop: hits that LLDB has not seen, and whether they are of those that are to be passed.
    std::map<std::pair<util::ThreadId, util::BreakpointId>, bool> passed;
    /// The same of tracepoints, which have logged them.
    std::set<std::pair<util::ThreadId, util::BreakpointId>> loggedUnseen;
    /// What the keeper has noted of tracepoints becomes a part of `logged`.
    void takeNotes(TracedPlaces::When when);
    /// What tracepoints have logged, and is not told yet.
    std::vector<debug::TraceRecord> logged;
    /// What a sanitizer has told of this program last, where the rank stood for it; "" nothing.
    std::string sanitizerReport;
    /// The function that a step out is leaving; "" there is no such step.
    std::string leaving;
    /// The rank is to be left like this as soon as it stands still.
    std::optional<Farewell> farewell;

    /// \errors NotStopped
    [[nodiscard]] util::Result<void> requireStopped() const;
    /// The thread with that id, or the leading one. \errors NotStopped, NoSuchThread
    [[nodiscard]] util::Result<lldb::SBThread> thread(std::optional<util::ThreadId> id);
    /// The same, with what its frames are found by. \errors as thread()
    [[nodiscard]] util::Result<std::shared_ptr<const StandingThread>> standing(std::optional<util::ThreadId> id);
    /// LLDB has selected it: it leads from now on.
    void noteLeading(lldb::SBThread thread) { m_leading = StandingThread::of(thread); }
    /// \param index none: the frame that counts \errors NotStopped, NoSuchThread, NoSuchFrame
    [[nodiscard]] util::Result<ShownFrame> frame(std::optional<util::ThreadId> thread,
                                                 std::optional<std::uint32_t> index);

private:
    [[nodiscard]] std::shared_ptr<RankModules> modules();
    [[nodiscard]] bool areModulesCurrent();

    util::Rank m_rank;
    util::UniqueFd m_stub;
    util::Pid m_pid;
    bool m_isCore;
    lldb::SBTarget m_target;
    lldb::SBProcess m_process;
    BreakpointTable m_breakpoints;
    CallTable m_calls;
    WatchTable m_watches;
    HandleTable m_handles;
    ThreadHolds m_holds;
    std::shared_ptr<RankMemory> m_memory;
    std::shared_ptr<RankModules> m_modules;          // null until somebody asks
    bool m_mayModulesDiffer = false;                 // from what LLDB has now
    std::shared_ptr<const StandingThread> m_leading; // of a stop that was told; LLDB needs some microseconds for it
    std::map<lldb::tid_t, ShownFrame> m_counting;    // frames that count, of a stop; finding them takes the longest
    std::unique_ptr<RankValues> m_values;            // the same
    State m_state = State::Attaching;
    util::StopId m_stopId;
    bool m_isAgain;
    std::function<void(std::optional<std::uint32_t>)> m_watchLoads;
    bool m_loadsIgnored = false;
    std::function<void(bool)> m_mayJudge;
    std::function<void(std::uint32_t)> m_wantStand;
    std::uint32_t m_asking = 0; // the latest
    std::function<void(util::FloatTraps)> m_trapFloats;
    std::function<std::uint32_t(int)> m_signalsGot;
};

} // namespace dbgr::daemon

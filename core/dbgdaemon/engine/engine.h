// SPDX-License-Identifier: BSD-3-Clause
// The debug engine of a node: attaches to its ranks, runs commands on them, says what happens to them.
// Way: command_router -> Engine -> (replies) command_router, (events) stop_coalescer. Nothing of a certain debugger
// shows here: LldbEngine does the work, FakeEngine plays it in tests. Thread: net; all calls and all callbacks.
#pragma once

#include "bytecode/hit_counts.h"
#include "bytecode/judged_place.h"
#include "bytecode/trace_ring.h"
#include "debug/breakpoint.h"
#include "debug/daemon_event.h"
#include "debug/engine_reply.h"
#include "debug/engine_request.h"
#include "debug/stop.h"
#include "debug/trace.h"
#include "util/error.h"
#include "util/ids.h"
#include "util/memory_change.h"
#include "util/remote_address.h"
#include "util/unique_fd.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <variant>
#include <vector>

namespace dbgr::daemon {

/// A process of this node that is to become a rank of ours, or what is left of one.
struct AttachTarget
{
    util::Rank rank;
    util::Pid pid; ///< 0 for a core file
    /// Speaks gdb-remote; at its far end something holds the process. None for a core file.
    util::UniqueFd stub;
    std::string executable; ///< absolute path on this node; "" if it is not known
    std::string file = {};  ///< where the executable is to be read, if not at its path; "" there
    std::string core = {};  ///< absolute path of the core file; "" for a process
    std::uint32_t slot = 0; ///< by which its holder knows it
    /// It was attached to before: by an engine that is gone. Its first stop is told as what it is, not as that of
    /// attaching, its stops are numbered from here on, and so are handles.
    bool again = false;
    util::StopId stopsBefore = {};
    util::VariableHandle handlesBefore = {};
    /// It has not been made to stand: RankHolder::AtFirst::RunsOn. Of processes that LLDB is not connected to.
    bool keepRunning = false;
    /// Tells who holds the process which stops at the dynamic loader are worth telling, from the
    /// next resume on; from any thread. None until it is called: all. With nothing: none. Else where libraries come or
    /// go that may concern the breakpoints, the same number meaning the same breakpoints.
    std::function<void(std::optional<std::uint32_t>)> watchLoads = {};
    /// Tells who holds the process at which hits of breakpoints it judges conditions by itself, and instead of which
    /// ones before. Holds from then on, also while the rank runs. None: it judges nothing.
    std::function<void(std::span<const bytecode::JudgedPlace>)> judgeAt = {};
    /// Whether it may do so now.
    std::function<void(bool)> mayJudge = {};
    /// In which both count the hits that the rank passes. None: they are all told.
    bytecode::HitCounts hitCounts = bytecode::HitCounts();
    /// In which it notes what tracepoints log. None: their hits are all told.
    bytecode::TraceRing traceNotes = bytecode::TraceRing();
    /// Tells who holds the process that it is to stand: from now on, whenever the debugger lets it run, until this is
    /// called with 0. Each asking has a number of its own. From any thread; none for a core file.
    std::function<void(std::uint32_t)> wantStand = {};
    /// Tells who holds the process which results of floating-point arithmetic stop it, from the next resume on. None
    /// for a core file.
    std::function<void(util::FloatTraps)> trapFloats = {};
    /// Tells who holds the process at which system calls it is to stop it, before they are made and behind them, by
    /// their numbers; with nothing: at all. Holds from the next resume on. None for a core file.
    std::function<void(const std::optional<std::set<std::uint32_t>>&)> catchCalls = {};
    /// Tells who holds the process which memory it is to watch by having it execute one instruction at a time, from the
    /// next resume on. None for a core file.
    std::function<void(std::span<const util::MemoryArea>)> watchSlowly = {};
    /// How often threads have got a signal of which the debugger is told, since this was asked last, by who holds the
    /// process. None: nobody counts.
    std::function<std::uint32_t(int)> signalsGot = {};
    /// All of the memory there, or false: by who holds the process, where the engine may not look into it itself.
    /// Waits; on the engine's thread. None: nobody reads it so.
    std::function<bool(util::RemoteAddress, std::span<std::byte>)> readMemory = {};
};

/// The rank could not be taken over; what became of it is its holder's matter.
struct RankAttachFailed
{
    util::Rank rank;
    util::Error error;
};

/// The rank runs again, by Continue or Step.
struct RankResumed
{
    util::Rank rank;
};

/// The rank has ended: by exit(status), or by a signal (then not 0). Engines may not know the two apart, and give the
/// signal as the status, too; who holds the rank knows.
struct RankExited
{
    util::Rank rank;
    int status = 0;
    int signal = 0;
};

/// Nothing of ours is left in the rank; it runs on by itself.
struct RankDetached
{
    util::Rank rank;
};

/// What holds the rank broke down; the rank is no longer ours.
struct RankLost
{
    util::Rank rank;
    util::Error error;
};

/// What happens to ranks, one at a time and in the order in which it happened to each.
/// Attaching yields AttachedRank and then its first StopEvent, perhaps once more when its place is known, or else
/// RankAttachFailed; of a core file, that stop is what ended the process. After RankExited, RankDetached and RankLost
/// no more is heard of a rank.
using EngineEvent = std::variant<debug::AttachedRank, RankAttachFailed, debug::StopEvent, RankResumed, RankExited,
                                 RankDetached, debug::BreakpointChanged, debug::EngineBusy, debug::RankWarning,
                                 debug::TraceRecord, debug::SignalsSeen, debug::HitsPassed, RankLost>;

/// Where an engine speaks to. Run on the net thread, never inside a call of Engine.
struct EngineSink
{
    std::function<void(EngineEvent)> onEvent;
    std::function<void(util::RequestId, debug::EngineReply)> onReply;
};

/// How ranks are left behind when the engine ends.
enum class Farewell
{
    Detach, ///< they run on by themselves, without our breakpoints
    Kill
};

/// Owner: daemon. Destroy it only after shutdown() has said that it is done; a destructor that comes earlier detaches.
class Engine
{
public:
    virtual ~Engine() = default;

    /// Names the sink; once, before all else.
    virtual void start(EngineSink sink) = 0;

    /// Takes over the processes; each one's outcome comes as an event.
    virtual void attach(std::vector<AttachTarget> targets) = 0;

    /// Runs a command; exactly one reply comes for it. Ranks that are not ours are failures in it (NotAttached, Ended).
    /// Commands are run in the order of their coming. What they lead to (stops) comes as events, after the reply.
    virtual void submit(util::RequestId id, debug::EngineCommand command) = 0;

    /// Has a command that has not been answered end: its reply comes as soon as what it is at can be left, with
    /// Errc::Cancelled for the ranks that it did not get to. No such command: does nothing.
    virtual void cancel(util::RequestId id) = 0;
    /// It is not answered within its limit: whoever is at work on it is ended, if need be.
    virtual void giveUp(util::RequestId id) { cancel(id); }

    /// Lets go of all ranks, running ones too. Events of that come, then `done`, then nothing more. Commands not yet
    /// run are answered with Errc::Cancelled.
    virtual void shutdown(Farewell farewell, std::function<void()> done) = 0;
};

} // namespace dbgr::daemon

// SPDX-License-Identifier: BSD-3-Clause
// ptrace, as the keeper uses it: one small interface, so that tests can play every order of the kernel's news. No call
// but nextOf() waits for anything. Thread: one for all calls, that of the keeper (the kernel demands it).
#pragma once

#include "keeper/arch/arch.h"
#include "util/float_traps.h"
#include "util/ids.h"
#include "util/result.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace dbgr::keeper {

using Tid = util::ThreadId;

enum class Go
{
    On,
    ToCall, ///< or on, until it enters the kernel for a system call, or has made one
    OneInstruction
};

/// What the kernel tells of a thread.
struct TraceNews
{
    enum class Kind
    {
        Exited,       ///< `number` its status
        Died,         ///< by the signal `number`
        Signal,       ///< it stands, and the signal `number` is to be delivered
        Interrupted,  ///< it stands because it was asked to; also a new thread's first news
        JobStopped,   ///< its whole process was stopped by the signal `number`
        Cloned,       ///< has made the thread `message`
        Forked,       ///< has made the process `message`, with a memory of its own
        ForkedShared, ///< vfork: `message` shares the memory until
        ForkEnded,    ///< this
        AtCall,       ///< it stands at the beginning of a system call, or at its end; only after Go::ToCall
        Executed      ///< its process is another program; `message` was the thread's id before
    };
    Tid thread{0};
    Kind kind = Kind::Signal;
    int number = 0;
    std::uint64_t message = 0;
};

/// What is known of a signal.
struct SignalNews
{
    enum class Cause
    {
        Trap,     ///< a trap instruction was executed
        Step,     ///< one instruction was executed, or a handler of a signal is about to begin
        Hardware, ///< a hardware breakpoint or watchpoint
        Fault,    ///< of the processor; `address` is what was accessed
        Sent      ///< by somebody
    };
    Cause cause = Cause::Sent;
    int code = 0; ///< as the system gives it
    RemoteAddress address;
    bool isOfCall = false; ///< of a step: it has led over a system call
};

/// Of the unit of a thread that does floating-point arithmetic.
struct FloatState
{
    util::FloatTraps open;   ///< by which the thread gets SIGFPE
    util::FloatTraps raised; ///< what has happened since the program last said that it does not care
};

class Tracer
{
public:
    virtual ~Tracer() = default;

    /// \errors those of ptrace: EPERM, ESRCH
    [[nodiscard]] virtual util::Result<void> seize(Tid thread) = 0;
    /// Its news comes. False here and below: there is no such thread any more, or it does not stand.
    virtual bool interrupt(Tid thread) = 0;
    /// \param signal is delivered; 0 none
    virtual bool resume(Tid thread, Go how, int signal) = 0;
    /// It stands with its process, until that is continued from outside.
    virtual bool listen(Tid thread) = 0;
    virtual bool release(Tid thread, int signal) = 0;
    virtual void kill(util::Pid process) = 0;
    /// Ends its stop by a signal (SIGCONT).
    virtual void wake(util::Pid process) = 0;

    [[nodiscard]] virtual std::optional<RegisterBytes> general(Tid thread) = 0;
    [[nodiscard]] virtual bool setGeneral(Tid thread, const RegisterBytes& bytes) = 0;
    [[nodiscard]] virtual std::optional<RegisterBytes> extended(Tid thread) = 0;
    [[nodiscard]] virtual bool setExtended(Tid thread, const RegisterBytes& bytes) = 0;

    /// Instead of the call at whose beginning it stands it makes that one.
    virtual bool replaceCall(Tid thread, std::uint32_t number) = 0;

    /// Of the signal that the thread stands with.
    [[nodiscard]] virtual SignalNews signalNews(Tid thread) = 0;
    /// Whether one is waiting to be delivered to the thread.
    [[nodiscard]] virtual bool hasQueued(Tid thread, int signal) = 0;

    /// Nothing: the thread does not stand, and has to.
    [[nodiscard]] virtual std::optional<HardwareRoom> hardwareRoom(Tid thread) = 0;
    virtual bool setHardwareTraps(Tid thread, const Arch::HardwareTraps& traps) = 0;
    /// Which one the thread stands at; it is forgotten by asking. \param traps those that were set
    [[nodiscard]] virtual std::optional<std::size_t> hardwareHit(Tid thread, const Arch::HardwareTraps& traps) = 0;

    /// Of floating-point arithmetic. Where the processor has no traps, all are said to be open, as none can be opened.
    [[nodiscard]] virtual FloatState floatState(Tid thread) = 0;
    virtual bool setFloatTraps(Tid thread, util::FloatTraps traps, bool open) = 0;

    /// All threads that the process has now.
    [[nodiscard]] virtual std::vector<Tid> threadsOf(util::Pid process) = 0;
    /// 0: it has ended.
    [[nodiscard]] virtual util::Pid processOf(Tid thread) = 0;
    /// As /proc has it: 'D', 'S'; 0: it has ended.
    [[nodiscard]] virtual char stateOf(Tid thread) = 0;

    /// The next that there is, if any.
    [[nodiscard]] virtual std::optional<TraceNews> next() = 0;
    /// The next of this thread, which was let do one instruction: the only call that waits, but for less than a
    /// millisecond. Nothing: it takes longer, as it may in the kernel.
    [[nodiscard]] virtual std::optional<TraceNews> nextOf(Tid thread) = 0;
};

} // namespace dbgr::keeper

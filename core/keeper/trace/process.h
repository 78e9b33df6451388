// SPDX-License-Identifier: BSD-3-Clause
// One rank under ptrace: its threads, each a state of its own, and what is asked of all of them. "Stop" is a state that
// ends with news, never a wait. Way: Conversation, Keeper -> Process -> Tracer; the kernel's news -> Keeper -> Process
// -> Listener. Thread: the keeper's.
#pragma once

#include "keeper/arch/arch.h"
#include "keeper/text/sites.h"
#include "keeper/text/slots.h"
#include "keeper/trace/saved_registers.h"
#include "keeper/trace/tracer.h"
#include "python/interpreter.h"
#include "rsp/reply.h"
#include "util/executor.h"
#include "util/memory_change.h"
#include "util/process_memory.h"
#include "util/rank_end.h"
#include "util/rank_snapshot.h"

#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace dbgr::keeper {

using util::RankEnd;

/// Why a thread stands.
struct ThreadStop
{
    rsp::StopReason reason = rsp::StopReason::None;
    int signal = 0;
    std::string description;
    std::optional<RemoteAddress> trap =
        {}; ///< of ours, that it has met: it stands before the instruction that is there

    /// It is by a signal that the thread gets when it goes on.
    [[nodiscard]] bool isToBeDelivered() const;
};

/// What a thread is to do when the rank runs.
struct ThreadOrder
{
    enum class Does
    {
        Stand,
        Run,
        Step
    };
    Does does = Does::Stand;
    int signal = 0; ///< that it is given
};

/// A thread that stands by a breakpoint.
struct MetTrap
{
    Tid thread{0};
    RemoteAddress pc;
};

/// At which system calls it is to stop; asked each time that it matters.
struct CaughtCalls
{
    std::function<bool()> areAny = [] { return false; };
    std::function<bool(std::uint32_t number)> has = [](std::uint32_t) { return false; };
};

/// A process that a rank has made, and that is none of ours.
struct Offspring
{
    util::Pid pid{0};
    std::vector<PlantedTrap> traps; ///< that were copied with the text
    util::FloatTraps openFloats;    ///< and with the thread that made it
};

class Process
{
public:
    struct Listener
    {
        /// All threads stand, and the text is clean. The first time: the attaching is done.
        std::function<void()> onStopped;
        /// It is gone, whatever was asked.
        std::function<void(RankEnd)> onEnded;
        /// It was let go, and runs by itself.
        std::function<void()> onReleased;
        /// Stands, or will, and is to be let go.
        std::function<void(Offspring)> onOffspring;
        /// Threads that came or went, for whoever hands on the kernel's news.
        std::function<void(Tid)> onThread;
        std::function<void(Tid)> onThreadGone;
        /// Threads wait for their turns, which takeTurns() gives them; to be called soon, but not now.
        std::function<void()> onTurns = {};
        /// All threads stand. onStopped comes with `tell`, which is to be called now or soon.
        std::function<void(const util::Task& tell)> onStands = [](const util::Task& tell) { tell(); };
    };

    /// All but the listener outlive this.
    Process(util::Pid pid, Tracer& tracer, const Arch& arch, TextLedger& ledger,
            std::unique_ptr<util::ProcessMemory> memory, Listener listener);
    ~Process();
    Process(const Process&) = delete;
    Process& operator=(const Process&) = delete;

    enum class AtFirst
    {
        Stands,
        RunsOn ///< as it is, also where a signal has stopped it
    };
    /// Attaches to all threads, and asks them to stand: then onStopped comes.
    /// \errors of the first thread, when none could be
    [[nodiscard]] util::Result<void> seize(AtFirst how = AtFirst::Stands);

    [[nodiscard]] util::Pid pid() const { return m_pid; }
    [[nodiscard]] bool stands() const { return m_phase == Phase::Standing; }
    [[nodiscard]] bool hasEnded() const { return m_phase == Phase::Ended || m_phase == Phase::Released; }
    [[nodiscard]] const std::optional<RankEnd>& end() const { return m_end; }

    // --- while it stands ---------------------------------------------------------------------------------------------

    [[nodiscard]] std::vector<Tid> threads() const;
    [[nodiscard]] bool has(Tid thread) const { return m_threads.contains(thread); }
    /// The thread whose stop is the stop of all. \pre stands()
    [[nodiscard]] Tid mainThread() const { return m_main; }
    [[nodiscard]] const ThreadStop& stopOf(Tid thread) const { return m_threads.at(thread).stop; }
    /// All threads that have something to tell, if that is a breakpoint of each; else none. What a thread stood for
    /// that the debugger did not let run is no news.
    [[nodiscard]] std::vector<MetTrap> metTraps();
    /// Whether the thread has done the step that was asked of it, and nothing else has happened.
    [[nodiscard]] bool isEndOfStep(Tid thread) const;
    /// It stands as if it had only been asked to.
    void forgetStops();
    /// The thread has nothing to tell. \pre there is such a thread
    void forgetStopOf(Tid thread) { m_threads.at(thread).stop = {}; }
    /// With the extended set where `extended`. Null: it could not be read.
    [[nodiscard]] const RegisterState* registers(Tid thread, bool extended);
    [[nodiscard]] bool setRegister(Tid thread, const RegisterSpec& spec, std::span<const std::byte> bytes);
    [[nodiscard]] bool setRegisters(Tid thread, const RegisterState& state);
    /// Puts them aside, all of them. \return a number for restoreRegisters(); nothing: they could not be read
    [[nodiscard]] std::optional<std::uint32_t> saveRegisters(Tid thread);
    [[nodiscard]] bool restoreRegisters(std::uint32_t id);
    /// A thread does what the debugger sent it to do, until restoreRegisters().
    [[nodiscard]] bool isInCall() const { return m_saved.isAnyInCall(); }
    [[nodiscard]] util::ProcessMemory& memory() { return *m_memory; }
    [[nodiscard]] const Arch& arch() const { return m_arch; }
    [[nodiscard]] Sites& sites() { return m_sites; }
    /// For all threads, also for those to come.
    [[nodiscard]] bool setHardwareTraps(const Arch::HardwareTraps& traps);
    [[nodiscard]] const Arch::HardwareTraps& hardwareTraps() const { return m_hardware; }
    /// Of its threads. Nothing while it runs, where only a thread that stands can tell.
    [[nodiscard]] std::optional<HardwareRoom> hardwareRoom() { return m_tracer.hardwareRoom(m_main); }
    /// Asked each time that a thread runs. \pre nothing runs yet
    void setFloatWish(std::function<util::FloatTraps()> wish) { m_wantedFloats = std::move(wish); }
    void setPassedSignals(std::set<int> numbers) { m_passed = std::move(numbers); }
    /// Given each signal that a thread gets, but for those. \pre nothing runs yet
    void setSignalNote(std::function<void(int)> note) { m_noteSignal = std::move(note); }
    /// Traps of the keeper's own, which debuggers know nothing of.
    struct OwnTraps
    {
        std::span<const RemoteAddress> errors; ///< where an error of MPI is about to end the program
        std::optional<RemoteAddress> entry;    ///< where its own first instruction is
    };
    /// Of hits of breakpoints that nobody is to hear of.
    struct Passing
    {
        /// A thread has met the trap while the others run; its registers can be read, and the memory.
        std::function<bool(MetTrap)> isToPass = [](MetTrap) { return false; };
        /// A thread that was to pass stands before it has done the instruction: it will meet the trap once more.
        std::function<void(Tid)> onUndone = [](Tid) {};
        /// Where a page can be mapped near an address; nothing: nowhere.
        std::function<std::optional<RemoteAddress>(RemoteAddress)> room = [](RemoteAddress) { return std::nullopt; };
    };
    /// \pre nothing runs yet
    void setPassing(Passing passing) { m_passing = std::move(passing); }
    /// Threads pass over the breakpoint often: once all have stood again, it is done without that.
    void passOften(RemoteAddress address) { m_slots.want(address); }
    /// Asked each time that it is let run. \pre nothing runs yet
    void setOwnTrapWish(std::function<OwnTraps()> wish) { m_wantedTraps = std::move(wish); }
    /// The wish is another one: it is asked now where the rank runs.
    void followOwnTraps();
    /// At any time. While there are none, threads run as if there were no such thing.
    void setCaughtCalls(CaughtCalls calls) { m_caught = std::move(calls); }
    /// Which memory is watched by single steps, asked all the time while there is any, and each time that it is let
    /// run; nothing: as before. \pre nothing runs yet
    void setWatchWish(std::function<std::optional<std::vector<util::MemoryArea>>()> wish)
    {
        m_wantedAreas = std::move(wish);
    }

    /// Lets it run; threads without an order do what `others` says, and those that it makes run. onStopped comes.
    void resume(const std::map<Tid, ThreadOrder>& orders, ThreadOrder others);
    /// Lets all threads run, each with the signal that it stands for. onStopped comes.
    void resumeAsItIs();
    /// Has the thread do one instruction of the program's own text, while all others stand. onStopped comes.
    void stepAlone(Tid thread);
    /// A handler of a signal came in between: the instruction is still to be done when that has returned.
    [[nodiscard]] bool isStepUndone(Tid thread) const { return m_threads.at(thread).isStepUndone; }
    /// Has the rank make a system call. `done` is told the result, or nothing when it could not be made; the rank
    /// stands as before, then. \pre stands()
    void call(long number, const std::vector<std::uint64_t>& arguments,
              std::function<void(std::optional<std::int64_t>)> done);

    // --- at any time -------------------------------------------------------------------------------------------------

    /// Has all threads stand. Nothing to do where they do, or are about to.
    void interrupt();
    /// Nobody waits for what call() is doing.
    void forgetCaller();
    /// Another debugger takes over: as soon as it stands, it has no breakpoints, no watchpoints, and no thread is in a
    /// call that the debugger before made it do; what it stands for is kept where that is a signal. onStopped comes.
    void forgetDebugger();
    /// Lets it go, with no trace of ours, as soon as it stands. onReleased or onEnded comes.
    void release();
    void kill();
    using Sampled = std::function<void(util::Result<util::RankSnapshot>)>;
    /// Copies the registers and stacks of all threads, without their names. Those that run stand for it, and go on as
    /// if nothing had been; a listener hears of nothing. Whoever else asks meanwhile gets the same. \param done called
    /// once; inside of this call where the rank stands \errors std::errc::no_such_process: it has ended, or was let go
    void sample(Sampled done);
    /// Whether somebody waits for that; after some time endSampling() is to be called.
    [[nodiscard]] bool isSampling() const { return !m_samplers.empty(); }
    /// Nobody waits any longer for threads that do not stand: they are not copied.
    void endSampling();
    /// The kernel's news of one of the threads.
    void onNews(const TraceNews& news);
    /// Threads execute some instructions, one at a time; at most kStepsAtOnce, so that others get their turns, too.
    void takeTurns();

    static constexpr unsigned kStepsAtOnce = 50; // some hundred microseconds, on slow machines some milliseconds

private:
    enum class Phase
    {
        Running,
        Stopping, ///< some threads do not stand yet
        Draining, ///< all stood; some take a signal that was on its way to them, or leave their step behind
        Standing,
        Calling, ///< one thread makes a system call
        Ended,
        Released
    };
    /// A system call that a thread makes, and that is told.
    struct ToldCall
    {
        RemoteAddress pc; ///< of the instruction
        RemoteAddress stackPointer;
        SystemCall what;
        bool isInterrupted = false; ///< it was under way, and the kernel makes it once more

        [[nodiscard]] bool isAgain(const ToldCall& other, std::uint32_t restart) const
        {
            return pc == other.pc && stackPointer == other.stackPointer &&
                   (what.number == other.what.number || other.what.number == restart);
        }
    };
    /// A thread is on its way out of the kernel, where it stands before it executes anything.
    struct Leaving
    {
        std::optional<SystemCall> undone; ///< in front of the instruction of which it is put
        ThreadStop stop;                  ///< that is told then; of no reason: none
    };
    struct Thread
    {
        bool stands = false;
        bool isDraining = false;
        bool isArmed = false;        ///< it has the processor's traps: only while it runs, so that nobody has to take
                                     ///< them out of what stands when we are killed
        bool isHeld = false;         ///< the debugger let the rank run without it
        bool isStepUndone = false;   ///< since stepAlone()
        bool hasStepped = false;     ///< the processor would trap after its next instruction, too, if nobody held it
        bool metFloat = false;       ///< it stands by a trap of floating-point arithmetic that is ours
        bool passesFloat = false;    ///< and does that instruction now
        util::FloatTraps openFloats; ///< by us
        std::optional<util::FloatTraps> raisedBefore; ///< FloatState::raised when it was let run with these
        ThreadOrder order{ThreadOrder::Does::Run, 0};
        int signal = 0; ///< that is still to be delivered
        int owed = 0;   ///< that it was told to stand for, and that the debugger may have delivered, once
        ThreadStop stop;
        RegisterState registers; ///< as far as they were read since it stands
        bool isAside = false;    ///< the kernel has it wait, and it has these again when it runs
        bool isInside = false;   ///< within a system call: what is told of one next is its end
        /// It stands in front of that one, or has gone on from there. It is told no more when it makes it.
        std::optional<ToldCall> toMake;
        std::optional<ToldCall> made; ///< whose end is awaited, to be told
        std::optional<Leaving> leaving;
        bool awaitsTurn = false; ///< it stands, and is to do its next instruction when its turn comes
        bool isPaused = false;   ///< it stands, and goes on when it has been sampled
        int turnSignal = 0;      ///< which is delivered then
        bool isAsked = false;    ///< to stand for a sample; its news of that is still to come
        bool isDeaf = false;     ///< since it runs it does not hear that it is to stand: it would be waited for in vain
        bool isAsleep = false;   ///< with its process, by a signal
    };
    struct WatchedArea
    {
        util::MemoryArea what;
        std::vector<std::byte> last; ///< that was there; none: it could not be read
    };
    struct Call
    {
        Tid thread{0};
        RegisterBytes saved; ///< that the kernel had
        RegisterState shown; ///< that a debugger sees meanwhile
        bool isAside = false;
        unsigned stops = 0;
        std::function<void(std::optional<std::int64_t>)> done;
        bool isForDebugger = false; ///< else we want it ourselves
        enum class Part
        {
            InFront,
            Within,
            Behind
        };
        Part part = Part::InFront; ///< where the thread is in it
        std::optional<std::int64_t> result;
        SentLedger::Line line; ///< until the thread is back
    };

    [[nodiscard]] bool isPausing() const { return m_phase == Phase::Running && isSampling(); }
    void ask(Tid id, Thread& thread);
    void letRunAfterSample(Tid id, Thread& thread, int signal);
    void checkSample();
    void takeSample(bool stood);
    [[nodiscard]] util::RankSnapshot copyThreads(bool stood);
    [[nodiscard]] std::optional<RemoteAddress> endOfStack(Tid id, const RegisterBytes& general);
    void copyStacks(util::RankSnapshot& snapshot);
    void copyPython(util::RankSnapshot& snapshot);
    void endPauses();
    void failSamples();
    void makeAgain(Tid id, Thread& thread);
    void sleep(Tid id, Thread& thread);
    void handle(const TraceNews& news);
    void adopt(Tid thread);
    void drop(Tid thread);
    void onEndOf(const TraceNews& news);
    void onStop(Thread& thread, const TraceNews& news);
    void onSignal(Thread& thread, const TraceNews& news);
    void onLateSignal(Thread& thread, const TraceNews& news);
    void onTrap(Thread& thread, const TraceNews& news);
    void onExec(const TraceNews& news);
    void onDrained(Thread& thread, const TraceNews& news);
    void onCallNews(Thread& thread, const TraceNews& news);
    void goOn(Tid id, Thread& thread, int signal);
    void letRun(Tid id, Thread& thread, int signal);
    void letRunNow(Tid id, Thread& thread, int signal);
    [[nodiscard]] Go howToRun(const Thread& thread) const;
    void onCall(Thread& thread, const TraceNews& news);
    void onEntry(Tid id, Thread& thread, const ToldCall& call);
    void onReturn(Tid id, Thread& thread);
    void onLeft(Thread& thread, const TraceNews& news);
    void leaveKernel(Tid id, Thread& thread, Leaving how);
    [[nodiscard]] bool isCallInstruction(RemoteAddress address);
    void comeOut(Tid id, Thread& thread);
    void placeOwnTraps();
    [[nodiscard]] std::optional<RemoteAddress> trapToStepOver();
    [[nodiscard]] std::string_view wordsOfTrap(RemoteAddress address);
    void beginWatching();
    [[nodiscard]] bool isLed(const Thread& thread) const;
    void awaitTurn(Tid id, Thread& thread, int signal);
    void askForTurns();
    [[nodiscard]] bool keepWatching();
    [[nodiscard]] std::optional<Tid> nextInTurn();
    void takeTurn(Tid id);
    [[nodiscard]] Go howToStep(Tid id, Thread& thread, int signal);
    [[nodiscard]] bool isAnyAway() const;
    [[nodiscard]] bool isAnyAwaiting() const;
    void forgetTurns();
    [[nodiscard]] std::vector<std::uint64_t> changedAreas();
    [[nodiscard]] std::optional<ThreadStop> changeOfMemory(bool isByThread);
    void lookOnceMore();
    void tell(Tid id, Thread& thread, ThreadStop stop);
    [[nodiscard]] bool standAll() const;
    [[nodiscard]] bool areAllHeld() const;
    [[nodiscard]] static int takeOwed(Thread& thread, int signal);
    void forgetHardware();
    void arm(Tid id, Thread& thread);
    void disarm();
    [[nodiscard]] bool isOurFloatTrap(const Thread& thread, const TraceNews& news);
    [[nodiscard]] std::string floatWords(Tid id, const Thread& thread);
    void passFloat(Thread& thread);
    void armFloats(Tid id, Thread& thread);
    [[nodiscard]] bool noteFloats(util::FloatTraps more);
    void disarmFloats();
    void forgetFloats();
    void stopOthers();
    void checkStopped();
    void finishStop();
    void tellStop();
    void finishCall(std::optional<std::int64_t> result);
    void call(Tid caller, long number, const std::vector<std::uint64_t>& arguments,
              std::function<void(std::optional<std::int64_t>)> done);
    [[nodiscard]] std::optional<Tid> idleThread() const;
    [[nodiscard]] bool wantsTrapHandler();
    void giveTrapHandler(std::function<void()> done);
    void setTrapHandler(Tid caller, std::function<void()> done);
    [[nodiscard]] bool takeTrapHandler();
    void giveSlots(std::function<void()> done);
    [[nodiscard]] bool takeSlots();
    void takePage(Tid caller, std::vector<RemoteAddress> pages);
    [[nodiscard]] bool passes(Tid id, Thread& thread, RemoteAddress address);
    void leaveSlot(Tid id, Thread& thread);
    void noteHandler(Thread& thread, int signal) const;
    void letGo();
    void endCalls();
    void changeHands();
    void ended(RankEnd end);
    void chooseMain();
    [[nodiscard]] std::optional<Tid> loneTeller() const;
    void run(Tid id, Thread& thread, Go how, int signal);
    [[nodiscard]] bool isTrapOfProgram(RemoteAddress address);
    [[nodiscard]] bool backToTrap(Tid id, Thread& thread);
    [[nodiscard]] RegisterBytes* general(Tid id, Thread& thread);
    [[nodiscard]] std::optional<RemoteAddress> callInstruction();
    [[nodiscard]] std::optional<RemoteAddress> placeToWait(std::span<const std::byte> kernelsLibrary,
                                                           RemoteAddress begin);
    void takeCallInstruction();
    [[nodiscard]] bool setAside(Tid id, const RegisterState& state, bool isExtended);
    [[nodiscard]] RegisterBytes waiting(RegisterBytes general) const;
    void setCallersAside();
    void comeBack(Tid id, Thread& thread);

    const util::Pid m_pid;
    Tracer& m_tracer;
    const Arch& m_arch;
    std::unique_ptr<util::ProcessMemory> m_memory;
    Listener m_listener;
    TextLedger& m_ledger;
    std::optional<std::uint32_t> m_hardwareLine; ///< in it, while threads have traps of the processor
    std::function<util::FloatTraps()> m_wantedFloats = [] { return util::FloatTraps(); };
    std::optional<std::uint32_t> m_floatLine; ///< in the ledger, while threads have traps of floating-point arithmetic
    util::FloatTraps m_notedFloats;           ///< in that line
    Sites m_sites;
    Slots m_slots;
    Passing m_passing;
    Phase m_phase = Phase::Stopping;
    std::map<Tid, Thread> m_threads;
    Tid m_main{0};
    Arch::HardwareTraps m_hardware{};
    std::set<int> m_passed;
    std::function<void(int)> m_noteSignal = [](int) {};
    std::function<OwnTraps()> m_wantedTraps = [] { return OwnTraps(); };
    std::optional<RemoteAddress> m_entry; ///< while there is a trap of ours
    bool m_hasMetOwnTrap = false;         ///< a thread may stand at one
    CaughtCalls m_caught;
    std::function<std::optional<std::vector<util::MemoryArea>>()> m_wantedAreas = [] {
        return std::vector<util::MemoryArea>();
    };
    std::vector<WatchedArea> m_watched; ///< while it runs: not empty, threads are led from instruction to instruction
    Tid m_inTurn{0};
    unsigned m_turnLeft = 0; // instructions
    bool m_hasAskedForTurns = false;
    std::optional<RankEnd> m_end;
    std::optional<Call> m_call;
    std::vector<Sampled> m_samplers; ///< that wait
    std::optional<RemoteAddress> m_endOfStack;
    python::InterpreterSearch m_python;
    SavedRegisters m_saved;
    std::optional<RemoteAddress> m_callInstruction;
    bool m_isCallOurs = false;              ///< we have written it
    std::optional<RemoteAddress> m_handler; ///< the page that we have put it into
    std::chrono::steady_clock::time_point m_handlerSeen;
    bool m_isLeaving = false;
    bool m_owesTelling = false;     ///< it stands, and onStopped is still to come
    bool m_isChangingHands = false; ///< forgetDebugger() was asked for, and it did not stand yet
    bool m_hasStood = false;
    bool m_isAsleep = false;   ///< it stood by a signal when it was attached to
    bool m_awaitsWake = false; ///< the signal that ends this is on its way
    unsigned m_borrowed = 0;   // children of vfork that run in our text
};

} // namespace dbgr::keeper

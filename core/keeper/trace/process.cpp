// SPDX-License-Identifier: BSD-3-Clause
#include "keeper/trace/process.h"

#include "keeper/trace/signal_words.h"
#include "util/trap_words.h"

#include <algorithm>
#include <array>
#include <csignal>
#include <utility>

namespace dbgr::keeper {

namespace {

/// What is told of a thread before it is back from the kernel.
bool isWithinCall(TraceNews::Kind kind)
{
    using Kind = TraceNews::Kind;
    return kind == Kind::Cloned || kind == Kind::Forked || kind == Kind::ForkedShared || kind == Kind::ForkEnded ||
           kind == Kind::Executed;
}

} // namespace

Process::Process(util::Pid pid, Tracer& tracer, const Arch& arch, TextLedger& ledger,
                 std::unique_ptr<util::ProcessMemory> memory, Listener listener)
    : m_pid(pid), m_tracer(tracer), m_arch(arch), m_memory(std::move(memory)), m_listener(std::move(listener)),
      m_ledger(ledger), m_sites(pid, *m_memory, arch.trap(), ledger), m_slots(*m_memory, arch), m_python(pid)
{}

Process::~Process()
{
    forgetHardware();
    forgetFloats();
}

util::Result<void> Process::seize(AtFirst how)
{
    if (how == AtFirst::RunsOn) {
        m_phase = Phase::Running;
        m_hasStood = true; // for all that it matters: its signals are told as later ones
    }
    std::optional<util::Error> failure;
    for (bool isMore = true; isMore;) { // threads that were made meanwhile
        isMore = false;
        for (const Tid id : m_tracer.threadsOf(m_pid)) {
            if (m_threads.contains(id))
                continue;
            if (auto done = m_tracer.seize(id); !done) {
                failure = failure ? failure : std::optional(std::move(done).error());
                continue;
            }
            adopt(id);
            if (how == AtFirst::Stands)
                m_tracer.interrupt(id);
            isMore = true;
        }
    }
    if (m_threads.empty())
        return failure ? util::fail(*std::move(failure))
                       : util::fail(std::make_error_code(std::errc::no_such_process),
                                    "process " + std::to_string(m_pid.value()) + " has ended");
    return util::ok();
}

void Process::adopt(Tid thread)
{
    m_threads.try_emplace(thread);
    m_listener.onThread(thread);
}

void Process::drop(Tid thread)
{
    m_threads.erase(thread);
    m_saved.forget(thread);
    m_listener.onThreadGone(thread);
}

std::vector<Tid> Process::threads() const
{
    std::vector<Tid> ids;
    for (const auto& [id, thread] : m_threads)
        ids.push_back(id);
    return ids;
}

// --- what is asked ---------------------------------------------------------------------------------------------------

void Process::run(Tid id, Thread& thread, Go how, int signal)
{
    thread.stands = false;
    thread.isAsleep = false;
    thread.stop = {};
    m_saved.ran(id);
    comeBack(id, thread);
    thread.registers = {};
    thread.hasStepped = how == Go::OneInstruction;
    noteHandler(thread, signal);
    arm(id, thread);
    m_tracer.resume(id, how, signal);
}

void Process::resume(const std::map<Tid, ThreadOrder>& orders, ThreadOrder others)
{
    m_main = Tid(0);
    placeOwnTraps();
    m_slots.check();
    for (auto& [id, thread] : m_threads) {
        const auto own = orders.find(id);
        thread.order = own == orders.end() ? others : own->second;
        thread.isHeld = thread.order.does == ThreadOrder::Does::Stand;
    }
    if (m_borrowed == 0)
        m_sites.plant(trapToStepOver());
    beginWatching();
    m_phase = Phase::Running;
    bool isAnyRunning = false;
    for (auto& [id, thread] : m_threads) {
        if (thread.isHeld) // what it stands for is told once more with the next stop
            continue;
        isAnyRunning = true;
        const int asked = takeOwed(thread, thread.order.signal);
        const int wanted = asked != 0 ? asked : thread.signal;
        const int signal = thread.metFloat && wanted == SIGFPE ? 0 : wanted;
        passFloat(thread);
        thread.signal = wanted == thread.signal ? 0 : thread.signal;
        letRun(id, thread, signal);
    }
    if (!isAnyRunning) {
        m_phase = Phase::Stopping;
        checkStopped();
    }
}

void Process::stepAlone(Tid id)
{
    m_main = Tid(0);
    m_phase = Phase::Running;
    for (auto& [other, thread] : m_threads)
        thread.order = {other == id ? ThreadOrder::Does::Step : ThreadOrder::Does::Stand, 0};
    Thread& lone = m_threads.at(id);
    lone.isStepUndone = false;
    passFloat(lone);
    run(id, lone, Go::OneInstruction, 0);
}

void Process::interrupt()
{
    if (m_phase == Phase::Running)
        stopOthers();
}

void Process::release()
{
    if (hasEnded())
        return;
    m_isLeaving = true;
    if (m_phase == Phase::Standing)
        letGo();
    else
        interrupt();
}

void Process::kill()
{
    if (!hasEnded())
        m_tracer.kill(m_pid);
}

// --- what the kernel tells -------------------------------------------------------------------------------------------

void Process::onNews(const TraceNews& news)
{
    if (hasEnded())
        return;
    handle(news);
    checkSample();
}

void Process::handle(const TraceNews& news)
{
    if (news.kind == TraceNews::Kind::Exited || news.kind == TraceNews::Kind::Died)
        return onEndOf(news);
    if (!m_threads.contains(news.thread)) {
        adopt(news.thread);
        m_threads.at(news.thread).openFloats = m_notedFloats; // of who made it, whose word is still to come
    }
    Thread& thread = m_threads.at(news.thread);
    thread.stands = true;
    thread.isDeaf = false;
    thread.registers = {};
    leaveSlot(news.thread, thread);
    if (m_phase == Phase::Calling && m_call->thread == news.thread)
        onCallNews(thread, news);
    else if (thread.isDraining)
        onDrained(thread, news);
    else if (thread.leaving)
        onLeft(thread, news);
    else
        onStop(thread, news);
}

void Process::onEndOf(const TraceNews& news)
{
    const bool isLeader = news.thread == Tid(static_cast<Tid::Rep>(m_pid.value()));
    const bool isExit = news.kind == TraceNews::Kind::Exited;
    const bool isCaller = m_call && m_call->thread == news.thread;
    const auto known = m_threads.find(news.thread);
    const bool wasToStep = known != m_threads.end() && known->second.order.does == ThreadOrder::Does::Step;
    drop(news.thread);
    if (isLeader || m_threads.empty())
        return ended(isExit ? RankEnd{news.number, 0} : RankEnd{std::nullopt, news.number});
    if (isCaller)
        finishCall(std::nullopt);
    // It was the only one that ran. If the debugger wants none of the others to run, liblldb would take no stop from
    // them, and let all of them run: nothing is told, until somebody wants the rank to stand.
    if (m_phase == Phase::Running && !isAnyAway() && !isAnyAwaiting() && (wasToStep || !areAllHeld()))
        m_phase = Phase::Stopping;
    checkStopped();
}

bool Process::areAllHeld() const
{
    return std::ranges::all_of(m_threads, [](const auto& one) { return one.second.isHeld; });
}

bool Process::standAll() const
{
    return std::ranges::all_of(m_threads, [](const auto& one) { return one.second.stands; });
}

void Process::ended(RankEnd end)
{
    while (!m_threads.empty())
        drop(m_threads.begin()->first);
    m_sites.forget();
    forgetHardware();
    forgetFloats();
    m_phase = Phase::Ended;
    m_end = end;
    failSamples();
    if (const auto call = std::exchange(m_call, std::nullopt))
        call->done(std::nullopt);
    m_listener.onEnded(end);
}

void Process::onStop(Thread& thread, const TraceNews& news)
{
    using Kind = TraceNews::Kind;
    if (news.kind != Kind::AtCall) // of which only we know where in the call it is
        thread.isInside = isWithinCall(news.kind);
    switch (news.kind) {
    case Kind::AtCall:
        return onCall(thread, news);
    case Kind::Interrupted:
        makeAgain(news.thread, thread);
        thread.isAsleep = false;
        return goOn(news.thread, thread, 0);
    case Kind::JobStopped:
        m_isAsleep = m_isAsleep || !m_hasStood;
        thread.isAsked = false;
        thread.isAsleep = true;
        return m_phase == Phase::Running ? sleep(news.thread, thread) : checkStopped();
    case Kind::Cloned:
        // its own news, also that of its end, may have come before
        if (const Tid made(news.message); !m_threads.contains(made) && m_tracer.processOf(made) == m_pid)
            adopt(made);
        if (const auto made = m_threads.find(Tid(news.message)); made != m_threads.end())
            made->second.openFloats =
                made->second.openFloats | thread.openFloats; // it has what the thread has that made it
        return comeOut(news.thread, thread);
    case Kind::Forked:
        m_listener.onOffspring(
            {util::Pid(static_cast<util::Pid::Rep>(news.message)), m_sites.planted(), thread.openFloats});
        return comeOut(news.thread, thread);
    case Kind::ForkedShared: // it runs in our text until it has a program of its own
        ++m_borrowed;
        thread.isDeaf = true;
        m_sites.clean();
        m_listener.onOffspring({util::Pid(static_cast<util::Pid::Rep>(news.message)), {}, thread.openFloats});
        return goOn(news.thread, thread, 0);
    case Kind::ForkEnded:
        m_borrowed -= m_borrowed > 0 ? 1 : 0;
        if (m_borrowed == 0 && m_phase == Phase::Running)
            m_sites.plant();
        return comeOut(news.thread, thread);
    case Kind::Executed:
        return onExec(news);
    default:
        return onSignal(thread, news);
    }
}

/// The other threads are gone, and so is all that we had written.
void Process::onExec(const TraceNews& news)
{
    for (const Tid id : threads()) {
        if (id != news.thread)
            drop(id);
    }
    m_sites.forget();
    m_slots.forget();
    m_memory->reopen();
    m_endOfStack.reset();
    m_python.forget();
    m_hardware = {};
    m_watched.clear();
    forgetHardware(); // the kernel has taken them out
    m_saved.clear();
    m_borrowed = 0;
    m_callInstruction.reset();
    m_isCallOurs = false;
    m_handler.reset();
    Thread& thread = m_threads.at(news.thread);
    thread.signal = 0;
    thread.openFloats = {};
    thread.toMake.reset(); // of a program that is no more: nobody is told that execve() has returned
    thread.made.reset();
    tell(news.thread, thread, {rsp::StopReason::Exec, SIGTRAP, {}});
}

/// Whether its own text has a trap there.
bool Process::isTrapOfProgram(RemoteAddress address)
{
    std::array<std::byte, kMostTrapBytes> there{};
    const std::span<std::byte> found = std::span(there).first(m_arch.trap().size());
    return !m_sites.isPlanted(address) && m_memory->read(address, found) && m_arch.isTrap(found);
}

/// A thread that has met a trap of ours stands behind it: puts it back to the instruction that is really there. False:
/// the trap is the program's own.
bool Process::backToTrap(Tid id, Thread& thread)
{
    RegisterBytes* const bytes = general(id, thread);
    if (!bytes)
        return false;
    const RemoteAddress address = m_arch.pc(*bytes) - m_arch.pcBehindTrap();
    if (isTrapOfProgram(address))
        return false;
    m_arch.setPc(*bytes, address);
    return m_tracer.setGeneral(id, m_arch.asPutBack(*bytes));
}

void Process::onTrap(Thread& thread, const TraceNews& news)
{
    const SignalNews signal = m_tracer.signalNews(news.thread);
    const bool isStep = thread.order.does == ThreadOrder::Does::Step;
    thread.passesFloat &= signal.cause != SignalNews::Cause::Step;
    if (signal.cause == SignalNews::Cause::Trap) {
        const RegisterBytes* const bytes = general(news.thread, thread);
        const RemoteAddress address = bytes ? m_arch.pc(*bytes) - m_arch.pcBehindTrap() : RemoteAddress();
        const bool isOurs = bytes && m_sites.isPlanted(address);
        if (isOurs && passes(news.thread, thread, address))
            return;
        if (!backToTrap(news.thread, thread))
            return tell(news.thread, thread, {rsp::StopReason::Signal, SIGTRAP, {}});
        if (isOurs)
            return tell(news.thread, thread,
                        {rsp::StopReason::Breakpoint, SIGTRAP, std::string(wordsOfTrap(address)), address});
        return goOn(news.thread, thread, 0); // it was taken away in the same moment
    }
    if (signal.cause == SignalNews::Cause::Sent)
        return tell(news.thread, thread, {rsp::StopReason::Signal, SIGTRAP, {}});
    const auto hit = m_hardwareLine ? m_tracer.hardwareHit(news.thread, m_hardware) : std::nullopt;
    if (hit) {
        const HardwareTrap& trap = *m_hardware[*hit];
        if (trap.on == HardwareTrap::On::Execution)
            return tell(news.thread, thread, {rsp::StopReason::Breakpoint, SIGTRAP, {}});
        const std::string at = std::to_string(trap.address.value());
        return tell(news.thread, thread,
                    {rsp::StopReason::Watchpoint, SIGTRAP, at + " " + std::to_string(*hit) + " " + at});
    }
    if (auto change = changeOfMemory(!signal.isOfCall))
        return tell(news.thread, thread, *std::move(change));
    if (isStep)
        return tell(news.thread, thread, {rsp::StopReason::Step, SIGTRAP, {}});
    goOn(news.thread, thread, 0);
}

/// What happened to it is of no interest to anybody.
void Process::goOn(Tid id, Thread& thread, int signal)
{
    if (m_phase != Phase::Running) {
        thread.signal = signal != 0 ? signal : thread.signal;
        return checkStopped();
    }
    if (thread.order.does == ThreadOrder::Does::Stand)
        return;
    letRun(id, thread, signal);
}

void Process::tell(Tid id, Thread& thread, ThreadStop stop)
{
    if (stop.reason == rsp::StopReason::Signal)
        thread.owed = stop.signal;
    thread.stop = std::move(stop);
    if (m_main == Tid(0))
        m_main = id;
    if (m_phase == Phase::Running)
        stopOthers();
    else
        checkStopped();
}

// --- to a stand ------------------------------------------------------------------------------------------------------

void Process::stopOthers()
{
    m_phase = Phase::Stopping;
    forgetTurns();
    for (const auto& [id, thread] : m_threads) {
        if (!thread.stands)
            m_tracer.interrupt(id);
    }
    checkStopped();
}

void Process::checkStopped()
{
    if (m_phase != Phase::Stopping && m_phase != Phase::Draining)
        return;
    if (!standAll())
        return;
    // A thread that met a trap in the moment in which it was asked to stand has that signal still to come; one that
    // made a step would trap once more where we are killed: it would die of either.
    m_phase = Phase::Draining;
    bool isDraining = false;
    for (auto& [id, thread] : m_threads) {
        if (thread.stop.isToBeDelivered()) // which can only be done from where it stands
            continue;
        const bool hasTrap = m_tracer.hasQueued(id, SIGTRAP);
        if (!hasTrap && !thread.hasStepped)
            continue;
        if (!hasTrap)
            m_tracer.interrupt(id); // it stands again before it executes anything
        thread.isDraining = true;
        thread.stands = false;
        const ThreadStop stop = thread.stop;
        const int signal = std::exchange(thread.signal, 0);
        if (stop.reason == rsp::StopReason::None) // else a step has been done
            noteHandler(thread, signal);
        run(id, thread, Go::On, signal); // which delivers the trap, and that: no instruction is executed
        thread.stop = stop;
        isDraining = true;
    }
    if (!isDraining)
        finishStop();
}

void Process::onDrained(Thread& thread, const TraceNews& news)
{
    thread.isDraining = false;
    const bool isSignal = news.kind == TraceNews::Kind::Signal;
    if (!isSignal && news.kind != TraceNews::Kind::Interrupted && news.kind != TraceNews::Kind::JobStopped)
        return onStop(thread, news);
    if (isSignal && news.number != SIGTRAP)
        return onLateSignal(thread, news);
    const SignalNews signal = isSignal ? m_tracer.signalNews(news.thread) : SignalNews{};
    const bool isStep = thread.order.does == ThreadOrder::Does::Step && thread.stop.reason == rsp::StopReason::None;
    thread.passesFloat &= signal.cause != SignalNews::Cause::Step;
    if (signal.cause == SignalNews::Cause::Trap && !backToTrap(news.thread, thread))
        thread.signal = SIGTRAP; // the program's own
    else if (signal.cause == SignalNews::Cause::Step && isStep)
        thread.stop = {rsp::StopReason::Step, SIGTRAP, {}};
    checkStopped();
}

void Process::finishStop()
{
    setCallersAside();
    m_sites.clean();
    disarm();
    m_phase = Phase::Standing;
    m_hasStood = true;
    if (isSampling())
        takeSample(false);
    lookOnceMore();
    if (std::exchange(m_isAsleep, false)) { // which lasts under a tracer, too: each thread to come would stand by it
        m_awaitsWake = true;
        m_tracer.wake(m_pid);
    }
    if (m_isLeaving)
        return letGo();
    if (m_isChangingHands)
        return changeHands();
    chooseMain();
    m_owesTelling = true;
    m_listener.onStands([this] { tellStop(); });
}

void Process::chooseMain()
{
    if (!m_threads.contains(m_main)) {
        const Tid leader(static_cast<Tid::Rep>(m_pid.value()));
        m_main = m_threads.contains(leader) ? leader : m_threads.begin()->first;
        // liblldb takes no stop from a thread that it has not let run.
        const auto ran = std::ranges::find_if(m_threads, [](const auto& one) { return !one.second.isHeld; });
        if (m_threads.at(m_main).isHeld && ran != m_threads.end())
            m_main = ran->first;
    }
    ThreadStop& stop = m_threads.at(m_main).stop;
    if (stop.reason == rsp::StopReason::None)
        stop = {rsp::StopReason::Signal, SIGSTOP, {}}; // as one that was interrupted is told
}

// --- what it stands for ----------------------------------------------------------------------------------------------

/// The only thread that has something to tell, if there is one.
std::optional<Tid> Process::loneTeller() const
{
    std::optional<Tid> found;
    for (const auto& [id, thread] : m_threads) {
        if (thread.isHeld || thread.stop.reason == rsp::StopReason::None)
            continue;
        if (found)
            return std::nullopt;
        found = id;
    }
    return found;
}

std::vector<MetTrap> Process::metTraps()
{
    std::vector<MetTrap> met;
    for (auto& [id, thread] : m_threads) {
        if (thread.isHeld || thread.stop.reason == rsp::StopReason::None)
            continue;
        const bool isTrap = thread.stop.reason == rsp::StopReason::Breakpoint;
        const RegisterBytes* const bytes = isTrap ? general(id, thread) : nullptr;
        if (!bytes)
            return {};
        met.push_back({id, m_arch.pc(*bytes)});
    }
    return met;
}

bool Process::isEndOfStep(Tid thread) const
{
    return loneTeller() == thread && stopOf(thread).reason == rsp::StopReason::Step;
}

void Process::forgetStops()
{
    for (auto& [id, thread] : m_threads)
        thread.stop = {};
    m_main = Tid(0);
    chooseMain();
}

} // namespace dbgr::keeper

// SPDX-License-Identifier: BSD-3-Clause
// Process: threads at system calls that are told. None stands within one: there, registers are not yet what they will
// be, those that are written are the call's, and who steps, or is let go, makes it. So a thread that has come to a call
// enters the kernel for another one, which does nothing, and is put in front of the instruction; when it goes on it
// makes its call, and that is not told again. One that has made its call is told where it is back from the kernel.
#include "keeper/trace/process.h"

#include "util/system_call_words.h"

#include <algorithm>
#include <array>
#include <csignal>
#include <utility>

namespace dbgr::keeper {

namespace {

/// The call was interrupted: the kernel has the thread make it again, unless it is to handle a signal first.
bool isMadeAgain(std::int64_t value)
{
    constexpr std::int64_t kRestarts[] = {-512, -513, -514, -516}; // ERESTARTSYS and its kin
    return std::ranges::find(kRestarts, value) != std::end(kRestarts);
}

ThreadStop stopAt(const SystemCall& call, std::optional<std::int64_t> value)
{
    return {rsp::StopReason::Call, SIGTRAP, util::wordsOf({call.number, call.arguments, value})};
}

} // namespace

Go Process::howToRun(const Thread& thread) const
{
    if (thread.order.does == ThreadOrder::Does::Step || thread.passesFloat)
        return Go::OneInstruction;
    return m_caught.areAny() ? Go::ToCall : Go::On;
}

void Process::letRun(Tid id, Thread& thread, int signal)
{
    return isPausing() ? letRunAfterSample(id, thread, signal) : letRunNow(id, thread, signal);
}

void Process::letRunNow(Tid id, Thread& thread, int signal)
{
    if (isLed(thread))
        return awaitTurn(id, thread, signal);
    const Go how = howToRun(thread);
    const bool isUnseen = how != Go::ToCall;
    if (isUnseen) {
        thread.isInside = false;
        thread.made.reset();
    }
    // What it makes unseen it has made; but when its debugger has it call a function, it comes back to where it stood.
    // Whom a signal is given makes a call that was interrupted once more, if at all, as another one.
    const bool isOver = isUnseen ? !isInCall() : signal != 0 && thread.toMake && thread.toMake->isInterrupted;
    if (isOver)
        thread.toMake.reset();
    run(id, thread, how, signal);
}

/// The one by which this processor's programs enter the kernel, and no other, as int 0x80, by which numbers mean other
/// calls.
bool Process::isCallInstruction(RemoteAddress address)
{
    constexpr std::size_t kMostBytes = 8;
    std::array<std::byte, kMostBytes> there{};
    const std::span<const std::byte> wanted = m_arch.systemCall();
    const std::span<std::byte> found = std::span(there).first(wanted.size());
    return m_memory->read(address, found) && std::ranges::equal(found, wanted);
}

void Process::onCall(Thread& thread, const TraceNews& news)
{
    const RegisterBytes* const bytes = general(news.thread, thread);
    if (!bytes) // it is being killed
        return goOn(news.thread, thread, 0);
    if (std::exchange(thread.isInside, false))
        return onReturn(news.thread, thread);
    const RemoteAddress pc = m_arch.pc(*bytes) - m_arch.systemCall().size();
    onEntry(news.thread, thread, {pc, m_arch.stackPointer(*bytes), m_arch.callAtEntry(*bytes), false});
}

void Process::onEntry(Tid id, Thread& thread, const ToldCall& call)
{
    if (!isCallInstruction(call.pc)) {
        thread.isInside = true;
        thread.made.reset();
        return comeOut(id, thread);
    }
    if (m_phase != Phase::Running)
        return leaveKernel(id, thread, {call.what, {}});
    const bool isAgain = thread.toMake && thread.toMake->isAgain(call, m_arch.restartCall());
    const bool isCaught = m_caught.has(isAgain ? thread.toMake->what.number : call.what.number);
    if (isCaught && !isAgain) {
        thread.toMake = call;
        return leaveKernel(id, thread, {call.what, stopAt(call.what, std::nullopt)});
    }
    thread.isInside = true;
    thread.made.reset();
    if (isAgain) {
        const auto made = std::exchange(thread.toMake, std::nullopt);
        if (isCaught)
            thread.made = made;
    }
    goOn(id, thread, 0);
}

/// \pre its registers were read
void Process::onReturn(Tid id, Thread& thread)
{
    const auto made = std::exchange(thread.made, std::nullopt);
    const bool isToStand = m_phase != Phase::Running || thread.isAsked;
    makeAgain(id, thread);
    const std::int64_t value = m_arch.callResult(thread.registers.general);
    if (made && isToStand && isMadeAgain(value)) { // it was interrupted by us
        thread.toMake = made;
        thread.toMake->isInterrupted = true;
    } else if (made && m_caught.has(made->what.number)) {
        return leaveKernel(id, thread, {std::nullopt, stopAt(made->what, value)});
    }
    if (m_phase == Phase::Running && !isPausing() && !isLed(thread))
        return goOn(id, thread, 0);
    leaveKernel(id, thread, {});
}

/// It stands within the system call that it tells of. There, registers are not what they will be: the call's result is
/// still to come, and would be lost to whoever puts them back later. So a thread that is to stand does behind the call.
void Process::comeOut(Tid id, Thread& thread)
{
    if (m_phase != Phase::Stopping)
        return goOn(id, thread, 0);
    thread.stands = false;
    m_tracer.resume(id, thread.made ? Go::ToCall : Go::On, 0); // whose end is to be told, too
    m_tracer.interrupt(id); // what it was asked before is forgotten by the kernel with every stop
}

/// It stands again at once, and then is back from the kernel.
void Process::leaveKernel(Tid id, Thread& thread, Leaving how)
{
    if (how.undone && !m_tracer.replaceCall(id, m_arch.idleCall())) { // it is being killed
        thread.isInside = true;
        thread.toMake.reset();
        return comeOut(id, thread);
    }
    thread.leaving = std::move(how);
    thread.stands = false;
    m_tracer.interrupt(id); // first, so that it executes nothing of its own
    m_tracer.resume(id, Go::On, 0);
}

void Process::onLeft(Thread& thread, const TraceNews& news)
{
    using Kind = TraceNews::Kind;
    const Leaving left = *std::exchange(thread.leaving, std::nullopt);
    const bool isSignal = news.kind == Kind::Signal;
    if (!isSignal && news.kind != Kind::Interrupted && news.kind != Kind::JobStopped)
        return onStop(thread, news); // another thread has become another program, under the id of this one
    if (m_phase == Phase::Running && !left.undone && left.stop.reason == rsp::StopReason::None)
        return onStop(thread, news);
    if (left.undone) {
        if (RegisterBytes* const bytes = general(news.thread, thread)) {
            m_arch.putBefore(*bytes, *left.undone);
            static_cast<void>(m_tracer.setGeneral(news.thread, *bytes)); // fails for one that is being killed
        }
    }
    if (isSignal && news.number != SIGTRAP)
        thread.signal = news.number; // for later
    if (left.stop.reason != rsp::StopReason::None)
        return tell(news.thread, thread, left.stop);
    goOn(news.thread, thread, 0);
}

} // namespace dbgr::keeper

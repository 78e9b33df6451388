// SPDX-License-Identifier: BSD-3-Clause
// The part of a process that is about signals which its threads get: who hears of them, and when they are delivered.
#include "keeper/trace/process.h"
#include "keeper/trace/signal_words.h"

#include <algorithm>
#include <csignal>

namespace dbgr::keeper {

namespace {

/// Debuggers let a thread go on by themselves that stops with any other, and what they see of a process first has to be
/// that it stands.
bool isToldAtFirst(int signal)
{
    constexpr int kTold[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGSYS, SIGSTOP};
    return std::ranges::find(kTold, signal) != std::end(kTold);
}

} // namespace

bool ThreadStop::isToBeDelivered() const
{
    return reason == rsp::StopReason::Signal && signal != SIGSTOP && signal != SIGTRAP;
}

/// liblldb may ask twice for what a thread stood for when it was made to call functions meanwhile: the second time it
/// is nothing that has happened.
int Process::takeOwed(Thread& thread, int signal)
{
    if (signal == 0 || signal != thread.owed)
        return 0;
    thread.owed = 0;
    return signal;
}

void Process::onSignal(Thread& thread, const TraceNews& news)
{
    if (news.number == SIGTRAP)
        return onTrap(thread, news);
    const bool isFloat = isOurFloatTrap(thread, news);
    thread.metFloat |= isFloat;
    const bool isOurs = news.number == SIGCONT && std::exchange(m_awaitsWake, false);
    const bool isEarly = !m_hasStood && !isToldAtFirst(news.number); // it is delivered with the first resume
    if (isOurs || isEarly || (m_passed.contains(news.number) && !isFloat))
        return goOn(news.thread, thread, news.number);
    m_noteSignal(news.number);
    tell(news.thread, thread,
         {rsp::StopReason::Signal, news.number,
          isFloat ? floatWords(news.thread, thread) : signalWords(news.number, m_tracer.signalNews(news.thread))});
}

/// All were to stand when it came. It is what the thread stands for, if that is nothing else.
void Process::onLateSignal(Thread& thread, const TraceNews& news)
{
    const bool isPassed = m_passed.contains(news.number);
    if (!isPassed)
        m_noteSignal(news.number);
    if (isPassed || thread.stop.reason != rsp::StopReason::None) {
        thread.signal = news.number;
    } else {
        thread.owed = news.number;
        thread.stop = {rsp::StopReason::Signal, news.number,
                       signalWords(news.number, m_tracer.signalNews(news.thread))};
    }
    checkStopped();
}

} // namespace dbgr::keeper

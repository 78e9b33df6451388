// SPDX-License-Identifier: BSD-3-Clause
// The part of a conversation that is about running and standing: what is told as a stop, when, and what is not.
#include "keeper/stub/conversation.h"
#include "keeper/stub/thread_target.h"
#include "rsp/reply.h"

#include <algorithm>
#include <csignal>
#include <span>
#include <utility>

namespace dbgr::keeper {

using rsp::request::Action;
using rsp::request::Resume;

void Conversation::answer(const Resume& asked)
{
    if (m_process.hasEnded())
        return m_send(endReply());
    if (!m_process.stands())
        return error(kRuns);
    m_run = {};
    bool isAnyStep = false;
    for (const Action& action : asked.actions) {
        const ThreadOrder order{action.step ? ThreadOrder::Does::Step : ThreadOrder::Does::Run, action.signal};
        const bool isLone = action.step && asked.actions.size() == 1; // in its old form
        if (action.thread || isLone)
            m_run.orders.emplace(action.thread.value_or(m_process.mainThread()), order);
        else
            m_run.others = order;
        isAnyStep = isAnyStep || action.step;
    }
    const bool isLone = m_run.orders.size() == 1 && m_run.others.does == ThreadOrder::Does::Stand;
    if (m_run.others.does == ThreadOrder::Does::Stand) {
        // All that it names are to stand. Those that are made meanwhile run, also after a stop that nobody hears of.
        for (const Tid thread : m_process.threads())
            m_run.orders.try_emplace(thread, ThreadOrder{});
        m_run.others = {ThreadOrder::Does::Run, 0};
    }
    m_run.how = !isAnyStep ? LoaderWatch::Ran::Freely
                : isLone   ? LoaderWatch::Ran::LoneStep
                           : LoaderWatch::Ran::WithAStep;
    m_owesStop = true;
    run();
}

void Conversation::run()
{
    m_loader.onResume(m_run.how);
    if (m_run.how != LoaderWatch::Ran::LoneStep) // over the loader's trap: LLDB is about to let the rank go on
        leaveTurn();
    m_wantsStand = false;
    m_process.sites().leaveOut(m_loader.leftOut());
    m_process.resume(m_run.orders, m_run.others);
    obeyWish();
}

void Conversation::obeyWish()
{
    if (!m_owesStop)
        return;
    const auto how = m_process.isInCall()                      ? StandWatch::Run::InCall
                     : m_run.how == LoaderWatch::Ran::LoneStep ? StandWatch::Run::LoneStep
                                                               : StandWatch::Run::Freely;
    m_stand.look(how, [this] { onInterrupt(); });
}

/// As before, but for signals: they have been delivered.
void Conversation::goOn()
{
    forgetSignals();
    m_process.resume(m_run.orders, m_run.others);
    obeyWish(); // LLDB does not know that it stood, but the engine may wish it to by now
}

void Conversation::forgetSignals()
{
    for (auto& [thread, order] : m_run.orders)
        order.signal = 0;
    m_run.others.signal = 0;
}

std::set<int> Conversation::allBut(const std::set<int>& stopping)
{
    std::set<int> others;
    for (int signal = 1; signal < NSIG; ++signal) {
        if (!stopping.contains(signal))
            others.insert(signal);
    }
    return others;
}

void Conversation::runUnattended(const std::set<int>& stopping)
{
    if (!m_isUnattended || !m_process.stands())
        return;
    m_process.setPassedSignals(allBut(stopping));
    m_hasStood = false; // requests wait until it does
    m_process.resumeAsItIs();
}

void Conversation::standUnattended()
{
    if (m_isUnattended)
        m_process.interrupt();
}

void Conversation::onInterrupt()
{
    m_wantsStand = true;
    if (!m_awaitsTurn)
        return m_process.interrupt();
    leaveTurn(); // the stop that is asked for has happened already
    m_process.forgetStops();
    m_hasNews = true;
    tellStop();
}

void Conversation::onStopped()
{
    m_stand.stood();
    forgetStand();
    if (m_process.stopOf(m_process.mainThread()).reason == rsp::StopReason::Exec) {
        forgetProgram();
        if (m_isUnattended) // dbgd is told; to a debugger that did not know the program before it is none
            m_process.forgetStops();
    }
    if (m_owesStop && goesOn())
        return;
    m_hasStood = true;
    const auto trap = loneTrap();
    if (m_owesStop && m_turn && trap && m_loader.isTrap(trap->pc)) {
        leaveTurn(); // it had one that LLDB has not used up: a step over the loader's trap that ended there again
        m_awaitsTurn = true;
        m_turn->take(this, [this] {
            m_awaitsTurn = false;
            tellStop();
        });
    } else {
        tellStop();
    }
}

void Conversation::tellStop()
{
    m_conditions.settle();
    const bool hasNews = std::exchange(m_hasNews, false);
    if (std::exchange(m_owesStop, false))
        m_send(stopReplyOf(m_process.mainThread()) + (hasNews ? "library:1;" : ""));
    serveWaiting();
}

/// Whether the stop is nobody's business; then the rank runs again.
bool Conversation::goesOn()
{
    if (!m_stepping.empty())
        return goesOnStepping();
    if (!m_passing)
        return passesConditions() || passesLoader();
    const bool isOver = m_process.isEndOfStep(*std::exchange(m_passing, std::nullopt));
    if (isOver && !m_wantsStand) {
        forgetSignals();
        run();
        return true;
    }
    if (isOver)
        m_process.forgetStops();
    m_hasNews = true; // as it may be: whether, LLDB finds out
    return false;
}

bool Conversation::judgesConditions() const
{
    return m_run.how == LoaderWatch::Ran::Freely && !m_process.isInCall() && m_conditions.areInForce();
}

/// Whether nobody is to hear of hits that threads have made at one time. Only if that is so of all of them, they are
/// counted and noted: else LLDB has that done for each of them.
bool Conversation::arePassed(std::span<const MetTrap> traps)
{
    std::vector<ConditionWatch::Passing> passed;
    for (const MetTrap& trap : traps) {
        ThreadTarget thread(m_process, trap.thread);
        auto hit = m_conditions.passed(trap.pc, trap.thread, thread, passed);
        if (!hit)
            return false;
        passed.push_back(*std::move(hit));
    }
    for (std::size_t i = 0; i < traps.size(); ++i)
        m_conditions.count(traps[i].thread, passed[i]);
    return true;
}

bool Conversation::isToPass(const MetTrap& trap)
{
    return m_owesStop && !m_wantsStand && judgesConditions() && arePassed(std::span(&trap, 1));
}

/// Of hits of breakpoints that nobody is to hear of. Each thread is led over its own by a step of the program's own
/// text, while all others stand.
bool Conversation::passesConditions()
{
    if (!judgesConditions())
        return false;
    const std::vector<MetTrap> traps = m_process.metTraps();
    if (traps.empty() || !arePassed(traps))
        return false;
    for (const MetTrap& trap : traps) {
        m_process.passOften(trap.pc);
        m_process.forgetStopOf(trap.thread);
        m_stepping.push_back(trap);
    }
    return stepsOverNext();
}

/// The step of the first one has ended, or something else has happened.
bool Conversation::goesOnStepping()
{
    if (const Tid thread = m_stepping.front().thread; m_process.isEndOfStep(thread)) {
        m_stepping.pop_front();
        if (m_process.isStepUndone(thread))
            m_conditions.takeBack(thread);
        m_process.forgetStopOf(thread);
        return stepsOverNext();
    }
    endStepping();
    return passesLoader();
}

/// Those that stand before the instructions that they are still to do will meet their breakpoints once more.
void Conversation::endStepping()
{
    for (const MetTrap& trap : std::exchange(m_stepping, {})) {
        const RegisterState* const state =
            m_process.has(trap.thread) ? m_process.registers(trap.thread, false) : nullptr;
        const bool isUndone = state && m_process.arch().pc(state->general) == trap.pc;
        if (isUndone || (state && m_process.isStepUndone(trap.thread)))
            m_conditions.takeBack(trap.thread);
    }
}

/// Whether the rank goes on, since nobody wants it to stand.
bool Conversation::stepsOverNext()
{
    while (!m_stepping.empty() && !m_process.has(m_stepping.front().thread))
        m_stepping.pop_front();
    if (m_wantsStand) {
        endStepping();
        m_process.forgetStops();
        return passesLoader();
    }
    if (m_stepping.empty())
        goOn();
    else
        m_process.stepAlone(m_stepping.front().thread);
    return true;
}

/// Where a thread stands by a breakpoint while no other one has anything to tell.
std::optional<MetTrap> Conversation::loneTrap()
{
    const std::vector<MetTrap> traps = m_process.metTraps();
    return traps.size() == 1 ? std::optional(traps.front()) : std::nullopt;
}

/// Of the stops that are no news to LLDB.
bool Conversation::passesLoader()
{
    const auto trap = loneTrap();
    const LoaderWatch::Verdict verdict = m_loader.onStop(trap ? std::optional(trap->pc) : std::nullopt);
    m_hasNews = verdict != LoaderWatch::Verdict::Tell;
    if (verdict != LoaderWatch::Verdict::PassOver)
        return false;
    if (m_wantsStand) {
        m_process.forgetStops();
        return false;
    }
    m_passing = trap->thread;
    m_process.stepAlone(trap->thread);
    return true;
}

void Conversation::leaveTurn()
{
    m_awaitsTurn = false;
    if (m_turn)
        m_turn->leave(this);
}

void Conversation::onEnded()
{
    m_hasStood = true;
    m_passing.reset();
    m_stepping.clear();
    m_stand.stood();
    leaveTurn();
    if (std::exchange(m_owesStop, false))
        m_send(endReply());
    serveWaiting();
}

} // namespace dbgr::keeper

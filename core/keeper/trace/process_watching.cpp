// SPDX-License-Identifier: BSD-3-Clause
// Process: memory that is watched without the processor's help. While there is some, threads that are to run do one
// instruction at a time, and only one of them does, in turns; after each the memory is compared. Who is in the kernel
// keeps nobody waiting: its step ends when it comes out, and then it joins the turns again.
#include "keeper/trace/process.h"

#include <algorithm>
#include <csignal>
#include <utility>

namespace dbgr::keeper {

namespace {

/// After which another thread has its turn: enough to get somewhere, and few enough for one that waits for another one
/// without asking the kernel.
constexpr unsigned kInstructionsOfTurn = 500;

} // namespace

/// What is there now is what changes are compared with.
void Process::beginWatching()
{
    const auto wanted = m_wantedAreas();
    if (!wanted)
        return; // it is just being said, which is asked again with the next turn
    m_watched.clear();
    for (const util::MemoryArea& area : *wanted) {
        WatchedArea& watched = m_watched.emplace_back(WatchedArea{area, std::vector<std::byte>(area.size)});
        if (!m_memory->read(RemoteAddress(area.address), watched.last))
            watched.last.clear();
    }
}

/// Whether what the thread runs is watched.
bool Process::isLed(const Thread& thread) const
{
    return !m_watched.empty() && thread.order.does == ThreadOrder::Does::Run;
}

void Process::awaitTurn(Tid id, Thread& thread, int signal)
{
    if (thread.isInside) { // the kernel has stopped it on its way, and it executes nothing before it comes out
        const bool isSeen = m_caught.areAny();
        thread.isInside = isSeen;
        return run(id, thread, isSeen ? Go::ToCall : Go::OneInstruction, signal);
    }
    thread.stop = {};
    thread.awaitsTurn = true;
    thread.turnSignal = signal;
    askForTurns();
}

void Process::askForTurns()
{
    if (m_listener.onTurns && !std::exchange(m_hasAskedForTurns, true))
        m_listener.onTurns();
}

void Process::takeTurns()
{
    m_hasAskedForTurns = false;
    if (m_phase != Phase::Running || isPausing() || !isAnyAwaiting() || !keepWatching())
        return;
    if (auto change = changeOfMemory(false)) {
        const Tid first = *nextInTurn();
        return tell(first, m_threads.at(first), *std::move(change));
    }
    for (unsigned i = 0; i < kStepsAtOnce && m_phase == Phase::Running; ++i) {
        const auto next = nextInTurn();
        if (!next)
            return; // who comes out of the kernel asks again
        takeTurn(*next);
    }
    if (m_phase == Phase::Running && isAnyAwaiting())
        askForTurns();
}

/// False: nobody wishes it any more, and the threads run as ever.
bool Process::keepWatching()
{
    const auto wanted = m_wantedAreas();
    if (!wanted || std::ranges::equal(*wanted, m_watched, {}, {}, &WatchedArea::what))
        return true;
    beginWatching();
    if (!m_watched.empty())
        return true;
    for (auto& [id, thread] : m_threads) {
        if (std::exchange(thread.awaitsTurn, false))
            letRun(id, thread, std::exchange(thread.turnSignal, 0));
    }
    return false;
}

/// The one whose turn it is, for so many instructions; then the next one that waits.
std::optional<Tid> Process::nextInTurn()
{
    const auto current = m_threads.find(m_inTurn);
    if (current != m_threads.end() && current->second.awaitsTurn && m_turnLeft > 0) {
        --m_turnLeft;
        return m_inTurn;
    }
    const auto awaits = [](const auto& one) { return one.second.awaitsTurn; };
    const auto behind = m_threads.upper_bound(m_inTurn);
    auto next = std::find_if(behind, m_threads.end(), awaits);
    if (next == m_threads.end())
        next = std::find_if(m_threads.begin(), behind, awaits);
    if (next == m_threads.end() || !next->second.awaitsTurn)
        return std::nullopt;
    m_inTurn = next->first;
    m_turnLeft = kInstructionsOfTurn - 1;
    return m_inTurn;
}

void Process::takeTurn(Tid id)
{
    Thread& thread = m_threads.at(id);
    if (isAnyAway()) { // and the kernel may have written for it
        if (auto change = changeOfMemory(false))
            return tell(id, thread, *std::move(change));
    }
    thread.awaitsTurn = false;
    const int signal = std::exchange(thread.turnSignal, 0);
    run(id, thread, howToStep(id, thread, signal), signal);
    if (const auto news = m_tracer.nextOf(id))
        onNews(*news); // after which there may be no such thread
}

/// Calls that are to be told the kernel stops at; it does nothing else then.
Go Process::howToStep(Tid id, Thread& thread, int signal)
{
    const bool isSeen = m_caught.areAny();
    const bool isOver = isSeen ? signal != 0 && thread.toMake && thread.toMake->isInterrupted : !isInCall();
    if (isOver)
        thread.toMake.reset();
    thread.made.reset();
    if (!isSeen || signal != 0)
        return Go::OneInstruction;
    const RegisterBytes* const bytes = general(id, thread);
    return bytes && isCallInstruction(m_arch.pc(*bytes)) ? Go::ToCall : Go::OneInstruction;
}

bool Process::isAnyAway() const
{
    return !standAll();
}

bool Process::isAnyAwaiting() const
{
    return std::ranges::any_of(m_threads, [](const auto& one) { return one.second.awaitsTurn || one.second.isPaused; });
}

/// It is to stand.
void Process::forgetTurns()
{
    for (auto& [id, thread] : m_threads) {
        const bool awaited = std::exchange(thread.awaitsTurn, false);
        const bool wasPaused = std::exchange(thread.isPaused, false);
        if (!awaited && !wasPaused)
            continue;
        const int signal = std::exchange(thread.turnSignal, 0);
        thread.signal = thread.signal != 0 ? thread.signal : signal;
    }
}

/// Compared from now on with what is there now.
std::vector<std::uint64_t> Process::changedAreas()
{
    std::vector<std::uint64_t> changed;
    std::vector<std::byte> now;
    for (WatchedArea& area : m_watched) {
        now.resize(area.what.size);
        if (!m_memory->read(RemoteAddress(area.what.address), now) || now == area.last)
            continue;
        const bool wasThere = !area.last.empty();
        area.last = now;
        if (wasThere)
            changed.push_back(area.what.address);
    }
    return changed;
}

std::optional<ThreadStop> Process::changeOfMemory(bool isByThread)
{
    std::vector<std::uint64_t> changed = changedAreas();
    if (changed.empty())
        return std::nullopt;
    return ThreadStop{rsp::StopReason::Change, SIGTRAP, util::wordsOf({std::move(changed), isByThread})};
}

/// All stand, and some may have come out of the kernel meanwhile. \pre nobody was told yet
void Process::lookOnceMore()
{
    if (m_watched.empty())
        return;
    const auto silent = std::ranges::find_if(m_threads, [](const auto& one) {
        return !one.second.isHeld && one.second.stop.reason == rsp::StopReason::None;
    });
    if (silent == m_threads.end())
        return;
    if (auto change = changeOfMemory(false))
        silent->second.stop = *std::move(change);
}

} // namespace dbgr::keeper

// SPDX-License-Identifier: BSD-3-Clause
// Process: samples. While somebody waits for one, threads of a rank that runs are asked to stand, and whoever has news
// that make nobody stand is not let go on at once; when all do, they are copied, and go on. The text keeps its traps,
// and the threads those of the processor, as if they ran. So a thread that has a trap to tell is not kept: it would die
// of it if we did. Where the rank comes to a stand for another reason, the copy is made there.
// Whoever is in a system call leaves it to stand. The kernel makes most of them again; those that it ends with EINTR
// are made again where they wait without a limit (Arch::makeAgain). The others end so, as they would by a signal.
#include "keeper/target/process_files.h"
#include "keeper/trace/process.h"
#include "keeper/trace/stack_windows.h"
#include "python/stack_reader.h"

#include <algorithm>
#include <csignal>
#include <string>
#include <utility>

namespace dbgr::keeper {

void Process::sample(Sampled done)
{
    m_samplers.push_back(std::move(done));
    if (hasEnded())
        return failSamples();
    static_cast<void>(m_python.find()); // now, and not while it waits
    if (m_phase == Phase::Standing)
        return takeSample(true);
    if (m_phase != Phase::Running || m_samplers.size() > 1)
        return;
    if (!m_endOfStack)
        m_endOfStack = endOfStackOf(m_pid);
    for (auto& [id, thread] : m_threads) {
        if (!thread.stands && !thread.isDeaf)
            ask(id, thread);
    }
    checkSample();
}

void Process::ask(Tid id, Thread& thread)
{
    thread.isAsked = true;
    m_tracer.interrupt(id);
}

void Process::endSampling()
{
    if (!isSampling())
        return;
    for (auto& [id, thread] : m_threads)
        thread.isDeaf = thread.isDeaf || !thread.stands;
    takeSample(false);
}

/// It stands, and is to run.
void Process::letRunAfterSample(Tid id, Thread& thread, int signal)
{
    if (thread.isInside) { // a call, where nobody is to stand: what is asked of it may make it a stop
        letRunNow(id, thread, signal);
        if (!thread.stands && !thread.isDeaf)
            ask(id, thread);
        return;
    }
    if (m_tracer.hasQueued(id, SIGTRAP))
        return letRunNow(id, thread, signal);
    thread.isPaused = true;
    thread.turnSignal = signal;
}

/// Until its process is continued from outside.
void Process::sleep(Tid id, Thread& thread)
{
    if (isPausing()) {
        thread.isPaused = true;
        return;
    }
    thread.stands = false;
    m_tracer.listen(id);
}

/// The thread stands for a sample, on its way out of the kernel.
void Process::makeAgain(Tid id, Thread& thread)
{
    const bool isOurs = std::exchange(thread.isAsked, false) && !thread.isAsleep && m_phase == Phase::Running;
    const RegisterBytes* const bytes = isOurs ? general(id, thread) : nullptr;
    if (!bytes)
        return;
    RegisterBytes again = *bytes;
    if (!m_arch.makeAgain(again) || !isCallInstruction(m_arch.pc(again) - m_arch.systemCall().size()))
        return;
    if (m_tracer.setGeneral(id, again))
        thread.registers.general = std::move(again);
}

void Process::checkSample()
{
    const auto isAwaited = [](const auto& one) { return !one.second.stands && !one.second.isDeaf; };
    if (isPausing() && std::ranges::none_of(m_threads, isAwaited))
        takeSample(false);
}

void Process::takeSample(bool stood)
{
    util::RankSnapshot snapshot = copyThreads(stood);
    const auto samplers = std::exchange(m_samplers, {});
    endPauses();
    for (util::ThreadSnapshot& thread : snapshot.threads) {
        if (thread.registers.empty())
            thread.state = m_tracer.stateOf(thread.id);
    }
    for (const Sampled& done : samplers)
        done(snapshot);
}

void Process::endPauses()
{
    for (auto& [id, thread] : m_threads) {
        if (!std::exchange(thread.isPaused, false))
            continue;
        const int signal = std::exchange(thread.turnSignal, 0);
        if (thread.isAsleep)
            sleep(id, thread);
        else
            letRun(id, thread, signal);
    }
    if (m_phase == Phase::Running && isAnyAwaiting())
        askForTurns();
}

void Process::failSamples()
{
    for (const Sampled& done : std::exchange(m_samplers, {}))
        done(util::fail(std::make_error_code(std::errc::no_such_process),
                        "process " + std::to_string(m_pid.value()) +
                            (m_phase == Phase::Released ? " was let go" : " has ended")));
}

// --- the copy --------------------------------------------------------------------------------------------------------

util::RankSnapshot Process::copyThreads(bool stood)
{
    util::RankSnapshot snapshot{m_pid, stood, {}};
    snapshot.threads.reserve(m_threads.size());
    for (auto& [id, thread] : m_threads) {
        util::ThreadSnapshot& copy = snapshot.threads.emplace_back();
        copy.id = id;
        if (const RegisterBytes* const bytes = thread.stands ? general(id, thread) : nullptr) {
            copy.registers = *bytes;
            copy.threadPointer = m_arch.threadPointer(*bytes).value_or(RemoteAddress()).value();
        }
        if (thread.isPaused && thread.isAsleep)
            copy.state = 'T';
    }
    copyStacks(snapshot);
    copyPython(snapshot);
    return snapshot;
}

/// What it is at in Python is in its heap, and would be something else in a moment.
void Process::copyPython(util::RankSnapshot& snapshot)
{
    constexpr std::size_t kMostCalls = 1024; // of a thread
    const std::optional<python::Interpreter>& interpreter = m_python.known();
    if (!interpreter)
        return;
    const auto read = [this](std::uint64_t address, std::span<std::byte> out) {
        return m_memory->read(RemoteAddress(address), out);
    };
    snapshot.python = python::StackReader(*interpreter, read).read(kMostCalls);
}

std::optional<RemoteAddress> Process::endOfStack(Tid id, const RegisterBytes& general)
{
    const bool isLeader = id == Tid(static_cast<Tid::Rep>(m_pid.value()));
    if (isLeader && !m_endOfStack)
        m_endOfStack = endOfStackOf(m_pid);
    const auto end = isLeader ? m_endOfStack : m_arch.threadPointer(general);
    return end != RemoteAddress() ? end : std::nullopt;
}

void Process::copyStacks(util::RankSnapshot& snapshot)
{
    std::vector<StackBounds> bounds;
    std::vector<util::ThreadSnapshot*> owners;
    for (util::ThreadSnapshot& thread : snapshot.threads) {
        if (thread.registers.empty())
            continue;
        bounds.push_back({m_arch.stackPointer(thread.registers), endOfStack(thread.id, thread.registers)});
        owners.push_back(&thread);
    }
    const auto windows = stackWindows(bounds, m_arch.redZone());
    for (std::size_t i = 0; i < owners.size(); ++i) {
        for (const StackWindow& window : windows[i]) {
            util::MemoryPiece piece{window.begin.value(), std::vector<std::byte>(window.size())};
            piece.bytes.resize(m_memory->readSome(window.begin, piece.bytes));
            if (!piece.bytes.empty())
                owners[i]->stack.push_back(std::move(piece));
        }
    }
}

} // namespace dbgr::keeper

// SPDX-License-Identifier: BSD-3-Clause
#include "keeper/trace/after_death.h"

#include "keeper/target/process_files.h"
#include "keeper/trace/hardware_clearing.h"
#include "keeper/trace/kernel_tracer.h"
#include "keeper/trace/ptrace_calls.h"
#include "keeper/trace/thread_stop.h"

#include <cerrno>
#include <chrono>
#include <csignal>
#include <map>
#include <optional>
#include <set>
#include <sys/wait.h>
#include <thread>
#include <vector>

namespace dbgr::keeper {

namespace {

using Clock = std::chrono::steady_clock;
using Pids = std::set<util::Pid>;

/// A rank that meets a trap meanwhile waits for longer than that (Arch::trapHandler).
constexpr std::chrono::milliseconds kTracerMayTake{500};
/// For a thread to be seen where it is waiting: a handler of a signal may come in between.
constexpr std::chrono::milliseconds kHandlersMayTake{30};
/// For a process that was about to be forked from text with traps to be there.
constexpr std::chrono::milliseconds kForksMayTake{30};
constexpr std::chrono::microseconds kBetweenTries{100};

/// That a thread stands with, and is to get; none that it has got for what we had it do.
int signalOfItsOwn(KernelTracer& tracer, Tid thread, int status)
{
    const bool isSignal = status >> 16 == 0;
    const bool isTrap = WSTOPSIG(status) == SIGTRAP && tracer.signalNews(thread).cause != SignalNews::Cause::Sent;
    return isSignal && !isTrap ? WSTOPSIG(status) : 0;
}

class PuttingBack
{
public:
    enum class Tried
    {
        IsDone,
        HasTracer,
        IsElsewhere ///< it may come
    };

    explicit PuttingBack(const Arch& arch) : m_arch(arch), m_tracer(arch, false) {}

    Tried tryOnce(const SentLedger::Sent& sent)
    {
        if (const auto held = m_tracer.seize(sent.thread); !held)
            return held.error().code == std::errc::operation_not_permitted ? Tried::HasTracer : Tried::IsDone;
        m_tracer.interrupt(sent.thread);
        const auto status = waitForStop(sent.thread);
        if (!status)
            return Tried::IsDone;
        if (!isToBePutBack(sent)) {
            m_tracer.release(sent.thread, *status >> 16 == 0 ? WSTOPSIG(*status) : 0);
            return Tried::IsElsewhere;
        }
        const int signal = signalOfItsOwn(m_tracer, sent.thread, *status);
        put(sent);
        const int another = m_tracer.hasQueued(sent.thread, SIGTRAP) ? takeTrap(sent) : 0;
        m_tracer.release(sent.thread, signal != 0 ? signal : another);
        return Tried::IsDone;
    }

private:
    /// It may not have been sent yet, or be back already.
    [[nodiscard]] bool isToBePutBack(const SentLedger::Sent& sent)
    {
        if (sent.isAnywhere)
            return true;
        const auto general = m_tracer.general(sent.thread);
        const RemoteAddress pc = general ? m_arch.pc(*general) : RemoteAddress();
        return pc >= sent.place && pc < sent.place + m_arch.callAndWait().size();
    }
    /// With a function's end it may have met the trap behind it, whose handler waits for the text.
    void put(const SentLedger::Sent& sent)
    {
        if (!sent.state.extended.empty())
            static_cast<void>(m_tracer.setExtended(sent.thread, sent.state.extended));
        static_cast<void>(m_tracer.setGeneral(sent.thread, sent.state.general));
        unblockTrap(sent.thread);
    }
    /// That is on its way to it. \return the signal that it stands with instead
    int takeTrap(const SentLedger::Sent& sent)
    {
        m_tracer.resume(sent.thread, Go::On, 0);
        const auto status = waitForStop(sent.thread);
        if (!status)
            return 0;
        put(sent);
        return signalOfItsOwn(m_tracer, sent.thread, *status);
    }

    const Arch& m_arch;
    KernelTracer m_tracer;
};

void putBackAll(const std::vector<SentLedger::Sent>& sent, const Arch& arch)
{
    struct Waiting
    {
        const SentLedger::Sent* sent;
        std::optional<Clock::time_point> until; ///< since it was seen elsewhere
    };
    PuttingBack puttingBack(arch);
    std::vector<Waiting> waiting;
    for (const SentLedger::Sent& one : sent)
        waiting.push_back({&one, {}});
    const auto tryOnce = [&](Waiting& one) {
        const auto tried = puttingBack.tryOnce(*one.sent);
        if (tried == PuttingBack::Tried::IsElsewhere && !one.until)
            one.until = Clock::now() + kHandlersMayTake;
        return tried == PuttingBack::Tried::IsDone || (one.until && Clock::now() >= *one.until);
    };
    for (const auto end = Clock::now() + kTracerMayTake; !waiting.empty() && Clock::now() < end;) {
        if (std::erase_if(waiting, tryOnce) == 0)
            std::this_thread::sleep_for(kBetweenTries);
    }
}

/// The rank from which a process descends.
std::optional<util::Pid> rankAbove(util::Pid process, const std::map<util::Pid, util::Pid>& parents, const Pids& ranks)
{
    constexpr int kMostGenerations = 32;
    for (int generation = 0; generation < kMostGenerations; ++generation) {
        const auto found = parents.find(process);
        if (found == parents.end())
            return std::nullopt;
        process = found->second;
        if (ranks.contains(process))
            return process;
    }
    return std::nullopt;
}

/// They have a copy of its text, and run the same program still.
void restoreForked(const TextLedger& ledger, const Arch& arch, const Pids& ranks)
{
    const auto parents = parentsOfAll();
    for (const auto& [process, parent] : parents) {
        const auto rank = ranks.contains(process) ? std::nullopt : rankAbove(process, parents, ranks);
        if (rank && programOf(process) == programOf(*rank))
            ledger.restore(*rank, process, arch.trap());
    }
}

} // namespace

void undertake(const TextLedger& ledger, const Arch& arch)
{
    const std::vector<SentLedger::Sent> sent = ledger.sent().sent();
    const Pids ranks = ledger.ranks();
    Pids waiting; // a thread that returns from a function meets a trap, and may not go on from there
    for (const SentLedger::Sent& one : sent)
        waiting.insert(one.pid);
    for (const util::Pid rank : ranks) {
        if (!waiting.contains(rank))
            ledger.restore(rank, rank, arch.trap());
    }
    putBackAll(sent, arch);
    for (const util::Pid rank : ranks)
        ledger.restore(rank, rank, arch.trap());
    for (const auto end = Clock::now() + kForksMayTake; !ranks.empty() && Clock::now() < end;) {
        restoreForked(ledger, arch, ranks);
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    for (const TextLedger::Outliving& left : ledger.outliving())
        clearTrapsOf(left);
}

} // namespace dbgr::keeper

// SPDX-License-Identifier: GPL-3.0-or-later
// A rank's threads as the keeper sees them, of whom a test tells what the kernel would. Thread: the test's.
#pragma once

#include "keeper/trace/process.h"
#include "tests/support/dbgdaemon/fake_memory.h"
#include "tests/support/keeper/fake_tracer.h"

#include <QString>

#include <csignal>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace dbgr::test {

using namespace dbgr::keeper;

using Kind = TraceNews::Kind;
using Does = ThreadOrder::Does;

inline constexpr ThreadOrder kRun{Does::Run, 0};
inline constexpr ThreadOrder kStep{Does::Step, 0};
inline constexpr ThreadOrder kStand{Does::Stand, 0};

class Rig
{
public:
    explicit Rig(std::vector<std::uint64_t> threads = {1}, Kind first = Kind::Interrupted,
                 std::shared_ptr<const Arch> processor = x86_64::make({}), int signal = SIGCHLD)
        : arch(std::move(processor))
    {
        tracer.present.clear();
        for (const std::uint64_t id : threads)
            tracer.present.emplace_back(id);
        if (!process.seize())
            qFatal("it cannot be seized");
        for (const std::uint64_t id : threads)
            tell(id, first, first == Kind::JobStopped ? SIGSTOP : first == Kind::Signal ? signal : 0);
        attaching = done();
    }
    /// Of none of them anything has been told yet.
    Rig(Process::AtFirst how, const std::vector<std::uint64_t>& threads) : arch(x86_64::make({}))
    {
        tracer.present.clear();
        for (const std::uint64_t id : threads)
            tracer.present.emplace_back(id);
        if (!process.seize(how))
            qFatal("it cannot be seized");
        attaching = done();
    }
    void tell(std::uint64_t thread, Kind kind, int number = 0, std::uint64_t message = 0)
    {
        process.onNews({Tid(thread), kind, number, message});
    }
    /// It has executed the trap at an address.
    void trap(std::uint64_t thread, std::uint64_t address)
    {
        tracer.setPc(thread, address + arch->pcBehindTrap());
        tracer.threads[Tid(thread)].signal = {SignalNews::Cause::Trap, 0, {}};
        tell(thread, Kind::Signal, SIGTRAP);
    }
    void stepped(std::uint64_t thread)
    {
        tracer.threads[Tid(thread)].signal = {SignalNews::Cause::Step, 0, {}};
        tell(thread, Kind::Signal, SIGTRAP);
    }
    void divideByZero(std::uint64_t thread)
    {
        tracer.threads[Tid(thread)].signal = {SignalNews::Cause::Fault, FPE_FLTDIV, {}};
        tell(thread, Kind::Signal, SIGFPE);
    }
    /// What was asked of the kernel, and what was told, since the last time.
    QString done() { return QString::fromStdString(tracer.taken() + std::exchange(said, {})).trimmed(); }

    std::shared_ptr<const Arch> arch;
    FakeTracer tracer{arch};
    std::string said;
    QString attaching; ///< done() of that
    TextLedger ledger = TextLedger::create().value();
    std::shared_ptr<FakeText> text = std::make_shared<FakeText>();
    std::vector<Offspring> offspring;
    util::FloatTraps wanted; ///< where a test has the process ask for it
    Process process{util::Pid(1), tracer, *arch, ledger, std::make_unique<FakeMemory>(text), listener()};

private:
    Process::Listener listener()
    {
        Process::Listener listener;
        listener.onStopped = [this] {
            const ThreadStop& stop = process.stopOf(process.mainThread());
            said += "stopped " + std::to_string(process.mainThread().value()) + " " +
                    std::to_string(static_cast<int>(stop.reason)) + " " + std::to_string(stop.signal) + "; ";
        };
        listener.onEnded = [this](RankEnd end) {
            said += end.status ? "exited " + std::to_string(*end.status) + "; "
                               : "died " + std::to_string(end.signal) + "; ";
        };
        listener.onReleased = [this] { said += "released; "; };
        listener.onOffspring = [this](Offspring child) { offspring.push_back(std::move(child)); };
        listener.onThread = listener.onThreadGone = [](Tid) {};
        return listener;
    }
};

} // namespace dbgr::test

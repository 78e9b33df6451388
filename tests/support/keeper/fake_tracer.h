// SPDX-License-Identifier: GPL-3.0-or-later
// ptrace as a test plays it: what is asked is written down, what the kernel would tell is told by the test.
// Thread: the test's.
#pragma once

#include "keeper/arch/x86_64/x86_64.h"
#include "keeper/trace/tracer.h"

#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace dbgr::test {

class FakeTracer final : public keeper::Tracer
{
public:
    using Tid = keeper::Tid;
    static constexpr std::size_t kGeneralBytes = 34 * 8; // enough for each processor

    struct Thread
    {
        keeper::RegisterBytes general = keeper::RegisterBytes(kGeneralBytes);
        keeper::SignalNews signal;
        unsigned queuedTraps = 0; ///< each taken by a resume
        bool isGone = false;
        char state = 'S'; ///< as /proc has it
        bool isWatching = false;
        std::uint32_t raised = 0;     ///< bits of FloatState
        std::uint32_t openFloats = 0; ///< bits; a test sets what the program has opened itself
    };

    explicit FakeTracer(std::shared_ptr<const keeper::Arch> arch = keeper::x86_64::make({})) : m_arch(std::move(arch))
    {}

    /// "go 1", "call 1", "step 2 10", "instead 1 39", "interrupt 1", "listen 1", "release 1 10", "kill", "wake", "watch
    /// 1", "unwatch 1", "open 1 4", "close 1 4", since the last time.
    std::string taken() { return std::exchange(m_log, {}); }

    [[nodiscard]] const std::shared_ptr<const keeper::Arch>& arch() const { return m_arch; }
    void setPc(std::uint64_t id, std::uint64_t pc)
    {
        m_arch->setPc(threads[Tid(id)].general, keeper::RemoteAddress(pc));
    }
    std::uint64_t pc(std::uint64_t id) { return m_arch->pc(threads[Tid(id)].general).value(); }

    [[nodiscard]] util::Result<void> seize(Tid thread) override
    {
        if (refuses)
            return util::fail(util::systemError(EPERM, "attaching"));
        return log("seize", thread) ? util::ok() : util::ok();
    }
    bool interrupt(Tid thread) override { return log("interrupt", thread); }
    bool resume(Tid thread, keeper::Go how, int signal) override
    {
        Thread& one = threads[thread];
        one.queuedTraps -= one.queuedTraps > 0 ? 1 : 0;
        return log(how == keeper::Go::On ? "go" : how == keeper::Go::ToCall ? "call" : "step", thread, signal);
    }
    bool listen(Tid thread) override { return log("listen", thread); }
    bool release(Tid thread, int signal) override { return log("release", thread, signal); }
    void kill(util::Pid) override { m_log += "kill; "; }
    void wake(util::Pid) override { m_log += "wake; "; }
    [[nodiscard]] std::optional<keeper::RegisterBytes> general(Tid thread) override
    {
        return threads[thread].isGone ? std::nullopt : std::optional(threads[thread].general);
    }
    [[nodiscard]] bool setGeneral(Tid thread, const keeper::RegisterBytes& bytes) override
    {
        threads[thread].general = bytes;
        return !threads[thread].isGone;
    }
    [[nodiscard]] std::optional<keeper::RegisterBytes> extended(Tid) override { return keeper::RegisterBytes(832); }
    [[nodiscard]] bool setExtended(Tid, const keeper::RegisterBytes&) override { return true; }
    bool replaceCall(Tid thread, std::uint32_t number) override
    {
        return !threads[thread].isGone && log("instead", thread, static_cast<int>(number));
    }
    [[nodiscard]] keeper::SignalNews signalNews(Tid thread) override { return threads[thread].signal; }
    [[nodiscard]] bool hasQueued(Tid thread, int) override { return threads[thread].queuedTraps > 0; }
    [[nodiscard]] std::optional<keeper::HardwareRoom> hardwareRoom(Tid) override
    {
        return keeper::x86_64::kHardwareRoom;
    }
    bool setHardwareTraps(Tid thread, const keeper::Arch::HardwareTraps& traps) override
    {
        const auto count = std::ranges::count_if(traps, [](const auto& trap) { return trap.has_value(); });
        if (watchFails)
            return false;
        const bool was = std::exchange(threads[thread].isWatching, count > 0);
        return count > 0 ? log("watch", thread) : !was || log("unwatch", thread);
    }
    [[nodiscard]] std::optional<std::size_t> hardwareHit(Tid, const keeper::Arch::HardwareTraps&) override
    {
        return std::exchange(hit, std::nullopt);
    }
    [[nodiscard]] keeper::FloatState floatState(Tid thread) override
    {
        return {util::FloatTraps::ofBits(threads[thread].openFloats), util::FloatTraps::ofBits(threads[thread].raised)};
    }
    bool setFloatTraps(Tid thread, util::FloatTraps traps, bool open) override
    {
        std::uint32_t& now = threads[thread].openFloats;
        now = open ? now | traps.bits() : now & ~traps.bits();
        return log(open ? "open" : "close", thread, static_cast<int>(traps.bits()));
    }
    [[nodiscard]] std::vector<Tid> threadsOf(util::Pid) override { return present; }
    [[nodiscard]] util::Pid processOf(Tid thread) override { return util::Pid(threads[thread].isGone ? 0 : 1); }
    [[nodiscard]] char stateOf(Tid thread) override { return threads[thread].state; }
    [[nodiscard]] std::optional<keeper::TraceNews> next() override { return std::nullopt; }
    [[nodiscard]] std::optional<keeper::TraceNews> nextOf(Tid thread) override
    {
        return onNextOf ? onNextOf(thread) : std::nullopt;
    }

    std::map<Tid, Thread> threads;
    std::vector<Tid> present{Tid(1)};
    std::optional<std::size_t> hit;
    std::function<std::optional<keeper::TraceNews>(Tid)> onNextOf; ///< empty: nothing comes in time
    bool refuses = false;
    bool watchFails = false;

private:
    bool log(const char* what, Tid thread, int signal = 0)
    {
        m_log += std::string(what) + " " + std::to_string(thread.value());
        m_log += signal != 0 ? " " + std::to_string(signal) + "; " : "; ";
        return true;
    }

    std::shared_ptr<const keeper::Arch> m_arch;
    std::string m_log;
};

} // namespace dbgr::test

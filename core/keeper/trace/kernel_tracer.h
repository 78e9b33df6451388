// SPDX-License-Identifier: BSD-3-Clause
// The Tracer that really calls ptrace() and waitpid(): this, ptrace_calls and hardware_traps are the only files of the
// keeper that do. Thread: see Tracer.
#pragma once

#include "keeper/trace/tracer.h"

namespace dbgr::keeper {

class KernelTracer final : public Tracer
{
public:
    /// \param arch of the machine that this runs on; outlives this \param hasHardwareTraps false: the processor has
    /// none, whatever the system says
    KernelTracer(const Arch& arch, bool hasHardwareTraps) : m_arch(arch), m_hasHardwareTraps(hasHardwareTraps) {}

    [[nodiscard]] util::Result<void> seize(Tid thread) override;
    bool interrupt(Tid thread) override;
    bool resume(Tid thread, Go how, int signal) override;
    bool listen(Tid thread) override;
    bool release(Tid thread, int signal) override;
    void kill(util::Pid process) override;
    void wake(util::Pid process) override;
    [[nodiscard]] std::optional<RegisterBytes> general(Tid thread) override;
    [[nodiscard]] bool setGeneral(Tid thread, const RegisterBytes& bytes) override;
    [[nodiscard]] std::optional<RegisterBytes> extended(Tid thread) override;
    [[nodiscard]] bool setExtended(Tid thread, const RegisterBytes& bytes) override;
    bool replaceCall(Tid thread, std::uint32_t number) override;
    [[nodiscard]] SignalNews signalNews(Tid thread) override;
    [[nodiscard]] bool hasQueued(Tid thread, int signal) override;
    [[nodiscard]] std::optional<HardwareRoom> hardwareRoom(Tid thread) override;
    bool setHardwareTraps(Tid thread, const Arch::HardwareTraps& traps) override;
    [[nodiscard]] std::optional<std::size_t> hardwareHit(Tid thread, const Arch::HardwareTraps& traps) override;
    [[nodiscard]] FloatState floatState(Tid thread) override;
    bool setFloatTraps(Tid thread, util::FloatTraps traps, bool open) override;
    [[nodiscard]] std::vector<Tid> threadsOf(util::Pid process) override;
    [[nodiscard]] util::Pid processOf(Tid thread) override;
    [[nodiscard]] char stateOf(Tid thread) override;
    [[nodiscard]] std::optional<TraceNews> next() override;
    [[nodiscard]] std::optional<TraceNews> nextOf(Tid thread) override;

private:
    [[nodiscard]] std::optional<TraceNews> newsFrom(bool isOfAny, Tid thread);
    void take();
    void takeFrom(Tid thread);

    const Arch& m_arch;
    const bool m_hasHardwareTraps;
    std::optional<Tid> m_untaken; ///< has its signal still, which was told: killed now, we leave it to the thread
};

} // namespace dbgr::keeper

// SPDX-License-Identifier: BSD-3-Clause
// By two sets of registers, one for each kind of trap, each of which says how many of its kind there are. Never run
// yet.
#include "keeper/trace/hardware_traps.h"

#if defined(__aarch64__)

#include "keeper/arch/aarch64/aarch64.h"
#include "keeper/trace/ptrace_calls.h"

#include <csignal>
#include <elf.h>

namespace dbgr::keeper::hardware {

namespace {

using aarch64::DebugKind;

std::optional<RegisterBytes> debugStateOf(Tid thread, DebugKind kind)
{
    constexpr std::size_t kMostBytes = 8 + Arch::kMostHardwareTraps * 16;
    return readSet(thread, kind == DebugKind::Breakpoints ? NT_ARM_HW_BREAK : NT_ARM_HW_WATCH, kMostBytes);
}

/// Each place that is written is one that the kernel keeps for the thread: none is where none ever was.
bool setKind(Tid thread, const Arch::HardwareTraps& traps, DebugKind kind)
{
    const auto before = debugStateOf(thread, kind);
    const RegisterBytes after =
        aarch64::debugState(traps, kind, before ? aarch64::debugPlaces(*before) : Arch::kMostHardwareTraps);
    const bool isWanted = aarch64::hasEnabledTrap(after);
    if (!before)
        return !isWanted;
    if (!isWanted && !aarch64::hasEnabledTrap(*before))
        return true;
    return writeSet(thread, kind == DebugKind::Breakpoints ? NT_ARM_HW_BREAK : NT_ARM_HW_WATCH, after);
}

} // namespace

std::optional<HardwareRoom> room(Tid thread)
{
    const auto breakpoints = debugStateOf(thread, DebugKind::Breakpoints);
    const auto watchpoints = debugStateOf(thread, DebugKind::Watchpoints);
    if (!breakpoints || !watchpoints)
        return std::nullopt;
    return HardwareRoom{aarch64::debugPlaces(*breakpoints), aarch64::debugPlaces(*watchpoints), false};
}

bool set(Tid thread, const Arch::HardwareTraps& traps)
{
    const bool done = setKind(thread, traps, DebugKind::Breakpoints);
    return setKind(thread, traps, DebugKind::Watchpoints) && done;
}

std::optional<std::size_t> hit(Tid thread, const Arch::HardwareTraps& traps)
{
    siginfo_t info{};
    if (!call(PTRACE_GETSIGINFO, thread, nullptr, &info) || info.si_signo != SIGTRAP || info.si_code != TRAP_HWBKPT)
        return std::nullopt;
    return aarch64::trapAt(traps, RemoteAddress(reinterpret_cast<std::uintptr_t>(info.si_addr)));
}

} // namespace dbgr::keeper::hardware

#endif

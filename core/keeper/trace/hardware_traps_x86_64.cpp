// SPDX-License-Identifier: BSD-3-Clause
// By the debug registers, each a word of what PTRACE_POKEUSER writes.
#include "keeper/trace/hardware_traps.h"

#if defined(__x86_64__)

#include "keeper/arch/x86_64/x86_64.h"
#include "keeper/trace/ptrace_calls.h"

#include <cerrno>
#include <cstddef>
#include <sys/user.h>

namespace dbgr::keeper::hardware {

namespace {

constexpr std::size_t kControl = 7;
constexpr std::size_t kStatus = 6;

std::uint64_t offsetOf(std::size_t debugRegister)
{
    return offsetof(struct user, u_debugreg) + debugRegister * sizeof(std::uint64_t);
}

bool poke(Tid thread, std::size_t debugRegister, std::uint64_t value)
{
    return call(PTRACE_POKEUSER, thread, argument(offsetOf(debugRegister)), argument(value));
}

} // namespace

std::optional<HardwareRoom> room(Tid)
{
    return x86_64::kHardwareRoom;
}

bool set(Tid thread, const Arch::HardwareTraps& traps)
{
    bool done = poke(thread, kControl, 0);
    for (std::size_t i = 0; i < x86_64::kHardwareRoom.watchpoints; ++i)
        done = (!traps[i] || poke(thread, i, traps[i]->address.value())) && done;
    return poke(thread, kControl, x86_64::debugControl(traps)) && done;
}

std::optional<std::size_t> hit(Tid thread, const Arch::HardwareTraps& traps)
{
    errno = 0;
    const long status = ::ptrace(PTRACE_PEEKUSER, idOf(thread), offsetOf(kStatus), nullptr);
    if (errno != 0)
        return std::nullopt;
    for (std::size_t i = 0; i < traps.size(); ++i) {
        if (!traps[i] || (static_cast<std::uint64_t>(status) & (std::uint64_t{1} << i)) == 0)
            continue;
        poke(thread, kStatus, 0);
        return i;
    }
    return std::nullopt;
}

} // namespace dbgr::keeper::hardware

#endif

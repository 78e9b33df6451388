// SPDX-License-Identifier: BSD-3-Clause
// By the masks in MXCSR and in the control word of x87, both of which have the exceptions in the same order.
#include "keeper/trace/float_units.h"

#if defined(__x86_64__)

#include "keeper/trace/ptrace_calls.h"

#include <cstdint>
#include <optional>
#include <sys/user.h>

namespace dbgr::keeper::floats {

namespace {

constexpr std::uint32_t kAll = (1U << kBitsOfFloatUnit) - 1;
constexpr unsigned kMasksOfSse = 7;        // the bit of the first
constexpr unsigned kX87HasToTell = 0x8080; // with its next instruction: ES and its copy

std::optional<user_fpregs_struct> unitsOf(Tid thread)
{
    user_fpregs_struct units{};
    return call(PTRACE_GETFPREGS, thread, nullptr, &units) ? std::optional(units) : std::nullopt;
}

} // namespace

OpenFloats closedTraps(Tid thread, util::FloatTraps wanted)
{
    const auto units = unitsOf(thread);
    if (!units)
        return 0;
    const std::uint32_t sse = wanted.bits() & (units->mxcsr >> kMasksOfSse);
    // x87 would trap at once for what has happened before, as its status tells
    const std::uint32_t x87 = wanted.bits() & units->cwd & ~static_cast<std::uint32_t>(units->swd);
    return (sse & kAll) | (x87 & kAll) << kBitsOfFloatUnit;
}

bool setTraps(Tid thread, OpenFloats traps, bool open)
{
    auto units = unitsOf(thread);
    if (!units)
        return false;
    const std::uint32_t sse = (traps & kAll) << kMasksOfSse;
    const auto x87 = static_cast<std::uint16_t>(traps >> kBitsOfFloatUnit & kAll);
    units->mxcsr = open ? units->mxcsr & ~sse : units->mxcsr | sse;
    units->cwd = static_cast<std::uint16_t>(open ? units->cwd & ~x87 : units->cwd | x87);
    if ((units->swd & ~units->cwd & kAll) == 0) // else it tells of what has happened all the same
        units->swd = static_cast<std::uint16_t>(units->swd & ~kX87HasToTell);
    return call(PTRACE_SETFPREGS, thread, nullptr, &*units);
}

} // namespace dbgr::keeper::floats

#endif

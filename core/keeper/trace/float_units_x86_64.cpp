// SPDX-License-Identifier: BSD-3-Clause
// By the masks of SSE, in MXCSR. Those of x87 stay closed: an instruction of x87 that traps is not done, and tells only
// with the next one, so that the program could not go on from there with what it computes without a debugger.
#include "keeper/trace/float_units.h"

#if defined(__x86_64__)

#include "keeper/trace/ptrace_calls.h"

#include <cstdint>
#include <optional>
#include <sys/user.h>

namespace dbgr::keeper::floats {

namespace {

constexpr unsigned kMasks = 7; // the bit of the first, in the order of FloatTrap

std::optional<user_fpregs_struct> unitsOf(Tid thread)
{
    user_fpregs_struct units{};
    return call(PTRACE_GETFPREGS, thread, nullptr, &units) ? std::optional(units) : std::nullopt;
}

} // namespace

FloatState state(Tid thread)
{
    const auto units = unitsOf(thread);
    if (!units) // it is being killed
        return {util::FloatTraps::ofBits(~0U), {}};
    return {util::FloatTraps::ofBits(~(units->mxcsr >> kMasks)), util::FloatTraps::ofBits(units->mxcsr)};
}

bool setTraps(Tid thread, util::FloatTraps traps, bool open)
{
    auto units = unitsOf(thread);
    if (!units)
        return false;
    const std::uint32_t masks = traps.bits() << kMasks;
    units->mxcsr = open ? units->mxcsr & ~masks : units->mxcsr | masks;
    return call(PTRACE_SETFPREGS, thread, nullptr, &*units);
}

} // namespace dbgr::keeper::floats

#endif

// SPDX-License-Identifier: BSD-3-Clause
// Of a processor that the keeper was not written for; see nativeArch().
#include "keeper/trace/hardware_traps.h"

#if !defined(__x86_64__) && !defined(__aarch64__)

namespace dbgr::keeper::hardware {

std::optional<HardwareRoom> room(Tid)
{
    return HardwareRoom{};
}

bool set(Tid, const Arch::HardwareTraps&)
{
    return false;
}

std::optional<std::size_t> hit(Tid, const Arch::HardwareTraps&)
{
    return std::nullopt;
}

} // namespace dbgr::keeper::hardware

#endif

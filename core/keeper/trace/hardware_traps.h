// SPDX-License-Identifier: BSD-3-Clause
// Hardware breakpoints and watchpoints of one thread, by ptrace(): see Tracer for what each does. Every processor has a
// way of its own to be asked for them, and a source of its own here. Thread: see Tracer.
#pragma once

#include "keeper/trace/tracer.h"

namespace dbgr::keeper::hardware {

[[nodiscard]] std::optional<HardwareRoom> room(Tid thread);
bool set(Tid thread, const Arch::HardwareTraps& traps);
[[nodiscard]] std::optional<std::size_t> hit(Tid thread, const Arch::HardwareTraps& traps);

} // namespace dbgr::keeper::hardware

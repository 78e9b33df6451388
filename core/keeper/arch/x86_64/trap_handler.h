// SPDX-License-Identifier: BSD-3-Clause
// What a rank does by itself with SIGTRAP when its tracer has been killed (Arch::trapHandler). Thread: any.
#pragma once

#include "util/remote_address.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace dbgr::keeper::x86_64 {

/// Flag of the processor that nothing but a debugger sets here: an instruction was put back to (RF).
inline constexpr std::uint64_t kPutBack = 0x10000;

/// Code that can stand anywhere.
[[nodiscard]] std::span<const std::byte> trapHandler();
/// The kernel's struct sigaction for it.
[[nodiscard]] std::vector<std::byte> trapAction(util::RemoteAddress address);

} // namespace dbgr::keeper::x86_64

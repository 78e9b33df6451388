// SPDX-License-Identifier: BSD-3-Clause
// The registers of one frame, as far as they are known. Thread: any; values.
#pragma once

#include "util/result.h"
#include "values/dwarf/frame_rules.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace dbgr::values {

/// By DWARF's numbers.
using UnwindRegisters = std::array<std::optional<std::uint64_t>, kUnwoundRegisters>;

/// \param general as the kernel gives them (NT_PRSTATUS's struct user_regs_struct)
/// \errors NotOurs: of a processor whose stacks are not unwound, or of another size
[[nodiscard]] util::Result<UnwindRegisters> unwindRegisters(std::span<const std::byte> general);

} // namespace dbgr::values

// SPDX-License-Identifier: BSD-3-Clause
// Operations of tables for unwinding, as tables of procedure linkage and of signal handlers have them, by the machine
// of location descriptions. Thread: one at a time.
#pragma once

#include "values/target/memory.h"
#include "values/unwind/unwind_registers.h"

#include <cstdint>
#include <optional>
#include <span>

namespace dbgr::values {

/// What they may ask for.
struct FrameExpressionInputs
{
    const UnwindRegisters& registers;
    Memory& memory;
    std::uint64_t bias = 0;     ///< of the file
    std::optional<Address> cfa; ///< nothing: it is what they compute
};

struct FrameExpressionResult
{
    std::optional<std::uint64_t> number; ///< nothing: they need what is not known, or make no sense
    bool isValue = false;                ///< else it is the address where the value is
    std::optional<Address> unread;       ///< memory that was needed, and is not there
};

/// \param ops may be changed
[[nodiscard]] FrameExpressionResult frameExpression(std::span<Dwarf_Op> ops, const FrameExpressionInputs& inputs);

} // namespace dbgr::values

// SPDX-License-Identifier: GPL-3.0-or-later
// The few operations of DWARF that call frame information uses, written apart from core/values' machine: what finds the
// frames of a test must not be what is tested. Thread: any; plain functions.
#pragma once

#include "tests/support/values/core_notes.h"
#include "values/target/memory.h"

#include <elfutils/libdw.h>

#include <cstdint>
#include <optional>
#include <span>

namespace dbgr::test {

struct CfiContext
{
    const CoreRegisters& registers;
    values::Memory& memory;
    std::optional<std::uint64_t> cfa;
};

struct CfiResult
{
    std::uint64_t number = 0;
    bool isValue = false; ///< else it is the address where the value is
};

/// Nothing when it needs what is not known, or an operation that no compiler puts there.
[[nodiscard]] std::optional<CfiResult> evaluateCfi(std::span<const Dwarf_Op> operations, const CfiContext& context);

} // namespace dbgr::test

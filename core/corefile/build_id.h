// SPDX-License-Identifier: BSD-3-Clause
// The number by which linkers mark what they made: whether a program is the one that a process ran. Thread: any; pure
// over ByteSource.
#pragma once

#include "corefile/elf_file.h"

#include <cstdint>
#include <string>

namespace dbgr::corefile {

/// Hexadecimal; "" if it has none.
[[nodiscard]] std::string buildIdOf(const ByteSource& program);

/// Of a program or library that stands at that address of a process's memory; "" if that part is not in the core file.
[[nodiscard]] std::string buildIdInMemory(const ByteSource& core, const ElfFile& file, std::uint64_t address);

} // namespace dbgr::corefile

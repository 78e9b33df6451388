// SPDX-License-Identifier: BSD-3-Clause
// What the kernel put on top of a program's stack when it started it: its environment, of which launchers are read.
// Part of core_file. Thread: any; pure over ByteSource.
#pragma once

#include "corefile/elf_file.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace dbgr::corefile {

/// Of the auxiliary vector that the kernel gave the program.
enum class AuxKey : std::uint64_t
{
    End = 0,
    ProgramHeaders = 3,
    Entry = 9,
    ExecutableName = 31
};

/// A value of the vector; nothing if it is not there.
[[nodiscard]] std::optional<std::uint64_t> auxValue(std::string_view vector, AuxKey key);

/// No more than this of the stack is looked at; the kernel allows a quarter of its limit, which is 8 MB mostly.
inline constexpr std::size_t kMaxInitialStackBytes = 2 << 20;

/// "NAME=value" each, as the program was started with; none when the file does not have that part of the stack.
/// \param auxVector as a core file's note has it
[[nodiscard]] std::vector<std::string> initialEnvironment(const ByteSource& bytes, const ElfFile& file,
                                                          std::string_view auxVector);

} // namespace dbgr::corefile

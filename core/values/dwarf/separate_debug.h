// SPDX-License-Identifier: BSD-3-Clause
// Debug information that is not in the program itself: found by build id, by the name that the program gives
// (.gnu_debuglink), and what several files share (dwz: .gnu_debugaltlink). Thread: one at a time.
#pragma once

#include "values/dwarf/elf_handle.h"

#include <string>

namespace dbgr::values {

/// The file with the debug information of a program that has none. A candidate is taken when its build id is the
/// program's, or, where there is none, its checksum is the one that the program names. Nothing: there is no such file.
/// \param path of the program
[[nodiscard]] ElfHandle findSeparateDebug(Elf* program, const std::string& path);

/// Opens what `dwarf` shares with other files, and tells libdw. Nothing if it shares nothing, or that is not there.
/// The result outlives `dwarf`. \param path of the file of `dwarf`
[[nodiscard]] ElfHandle attachShared(Dwarf* dwarf, const std::string& path);

} // namespace dbgr::values

// SPDX-License-Identifier: BSD-3-Clause
// Which lines of the source the code of a unit comes from. Thread: that of its file; plain functions.
#pragma once

#include "values/dwarf/die.h"
#include "values/target/address.h"

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace dbgr::values {

/// Of the source. The file is as the debug information spells it, and lives as long as that.
struct SourceLine
{
    std::string_view file;
    unsigned line = 0;   ///< from 1 on
    unsigned column = 0; ///< from 1 on; 0 unknown

    bool operator==(const SourceLine&) const = default;
};

/// The line's file, from the compiler's folder, which may be relative itself.
[[nodiscard]] std::string pathOf(const Die& unit, const SourceLine& line);
/// Nothing: the compiler made the code by itself, or nothing is known of it.
[[nodiscard]] std::optional<SourceLine> lineAt(const Die& unit, FileAddress pc);
/// The file that declares an entry, as the debug information spells it; null: not recorded.
[[nodiscard]] const char* declarationFile(const Die& die);
/// Where an entry is declared.
[[nodiscard]] std::optional<SourceLine> declarationLine(const Die& die);
/// Where the call stands that a body was inlined for.
[[nodiscard]] std::optional<SourceLine> callLine(const Die& inlined);
/// The first line behind `after`, of the same file, that has code in one of the ranges (the end is not in them).
[[nodiscard]] std::optional<unsigned>
firstLineOfCode(const Die& unit, const std::vector<std::pair<FileAddress, FileAddress>>& code, const SourceLine& after);

} // namespace dbgr::values

// SPDX-License-Identifier: BSD-3-Clause
// flang 22 describes variables of block and associate constructs as those of the procedure around, and not where their
// constructs end. Which of several variables is meant can only be told by lines, and not always.
// Thread: that of the file; plain functions.
#pragma once

#include "values/dwarf/code_lines.h"
#include "values/scopes/scope.h"

#include <optional>
#include <string_view>
#include <vector>

namespace dbgr::values {

/// What a name means in a scope.
struct NameMeaning
{
    std::vector<const Symbol*> symbols; ///< those that it may mean, by their lines; empty: none
    bool isCertain = true;              ///< it is one of them; else it may mean something outside as well
};

/// Whether the scope may have variables of blocks that are in it.
[[nodiscard]] bool putsBlocksOutside(const Scope& scope);
/// \pre putsBlocksOutside(scope) \param line of the code that asks; nothing if that is not known
[[nodiscard]] NameMeaning meaningAt(Scope& scope, std::string_view name, const std::optional<SourceLine>& line);
/// For a procedure that is contained in the scope's one: it sees nothing of blocks. \pre as meaningAt()
[[nodiscard]] NameMeaning meaningForContained(Scope& scope, std::string_view name);

} // namespace dbgr::values

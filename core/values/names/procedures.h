// SPDX-License-Identifier: BSD-3-Clause
// Procedures of Fortran by the names that people write: relax, solver_mod::relax, host::inner, a program's own name.
// Symbols are called otherwise: __solver_mod_MOD_relax, relax_, inner.0, MAIN__. Thread: that of the file.
#pragma once

#include "values/file/debug_file.h"
#include "values/target/address.h"

#include <string>
#include <string_view>
#include <vector>

namespace dbgr::values {

/// A procedure of Fortran that has code at a place.
struct ProcedureHere
{
    std::string name; ///< with the module or host that it is in: "solver_mod::relax"; "" there is none
    std::string into; ///< the same of the one that it was put into; "" it was not
};

/// The innermost one: what was put into another one is what variables and lines there are of.
[[nodiscard]] ProcedureHere procedureAt(DebugFile& file, FileAddress pc);

/// What stands between the names of such, in stacks.
inline constexpr std::string_view kInlinedIn = " (inlined in ";
/// As stacks name it, where LLDB has one frame for both: "relax (inlined in sweep)"; "" there is none.
[[nodiscard]] std::string nameInStacks(const ProcedureHere& procedure);

/// Where procedures of that name begin, in any case, with or without what they are in.
[[nodiscard]] std::vector<FileAddress> proceduresNamed(DebugFile& file, std::string_view name);
/// The same of what was put into others.
[[nodiscard]] std::vector<FileAddress> inlinedCopiesNamed(DebugFile& file, std::string_view name);

} // namespace dbgr::values

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
    std::string name; ///< with the module or host that it is in: "solver_mod::relax"
    // Of one that was put into the next one: where its call stands there, as far as that is known.
    std::string callFile = {};
    unsigned callLine = 0, callColumn = 0; ///< from 1 on
};

/// The innermost one first, which lines there are of, and then what each was put into: the last one has the code. None:
/// it is no Fortran.
[[nodiscard]] std::vector<ProcedureHere> proceduresAt(DebugFile& file, FileAddress pc);

/// Where procedures of that name begin, in any case, with or without what they are in.
[[nodiscard]] std::vector<FileAddress> proceduresNamed(DebugFile& file, std::string_view name);
/// The same of what was put into others.
[[nodiscard]] std::vector<FileAddress> inlinedCopiesNamed(DebugFile& file, std::string_view name);

} // namespace dbgr::values

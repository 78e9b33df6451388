// SPDX-License-Identifier: BSD-3-Clause
// Procedures of Fortran by the names in the program. LLDB knows nothing of that language, and of its procedures only
// the symbols: __solver_mod_MOD_relax, relax_, MAIN__. Thread: engine.
#pragma once

#include "values/names/procedures.h"

#include <lldb/API/SBAddress.h>
#include <lldb/API/SBCompileUnit.h>
#include <lldb/API/SBFrame.h>
#include <lldb/API/SBTarget.h>

#include <string>
#include <vector>

namespace dbgr::daemon {

/// Whether our own reader knows the code, and LLDB does not.
[[nodiscard]] bool isFortran(lldb::SBCompileUnit unit);

/// All whose code the frame stands in, the innermost first: LLDB has one frame for those that were put into others.
/// None: it is code of another language.
[[nodiscard]] std::vector<values::ProcedureHere> proceduresOf(lldb::SBFrame frame);
/// Of a place in the code that is loaded: "solver_mod::relax", "solver_mod::half, inlined in solver_mod::relax".
[[nodiscard]] std::string fortranProcedure(lldb::SBTarget target, lldb::SBAddress place);

/// The symbols of all procedures that a user may mean by a name.
[[nodiscard]] std::vector<std::string> symbolsOfProcedure(lldb::SBTarget target, const std::string& name);
/// Where such procedures begin that were put into others.
[[nodiscard]] std::vector<lldb::SBAddress> inlinedCopiesOf(lldb::SBTarget target, const std::string& name);

} // namespace dbgr::daemon

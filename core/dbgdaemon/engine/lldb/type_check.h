// SPDX-License-Identifier: BSD-3-Clause
// What LLDB's compiler says of an expression at a place in the code, before any rank comes there. Thread: engine.
#pragma once

#include <lldb/API/SBAddress.h>
#include <lldb/API/SBTarget.h>

#include <string>

namespace dbgr::daemon {

/// Only the types of what is named count: nothing is run, and no rank is asked. Found once for all ranks of a program.
/// \param isCondition it has to be true or false
/// \return why the types that variables have there cannot do what is asked; "" they can, or nobody knows
[[nodiscard]] std::string typeProblem(lldb::SBTarget target, lldb::SBAddress place, const std::string& expression,
                                      bool isCondition);

} // namespace dbgr::daemon

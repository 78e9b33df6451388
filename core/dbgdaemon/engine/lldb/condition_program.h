// SPDX-License-Identifier: BSD-3-Clause
// Conditions as programs that the keeper runs. Way: BreakpointTable -> programFor() -> values::Reader. Thread: engine.
#pragma once

#include <lldb/API/SBAddress.h>
#include <lldb/API/SBTarget.h>

#include <cstddef>
#include <string>
#include <vector>

namespace dbgr::daemon {

/// The program that judges a condition at a place of the running process; none where only the reader or LLDB's compiler
/// can.
[[nodiscard]] std::vector<std::byte> programFor(lldb::SBTarget target, lldb::SBAddress place,
                                                const std::string& condition);

/// Whether LLDB has a breakpoint of its own there that lasts, as at the dynamic loader or the throwing of exceptions.
[[nodiscard]] bool isLldbsOwnAt(lldb::SBTarget target, lldb::addr_t address);

} // namespace dbgr::daemon

// SPDX-License-Identifier: BSD-3-Clause
// Where a function has its arguments. Thread: engine.
#pragma once

#include <lldb/API/SBAddress.h>
#include <lldb/API/SBTarget.h>

#include <optional>

namespace dbgr::daemon {

/// Where a breakpoint belongs that LLDB put
/// - at the very first instruction of a function which stores its arguments first: LLDB looks for the next line, and a
///   function may have one line only;
/// - by name, behind the beginning of an optimised function of which it knows the symbol only (Fortran): what comes
/// there
///   may be passed by.
/// Nothing where LLDB's place is right.
[[nodiscard]] std::optional<lldb::SBAddress> betterPlace(lldb::SBTarget target, lldb::SBAddress place, bool byName);

} // namespace dbgr::daemon

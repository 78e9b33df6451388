// SPDX-License-Identifier: BSD-3-Clause
// Where an address in the code is, as a person names it. Thread: engine.
#pragma once

#include "debug/breakpoint.h"
#include "util/result.h"

#include <lldb/API/SBAddress.h>
#include <lldb/API/SBTarget.h>

namespace dbgr::daemon {

/// Only the beginning of an instruction will do: a trap elsewhere would make another one of it. Where no function or
/// symbol is known, that cannot be seen, and is left to who asks.
/// \errors NoSuchPlace
[[nodiscard]] util::Result<lldb::SBAddress> resolve(lldb::SBTarget target, const debug::CodeAddress& where);

} // namespace dbgr::daemon

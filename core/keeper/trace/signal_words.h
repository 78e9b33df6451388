// SPDX-License-Identifier: BSD-3-Clause
// What a debugger's user reads of a signal: "signal SIGSEGV: address not mapped to object (fault address=0x0)". Thread:
// any.
#pragma once

#include "keeper/trace/tracer.h"

#include <string>

namespace dbgr::keeper {

[[nodiscard]] std::string signalWords(int signal, const SignalNews& news);

} // namespace dbgr::keeper

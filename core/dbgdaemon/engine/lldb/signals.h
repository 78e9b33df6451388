// SPDX-License-Identifier: BSD-3-Clause
// Which signals stop a rank. Thread: engine.
#pragma once

#include "debug/signal_rule.h"

#include <lldb/API/SBEvent.h>
#include <lldb/API/SBProcess.h>

#include <vector>

namespace dbgr::daemon {

/// Each as debug::usualRule() says; gdb would stop for SIGINT, SIGTERM and SIGUSR1, too.
void setUsualRules(lldb::SBProcess& process);
/// LLDB tells the keeper when it next lets the rank run.
void setRule(lldb::SBProcess& process, const debug::SignalRule& rule);

/// Those that threads have got at a stop after which LLDB has let the process run on, where that is to be told.
[[nodiscard]] std::vector<int> signalsPassed(lldb::SBProcess& process, const lldb::SBEvent& stop);

} // namespace dbgr::daemon

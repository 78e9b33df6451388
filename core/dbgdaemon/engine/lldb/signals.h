// SPDX-License-Identifier: BSD-3-Clause
// Which signals stop a rank. Thread: engine.
#pragma once

#include "debug/signal_rule.h"

#include <lldb/API/SBProcess.h>

#include <cstdint>
#include <functional>
#include <vector>

namespace dbgr::daemon {

/// Each as debug::usualRule() says; gdb would stop for SIGINT, SIGTERM and SIGUSR1, too.
void setUsualRules(lldb::SBProcess& process);
/// LLDB tells the keeper when it next lets the rank run.
void setRule(lldb::SBProcess& process, const debug::SignalRule& rule);

struct SeenSignal
{
    int signal = 0;
    std::uint32_t times = 0;
};

/// Those that threads have got since this was asked last, of which it is only told. \param got AttachTarget::signalsGot
[[nodiscard]] std::vector<SeenSignal> takeSeen(lldb::SBProcess& process, const std::function<std::uint32_t(int)>& got);

} // namespace dbgr::daemon

// SPDX-License-Identifier: BSD-3-Clause
#include "dbgdaemon/engine/lldb/signals.h"

#include <lldb/API/SBUnixSignals.h>

#include <algorithm>
#include <csignal>
#include <cstdint>
#include <iterator>

namespace dbgr::daemon {

void passHarmlessSignals(lldb::SBProcess& process)
{
    constexpr int kStopping[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP, SIGSYS, SIGSTOP};
    lldb::SBUnixSignals signals = process.GetUnixSignals();
    for (std::int32_t i = 0; i < signals.GetNumSignals(); ++i) {
        const std::int32_t number = signals.GetSignalAtIndex(i);
        const bool stops = std::find(std::begin(kStopping), std::end(kStopping), number) != std::end(kStopping);
        signals.SetShouldStop(number, stops);
        signals.SetShouldNotify(number, stops); // neither: the keeper is told to pass it without asking
        if (!stops)
            signals.SetShouldSuppress(number, false);
    }
}

} // namespace dbgr::daemon

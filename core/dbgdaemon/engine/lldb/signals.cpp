// SPDX-License-Identifier: BSD-3-Clause
#include "dbgdaemon/engine/lldb/signals.h"

#include <lldb/API/SBUnixSignals.h>

#include <cstdint>

namespace dbgr::daemon {

void setUsualRules(lldb::SBProcess& process)
{
    lldb::SBUnixSignals signals = process.GetUnixSignals();
    for (std::int32_t i = 0; i < signals.GetNumSignals(); ++i)
        setRule(process, debug::usualRule(signals.GetSignalAtIndex(i)));
}

void setRule(lldb::SBProcess& process, const debug::SignalRule& rule)
{
    lldb::SBUnixSignals signals = process.GetUnixSignals();
    signals.SetShouldStop(rule.signal, rule.stop);
    // Neither: the keeper is told to pass it without asking.
    signals.SetShouldNotify(rule.signal, rule.stop || rule.tell);
    if (!debug::isOwnSignal(rule.signal)) // a rank that gets those stops, or ends
        signals.SetShouldSuppress(rule.signal, !rule.pass);
}

std::vector<SeenSignal> takeSeen(lldb::SBProcess& process, const std::function<std::uint32_t(int)>& got)
{
    std::vector<SeenSignal> seen;
    if (!got)
        return seen;
    lldb::SBUnixSignals signals = process.GetUnixSignals();
    for (int signal = 1; signal <= debug::kMaxSignal; ++signal) {
        const std::uint32_t times = got(signal); // also of the others, so that they are no news later
        if (times > 0 && signals.GetShouldNotify(signal) && !signals.GetShouldStop(signal))
            seen.push_back({signal, times});
    }
    return seen;
}

} // namespace dbgr::daemon

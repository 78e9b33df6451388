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
    signals.SetShouldNotify(rule.signal, rule.stop); // neither: the keeper is told to pass it without asking
    if (!debug::isOwnSignal(rule.signal))            // a rank that gets those stops, or ends
        signals.SetShouldSuppress(rule.signal, !rule.pass);
}

} // namespace dbgr::daemon

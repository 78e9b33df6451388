// SPDX-License-Identifier: BSD-3-Clause
#include "dbgdaemon/engine/lldb/signals.h"

#include <lldb/API/SBUnixSignals.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

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

std::vector<int> signalsPassed(lldb::SBProcess& process, const lldb::SBEvent& stop)
{
    constexpr std::string_view kBefore = "received signal: "; // as LLDB words it
    std::vector<int> passed;
    const std::size_t count = lldb::SBProcess::GetNumRestartedReasonsFromEvent(stop);
    for (std::size_t i = 0; i < count; ++i) {
        const char* const words = lldb::SBProcess::GetRestartedReasonAtIndexFromEvent(stop, i);
        const std::string_view reason = words ? words : "";
        const std::size_t at = reason.find(kBefore);
        if (at == std::string_view::npos)
            continue;
        const std::string name(reason.substr(at + kBefore.size()));
        const std::int32_t signal = process.GetUnixSignals().GetSignalNumberFromName(name.c_str());
        if (signal >= 1 && signal <= debug::kMaxSignal)
            passed.push_back(signal);
    }
    return passed;
}

} // namespace dbgr::daemon

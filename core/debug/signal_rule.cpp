// SPDX-License-Identifier: BSD-3-Clause
#include "debug/signal_rule.h"

#include <algorithm>
#include <csignal>
#include <iterator>

namespace dbgr::debug {

SignalRule usualRule(int signal)
{
    constexpr int kStopping[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP, SIGSYS, SIGSTOP};
    const bool stops = std::find(std::begin(kStopping), std::end(kStopping), signal) != std::end(kStopping);
    return {signal, stops, true};
}

bool isOwnSignal(int signal)
{
    return signal == SIGKILL || signal == SIGSTOP || signal == SIGTRAP;
}

} // namespace dbgr::debug

// SPDX-License-Identifier: BSD-3-Clause
#include "util/signal_name.h"

#include "util/string_util.h"

#include <csignal>
#include <cstring>

namespace dbgr::util {

namespace {

constexpr std::string_view kSignalPrefix = "sig";

std::string withDistance(const char* from, char sign, int distance)
{
    return distance == 0 ? std::string(from) : from + (sign + std::to_string(distance));
}

/// \param distance "", or `sign` and a number
std::optional<int> atDistance(int signal, char sign, std::string_view distance)
{
    if (distance.empty())
        return signal;
    const auto number = distance.front() == sign ? parseNumber<int>(distance.substr(1)) : std::nullopt;
    if (!number || *number < 0 || *number > SIGRTMAX - SIGRTMIN)
        return std::nullopt;
    return sign == '+' ? signal + *number : signal - *number;
}

} // namespace

std::optional<std::string> signalName(int signal)
{
    if (const char* const name = ::sigabbrev_np(signal))
        return "SIG" + std::string(name);
    if (signal < SIGRTMIN || signal > SIGRTMAX)
        return std::nullopt;
    const int behindFirst = signal - SIGRTMIN, beforeLast = SIGRTMAX - signal;
    return behindFirst <= beforeLast ? withDistance("SIGRTMIN", '+', behindFirst)
                                     : withDistance("SIGRTMAX", '-', beforeLast);
}

std::optional<int> signalNumber(std::string_view asGiven)
{
    const std::string lower = lowered(asGiven);
    std::string_view name = lower;
    if (name.starts_with(kSignalPrefix))
        name.remove_prefix(kSignalPrefix.size());
    if (name.starts_with("rtmin"))
        return atDistance(SIGRTMIN, '+', name.substr(5));
    if (name.starts_with("rtmax"))
        return atDistance(SIGRTMAX, '-', name.substr(5));
    for (int signal = 1; signal < SIGRTMIN; ++signal) {
        const char* const known = ::sigabbrev_np(signal);
        if (known && name == lowered(known))
            return signal;
    }
    return std::nullopt;
}

} // namespace dbgr::util

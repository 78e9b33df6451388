// SPDX-License-Identifier: BSD-3-Clause
#include "util/signal_name.h"

#include "util/string_util.h"

#include <csignal>
#include <cstring>

namespace dbgr::util {

namespace {

constexpr std::string_view kSignalPrefix = "sig";
constexpr std::string_view kFirstOfRealTime = "rtmin", kLastOfRealTime = "rtmax";

std::string withDistance(const char* from, char sign, int distance)
{
    return distance == 0 ? std::string(from) : from + (sign + std::to_string(distance));
}

/// \param rest "", or `sign` and a number
std::optional<int> distanceOf(std::string_view rest, char sign)
{
    if (rest.empty())
        return 0;
    if (rest.front() != sign)
        return std::nullopt;
    const auto distance = parseNumber<int>(rest.substr(1));
    return distance && *distance >= 0 && *distance <= SIGRTMAX - SIGRTMIN ? distance : std::nullopt;
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
    if (name.starts_with(kFirstOfRealTime)) {
        const auto distance = distanceOf(name.substr(kFirstOfRealTime.size()), '+');
        return distance ? std::optional(SIGRTMIN + *distance) : std::nullopt;
    }
    if (name.starts_with(kLastOfRealTime)) {
        const auto distance = distanceOf(name.substr(kLastOfRealTime.size()), '-');
        return distance ? std::optional(SIGRTMAX - *distance) : std::nullopt;
    }
    for (int signal = 1; signal < SIGRTMIN; ++signal) {
        const char* const known = ::sigabbrev_np(signal);
        if (known && name == lowered(known))
            return signal;
    }
    return std::nullopt;
}

} // namespace dbgr::util

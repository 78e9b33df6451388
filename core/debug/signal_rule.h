// SPDX-License-Identifier: BSD-3-Clause
// What is to become of a signal that a rank gets. Thread: any; a value.
#pragma once

#include "util/rank_set.h"

#include <cstdint>

namespace dbgr::debug {

/// The highest signal of Linux.
inline constexpr int kMaxSignal = 64;

struct SignalRule
{
    int signal = 0;    ///< 1 to kMaxSignal
    bool stop = true;  ///< the rank stops before it gets it, and that is told
    bool pass = true;  ///< it gets it then, when it goes on
    bool tell = false; ///< it does not stop, but that it got it is told (SignalsSeen)
    friend bool operator==(const SignalRule&, const SignalRule&) = default;
};

/// Those that say that the program is broken stop it: SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP, SIGSYS. All
/// others reach it unseen, as without a debugger: they are how launchers and MPI libraries talk to ranks.
[[nodiscard]] SignalRule usualRule(int signal);

/// Ranks that got a signal of which that is told, and went on.
struct SignalsSeen
{
    util::RankSet ranks;
    int signal = 0;
    std::uint64_t times = 0; ///< all together
    friend bool operator==(const SignalsSeen&, const SignalsSeen&) = default;
};

/// SIGKILL, which nobody sees, and SIGSTOP and SIGTRAP, which are the debugger's own means: their rules stay.
[[nodiscard]] bool isOwnSignal(int signal);

} // namespace dbgr::debug

// SPDX-License-Identifier: GPL-3.0-or-later
// Runs a real event loop from a test, step by step. Thread: the test's.
#pragma once

#include "net/event_loop.h"

#include <chrono>

namespace dbgr::test {

/// Runs the loop until `done()`, at most for `limit`.
/// \return what done() said last
template <class Done>
[[nodiscard]] bool runUntil(net::EventLoop& loop, Done done, util::Duration limit = std::chrono::seconds(20))
{
    const util::TimePoint end = loop.now() + limit;
    while (!done() && loop.now() < end)
        loop.runOnce(std::min<util::Duration>(end - loop.now(), std::chrono::milliseconds(100)));
    return done();
}

/// Runs what is ready, and what that leads to, until nothing is.
inline void runReady(net::EventLoop& loop, int rounds = 20)
{
    for (int i = 0; i < rounds; ++i)
        loop.runOnce(util::Duration::zero());
}

} // namespace dbgr::test

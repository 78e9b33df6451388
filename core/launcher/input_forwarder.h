// SPDX-License-Identifier: BSD-3-Clause
// Our own standard input on its way to the processes of a job: read only as fast as they take it. Thread: the loop's.
#pragma once

#include "net/event_loop.h"
#include "util/lifetime.h"
#include "util/result.h"

#include <functional>
#include <string_view>

namespace dbgr::launcher {

class InputForwarder
{
public:
    /// Takes a piece, no bytes for the end, and says when it may have the next one.
    using Sink = std::function<void(std::string_view bytes, std::function<void()> next)>;

    /// Begins to read. \param fd stays the caller's
    InputForwarder(net::EventLoop& loop, int fd, Sink sink);

private:
    void watch();
    void readSome();
    [[nodiscard]] bool isInBackground() const;

    net::EventLoop& m_loop;
    const int m_fd;
    Sink m_sink;
    util::Subscription m_watch, m_retry;
    util::Lifetime m_lifetime;
};

} // namespace dbgr::launcher

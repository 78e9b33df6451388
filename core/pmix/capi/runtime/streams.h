// SPDX-License-Identifier: BSD-3-Clause
// The standard streams of the tool itself: what it shows of other processes' output when the program has no callback
// for it, and its own input, on the way to other processes. Thread: the loop's.
#pragma once

#include "net/event_loop.h"
#include "pmix/ops/iof.h"
#include "pmix/types/iof_channel.h"
#include "util/subscription.h"

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace dbgr::pmix::capi {

class Streams
{
public:
    /// Writes output of another process to our own stream of that kind, as it is.
    static void show(IofChannel channel, std::string_view bytes);

    /// Reads our standard input, piece by piece: the next one once `more` was called. An empty piece is the end.
    using TakeInput = std::function<void(std::string bytes, std::function<void()> more)>;
    /// One reader at a time; a later one takes over.
    void readInput(net::EventLoop& loop, TakeInput take);
    void stopInput();

    /// Registrations for output, by the number that the program has for them.
    void remember(IoPull pull) { m_pulls[pull.localId] = pull; }
    [[nodiscard]] std::optional<IoPull> forget(std::uint64_t localId);

private:
    void waitForInput(net::EventLoop& loop);

    TakeInput m_take;
    util::Subscription m_input;
    std::map<std::uint64_t, IoPull> m_pulls;
};

} // namespace dbgr::pmix::capi

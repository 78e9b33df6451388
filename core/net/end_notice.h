// SPDX-License-Identifier: BSD-3-Clause
// What every stream has to do when it ends: tell its closed callback, once, from the executor, unless it was closed.
// Thread: that of its stream.
#pragma once

#include "net/byte_stream.h"
#include "util/executor.h"
#include "util/lifetime.h"

#include <optional>
#include <utility>

namespace dbgr::net {

class EndNotice
{
public:
    explicit EndNotice(util::Executor& executor) : m_executor(executor) {}

    void setClosed(ByteStream::OnClosed closed)
    {
        m_closed = std::move(closed);
        if (m_why)
            postDelivery();
    }
    /// The stream ended. Only the first of several reasons counts.
    void end(util::Result<void> why)
    {
        if (m_ended)
            return;
        m_ended = true;
        m_why = std::move(why);
        postDelivery();
    }
    /// The owner closed the stream itself: nobody is told any more.
    void silence()
    {
        m_ended = true;
        m_why.reset();
        m_closed = nullptr;
    }
    [[nodiscard]] bool ended() const { return m_ended; }

private:
    void postDelivery()
    {
        m_executor.post(m_lifetime.guard([this] { deliver(); }));
    }
    void deliver()
    {
        if (!m_why || !m_closed)
            return;
        const auto closed = std::exchange(m_closed, nullptr);
        const auto why = *std::exchange(m_why, std::nullopt);
        closed(why); // may destroy this
    }

    util::Executor& m_executor;
    bool m_ended = false;
    std::optional<util::Result<void>> m_why;
    ByteStream::OnClosed m_closed;
    util::Lifetime m_lifetime;
};

} // namespace dbgr::net

// SPDX-License-Identifier: BSD-3-Clause
// One of our own standard channels, written to without ever making the loop wait for whoever reads it. Thread: the
// loop's.
#pragma once

#include "net/byte_stream.h"
#include "net/event_loop.h"

#include <cstddef>
#include <functional>
#include <memory>
#include <string_view>

namespace dbgr::launcher {

class TerminalWriter
{
public:
    using OnPressure = std::function<void(bool)>;

    /// \param fd stays the caller's; whoever shares it with us does not notice that we don't wait
    TerminalWriter(net::EventLoop& loop, int fd, OnPressure pressure);

    /// Drops what nobody can take: the reader has gone, the disk is full.
    void write(std::string_view bytes);
    /// Bytes that were not taken yet.
    [[nodiscard]] std::size_t waiting() const;

private:
    [[nodiscard]] static std::unique_ptr<net::ByteStream> openStream(net::EventLoop& loop, int fd);

    const int m_fd;
    std::unique_ptr<net::ByteStream> m_stream; ///< null: files, which never make us wait
};

} // namespace dbgr::launcher

// SPDX-License-Identifier: BSD-3-Clause
#include "pmix/capi/runtime/streams.h"

#include <array>
#include <cerrno>
#include <utility>

#include <poll.h>
#include <unistd.h>

namespace dbgr::pmix::capi {

void Streams::show(IofChannel channel, std::string_view bytes)
{
    const int fd = channel == IofChannel::Stdout ? STDOUT_FILENO : STDERR_FILENO;
    while (!bytes.empty()) {
        const ssize_t written = ::write(fd, bytes.data(), bytes.size());
        if (written >= 0) {
            bytes.remove_prefix(static_cast<std::size_t>(written));
        } else if (errno == EAGAIN) {
            pollfd ready{fd, POLLOUT, 0};
            ::poll(&ready, 1, -1); // the program's own stream: who reads it decides our pace
        } else if (errno != EINTR) {
            return;
        }
    }
}

void Streams::readInput(net::EventLoop& loop, TakeInput take)
{
    m_take = std::move(take);
    waitForInput(loop);
}

void Streams::stopInput()
{
    m_input.cancel();
    m_take = nullptr;
}

void Streams::waitForInput(net::EventLoop& loop)
{
    m_input = loop.watch(STDIN_FILENO, net::Interest::Read, [this, &loop] {
        std::array<char, kMaxPushBytes> buffer;
        const ssize_t count = ::read(STDIN_FILENO, buffer.data(), buffer.size());
        if (count < 0 && (errno == EAGAIN || errno == EINTR))
            return;
        m_input.cancel();
        const TakeInput take = m_take;
        if (count <= 0)
            return take({}, [] {});
        take(std::string(buffer.data(), static_cast<std::size_t>(count)), [this, &loop] {
            if (m_take)
                waitForInput(loop);
        });
    });
}

std::optional<IoPull> Streams::forget(std::uint64_t localId)
{
    const auto node = m_pulls.extract(localId);
    return node.empty() ? std::nullopt : std::optional<IoPull>(node.mapped());
}

} // namespace dbgr::pmix::capi

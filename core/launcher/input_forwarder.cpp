// SPDX-License-Identifier: BSD-3-Clause
#include "launcher/input_forwarder.h"

#include <array>
#include <cerrno>
#include <chrono>
#include <utility>

#include <unistd.h>

namespace dbgr::launcher {

namespace {

constexpr std::size_t kReadBytes = std::size_t{32} << 10;
/// How often a job in the background looks whether it has come to the fore.
constexpr auto kBackgroundPause = std::chrono::milliseconds(250);

} // namespace

InputForwarder::InputForwarder(net::EventLoop& loop, int fd, Sink sink)
    : m_loop(loop), m_fd(fd), m_sink(std::move(sink))
{
    watch();
}

void InputForwarder::watch()
{
    // The descriptor is not made non-blocking, since others share it: a read when there is something does not wait.
    m_watch = m_loop.watch(m_fd, net::Interest::Read, [this] { readSome(); });
}

bool InputForwarder::isInBackground() const
{
    return ::isatty(m_fd) == 1 && ::tcgetpgrp(m_fd) != ::getpgrp();
}

void InputForwarder::readSome()
{
    m_watch.cancel();
    if (isInBackground()) { // reading would stop us
        m_retry = m_loop.after(kBackgroundPause, [this] { watch(); });
        return;
    }
    std::array<char, kReadBytes> buffer;
    const ssize_t count = ::read(m_fd, buffer.data(), buffer.size());
    if (count < 0 && (errno == EINTR || errno == EAGAIN))
        return watch();
    if (count <= 0)
        return m_sink({}, [] {});
    m_sink(std::string_view(buffer.data(), static_cast<std::size_t>(count)), m_lifetime.guard([this] { watch(); }));
}

} // namespace dbgr::launcher

// SPDX-License-Identifier: BSD-3-Clause
#include "net/tcp_listener.h"

#include "net/tcp_connect.h"
#include "util/log.h"

#include <cerrno>
#include <chrono>

#include <sys/socket.h>

namespace dbgr::net {

namespace {

/// All ranks of a node may connect in the same moment; who finds no room would try again a second later.
constexpr int kBacklog = 1024;
constexpr int kMaxAcceptsPerRound = 16;
/// How long to let go of a listener when the process has no descriptor left for a connection.
constexpr std::chrono::milliseconds kRetryDelay{100};

bool outOfResources(int errnoValue)
{
    return errnoValue == EMFILE || errnoValue == ENFILE || errnoValue == ENOBUFS || errnoValue == ENOMEM;
}

} // namespace

util::Result<std::unique_ptr<TcpListener>> TcpListener::listen(EventLoop& loop, const Address& address,
                                                               OnAccept onAccept)
{
    const auto failed = [&] { return util::fail(util::systemError(errno, "listening at " + address.toString())); };
    util::UniqueFd fd(::socket(address.data()->sa_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
    if (!fd)
        return failed();
    const int on = 1;
    // Only a port that the user chose is worth taking over from connections that linger.
    if (address.port() != 0 && ::setsockopt(fd.get(), SOL_SOCKET, SO_REUSEADDR, &on, sizeof on) != 0)
        return failed();
    sockaddr_storage bound{};
    socklen_t size = sizeof bound;
    if (::bind(fd.get(), address.data(), address.size()) != 0 || ::listen(fd.get(), kBacklog) != 0 ||
        ::getsockname(fd.get(), reinterpret_cast<sockaddr*>(&bound), &size) != 0)
        return failed();
    DBGR_TRY(const Address actual, Address::fromSocket(reinterpret_cast<const sockaddr*>(&bound), size));
    return std::unique_ptr<TcpListener>(new TcpListener(loop, std::move(fd), actual, std::move(onAccept)));
}

TcpListener::TcpListener(EventLoop& loop, util::UniqueFd fd, Address address, OnAccept onAccept)
    : m_loop(loop), m_fd(std::move(fd)), m_address(address), m_onAccept(std::move(onAccept))
{
    startWatching();
}

void TcpListener::startWatching()
{
    m_watch = m_loop.watch(m_fd.get(), Interest::Read, [this] { acceptSome(); });
}

void TcpListener::acceptSome()
{
    const auto onAccept = m_onAccept; // outlives the listener, should the call destroy it
    const auto alive = m_lifetime.watch();
    for (int i = 0; i < kMaxAcceptsPerRound && !alive.expired(); ++i) {
        sockaddr_storage from{};
        socklen_t size = sizeof from;
        util::UniqueFd fd(
            ::accept4(m_fd.get(), reinterpret_cast<sockaddr*>(&from), &size, SOCK_NONBLOCK | SOCK_CLOEXEC));
        if (!fd && outOfResources(errno)) {
            util::log::warning("net", "cannot accept a connection for now", {{"at", m_address.toString()}});
            m_watch.cancel();
            m_retry = m_loop.after(kRetryDelay, [this] { startWatching(); });
            return;
        }
        if (!fd)
            return; // nobody waits, or the one who did went away
        const auto peer = Address::fromSocket(reinterpret_cast<const sockaddr*>(&from), size);
        auto stream = adoptTcp(m_loop, std::move(fd), peer.value_or(m_address));
        if (stream)
            onAccept(*std::move(stream));
    }
}

} // namespace dbgr::net

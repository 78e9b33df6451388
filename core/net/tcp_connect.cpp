// SPDX-License-Identifier: BSD-3-Clause
#include "net/tcp_connect.h"

#include "net/fd_stream.h"
#include "net/net_error.h"
#include "util/thread_check.h"

#include <cerrno>
#include <chrono>

#include <netinet/in.h>
#include <netinet/tcp.h>

namespace dbgr::net {

namespace {

/// The system tries again this often, once it has doubled its pauses up to here; else they become two minutes, and a
/// connection that is whole again is silent for so long. Linux has it from 6.15 on.
constexpr std::chrono::milliseconds kMostBetweenTries{5000};
#ifdef TCP_RTO_MAX_MS
constexpr int kTcpRtoMaxMs = TCP_RTO_MAX_MS;
#else
constexpr int kTcpRtoMaxMs = 44;
#endif
/// How long the system tries; else a quarter of an hour. Who gives up sooner does so by limits of their own.
constexpr std::chrono::milliseconds kSystemPatience{std::chrono::hours(2)};

/// One connection in the making. The subscription that connectTcp() gave out owns it.
class Attempt : public std::enable_shared_from_this<Attempt>
{
public:
    Attempt(EventLoop& loop, const Address& address, OnConnected onConnected)
        : m_loop(loop), m_address(address), m_onConnected(std::move(onConnected))
    {}

    void start(util::Duration timeout)
    {
        m_fd.reset(::socket(m_address.data()->sa_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
        if (!m_fd || (::connect(m_fd.get(), m_address.data(), m_address.size()) != 0 && errno != EINPROGRESS)) {
            const int reason = errno;
            m_timer = m_loop.after({}, [this, reason] { finish(util::systemError(reason, doing())); });
            return;
        }
        m_watch = m_loop.watch(m_fd.get(), Interest::Write, [this] { onWritable(); });
        m_timer = m_loop.after(timeout, [this] {
            finish(util::Error{Errc::Timeout, doing() + ": no answer in time", "check that no firewall is in between"});
        });
    }

    void abandon()
    {
        m_watch.cancel();
        m_timer.cancel();
        m_fd.reset();
    }

private:
    [[nodiscard]] std::string doing() const { return "connecting to " + m_address.toString(); }

    void onWritable()
    {
        int reason = 0;
        socklen_t size = sizeof reason;
        ::getsockopt(m_fd.get(), SOL_SOCKET, SO_ERROR, &reason, &size);
        if (reason != 0) {
            finish(util::systemError(reason, doing()));
            return;
        }
        m_watch.cancel();
        finish(adoptTcp(m_loop, std::move(m_fd), m_address));
    }

    void finish(util::Error error) { finish(util::Result<std::unique_ptr<ByteStream>>(util::fail(std::move(error)))); }
    void finish(util::Result<std::unique_ptr<ByteStream>> result)
    {
        const auto self = shared_from_this(); // the callback may drop the subscription
        abandon();
        const auto onConnected = std::exchange(m_onConnected, nullptr);
        onConnected(std::move(result));
    }

    EventLoop& m_loop;
    const Address m_address;
    OnConnected m_onConnected;
    util::UniqueFd m_fd;
    util::Subscription m_watch;
    util::Subscription m_timer;
};

} // namespace

util::Subscription connectTcp(EventLoop& loop, const Address& address, util::Duration timeout, OnConnected onConnected)
{
    DBGR_ON_THREAD(loop);
    auto attempt = std::make_shared<Attempt>(loop, address, std::move(onConnected));
    attempt->start(timeout);
    return util::Subscription([attempt = std::move(attempt)] { attempt->abandon(); });
}

util::Result<std::unique_ptr<ByteStream>> adoptTcp(EventLoop& loop, util::UniqueFd fd, const Address& peer)
{
    const int on = 1;
    const int mostBetweenTries = static_cast<int>(kMostBetweenTries.count());
    const int patience = static_cast<int>(kSystemPatience.count());
    // Without these the stream works as well, only later: a failure is no reason to give up.
    ::setsockopt(fd.get(), IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    ::setsockopt(fd.get(), SOL_SOCKET, SO_KEEPALIVE, &on, sizeof on);
    ::setsockopt(fd.get(), IPPROTO_TCP, kTcpRtoMaxMs, &mostBetweenTries, sizeof mostBetweenTries);
    ::setsockopt(fd.get(), IPPROTO_TCP, TCP_USER_TIMEOUT, &patience, sizeof patience);
    return FdStream::create(loop, std::move(fd), peer.toString());
}

} // namespace dbgr::net

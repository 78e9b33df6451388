// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/net_error.h"
#include "net/tcp_connect.h"
#include "net/tcp_listener.h"
#include "tests/support/net/run_until.h"
#include "tests/support/net/stream_log.h"
#include "tests/support/run/test_class.h"

#include <QTest>

#include <vector>

#include <sys/resource.h>
#include <sys/socket.h>

namespace tst_tcp {

using namespace dbgr;
using namespace std::chrono_literals;
using net::Address;
using net::ByteStream;
using net::TcpListener;
using test::runReady;
using test::runUntil;
using test::StreamLog;

class TestTcp : public QObject
{
    Q_OBJECT

    std::unique_ptr<net::EventLoop> m_loop;
    std::vector<std::unique_ptr<ByteStream>> m_accepted;
    std::optional<util::Result<std::unique_ptr<ByteStream>>> m_connected;

    std::unique_ptr<TcpListener> listen(const Address& address)
    {
        return TcpListener::listen(
                   *m_loop, address,
                   [this](std::unique_ptr<ByteStream> stream) { m_accepted.push_back(std::move(stream)); })
            .value();
    }
    util::Subscription connect(const Address& address, util::Duration timeout = 10s)
    {
        return net::connectTcp(*m_loop, address, timeout, [this](auto result) { m_connected = std::move(result); });
    }

private slots:
    void init() { m_loop = net::EventLoop::create().value(); }
    void cleanup()
    {
        m_accepted.clear();
        m_connected.reset();
        m_loop.reset();
    }

    void connectsAndTalks_data()
    {
        QTest::addColumn<QString>("host");
        QTest::newRow("IPv4") << "127.0.0.1";
        QTest::newRow("IPv6") << "::1";
    }
    void connectsAndTalks()
    {
        QFETCH(QString, host);
        if (host == "::1" && ::access("/proc/net/if_inet6", F_OK) != 0)
            QSKIP("this machine has no IPv6");
        const auto listener = listen(*Address::fromHost(host.toStdString(), 0));
        QVERIFY(listener->address().port() != 0);
        const auto pending = connect(listener->address());
        QVERIFY(!m_connected);
        QVERIFY(runUntil(*m_loop, [&] { return m_connected && !m_accepted.empty(); }));
        QVERIFY(m_connected->has_value());
        ByteStream& client = ***m_connected;
        QCOMPARE(client.peerAddress(), listener->address().toString());
        StreamLog atServer(*m_accepted[0]), atClient(client);
        client.write("ping");
        m_accepted[0]->write("pong");
        QVERIFY(runUntil(*m_loop, [&] { return atServer.received == "ping" && atClient.received == "pong"; }));
        client.close();
        QVERIFY(runUntil(*m_loop, [&] { return atServer.ended(); }));
    }

    void refusedConnectionIsAnErrorThatNamesTheAddress()
    {
        const Address nobody = listen(Address::loopback())->address(); // gone at once
        const auto pending = connect(nobody);
        QVERIFY(runUntil(*m_loop, [&] { return m_connected.has_value(); }));
        QVERIFY(!*m_connected);
        QVERIFY(m_connected->error().code == std::errc::connection_refused);
        QVERIFY(m_connected->error().message().find(nobody.toString()) != std::string::npos);
    }

    void connectingGivesUpInTime()
    {
        // A listener that does not accept, with its queue full: the next connection gets no answer.
        const util::UniqueFd full(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
        const Address any = Address::loopback();
        QCOMPARE(::bind(full.get(), any.data(), any.size()), 0);
        QCOMPARE(::listen(full.get(), 0), 0);
        sockaddr_storage bound;
        socklen_t size = sizeof bound;
        QCOMPARE(::getsockname(full.get(), reinterpret_cast<sockaddr*>(&bound), &size), 0);
        const Address address = Address::fromSocket(reinterpret_cast<sockaddr*>(&bound), size).value();
        std::vector<util::Subscription> filling;
        for (int i = 0; i < 4; ++i)
            filling.push_back(net::connectTcp(*m_loop, address, 1h, [](auto) {}));
        runReady(*m_loop);
        const auto pending = connect(address, 20ms);
        QVERIFY(runUntil(*m_loop, [&] { return m_connected.has_value(); }));
        QVERIFY(m_connected->error().code == net::Errc::Timeout);
    }

    void droppedConnectionAttemptNeverCallsBack()
    {
        const auto listener = listen(Address::loopback());
        auto pending = connect(listener->address());
        pending.cancel();
        QVERIFY(runUntil(*m_loop, [&] { return !m_accepted.empty(); }));
        runReady(*m_loop);
        QVERIFY(!m_connected);
    }

    void acceptCallbackMayDestroyTheListener()
    {
        std::unique_ptr<TcpListener> listener;
        int accepted = 0;
        listener = TcpListener::listen(*m_loop, Address::loopback(), [&](std::unique_ptr<ByteStream>) {
                       ++accepted;
                       listener.reset();
                   }).value();
        const Address address = listener->address();
        const auto first = net::connectTcp(*m_loop, address, 1h, [](auto) {});
        const auto second = net::connectTcp(*m_loop, address, 1h, [](auto) {});
        QVERIFY(runUntil(*m_loop, [&] { return accepted == 1; }));
        runReady(*m_loop);
        QCOMPARE(accepted, 1);
    }

    void takenPortIsAnErrorThatNamesIt()
    {
        const auto listener = listen(Address::loopback());
        const auto again = TcpListener::listen(*m_loop, listener->address(), [](auto) {});
        QVERIFY(!again);
        QVERIFY(again.error().code == std::errc::address_in_use);
        QVERIFY(again.error().message().find(listener->address().toString()) != std::string::npos);
    }

    void acceptsAgainAfterTheProcessRanOutOfDescriptors()
    {
        const auto listener = listen(Address::loopback());
        const auto pending = connect(listener->address());
        rlimit before;
        QCOMPARE(::getrlimit(RLIMIT_NOFILE, &before), 0);
        const int lowestFree = ::dup(0);
        ::close(lowestFree);
        rlimit none = before;
        none.rlim_cur = static_cast<rlim_t>(lowestFree);
        QCOMPARE(::setrlimit(RLIMIT_NOFILE, &none), 0);
        runReady(*m_loop);
        QCOMPARE(::setrlimit(RLIMIT_NOFILE, &before), 0);
        QVERIFY(m_accepted.empty());
        QVERIFY(runUntil(*m_loop, [&] { return !m_accepted.empty(); }));
    }
};

DBGR_TEST(TestTcp);

} // namespace tst_tcp

#include "tst_tcp.moc"

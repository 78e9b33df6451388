// SPDX-License-Identifier: GPL-3.0-or-later
// The real stack, all layers on one another: channel, TLS, TCP, event loop.
#include "dbgwire/channel.h"
#include "net/net_error.h"
#include "net/tcp_connect.h"
#include "net/tcp_listener.h"
#include "net/tls_stream.h"
#include "tests/support/net/run_until.h"
#include "tests/support/run/test_class.h"

#include <QTest>

namespace tst_channel_over_tls {

using namespace dbgr;
using namespace std::chrono_literals;
using dbgwire::Channel;
using net::Secret;
using test::runUntil;

class TestChannelOverTls : public QObject
{
    Q_OBJECT

    std::unique_ptr<net::EventLoop> m_loop;
    std::unique_ptr<net::TcpListener> m_listener;
    std::unique_ptr<Channel> m_front, m_daemon;
    std::optional<util::Result<void>> m_frontClosed, m_daemonClosed;
    util::Subscription m_connecting;

    void connect(const Secret& frontSecret, const Secret& daemonSecret)
    {
        m_listener = net::TcpListener::listen(*m_loop, net::Address::loopback(), [=, this](auto stream) {
                         Channel::Handlers handlers;
                         handlers.onClosed = [this](auto why) { m_frontClosed = why; };
                         auto secure = net::tlsServer(*m_loop, std::move(stream), frontSecret).value();
                         m_front = std::make_unique<Channel>(*m_loop, std::move(secure), hello("dbgr"), handlers);
                     }).value();
        m_connecting = net::connectTcp(*m_loop, m_listener->address(), 10s, [=, this](auto stream) {
            Channel::Handlers handlers;
            handlers.onClosed = [this](auto why) { m_daemonClosed = why; };
            handlers.onRequest = [](util::RequestId, debug::EngineCommand, Channel::Respond respond) {
                debug::ValuesReply values;
                for (int i = 0; i < 8; ++i)
                    values.values.push_back({util::RankSet::firstN(4), std::string(1 << 20, 'v'), "char[]", ""});
                respond(debug::EngineReply{values, {}});
            };
            auto secure = net::tlsClient(*m_loop, std::move(stream).value(), daemonSecret).value();
            m_daemon = std::make_unique<Channel>(*m_loop, std::move(secure), hello("dbgd"), handlers);
        });
    }

    static dbgwire::Hello hello(std::string program)
    {
        dbgwire::Hello made;
        made.program = std::move(program);
        return made;
    }

private slots:
    void init() { m_loop = net::EventLoop::create().value(); }
    void cleanup()
    {
        m_front.reset();
        m_daemon.reset();
        m_connecting.cancel();
        m_listener.reset();
        m_frontClosed.reset();
        m_daemonClosed.reset();
        m_loop.reset();
    }

    void carriesALargeReply()
    {
        const Secret secret = Secret::generate().value();
        connect(secret, secret);
        QVERIFY(runUntil(*m_loop, [&] { return m_front && m_front->peer() && m_daemon->peer(); }));
        std::optional<util::Result<debug::EngineReply>> reply;
        m_front->sendRequest({util::RankSet::firstN(4), debug::Evaluate{"text", {}, 0}}, 20s,
                             [&](auto result) { reply = std::move(result); });
        QVERIFY(runUntil(*m_loop, [&] { return reply.has_value(); }));
        QVERIFY(reply->has_value());
        QCOMPARE(std::get<debug::ValuesReply>((*reply)->body).values.size(), std::size_t(8));
        m_daemon->close();
        QVERIFY(runUntil(*m_loop, [&] { return m_frontClosed.has_value(); }));
        QVERIFY(m_frontClosed->has_value());
    }

    void otherSecretGetsNoHello()
    {
        connect(Secret::generate().value(), Secret::generate().value());
        QVERIFY(runUntil(*m_loop, [&] { return m_frontClosed && m_daemonClosed; }));
        QVERIFY(m_frontClosed->error().code == net::Errc::HandshakeFailed);
        QVERIFY(m_daemonClosed->error().code == net::Errc::HandshakeFailed);
        QVERIFY(!m_front->peer() && !m_daemon->peer());
    }
};

DBGR_TEST(TestChannelOverTls);

} // namespace tst_channel_over_tls

#include "tst_channel_over_tls.moc"

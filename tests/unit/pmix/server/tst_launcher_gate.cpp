// SPDX-License-Identifier: GPL-3.0-or-later
// Who gets through the gate: real sockets on the loopback interface, one loop on the test's thread.
#include "net/event_loop.h"
#include "net/tcp_connect.h"
#include "pmix/handshake/tool_handshake.h"
#include "pmix/server/launcher_gate.h"
#include "tests/support/run/test_class.h"

#include <QTest>

namespace tst_launcher_gate {

using namespace dbgr::pmix;
using namespace dbgr;
using namespace std::chrono_literals;

namespace {

using Runner = HandshakeRunner<ToolHandshake>;

ConnectMessage launcher(const std::string& nspace, PeerRole role = PeerRole::ToolNamed)
{
    ConnectMessage hello;
    hello.role = role;
    hello.ids = UserIds::ofThisProcess();
    hello.proc = Proc{nspace, ProcRank(0)};
    hello.version = "5.0.7";
    return hello;
}

/// A peer that knocks once and keeps what came of it.
struct Knocker
{
    Knocker(net::EventLoop& eventLoop, const std::string& uri, ConnectMessage message, std::function<void()> onDone)
        : loop(eventLoop), hello(std::move(message)), done(std::move(onDone))
    {
        const ServerUri server = parseServerUri(uri).value();
        const auto address = net::Address::fromHost(server.host, server.port).value();
        connecting = net::connectTcp(loop, address, 5s, [this](util::Result<std::unique_ptr<net::ByteStream>> stream) {
            runner = std::make_unique<Runner>(loop, *std::move(stream), ToolHandshake(hello), 5s,
                                              [this](util::Result<Runner::Outcome> result) {
                                                  accepted = result.has_value();
                                                  if (result)
                                                      kept = std::move(result->stream);
                                                  done();
                                              });
        });
    }

    net::EventLoop& loop;
    ConnectMessage hello;
    std::function<void()> done;
    util::Subscription connecting;
    std::unique_ptr<Runner> runner;
    std::unique_ptr<net::ByteStream> kept;
    bool accepted = false;
};

} // namespace

class TestLauncherGate : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup();
    void listensOnTheLoopbackOnly();
    void letsTheExpectedOneIn();
    void refusesEverybodyElse_data();
    void refusesEverybodyElse();
    void letsOnlyOneIn();
    void dropsThoseWhoSayNothing();

private:
    /// Runs the loop until `count` knockers are done.
    void run(int count)
    {
        m_left = count;
        const auto limit = m_loop->after(10s, [this] {
            m_timedOut = true;
            m_loop->stop();
        });
        m_loop->run();
        QVERIFY(!m_timedOut);
    }
    void knock(ConnectMessage hello)
    {
        m_knockers.push_back(std::make_unique<Knocker>(*m_loop, m_gate->uri(), std::move(hello), [this] {
            if (--m_left == 0) // let the gate finish its part
                m_timer = m_loop->after(20ms, [this] { m_loop->stop(); });
        }));
    }

    std::unique_ptr<net::EventLoop> m_loop;
    std::unique_ptr<LauncherGate> m_gate;
    std::vector<std::unique_ptr<Knocker>> m_knockers;
    std::unique_ptr<Connection> m_entered;
    util::Subscription m_timer;
    int m_left = 0;
    int m_entries = 0;
    bool m_timedOut = false;
};

void TestLauncherGate::init()
{
    m_entries = 0;
    m_timedOut = false;
    m_loop = net::EventLoop::create().value();
    m_gate = LauncherGate::open(*m_loop, Proc{"dbgr.vm.1", ProcRank(0)}, 200ms).value();
    m_gate->expect([](const ConnectMessage& hello) { return hello.proc.nspace == "launcher@0"; },
                   [this](std::unique_ptr<Connection> connection) {
                       m_entered = std::move(connection);
                       ++m_entries;
                   });
}

void TestLauncherGate::cleanup()
{
    m_timer.cancel();
    m_knockers.clear();
    m_entered.reset();
    m_gate.reset();
    m_loop.reset();
}

void TestLauncherGate::listensOnTheLoopbackOnly()
{
    const ServerUri uri = parseServerUri(m_gate->uri()).value();
    QCOMPARE(uri.host, "127.0.0.1");
    QVERIFY(uri.port != 0);
    QCOMPARE(uri.server.nspace, "dbgr.vm.1");
}

void TestLauncherGate::letsTheExpectedOneIn()
{
    knock(launcher("launcher@0"));
    run(1);
    QVERIFY(m_knockers.front()->accepted);
    QVERIFY(m_entered);
    QCOMPARE(m_entered->peer().proc.nspace, "launcher@0");
    QCOMPARE(m_entered->peer().version, "5.0.7");
}

void TestLauncherGate::refusesEverybodyElse_data()
{
    QTest::addColumn<QString>("nspace");
    QTest::addColumn<int>("role");
    QTest::addColumn<quint32>("uid");
    const quint32 us = UserIds::ofThisProcess().uid;
    QTest::newRow("another name") << "other@0" << 4 << us;
    QTest::newRow("another user") << "launcher@0" << 4 << us + 1;
    QTest::newRow("a client") << "launcher@0" << 0 << us;
    QTest::newRow("a tool without a name") << "" << 3 << us;
    QTest::newRow("no name") << "" << 4 << us;
    QTest::newRow("a singleton") << "launcher@0" << 9 << us;
}

void TestLauncherGate::refusesEverybodyElse()
{
    QFETCH(QString, nspace);
    QFETCH(int, role);
    QFETCH(quint32, uid);
    ConnectMessage hello = launcher(nspace.toStdString(), static_cast<PeerRole>(role));
    hello.ids.uid = uid;
    knock(hello);
    run(1);
    QVERIFY(!m_knockers.front()->accepted);
    QVERIFY(!m_entered);
}

void TestLauncherGate::letsOnlyOneIn()
{
    knock(launcher("launcher@0"));
    knock(launcher("launcher@0"));
    run(2);
    QVERIFY(m_entered);
    QVERIFY(m_knockers[0]->accepted || m_knockers[1]->accepted);
    QCOMPARE(m_entries, 1);
}

void TestLauncherGate::dropsThoseWhoSayNothing()
{
    const ServerUri server = parseServerUri(m_gate->uri()).value();
    const auto address = net::Address::fromHost(server.host, server.port).value();
    std::unique_ptr<net::ByteStream> silent;
    bool dropped = false;
    const auto connecting =
        net::connectTcp(*m_loop, address, 5s, [&](util::Result<std::unique_ptr<net::ByteStream>> stream) {
            silent = *std::move(stream);
            silent->setReader([](std::string_view) {});
            silent->setClosed([&](const util::Result<void>&) {
                dropped = true;
                m_loop->stop();
            });
        });
    run(1);
    QVERIFY(dropped);
}

DBGR_TEST(TestLauncherGate, QCoreApplication);

} // namespace tst_launcher_gate

#include "tst_launcher_gate.moc"

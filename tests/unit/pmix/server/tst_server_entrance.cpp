// SPDX-License-Identifier: GPL-3.0-or-later
// Who gets into a server, under which name, and who does not.
#include "net/tcp_connect.h"
#include "pmix/ops/finalize.h"
#include "tests/support/pmix/pmix_vectors.h"
#include "tests/support/run/test_class.h"
#include "tests/unit/pmix/server/server_scenario.h"

#include <QTest>

#include <cstring>

namespace tst_server_entrance {

using namespace dbgr::pmix;
using namespace dbgr::test;
using namespace dbgr;
using namespace std::chrono_literals;

namespace {

/// Everything that one end sends, on a socket that nobody tells what to do.
struct RawSocket
{
    RawSocket(net::EventLoop& loop, const std::string& uri)
    {
        const ServerUri server = parseServerUri(uri).value();
        connecting = net::connectTcp(loop, net::Address::fromHost(server.host, server.port).value(), 5s,
                                     [this](util::Result<std::unique_ptr<net::ByteStream>> connected) {
                                         stream = *std::move(connected);
                                         stream->setReader([this](std::string_view bytes) { received += bytes; });
                                         stream->setClosed([this](const util::Result<void>&) { closed = true; });
                                         if (!toSend.empty())
                                             stream->write(toSend);
                                     });
    }
    util::Subscription connecting;
    std::unique_ptr<net::ByteStream> stream;
    std::string toSend;
    std::string received;
    bool closed = false;
};

/// A captured connect message with our own user in it: its credential, and where the role has it, its ids.
std::string withOurUser(std::string bytes)
{
    const UserIds us = UserIds::ofThisProcess();
    constexpr std::size_t kCredential = FrameHeader::kBytes + sizeof "native" + 4;
    std::memcpy(bytes.data() + kCredential, &us.uid, 4);
    std::memcpy(bytes.data() + kCredential + 4, &us.gid, 4);
    if (bytes[kCredential + 8] != 0) // the role
        for (std::size_t i = 0; i < 4; ++i)
            bytes[kCredential + 9 + i] = static_cast<char>(us.uid >> (24 - 8 * i));
    return bytes;
}

} // namespace

class TestServerEntrance : public QObject
{
    Q_OBJECT

private slots:
    void everyRoleGetsIn_data();
    void everyRoleGetsIn();
    void capturedPeersGetIn_data();
    void capturedPeersGetIn();
    void strangersAreRefused_data();
    void strangersAreRefused();
    void otherUsersAreRefused_data();
    void otherUsersAreRefused();
    void aRankIsConnectedOnce();
    void aFinalizedRankMayComeBack();
    void aHostWithoutAHookRefusesEveryTool();
    void aHostMayTakeItsTime();
    void aVisitorThatGivesUpIsForgotten();
    void aToolCannotTakeAProcesssName();
    void halfHandshakesAreDroppedInTime();
    void noMoreHandshakesThanTheLimit();
    void noMorePeersThanTheLimit();
    void aClosedSocketProvesNothing();
    void aHundredRanksAtOnce();
};

void TestServerEntrance::everyRoleGetsIn_data()
{
    QTest::addColumn<int>("role");
    QTest::addColumn<QString>("nspace");
    QTest::addColumn<QString>("as");
    QTest::newRow("client") << 0 << "job@1"
                            << "job@1";
    QTest::newRow("tool") << 3 << ""
                          << "tool@1";
    QTest::newRow("named tool") << 4 << "mine"
                                << "mine";
    QTest::newRow("spawned tool") << 5 << "job@1"
                                  << "job@1";
    QTest::newRow("launcher") << 6 << ""
                              << "tool@1";
    QTest::newRow("named launcher") << 7 << "prun.1"
                                    << "prun.1";
    QTest::newRow("spawned launcher") << 8 << "job@1"
                                      << "job@1";
    QTest::newRow("singleton") << 9 << "singleton.node.1"
                               << "singleton.node.1";
    QTest::newRow("known singleton") << 9 << "job@1"
                                     << "job@1";
    QTest::newRow("scheduler") << 10 << "scheduler"
                               << "scheduler";
}

void TestServerEntrance::everyRoleGetsIn()
{
    QFETCH(int, role);
    QFETCH(QString, nspace);
    QFETCH(QString, as);
    ServerScenario scenario;
    ServerPeer* peer = scenario.enter(helloAs(static_cast<PeerRole>(role), Proc{nspace.toStdString(), ProcRank(0)}));
    QVERIFY(peer != nullptr);
    QCOMPARE(peer->self.nspace, as.toStdString());
    QVERIFY(role == 0 || peer->server == scenario.server->self());
    const auto peers = scenario.server->peers();
    QCOMPARE(peers.size(), std::size_t(1));
    QCOMPARE(int(peers.front().role), role);
    QCOMPARE(peers.front().proc().nspace, as.toStdString());
    QCOMPARE(peers.front().ids.uid, std::uint32_t(::geteuid()));
    QCOMPARE(peers.front().ids.gid, std::uint32_t(::getegid()));
    QCOMPARE(peers.front().peer.version, "5.0.7");
    QCOMPARE(scenario.host.has("connected job@1.0"), as == "job@1"); // whatever role its process has
}

void TestServerEntrance::capturedPeersGetIn_data()
{
    QTest::addColumn<QByteArray>("bytes");
    for (const VectorSession& session : loadPmixSessions())
        for (std::size_t i = 0; i < session.connections.size(); ++i) {
            const VectorEntry& first = session.connections[i].entries.front();
            if (first.kind == VectorEntry::Kind::Connect && !first.cut)
                QTest::addRow("%s, %zu", session.name.c_str(), i)
                    << QByteArray(first.bytes.data(), qsizetype(first.bytes.size()));
        }
}

void TestServerEntrance::capturedPeersGetIn()
{
    QFETCH(QByteArray, bytes);
    const std::string message = withOurUser(bytes.toStdString());
    const auto hello = decodeConnectMessage(std::string_view(message).substr(FrameHeader::kBytes)).value();
    ServerScenario scenario;
    if (roleHasName(hello.role)) {
        JobRecord job = jobRecord(0, hello.proc.nspace);
        job.localRanks = {hello.proc.rank};
        const bool isProcess = hello.role == PeerRole::Client || hello.role == PeerRole::ToolSpawned;
        if (isProcess)
            QVERIFY(scenario.server->registerJob(std::move(job)));
    }
    RawSocket socket(*scenario.loop, scenario.server->uri());
    socket.toSend = message;
    QVERIFY(scenario.wait([&] { return !scenario.server->peers().empty() && socket.received.size() >= 8; }));
    QCOMPARE(socket.received.substr(0, 4), std::string(4, '\0'));
    const std::size_t tail =
        hello.role == PeerRole::Client || (hello.role == PeerRole::Singleton && hello.version.starts_with('6'))
            ? 4
            : 260u + 4u + (roleGetsName(hello.role) ? 260u : 0u);
    QCOMPARE(socket.received.size(), 4 + tail);
    QCOMPARE(scenario.server->peers().front().peer.version, hello.version);
}

void TestServerEntrance::strangersAreRefused_data()
{
    QTest::addColumn<int>("role");
    QTest::addColumn<QString>("nspace");
    QTest::addColumn<quint32>("rank");
    QTest::addColumn<int>("status");
    const int notFound = int(Status::ErrNotFound);
    QTest::newRow("a client of an unknown job") << 0 << "other" << 0u << notFound;
    QTest::newRow("a client without a job") << 0 << "" << 0u << notFound;
    QTest::newRow("a rank that is not there") << 0 << "job@1" << 4u << notFound;
    QTest::newRow("all ranks") << 0 << "job@1" << 0xfffffffeu << notFound;
    QTest::newRow("a spawned tool of an unknown job") << 5 << "other" << 0u << notFound;
    QTest::newRow("a spawned launcher of an unknown job") << 8 << "other" << 0u << notFound;
    QTest::newRow("a singleton with a rank that is not there") << 9 << "job@1" << 9u << notFound;
    QTest::newRow("a tool of PMIx 2") << 1 << "" << 0u << int(Status::ErrNotSupported);
    QTest::newRow("a launcher of PMIx 2") << 2 << "" << 0u << int(Status::ErrNotSupported);
}

void TestServerEntrance::strangersAreRefused()
{
    QFETCH(int, role);
    QFETCH(QString, nspace);
    QFETCH(quint32, rank);
    QFETCH(int, status);
    ServerScenario scenario;
    ServerPeer& peer = scenario.knock(helloAs(static_cast<PeerRole>(role), Proc{nspace.toStdString(), ProcRank(rank)}));
    QVERIFY(!peer.enter());
    QCOMPARE(peer.refusal, make_error_code(static_cast<Status>(status)));
    QVERIFY(scenario.server->peers().empty());
    QVERIFY(scenario.host.lines.empty() && scenario.host.visits.empty());
}

void TestServerEntrance::otherUsersAreRefused_data()
{
    QTest::addColumn<int>("role");
    QTest::addColumn<bool>("jobOfAnother");
    QTest::addColumn<quint32>("claims");
    const quint32 us = ::geteuid();
    QTest::newRow("a client that says it is another") << 0 << false << us + 1;
    QTest::newRow("a tool that says it is another") << 3 << false << us + 1;
    QTest::newRow("we as a process of another's job") << 0 << true << us;
    QTest::newRow("we claim to be the job's user") << 0 << true << us + 1;
    QTest::newRow("a spawned tool that claims it") << 5 << true << us + 1;
}

void TestServerEntrance::otherUsersAreRefused()
{
    QFETCH(int, role);
    QFETCH(bool, jobOfAnother);
    QFETCH(quint32, claims);
    ServerScenario scenario;
    QVERIFY(scenario.server->registerJob(jobRecord(1, "foreign@1", ::geteuid() + 1)));
    auto hello = helloAs(static_cast<PeerRole>(role),
                         Proc{role == 3 ? "" : (jobOfAnother ? "foreign@1" : "job@1"), ProcRank(0)});
    hello.ids.uid = claims;
    ServerPeer& peer = scenario.knock(hello);
    QVERIFY(!peer.enter());
    QCOMPARE(peer.refusal, make_error_code(Status::ErrInvalidCred));
    QVERIFY(scenario.host.visits.empty());
}

void TestServerEntrance::aRankIsConnectedOnce()
{
    ServerScenario scenario;
    QVERIFY(scenario.client(0) != nullptr);
    ServerPeer& second = scenario.knock(helloAs(PeerRole::Client, Proc{"job@1", ProcRank(0)}));
    QVERIFY(!second.enter());
    QCOMPARE(second.refusal, make_error_code(Status::ErrExists));
    QVERIFY(scenario.client(1) != nullptr);
    QCOMPARE(scenario.server->peers().size(), std::size_t(2));
}

void TestServerEntrance::aFinalizedRankMayComeBack()
{
    ServerScenario scenario;
    ServerPeer* first = scenario.client(0);
    QVERIFY(first->ask(encodeFinalize({})));
    ServerPeer* second = scenario.client(0); // before the first has closed
    QVERIFY(second != nullptr);
    first->connection->close();
    QVERIFY(scenario.wait([&] { return scenario.server->peers().size() == 1; }));
    QVERIFY(!scenario.host.has("lost job@1.0"));
    QVERIFY(!scenario.client(0)); // the second is still there
    second->connection->close();
    QVERIFY(scenario.wait([&] { return scenario.host.has("lost job@1.0"); }));
}

void TestServerEntrance::aHostWithoutAHookRefusesEveryTool()
{
    const auto loop = net::EventLoop::create().value();
    ServerHost host;
    ServerConfig config;
    config.self = Proc{"server", ProcRank(0)};
    const auto server = Server::create(*loop, config, host).value();
    for (const int role : {3, 4, 6, 7, 9, 10}) {
        ServerPeer peer(*loop, server->uri(), helloAs(static_cast<PeerRole>(role), Proc{"mine", ProcRank(0)}));
        QVERIFY(!peer.enter());
        QCOMPARE(peer.refusal, make_error_code(Status::ErrNotSupported));
    }
}

void TestServerEntrance::aHostMayTakeItsTime()
{
    ServerScenario scenario;
    Answer<Proc> answer;
    scenario.host.onVisit = [&](const ToolVisit& visit, Answer<Proc> later) {
        QCOMPARE(find(visit.infos, keys::kCmdLine)->asString(), "mytool");
        answer = std::move(later);
    };
    auto hello = helloAs(PeerRole::ToolNeedsName);
    hello.infos.emplace_back(keys::kCmdLine, Value::string("mytool"));
    ServerPeer& first = scenario.knock(hello);
    QVERIFY(scenario.wait([&] { return bool(answer); }));
    const Answer<Proc> admit = std::exchange(answer, nullptr);
    ServerPeer& second = scenario.knock(hello);
    QVERIFY(scenario.wait([&] { return bool(answer); }));
    answer(util::fail(Status::ErrNoPermissions, "not you"));
    QVERIFY(!second.enter());
    QCOMPARE(second.refusal, make_error_code(Status::ErrNoPermissions));
    QVERIFY(!first.done);
    admit(Proc{"late@1", ProcRank(0)});
    QVERIFY(first.enter());
    QCOMPARE(first.self.nspace, "late@1");
    admit(Proc{"again@1", ProcRank(0)}); // of no effect
    QCOMPARE(scenario.server->peers().size(), std::size_t(1));
}

void TestServerEntrance::aVisitorThatGivesUpIsForgotten()
{
    ServerConfig config;
    config.handshakeLimit = 100ms;
    ServerScenario scenario(config);
    Answer<Proc> answer;
    scenario.host.onVisit = [&](const ToolVisit&, Answer<Proc> later) { answer = std::move(later); };
    ServerPeer& peer = scenario.knock(helloAs(PeerRole::ToolNeedsName));
    QVERIFY(!peer.enter()); // the limit is the server's
    answer(Proc{"late@1", ProcRank(0)});
    QVERIFY(scenario.server->peers().empty());
    QVERIFY(scenario.host.lines == std::vector<std::string>{"tool lost late@1.0"}); // so that it can clean up
    answer(Proc{"late@1", ProcRank(0)});
    QCOMPARE(scenario.host.lines.size(), std::size_t(1));
}

void TestServerEntrance::aToolCannotTakeAProcesssName()
{
    ServerScenario scenario;
    for (const PeerRole role : {PeerRole::ToolNamed, PeerRole::LauncherNamed, PeerRole::Scheduler}) {
        ServerPeer& peer = scenario.knock(helloAs(role, Proc{"job@1", ProcRank(0)}));
        QVERIFY(!peer.enter());
        QCOMPARE(peer.refusal, make_error_code(Status::ErrNoPermissions));
    }
    QVERIFY(scenario.host.visits.empty());
}

void TestServerEntrance::halfHandshakesAreDroppedInTime()
{
    ServerConfig config;
    config.handshakeLimit = 100ms;
    ServerScenario scenario(config);
    const std::string whole = encodeConnectMessage(helloAs(PeerRole::ToolNeedsName)).value();
    std::vector<std::unique_ptr<RawSocket>> sockets;
    for (const std::size_t size :
         {std::size_t(0), std::size_t(1), std::size_t(15), std::size_t(16), whole.size() - 1}) {
        sockets.push_back(std::make_unique<RawSocket>(*scenario.loop, scenario.server->uri()));
        sockets.back()->toSend = whole.substr(0, size);
    }
    QVERIFY(scenario.wait([&] {
        return std::all_of(sockets.begin(), sockets.end(), [](const auto& socket) { return socket->closed; });
    }));
    for (const auto& socket : sockets)
        QVERIFY(socket->received.empty());
    QVERIFY(scenario.tool() != nullptr); // the others' silence was nobody's loss
}

void TestServerEntrance::noMoreHandshakesThanTheLimit()
{
    ServerConfig config;
    config.maxHandshakes = 3;
    ServerScenario scenario(config);
    std::vector<std::unique_ptr<RawSocket>> sockets;
    for (int i = 0; i < 5; ++i)
        sockets.push_back(std::make_unique<RawSocket>(*scenario.loop, scenario.server->uri()));
    const auto closed = [&] {
        return std::count_if(sockets.begin(), sockets.end(), [](const auto& socket) { return socket->closed; });
    };
    QVERIFY(scenario.wait([&] { return closed() == 2; }));
    runReady(*scenario.loop);
    QCOMPARE(closed(), 2);
}

void TestServerEntrance::noMorePeersThanTheLimit()
{
    ServerConfig config;
    config.maxPeers = 2;
    ServerScenario scenario(config);
    QVERIFY(scenario.client(0) && scenario.client(1));
    ServerPeer& third = scenario.knock(helloAs(PeerRole::Client, Proc{"job@1", ProcRank(2)}));
    QVERIFY(!third.enter());
    QCOMPARE(third.refusal, make_error_code(Status::ErrOutOfResource));
}

/// The kernel shows the socket of a process that is gone as root's. Whoever connects to a server of root, says that he
/// is root, asks and runs away must not be believed.
void TestServerEntrance::aClosedSocketProvesNothing()
{
    ServerScenario scenario;
    RawSocket socket(*scenario.loop, scenario.server->uri());
    QVERIFY(scenario.wait([&] { return bool(socket.stream); }));
    socket.stream->write(encodeConnectMessage(helloAs(PeerRole::ToolNeedsName)).value());
    socket.stream.reset();
    runReady(*scenario.loop, 100);
    QVERIFY(scenario.host.visits.empty());
    QVERIFY(scenario.server->peers().empty());
}

void TestServerEntrance::aHundredRanksAtOnce()
{
    ServerScenario scenario;
    constexpr std::uint32_t kRanks = 128;
    QVERIFY(scenario.server->registerJob(jobRecord(kRanks, "big@1")));
    for (std::uint32_t rank = 0; rank < kRanks; ++rank)
        scenario.knock(helloAs(PeerRole::Client, Proc{"big@1", ProcRank(rank)}));
    QVERIFY(scenario.wait([&] { return scenario.server->peers().size() == kRanks; }));
}

DBGR_TEST(TestServerEntrance, QCoreApplication);

} // namespace tst_server_entrance

#include "tst_server_entrance.moc"

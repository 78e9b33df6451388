// SPDX-License-Identifier: GPL-3.0-or-later
// What a running dbgrun bears: strangers at its door, and clients and tools that mean harm. After each attack it lives,
// lets new tools in, and a job that has nothing to do with it goes on.
#include "pmix/ops/abort.h"
#include "pmix/ops/commit.h"
#include "pmix/ops/get.h"
#include "pmix/ops/job_control.h"
#include "pmix/ops/job_info.h"
#include "pmix/ops/publish.h"
#include "pmix/ops/reply.h"
#include "pmix/ops/spawn.h"
#include "pmix/types/all_types.h"
#include "pmix/types/keys.h"
#include "tests/integration/launcher/attacked_launcher.h"
#include "tests/support/pmix/pmix_vectors.h"
#include "tests/support/run/test_class.h"

#include <QElapsedTimer>
#include <QTest>

#include <functional>
#include <random>

#include <netinet/in.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

namespace tst_hostile_clients {

using namespace dbgr::pmix;
using namespace dbgr::test;
using namespace dbgr;
using namespace std::chrono_literals;

using Bytes = std::string;
using Adjust = std::function<void(ConnectMessage& hello)>;
using MakeRequest = std::function<Bytes(int number)>;

namespace {

/// The server's limit for a handshake, and what we allow on top of it.
constexpr std::chrono::milliseconds kHandshakeLimit = 10s;
constexpr std::chrono::milliseconds kSlack = 5s;
/// What attacks may cost at most: the limits of all stores together, twice.
constexpr std::size_t kMemoryBound = std::size_t{512} << 20;
constexpr uid_t kNobody = 65534;

Bytes header(std::uint32_t bodyBytes)
{
    return encodeConnectHeader(bodyBytes);
}

ConnectMessage honestHello()
{
    ConnectMessage hello = helloAs(PeerRole::ToolNeedsName);
    hello.credential = makeCredential(hello.securityModule, hello.ids).value();
    return hello;
}

Bytes goodHello()
{
    return encodeConnectMessage(honestHello()).value();
}

Bytes noise(std::size_t size, unsigned seed)
{
    std::mt19937 random(seed);
    Bytes bytes(size, '\0');
    for (char& byte : bytes)
        byte = static_cast<char>(random());
    return bytes;
}

/// A connect message with another byte where its role is.
Bytes helloInRole(std::uint8_t role)
{
    const ConnectMessage hello = honestHello();
    Bytes bytes = encodeConnectMessage(hello).value();
    bytes[FrameHeader::kBytes + hello.securityModule.size() + 1 + 4 + hello.credential.size()] =
        static_cast<char>(role);
    return bytes;
}

/// A request that publishes an array in an array in an array ...
Bytes publishNested(int depth)
{
    Value value = Value::boolean(true);
    for (int i = 0; i < depth; ++i)
        value = Value::infos({Info("k", value)});
    return encodePublish({}, PublishRequest{::geteuid(), {Info("nested", value)}}).value();
}

/// The same, deeper than we would write it ourselves.
Bytes publishNestedTooDeep(int depth)
{
    const Bytes two = publishNested(2), three = publishNested(3);
    const auto [first, second] = std::ranges::mismatch(two, three);
    const auto at = static_cast<std::size_t>(second - three.begin());
    const Bytes layer = three.substr(at, three.size() - two.size());
    Bytes deep = three.substr(0, at);
    for (int i = 0; i < depth; ++i)
        deep += layer;
    return deep + two.substr(at);
}

Bytes publishMuch(int number)
{
    return encodePublish({},
                         PublishRequest{::geteuid(),
                                        {Info("much." + std::to_string(number), Value::string(Bytes(4 << 20, 'x')))}})
        .value();
}

Bytes commitMuch(int number)
{
    return encodeCommit({}, {{Scope::Global, {{"much." + std::to_string(number), Value::string(Bytes(4 << 20, 'x'))}}}})
        .value();
}

Bytes registerCode(int number)
{
    const std::vector<Status> codes{Status{-100000 - number}};
    return encodeEventRegistration({}, codes).value();
}

Bytes pullOwnOutput(int number)
{
    const std::vector<Proc> sources{Proc{"", kRankWildcard}};
    return encodeIofPull({}, sources, IofChannel::Stdout, static_cast<std::uint64_t>(number)).value();
}

/// Alive for as long as it should not be: other than by tools, output and life are what a job has to lose.
Bytes notifyMuch(int number)
{
    EventNotice notice;
    notice.code = Status{-200000 - number};
    notice.range = DataRange::Session;
    notice.infos.emplace_back("much", Value::string(Bytes(1 << 20, 'x')));
    return encodeNotify({}, notice).value();
}

/// Requests that are not for other processes to mutate: they would start or end what is not ours.
bool isDangerous(Command command)
{
    return command == Command::Spawn;
}

Command commandOf(WireFormat format, std::string_view body)
{
    Unpacker unpacker(format, body);
    return unpacker.unpack<DataType::Command>().value_or(Command::Request);
}

Bytes mutated(Bytes body, std::mt19937& random)
{
    for (int i = 0; i < 3 && !body.empty(); ++i)
        body[random() % body.size()] = static_cast<char>(random());
    return body;
}

} // namespace

class TestHostileClients : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { QCOMPARE(m_dvm.start(), QByteArray()); }
    void cleanup() { QCOMPARE(m_dvm.health(), QByteArray()); }
    void cleanupTestCase();
    void garbageIsDroppedAtOnce_data();
    void garbageIsDroppedAtOnce();
    void halfHandshakesAreDroppedWithinTheLimit();
    void aSlowButWholeHandshakeIsFine();
    void strangersAreRefused_data();
    void strangersAreRefused();
    void anotherUserIsRefusedWhateverItClaims();
    void crowdsOfAnotherUserKeepNobodyOut();
    void twoThousandConnectionsAtOnce();
    void whoNeverReadsIsCutOff();
    void floodsMeetLimits_data();
    void floodsMeetLimits();
    void eventsThatNobodyWantsAreBounded();
    void deepNestingIsRefused();
    void hugeSpawnsAreRefused();
    void brokenRequestsHarmNobody_data();
    void brokenRequestsHarmNobody();
    void ranksKeepTheirHandsOffOtherJobs();
    void aToolMayActOnAllJobs();

private:
    /// Whether each of them is closed by the other side within that time.
    bool allClosed(const std::vector<RawSocket>& sockets, std::chrono::milliseconds limit);
    util::Result<Bytes> control(ServerPeer& peer, const Proc& target, Info directive);

    AttackedLauncher m_dvm;
};

void TestHostileClients::cleanupTestCase()
{
    QCOMPARE(m_dvm.end(), QByteArray());
}

bool TestHostileClients::allClosed(const std::vector<RawSocket>& sockets, std::chrono::milliseconds limit)
{
    std::vector<const RawSocket*> open;
    for (const RawSocket& socket : sockets)
        open.push_back(&socket);
    return runUntil(
        m_dvm.loop(),
        [&] {
            std::erase_if(open, [](const RawSocket* socket) { return socket->isClosed(); });
            return open.empty();
        },
        limit);
}

util::Result<Bytes> TestHostileClients::control(ServerPeer& peer, const Proc& target, Info directive)
{
    const std::vector<Proc> targets{target};
    const std::vector<Info> directives{std::move(directive)};
    return peer.ask(encodeJobControl({}, targets, directives));
}

// ---- At the door

void TestHostileClients::garbageIsDroppedAtOnce_data()
{
    QTest::addColumn<Bytes>("bytes");
    QTest::newRow("noise") << noise(65536, 1);
    QTest::newRow("more noise") << noise(1 << 20, 2);
    QTest::newRow("HTTP") << Bytes("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n");
    QTest::newRow("all ones") << Bytes(4096, '\xff');
    for (const std::uint32_t size : {131073u, 0x7fffffffu, 0x80000000u, 0xffffffffu})
        QTest::addRow("a connect message of %u bytes", size) << header(size) + Bytes(1024, 'x');
    QTest::newRow("an empty connect message") << header(0);
    QTest::newRow("a connect message of noise") << header(4096) + noise(4096, 3);
    QTest::newRow("a credential of 4 GiB") << header(200) + Bytes("native\0", 7) + Bytes(193, '\xff');
    QTest::newRow("no end of a text") << header(131072) + Bytes(131072, 'x');
}

void TestHostileClients::garbageIsDroppedAtOnce()
{
    QFETCH(Bytes, bytes);
    std::vector<RawSocket> sockets;
    for (int i = 0; i < 20; ++i) {
        sockets.emplace_back(m_dvm.port());
        QVERIFY(sockets.back().isConnected());
        sockets.back().send(bytes);
    }
    QVERIFY(allClosed(sockets, kSlack));
}

void TestHostileClients::halfHandshakesAreDroppedWithinTheLimit()
{
    const Bytes hello = goodHello();
    std::vector<RawSocket> sockets;
    for (const std::size_t length : {std::size_t(0), std::size_t(1), std::size_t(8), std::size_t(16), std::size_t(17),
                                     hello.size() / 2, hello.size() - 1}) {
        sockets.emplace_back(m_dvm.port());
        sockets.back().send(std::string_view(hello).substr(0, length));
    }
    // One byte after the other does not buy more time.
    const RawSocket& dripping = sockets.emplace_back(m_dvm.port());
    dripping.send(header(131072));
    QElapsedTimer clock;
    clock.start();
    const auto drip = runUntil(
        m_dvm.loop(),
        [&] {
            dripping.send("x");
            return dripping.isClosed();
        },
        kHandshakeLimit + kSlack);
    QVERIFY(drip);
    QVERIFY2(clock.elapsed() > kHandshakeLimit.count() / 2, "dropped before its time");
    QVERIFY(allClosed(sockets, kSlack));
}

void TestHostileClients::aSlowButWholeHandshakeIsFine()
{
    const RawSocket slow(m_dvm.port());
    for (const char byte : goodHello()) {
        slow.send(std::string_view(&byte, 1));
        m_dvm.turn(1ms);
    }
    m_dvm.turn(500ms);
    QVERIFY(!slow.isClosed());
}

void TestHostileClients::strangersAreRefused_data()
{
    QTest::addColumn<Adjust>("adjust");
    const auto row = [](const char* name, const Adjust& adjust) { QTest::newRow(name) << adjust; };
    row("another uid", [](ConnectMessage& hello) { ++hello.ids.uid; });
    row("a short credential", [](ConnectMessage& hello) { hello.credential = "xyz"; });
    row("the credential of another user", [](ConnectMessage& hello) {
        hello.credential = makeCredential("native", {hello.ids.uid + 1, hello.ids.gid}).value();
    });
    row("another way to prove it", [](ConnectMessage& hello) { hello.securityModule = "munge"; });
    row("no way to prove it", [](ConnectMessage& hello) { hello.securityModule = ""; });
    row("a rank of no job", [](ConnectMessage& hello) {
        hello.role = PeerRole::Client;
        hello.proc = Proc{"no.such.job", ProcRank(0)};
    });
    row("a rank that its job does not have", [this](ConnectMessage& hello) {
        hello.role = PeerRole::Client;
        hello.proc = Proc{m_dvm.innocentJob(), ProcRank(2)};
    });
    row("a whole job", [this](ConnectMessage& hello) {
        hello.role = PeerRole::Client;
        hello.proc = Proc{m_dvm.innocentJob(), kRankWildcard};
    });
    row("a tool with the name of a rank", [this](ConnectMessage& hello) {
        hello.role = PeerRole::ToolNamed;
        hello.proc = Proc{m_dvm.innocentJob(), ProcRank(0)};
    });
    row("a tool with the name of another", [this](ConnectMessage& hello) {
        hello.role = PeerRole::ToolNamed;
        hello.proc = m_dvm.witness().self;
    });
    row("a tool with the launcher's name", [this](ConnectMessage& hello) {
        hello.role = PeerRole::LauncherNamed;
        hello.proc = m_dvm.witness().server;
    });
    row("a name that is too long", [](ConnectMessage& hello) {
        hello.role = PeerRole::ToolNamed;
        hello.proc = Proc{Bytes(5000, 'n'), ProcRank(0)};
    });
    row("a rank that is connected", {}); // twice the same, below
    for (const std::uint8_t role : {11, 128, 255})
        QTest::addRow("role %d", role) << Adjust([role](ConnectMessage& hello) { hello.role = PeerRole{role}; });
}

void TestHostileClients::strangersAreRefused()
{
    QFETCH(Adjust, adjust);
    ConnectMessage hello = honestHello();
    std::unique_ptr<ServerPeer> first;
    if (adjust) {
        adjust(hello);
    } else {
        const std::string job = m_dvm.spawnIdle();
        first = m_dvm.enterAsRank(job);
        QVERIFY(first);
        hello.role = PeerRole::Client;
        hello.proc = first->self;
    }
    // As bytes: our own side of the handshake would object to some of this.
    const auto role = static_cast<std::uint8_t>(hello.role);
    std::vector<RawSocket> sockets;
    sockets.emplace_back(m_dvm.port());
    sockets.back().send(role > 10 ? helloInRole(role) : encodeConnectMessage(hello).value());
    QVERIFY(allClosed(sockets, kSlack));
    QVERIFY(!first || !first->lost);
}

/// Runs `attack` in a process of a user that has nothing to do with us; only system calls there.
template <class Attack>
static pid_t asNobody(Attack attack)
{
    const pid_t child = ::fork();
    if (child == 0) {
        if (::setgid(kNobody) != 0 || ::setuid(kNobody) != 0)
            ::_exit(100);
        ::_exit(attack());
    }
    return child;
}

static int connectTo(std::uint16_t port)
{
    const int fd = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in to{};
    to.sin_family = AF_INET;
    to.sin_port = htons(port);
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    return fd >= 0 && ::connect(fd, reinterpret_cast<const sockaddr*>(&to), sizeof to) == 0 ? fd : -1;
}

void TestHostileClients::anotherUserIsRefusedWhateverItClaims()
{
    if (::geteuid() != 0)
        QSKIP("only root can be two users");
    const Bytes hello = goodHello(); // with root's credential
    const pid_t child = asNobody([&] {
        const int fd = connectTo(m_dvm.port());
        if (fd < 0 || ::write(fd, hello.data(), hello.size()) < 0)
            return 101;
        // A refusal is a status that is not 0, or nothing at all, and then the end.
        std::int32_t status = -1;
        pollfd waits{fd, POLLIN, 0};
        if (::poll(&waits, 1, 5000) != 1)
            return 102;
        const auto got = ::read(fd, &status, sizeof status);
        return got == sizeof status && status == 0 ? 1 : 0;
    });
    int status = -1;
    QVERIFY(runUntil(m_dvm.loop(), [&] { return status != -1 || ::waitpid(child, &status, WNOHANG) == child; }));
    QVERIFY(WIFEXITED(status));
    QCOMPARE(WEXITSTATUS(status), 0);
}

void TestHostileClients::crowdsOfAnotherUserKeepNobodyOut()
{
    if (::geteuid() != 0)
        QSKIP("only root can be two users");
    const pid_t child = asNobody([&] {
        for (int i = 0; i < 900; ++i)
            if (connectTo(m_dvm.port()) < 0)
                break;
        ::raise(SIGSTOP); // to tell that they are all there
        return 0;
    });
    int status = -1;
    const bool come =
        runUntil(m_dvm.loop(), [&] { return status != -1 || ::waitpid(child, &status, WNOHANG | WUNTRACED) == child; });
    const QByteArray health = m_dvm.health();
    ::kill(child, SIGKILL);
    ::waitpid(child, &status, 0);
    QVERIFY(come);
    QCOMPARE(health, QByteArray());
}

void TestHostileClients::twoThousandConnectionsAtOnce()
{
    rlimit files{};
    QCOMPARE(::getrlimit(RLIMIT_NOFILE, &files), 0);
    files.rlim_cur = files.rlim_max;
    QCOMPARE(::setrlimit(RLIMIT_NOFILE, &files), 0);
    const std::size_t before = m_dvm.mostMemory();
    std::vector<RawSocket> sockets;
    sockets.reserve(2000);
    for (int i = 0; i < 2000; ++i) {
        sockets.emplace_back(m_dvm.port());
        QVERIFY(sockets.back().isConnected());
    }
    // More than may be in their handshake are cut off at once.
    const auto open = [&] {
        return std::ranges::count_if(sockets, [](const RawSocket& socket) { return !socket.isClosed(); });
    };
    QVERIFY(runUntil(m_dvm.loop(), [&] { return open() <= 512; }));
    QVERIFY(m_dvm.mostMemory() < before + kMemoryBound);
    sockets.clear();
    QVERIFY(runUntil(
        m_dvm.loop(), [&] { return m_dvm.enterAsTool() != nullptr; }, kHandshakeLimit + kSlack));
}

// ---- Behind it

void TestHostileClients::whoNeverReadsIsCutOff()
{
    const auto client = m_dvm.enterAsRank(m_dvm.spawnIdle());
    QVERIFY(client);
    const std::size_t before = m_dvm.mostMemory();
    client->connection->pauseReading(true);
    const Bytes request = encodeJobInfoRequest({}).value();
    // Its end is noticed by us only when we read again, or when we write.
    (void)flood(m_dvm.loop(), *client, request, 200000);
    QCOMPARE(m_dvm.health(), QByteArray());
    client->connection->pauseReading(false);
    QVERIFY(runUntil(m_dvm.loop(), [&] { return client->lost; }));
    QVERIFY2(m_dvm.mostMemory() < before + kMemoryBound, std::to_string(m_dvm.mostMemory()).c_str());
}

void TestHostileClients::floodsMeetLimits_data()
{
    QTest::addColumn<MakeRequest>("request");
    QTest::addColumn<int>("times");
    const auto row = [](const char* name, MakeRequest request, int times) {
        QTest::newRow(name) << std::move(request) << times;
    };
    row("events registered", registerCode, 2000);
    row("published", publishMuch, 40);
    row("committed", commitMuch, 40);
    row("output pulled", pullOwnOutput, 2000);
}

void TestHostileClients::floodsMeetLimits()
{
    QFETCH(MakeRequest, request);
    QFETCH(int, times);
    const std::string job = m_dvm.spawnIdle();
    const auto client = m_dvm.enterAsRank(job);
    const auto tool = m_dvm.enterAsTool();
    QVERIFY(client && tool);
    const bool pulls = QByteArray(QTest::currentDataTag()) == "output pulled";
    ServerPeer& peer = pulls ? *tool : *client;
    const std::size_t before = m_dvm.mostMemory();
    std::error_code refusal;
    for (int i = 0; i < times && !refusal; ++i)
        refusal = statusOf(peer.ask(request(i)));
    QCOMPARE(refusal, make_error_code(Status::ErrOutOfResource));
    QVERIFY(m_dvm.mostMemory() < before + kMemoryBound);
    // It was refused, not cut off.
    QVERIFY(peer.ask(encodeJobInfoRequest({})));
}

void TestHostileClients::eventsThatNobodyWantsAreBounded()
{
    const auto tool = m_dvm.enterAsTool();
    const std::size_t before = m_dvm.mostMemory();
    for (int i = 0; i < 200; ++i)
        QVERIFY(tool->ask(notifyMuch(i)));
    QVERIFY(m_dvm.mostMemory() < before + (std::size_t{100} << 20));

    // Values that never come, asked for by one who is never done asking.
    const auto client = m_dvm.enterAsRank(m_dvm.spawnIdle());
    GetRequest request{Proc{client->self.nspace, ProcRank(1)}, {}, "never"};
    request.proc.nspace = m_dvm.innocentJob();
    const Bytes get = encodeGetRequest({}, request).value();
    int refused = 0;
    for (int i = 0; i < 20000; ++i)
        client->connection->request("get", get, 60s, [&](util::Result<std::string_view> reply) {
            if (reply && statusOf(Bytes(*reply)) == make_error_code(Status::ErrOutOfResource))
                ++refused;
        });
    QVERIFY(runUntil(m_dvm.loop(), [&] { return refused > 10000; }));
    QVERIFY(!client->lost);
}

void TestHostileClients::deepNestingIsRefused()
{
    QCOMPARE(publishNestedTooDeep(3), publishNested(5)); // the layers are what we think they are
    const auto tool = m_dvm.enterAsTool();
    for (const int depth : {40, 1000, 100000}) {
        const auto refusal = statusOf(tool->ask(publishNestedTooDeep(depth)));
        QVERIFY2(refusal && refusal != make_error_code(Status::ErrLostConnection), refusal.message().c_str());
    }
}

void TestHostileClients::hugeSpawnsAreRefused()
{
    const auto tool = m_dvm.enterAsTool();
    SpawnRequest request;
    App app;
    app.command = "/bin/true";
    app.argv = {"/bin/true"};
    app.maxProcs = 0x7fffffff;
    request.apps = {app, app, app, app};
    auto reply = tool->ask(encodeSpawn({}, request));
    QVERIFY(reply && !decodeSpawnReply({}, *reply));
    app.maxProcs = -5;
    app.command = Bytes(1 << 20, '/');
    app.argv = {app.command};
    request.apps = {app};
    reply = tool->ask(encodeSpawn({}, request));
    QVERIFY(reply && !decodeSpawnReply({}, *reply));
}

void TestHostileClients::brokenRequestsHarmNobody_data()
{
    QTest::addColumn<bool>("asRank");
    QTest::newRow("of a rank") << true;
    QTest::newRow("of a tool") << false;
}

void TestHostileClients::brokenRequestsHarmNobody()
{
    QFETCH(bool, asRank);
    std::mt19937 random(4711);
    std::string job;
    std::unique_ptr<ServerPeer> peer;
    for (const VectorSession& session : loadPmixSessions()) {
        for (const VectorConnection& recorded : session.connections) {
            peer.reset();
            for (const VectorEntry& entry : recorded.entries) {
                if (entry.kind != VectorEntry::Kind::Frame || entry.from != ConnectionRole::Connector ||
                    isDangerous(commandOf(recorded.format, entry.body())))
                    continue;
                const auto enter = [&] {
                    const Proc self{job, ProcRank(0)};
                    return m_dvm.enter(asRank ? helloAs(PeerRole::Client, self, "4.2.2", recorded.format)
                                              : helloAs(PeerRole::ToolNeedsName, {}, "4.2.2", recorded.format));
                };
                if (!peer || peer->lost) {
                    peer.reset();
                    // A request may have ended the job, as it may: it is the rank's own.
                    if (peer = asRank && job.empty() ? nullptr : enter(); !peer) {
                        job = m_dvm.spawnIdle(1);
                        QVERIFY(!job.empty());
                        peer = enter();
                    }
                    QVERIFY(peer);
                }
                const Bytes body(entry.body());
                peer->connection->send(body.substr(0, random() % (body.size() + 1)));
                for (int i = 0; i < 4; ++i)
                    peer->connection->send(mutated(body, random));
                m_dvm.turn(0ms);
            }
        }
        if (peer && !peer->lost)
            (void)peer->ask(encodeJobInfoRequest(peer->connection->format()));
    }
}

// ---- Jobs among themselves

void TestHostileClients::ranksKeepTheirHandsOffOtherJobs()
{
    const std::string own = m_dvm.spawnIdle();
    const auto rank = m_dvm.enterAsRank(own);
    QVERIFY(rank);
    const auto denied = make_error_code(Status::ErrNoPermissions);
    const Proc others{m_dvm.innocentJob(), kRankWildcard};
    const Proc launcher = m_dvm.witness().server;
    for (const Proc& target : {others, Proc{others.nspace, ProcRank(1)}, launcher}) {
        for (const std::string_view key : {keys::kJobCtrlKill, keys::kJobCtrlTerminate, keys::kJobCtrlPause})
            QCOMPARE(statusOf(control(*rank, target, {key, Value::boolean(true)})), denied);
        const std::vector<Proc> targets{target};
        QCOMPARE(statusOf(rank->ask(encodeIofPushRequest({}, IoPushRequest{targets, {}, "x"}))), denied);
    }
    QCOMPARE(statusOf(rank->ask(encodeAbort({}, AbortRequest{Status{1}, "mine now", {others}}))), denied);
    const std::vector<Proc> sources{others};
    QCOMPARE(statusOf(rank->ask(encodeIofPull({}, sources, IofChannel::Stdout, 1))), denied);
    // Its own it may control.
    const auto done = statusOf(control(*rank, Proc{own, ProcRank(1)}, {keys::kJobCtrlKill, Value::boolean(true)}));
    QVERIFY2(!done, done.message().c_str());
}

void TestHostileClients::aToolMayActOnAllJobs()
{
    const auto tool = m_dvm.enterAsTool();
    const Proc all{m_dvm.innocentJob(), kRankWildcard};
    for (const std::string_view key : {keys::kJobCtrlPause, keys::kJobCtrlResume}) {
        const auto done = statusOf(control(*tool, all, {key, Value::boolean(true)}));
        QVERIFY2(!done, done.message().c_str());
    }
}

DBGR_TEST(TestHostileClients, QCoreApplication);

} // namespace tst_hostile_clients

#include "tst_hostile_clients.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "pmix/frame/frame_header.h"
#include "pmix/handshake/server_handshake.h"
#include "pmix/handshake/tool_handshake.h"
#include "pmix/types/status.h"
#include "tests/support/pmix/pmix_vectors.h"
#include "tests/support/run/test_class.h"

#include <QTest>

namespace tst_server_handshake {

using namespace dbgr::pmix;
using namespace dbgr::test;

namespace {

const Proc kSelf{"dbgr.vm.1", ProcRank(0)};
constexpr std::uint32_t kUid = 0; // that of the captures

dbgr::util::Result<Proc> acceptAll(const ConnectMessage& hello)
{
    return roleGetsName(hello.role) ? Proc{"assigned", ProcRank(0)} : hello.proc;
}

/// Feeds it, and decides as a server does that lets its own user in, and then everybody whom `policy` lets in.
HandshakeAction play(ServerHandshake& handshake, std::string_view bytes,
                     dbgr::util::Result<Proc> (*policy)(const ConnectMessage&) = acceptAll)
{
    for (;;) {
        const auto action = handshake.next();
        if (std::holds_alternative<AwaitVerdict>(action)) {
            const auto claim = checkClaimedUser(handshake.hello(), kUid);
            handshake.decide(claim ? policy(handshake.hello()) : dbgr::util::fail(claim.error()));
            continue;
        }
        const auto* read = std::get_if<ReadBytes>(&action);
        if (read == nullptr || read->count > bytes.size())
            return action;
        handshake.feed(bytes.substr(0, read->count));
        bytes.remove_prefix(read->count);
    }
}

std::string connectBytes(PeerRole role, std::uint32_t uid, std::uint32_t credentialUid)
{
    ConnectMessage message;
    message.role = role;
    message.ids = {uid, 0};
    message.credential = makeCredential("native", {credentialUid, 0}).value();
    message.proc = Proc{"launcher@0", ProcRank(0)};
    message.version = "5.0.7";
    return encodeConnectMessage(message).value();
}

} // namespace

class TestServerHandshake : public QObject
{
    Q_OBJECT

private slots:
    void answersALauncherAsCaptured();
    void acceptsEveryCapturedPeer();
    void bothSidesOfOursUnderstandEachOther();
    void refusesOtherUsers_data();
    void refusesOtherUsers();
    void refusesWhomThePolicyRefuses();
    void waitsForTheVerdict();
    void newSingletonsAreAnsweredAsClients();
    void refusesProtocolOfPmix2();
    void cutsOffWhatIsNotPmix();
};

void TestServerHandshake::answersALauncherAsCaptured()
{
    const auto session = loadPmixSession("held-launcher-4.1-and-cospawn");
    const auto& entries = session.connections.front().entries;
    std::string expected;
    for (std::size_t i = 1; i < 4; ++i)
        expected += entries[i].bytes;
    ServerHandshake handshake(Proc{"pydbg", ProcRank(0)});
    const auto action = play(handshake, entries.front().bytes);
    QVERIFY(std::holds_alternative<WriteBytes>(action));
    QCOMPARE(std::get<WriteBytes>(action).bytes, expected);
    handshake.written();
    QVERIFY(std::holds_alternative<HandshakeDone>(handshake.next()));
    QCOMPARE(handshake.peer().nspace, "prterun-vm-20374@0");
    QVERIFY(handshake.hello().format.version == WireVersion::V61);
}

void TestServerHandshake::acceptsEveryCapturedPeer()
{
    int accepted = 0;
    for (const VectorSession& session : loadPmixSessions())
        for (const VectorConnection& connection : session.connections) {
            const VectorEntry& first = connection.entries.front();
            if (first.kind != VectorEntry::Kind::Connect || first.cut)
                continue;
            ServerHandshake handshake(kSelf);
            const auto action = play(handshake, first.bytes);
            QVERIFY2(std::holds_alternative<WriteBytes>(action), session.name.c_str());
            handshake.written();
            QVERIFY2(std::holds_alternative<HandshakeDone>(handshake.next()), session.name.c_str());
            ++accepted;
        }
    QVERIFY(accepted > 20);
}

void TestServerHandshake::bothSidesOfOursUnderstandEachOther()
{
    for (const int role : {3, 4, 5, 6, 7, 8, 9, 10}) {
        ConnectMessage hello;
        hello.role = static_cast<PeerRole>(role);
        hello.proc = Proc{"tool", ProcRank(5)};
        ToolHandshake tool(hello);
        ServerHandshake server(kSelf);
        const auto sent = tool.next();
        tool.written();
        const auto action = play(server, std::get<WriteBytes>(sent).bytes);
        QVERIFY(std::holds_alternative<WriteBytes>(action));
        std::string_view answer = std::get<WriteBytes>(action).bytes;
        for (auto next = tool.next(); std::holds_alternative<ReadBytes>(next); next = tool.next()) {
            const std::size_t count = std::get<ReadBytes>(next).count;
            QVERIFY(answer.size() >= count);
            tool.feed(answer.substr(0, count));
            answer.remove_prefix(count);
        }
        QVERIFY(std::holds_alternative<HandshakeDone>(tool.next()));
        QVERIFY(answer.empty());
        QVERIFY(tool.server() == kSelf);
        QVERIFY(tool.self() == server.peer());
    }
}

void TestServerHandshake::refusesOtherUsers_data()
{
    QTest::addColumn<quint32>("uid");
    QTest::addColumn<quint32>("credentialUid");
    QTest::newRow("claimed openly") << 1000u << kUid;
    QTest::newRow("in the credential") << kUid << 1000u;
}

void TestServerHandshake::refusesOtherUsers()
{
    QFETCH(quint32, uid);
    QFETCH(quint32, credentialUid);
    ServerHandshake handshake(kSelf);
    const auto action = play(handshake, connectBytes(PeerRole::ToolNamed, uid, credentialUid));
    QVERIFY(std::holds_alternative<WriteBytes>(action));
    QCOMPARE(std::get<WriteBytes>(action).bytes, std::string("\xff\xff\xff\xf4", 4)); // -12
    handshake.written();
    QVERIFY(std::holds_alternative<HandshakeFailed>(handshake.next()));
}

void TestServerHandshake::refusesWhomThePolicyRefuses()
{
    ServerHandshake handshake(kSelf);
    const auto action = play(handshake, connectBytes(PeerRole::ToolNamed, kUid, kUid),
                             [](const ConnectMessage&) -> dbgr::util::Result<Proc> {
                                 return dbgr::util::fail(Status::ErrNoPermissions, "not you");
                             });
    QVERIFY(std::holds_alternative<WriteBytes>(action));
    QCOMPARE(std::get<WriteBytes>(action).bytes, std::string("\xff\xff\xff\xe9", 4)); // -23
    handshake.written();
    const auto last = handshake.next();
    QVERIFY(std::holds_alternative<HandshakeFailed>(last));
    QCOMPARE(std::get<HandshakeFailed>(last).error.message(), "not you");
}

void TestServerHandshake::waitsForTheVerdict()
{
    const std::string bytes = connectBytes(PeerRole::ToolNamed, kUid, kUid);
    ServerHandshake handshake(kSelf);
    handshake.feed(bytes.substr(0, FrameHeader::kBytes));
    handshake.feed(bytes.substr(FrameHeader::kBytes));
    for (int i = 0; i < 3; ++i)
        QVERIFY(std::holds_alternative<AwaitVerdict>(handshake.next()));
    QCOMPARE(handshake.hello().proc.nspace, "launcher@0");
    handshake.decide(Proc{"another", ProcRank(7)});
    QVERIFY(std::holds_alternative<WriteBytes>(handshake.next()));
    QCOMPARE(handshake.peer().nspace, "launcher@0"); // who brings a name keeps it
}

void TestServerHandshake::newSingletonsAreAnsweredAsClients()
{
    for (const auto& [version, size] : {std::pair("6.1.0", 8u), std::pair("5.0.7a1", 4u + 260u + 4u)}) {
        ConnectMessage hello;
        hello.role = PeerRole::Singleton;
        hello.credential = makeCredential("native", {kUid, 0}).value();
        hello.proc = Proc{"singleton.vm.1", ProcRank(0)};
        hello.version = version;
        ServerHandshake handshake(kSelf);
        const auto action = play(handshake, encodeConnectMessage(hello).value());
        QCOMPARE(std::get<WriteBytes>(action).bytes.size(), std::size_t(size));
    }
}

void TestServerHandshake::refusesProtocolOfPmix2()
{
    for (const PeerRole role : {PeerRole::LegacyTool, PeerRole::LegacyLauncher}) {
        ServerHandshake handshake(kSelf);
        const auto action = play(handshake, connectBytes(role, kUid, kUid));
        QVERIFY(std::holds_alternative<WriteBytes>(action));
        QCOMPARE(std::get<WriteBytes>(action).bytes.size(), 4u);
    }
}

void TestServerHandshake::cutsOffWhatIsNotPmix()
{
    const std::string empty = encodeConnectHeader(0);
    const std::string huge = encodeConnectHeader(kMaxConnectBytes + 1);
    for (const std::string& bytes : {std::string("GET / HTTP/1.1\r\n\r\n"), std::string(16, '\0'), empty, huge}) {
        ServerHandshake handshake(kSelf);
        QVERIFY(std::holds_alternative<HandshakeFailed>(play(handshake, bytes)));
    }
    const std::string garbage = encodeConnectHeader(100) + std::string(100, '\x7f');
    ServerHandshake handshake(kSelf);
    QVERIFY(std::holds_alternative<HandshakeFailed>(play(handshake, garbage)));
}

DBGR_TEST(TestServerHandshake);

} // namespace tst_server_handshake

#include "tst_server_handshake.moc"

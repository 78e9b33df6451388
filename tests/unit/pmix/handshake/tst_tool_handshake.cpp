// SPDX-License-Identifier: GPL-3.0-or-later
#include "pmix/handshake/tool_handshake.h"
#include "pmix/types/status.h"
#include "tests/support/pmix/pmix_vectors.h"
#include "tests/support/run/test_class.h"

#include <QTest>

namespace tst_tool_handshake {

using namespace dbgr::pmix;
using namespace dbgr::test;

namespace {

ConnectMessage hello(PeerRole role)
{
    ConnectMessage message;
    message.role = role;
    message.version = "5.0.0";
    if (roleHasName(role))
        message.proc = Proc{"dbgr.vm.1", ProcRank(0)};
    return message;
}

/// Plays a server's answer. \return what the handshake wants behind it
HandshakeAction play(ToolHandshake& handshake, const std::vector<std::string>& answers)
{
    if (std::holds_alternative<WriteBytes>(handshake.next()))
        handshake.written();
    for (const std::string& answer : answers) {
        const auto action = handshake.next();
        const auto* read = std::get_if<ReadBytes>(&action);
        if (read == nullptr || read->count != answer.size())
            return action;
        handshake.feed(answer);
    }
    return handshake.next();
}

std::vector<std::string> answersOf(const char* session)
{
    std::vector<std::string> answers;
    const VectorSession captured = loadPmixSession(session);
    for (const VectorEntry& entry : captured.connections.front().entries)
        if (entry.from == ConnectionRole::Acceptor && entry.kind != VectorEntry::Kind::Frame)
            answers.push_back(entry.bytes);
    return answers;
}

const std::string kOk(4, '\0');
const std::string kRefused("\xff\xff\xff\xd1", 4); // -47

} // namespace

class TestToolHandshake : public QObject
{
    Q_OBJECT

private slots:
    void passesWithARealServer_data();
    void passesWithARealServer();
    void aClientGetsOnlyItsIndex();
    void tellsARefusalAtEachStep_data();
    void tellsARefusalAtEachStep();
    void explainsTheRefusalOfOpenMpi4();
    void refusesNamesThatAreNone();
    void refusesSecurityModulesThatItDoesNotKnow();
};

void TestToolHandshake::passesWithARealServer_data()
{
    QTest::addColumn<QString>("session");
    QTest::addColumn<int>("role");
    QTest::addColumn<QString>("self");
    QTest::addColumn<QString>("server");
    QTest::newRow("needs a name, 3.0") << "tool-to-prterun-3.0.8" << 3 << "prterun-vm-24674@2"
                                       << "prterun-vm-24674@0";
    QTest::newRow("needs a name, 4.1") << "tool-5.0.7-to-prterun-4.1" << 3 << ""
                                       << "";
    QTest::newRow("launcher with a name") << "prun-4.1" << 7 << "dbgr.vm.1"
                                          << "";
    QTest::newRow("spawned") << "cospawned-daemon-6.1" << 5 << "dbgr.vm.1"
                             << "";
    QTest::newRow("3.2") << "tool-3.2.5-given-id" << 4 << "dbgr.vm.1"
                         << "";
}

void TestToolHandshake::passesWithARealServer()
{
    QFETCH(QString, session);
    QFETCH(int, role);
    QFETCH(QString, self);
    QFETCH(QString, server);
    ToolHandshake handshake(hello(static_cast<PeerRole>(role)));
    const auto last = play(handshake, answersOf(session.toUtf8().constData()));
    QVERIFY(std::holds_alternative<HandshakeDone>(last));
    QVERIFY(!handshake.server().nspace.empty());
    if (!self.isEmpty())
        QCOMPARE(QString::fromStdString(handshake.self().nspace), self);
    if (!server.isEmpty())
        QCOMPARE(QString::fromStdString(handshake.server().nspace), server);
}

void TestToolHandshake::aClientGetsOnlyItsIndex()
{
    ToolHandshake handshake(hello(PeerRole::Client));
    QVERIFY(std::holds_alternative<HandshakeDone>(play(handshake, {kOk, std::string("\0\0\0\7", 4)})));
    QVERIFY((handshake.self() == Proc{"dbgr.vm.1", ProcRank(0)}));
    ToolHandshake refused(hello(PeerRole::Client));
    QVERIFY(std::holds_alternative<HandshakeFailed>(play(refused, {kRefused})));
}

void TestToolHandshake::tellsARefusalAtEachStep_data()
{
    QTest::addColumn<int>("role");
    QTest::addColumn<int>("step");
    for (const int role : {3, 4, 5, 6, 7, 8, 10})
        for (int step = 0; step < (role == 3 || role == 6 ? 4 : 3); ++step)
            QTest::addRow("role %d step %d", role, step) << role << step;
}

void TestToolHandshake::tellsARefusalAtEachStep()
{
    QFETCH(int, role);
    QFETCH(int, step);
    std::vector<std::string> answers{kOk};
    if (roleGetsName(static_cast<PeerRole>(role)))
        answers.push_back(encodeNameField(Proc{"us", ProcRank(1)}));
    answers.push_back(encodeNameField(Proc{"server", ProcRank(0)}));
    answers.push_back(kOk);
    std::string& broken = answers[std::size_t(step)];
    broken = broken.size() == 4 ? kRefused : std::string(kNameFieldBytes, 'x');

    ToolHandshake handshake(hello(static_cast<PeerRole>(role)));
    const auto last = play(handshake, answers);
    QVERIFY(std::holds_alternative<HandshakeFailed>(last));
    QVERIFY(!std::get<HandshakeFailed>(last).error.message().empty());
}

void TestToolHandshake::explainsTheRefusalOfOpenMpi4()
{
    ToolHandshake handshake(hello(PeerRole::ToolNeedsName));
    const auto last = play(handshake, answersOf("tool-to-mpirun-4.1.4-orte"));
    const auto* failed = std::get_if<HandshakeFailed>(&last);
    QVERIFY(failed != nullptr);
    QCOMPARE(failed->error.code, make_error_code(Status::ErrNotSupported));
    QVERIFY(!failed->error.advice.empty());
}

void TestToolHandshake::refusesNamesThatAreNone()
{
    QVERIFY(!decodeNameField(std::string(kNameFieldBytes, '\0')));
    QVERIFY(!decodeNameField(std::string(kNameFieldBytes, 'n')));
    QVERIFY(!decodeNameField("short"));
    const Proc longest{std::string(Proc::kMaxNspaceBytes, 'n'), ProcRank(9)};
    QVERIFY(decodeNameField(encodeNameField(longest)).value() == longest);
}

void TestToolHandshake::refusesSecurityModulesThatItDoesNotKnow()
{
    ConnectMessage message = hello(PeerRole::ToolSpawned);
    message.securityModule = "munge";
    ToolHandshake handshake(std::move(message));
    QVERIFY(std::holds_alternative<HandshakeFailed>(handshake.next()));
}

DBGR_TEST(TestToolHandshake);

} // namespace tst_tool_handshake

#include "tst_tool_handshake.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "pmix/frame/frame_header.h"
#include "pmix/handshake/connect_message.h"
#include "pmix/types/all_types.h"
#include "pmix/types/keys.h"
#include "pmix/types/status.h"
#include "tests/support/pmix/pmix_vectors.h"
#include "tests/support/run/test_class.h"

#include <QTest>

namespace tst_connect_message {

using namespace dbgr::pmix;
using namespace dbgr::test;
using dbgr::util::Pid;

class TestConnectMessage : public QObject
{
    Q_OBJECT

private slots:
    void writesWhatOpenPmixWrites();
    void readsEveryCapturedOne();
    void readsItsOwn_data();
    void readsItsOwn();
    void refusesEveryTruncation();
    void refusesUnknownForms();
};

namespace {

ConnectMessage sample(PeerRole role)
{
    ConnectMessage message;
    message.role = role;
    message.credential = makeCredential("native", {7, 8}).value();
    message.ids = {7, 8};
    if (roleHasName(role))
        message.proc = Proc{"dbgr.vm.1", ProcRank(3)};
    message.version = "5.0.0";
    message.infos = {Info(keys::kCmdLine, Value::string("dbgr"))};
    if (role == PeerRole::Client)
        message.ids = {};
    return message;
}

} // namespace

void TestConnectMessage::writesWhatOpenPmixWrites()
{
    ConnectMessage message;
    message.role = PeerRole::ToolNeedsName;
    message.credential = makeCredential("native", {0, 0}).value();
    message.version = "5.0.7a1";
    message.infos = {Info(keys::kProcPid, Value::of<DataType::Pid>(Pid(25001))),
                     Info(keys::kCmdLine, Value::string("./tool13"))};
    const auto bytes = encodeConnectMessage(message);
    QVERIFY(bytes);
    QCOMPARE(*bytes, loadPmixSession("tool-to-prterun-3.0.8").connections.front().entries.front().bytes);
}

void TestConnectMessage::readsEveryCapturedOne()
{
    int read = 0;
    for (const VectorSession& session : loadPmixSessions())
        for (const VectorConnection& connection : session.connections)
            for (const VectorEntry& entry : connection.entries) {
                if (entry.kind != VectorEntry::Kind::Connect || entry.cut)
                    continue;
                const FrameHeader header = decodeConnectHeader(entry.bytes);
                QCOMPARE(std::size_t(header.bodyBytes), entry.bytes.size() - FrameHeader::kBytes);
                const auto message = decodeConnectMessage(std::string_view(entry.bytes).substr(FrameHeader::kBytes));
                QVERIFY2(message, (session.name + (message ? "" : message.error().message())).c_str());
                QVERIFY(message->format == connection.format);
                QCOMPARE(message->securityModule, "native");
                if (message->role != PeerRole::Client)
                    QVERIFY2(find(message->infos, keys::kCmdLine) != nullptr, session.name.c_str());
                ++read;
            }
    QVERIFY(read > 20);
}

void TestConnectMessage::readsItsOwn_data()
{
    QTest::addColumn<int>("role");
    for (const int role : {0, 3, 4, 5, 6, 7, 8, 9, 10})
        QTest::addRow("role %d", role) << role;
}

void TestConnectMessage::readsItsOwn()
{
    QFETCH(int, role);
    for (const WireVersion version : {WireVersion::V3, WireVersion::V41, WireVersion::V61}) {
        ConnectMessage message = sample(static_cast<PeerRole>(role));
        message.format.version = version;
        const auto bytes = encodeConnectMessage(message);
        QVERIFY(bytes);
        const auto again = decodeConnectMessage(std::string_view(*bytes).substr(FrameHeader::kBytes));
        QVERIFY(again);
        QVERIFY(again->role == message.role);
        QVERIFY(again->proc == message.proc);
        QVERIFY(again->ids == message.ids);
        QVERIFY(again->format == message.format);
        QVERIFY(again->infos == message.infos);
        QCOMPARE(again->version, message.version);
    }
}

void TestConnectMessage::refusesEveryTruncation()
{
    const std::string whole = encodeConnectMessage(sample(PeerRole::ToolNamed)).value().substr(FrameHeader::kBytes);
    const std::size_t infosAt = whole.find("hash") + 5;
    for (std::size_t size = 0; size < whole.size(); ++size) {
        if (size == infosAt || size == infosAt + 1)
            continue; // no infos at all is a client's right
        QVERIFY2(!decodeConnectMessage(std::string_view(whole).substr(0, size)), std::to_string(size).c_str());
    }
}

void TestConnectMessage::refusesUnknownForms()
{
    const std::string whole = encodeConnectMessage(sample(PeerRole::ToolNamed)).value().substr(FrameHeader::kBytes);
    const auto changed = [&](std::size_t at, char byte) {
        std::string other = whole;
        other[at] = byte;
        return decodeConnectMessage(other);
    };
    const std::size_t roleAt = 7 + 4 + 8;
    QCOMPARE(changed(roleAt, 11).error().code, make_error_code(Status::ErrNotSupported));
    const std::size_t moduleAt = whole.find("v41");
    QCOMPARE(changed(moduleAt + 1, '9').error().code, make_error_code(Status::ErrNotSupported));
    QCOMPARE(changed(moduleAt + 4, 7).error().code, make_error_code(Status::ErrNotSupported));
    QVERIFY(!changed(7, '\x7f')); // a credential of 2 GiB
}

DBGR_TEST(TestConnectMessage);

} // namespace tst_connect_message

#include "tst_connect_message.moc"

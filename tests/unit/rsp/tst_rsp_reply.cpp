// SPDX-License-Identifier: GPL-3.0-or-later
#include "rsp/packet.h"
#include "rsp/reply.h"
#include "tests/support/run/test_class.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

#include <array>

namespace tst_rsp_reply {

using namespace dbgr;
using namespace dbgr::rsp;

namespace {

constexpr std::array kBytes{std::byte{0x01}, std::byte{0xff}};

ThreadReport made(std::uint64_t id, StopReason reason)
{
    ThreadReport thread;
    thread.thread = util::ThreadId(id);
    thread.name = "name \"with\" ;{}#";
    thread.reason = reason;
    thread.signal = 5;
    thread.description = "hit";
    thread.pc = util::RemoteAddress(0x1000 + id);
    thread.registers = {{0, kBytes}, {16, kBytes}};
    thread.stackAddress = util::RemoteAddress(4096);
    thread.stack = kBytes;
    return thread;
}

} // namespace

class TestRspReply : public QObject
{
    Q_OBJECT

private slots:
    void stopOfOneThread()
    {
        ThreadReport thread = made(0x65b, StopReason::Breakpoint);
        thread.name = "ab";
        const std::array all{thread};
        QCOMPARE(stopReply(thread, all), std::string("T05thread:65b;hexname:6162;threads:65b;thread-pcs:165b;"
                                                     "00:01ff;10:01ff;reason:breakpoint;description:686974;"));
    }

    void othersAreToldBeside()
    {
        const std::array all{made(1, StopReason::None), made(2, StopReason::Watchpoint)};
        const std::string text = stopReply(all[1], all);
        QVERIFY(text.find("threads:1,2;thread-pcs:1001,1002;jstopinfo:") != std::string::npos);
        const std::size_t begin = text.find("jstopinfo:") + 10;
        const QByteArray json =
            QByteArray::fromHex(QByteArray::fromStdString(text.substr(begin, text.find(';', begin) - begin)));
        const QJsonArray told = QJsonDocument::fromJson(json).array();
        QCOMPARE(told.size(), 2);
        QVERIFY(!told[0].toObject().contains("reason"));
        QCOMPARE(told[1].toObject()["reason"].toString(), QString("watchpoint"));
        QVERIFY(!told[1].toObject().contains("registers"));
    }

    void threadsInfoIsJsonWithAll()
    {
        const std::array all{made(1, StopReason::Step), made(2, StopReason::None)};
        const std::string payload = threadsInfoReply(all);
        QVERIFY(payload.find('#') == std::string::npos);
        const QJsonArray told = QJsonDocument::fromJson(QByteArray::fromStdString(unescaped(payload))).array();
        QCOMPARE(told.size(), 2);
        const QJsonObject first = told[0].toObject();
        QCOMPARE(first["tid"].toInt(), 1);
        QCOMPARE(first["registers"].toObject()["16"].toString(), QString("01ff"));
        QCOMPARE(first["memory"].toArray()[0].toObject()["address"].toInt(), 4096);
        QCOMPARE(first["reason"].toString(), QString("trace"));
    }

    void documentsComeInPieces()
    {
        QCOMPARE(transferReply("abc}", 0, 3), std::string("mabc"));
        QCOMPARE(transferReply("abc}", 3, 10), std::string("l}]"));
        QCOMPARE(transferReply("abc}", 4, 10), std::string("l"));
        QCOMPARE(transferReply("abc}", ~std::uint64_t{0}, 10), std::string("l"));
        QCOMPARE(transferReply("", 0, 10), std::string("l"));
    }

    void regionsAndEnds()
    {
        QCOMPARE(regionReply({util::RemoteAddress(0x1000), 0x2000, true, true, false, true, "/x"}),
                 std::string("start:1000;size:2000;permissions:rx;flags:;name:2f78;"));
        QCOMPARE(regionReply({util::RemoteAddress(), 0x1000, false, false, false, false, ""}),
                 std::string("start:0;size:1000;"));
        QCOMPARE(exitReply(3) + deathReply(11) + errorReply(9), std::string("W03X0bE09"));
    }
};

DBGR_TEST(TestRspReply);

} // namespace tst_rsp_reply

#include "tst_rsp_reply.moc"

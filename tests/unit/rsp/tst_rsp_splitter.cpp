// SPDX-License-Identifier: GPL-3.0-or-later
#include "rsp/splitter.h"
#include "tests/support/run/test_class.h"

#include <QTest>

#include <string>

namespace tst_rsp_splitter {

using namespace dbgr;
using Kind = rsp::Unit::Kind;

namespace {

const char* nameOf(const rsp::Unit& unit)
{
    switch (unit.kind) {
    case Kind::Packet:
        return "packet ";
    case Kind::Notification:
        return "notification ";
    case Kind::Ack:
        return "ack";
    case Kind::Nack:
        return "nack";
    case Kind::Interrupt:
        return "interrupt";
    case Kind::LongPacket:
        return unit.last ? "end of long" : unit.first ? "begin of long" : "more of long";
    case Kind::Noise:
        return "noise ";
    }
    return "";
}

/// What comes out of `bytes` that arrive in pieces, one unit a line.
std::string cut(const std::string& bytes, std::size_t pieceBytes)
{
    rsp::Splitter splitter;
    std::string held;
    std::string text;
    for (std::size_t at = 0; at < bytes.size(); at += pieceBytes) {
        held += bytes.substr(at, pieceBytes);
        while (const auto unit = splitter.next(held)) {
            text += nameOf(*unit) + std::string(unit->kind == Kind::Noise ? unit->raw : unit->payload) + "\n";
            held.erase(0, unit->raw.size());
        }
    }
    return text + (held.empty() ? "" : "held " + held);
}

} // namespace

class TestRspSplitter : public QObject
{
    Q_OBJECT

private slots:
    void cutsEveryKind_data();
    void cutsEveryKind();
    void escapesAndRunLengthsAreLeftIn();
    void incompletePacketIsHeld();
    void longPacketPassesInPieces_data();
    void longPacketPassesInPieces();
};

void TestRspSplitter::cutsEveryKind_data()
{
    QTest::addColumn<int>("pieceBytes");
    for (const int pieceBytes : {1, 2, 3, 1000})
        QTest::addRow("%d", pieceBytes) << pieceBytes;
}

void TestRspSplitter::cutsEveryKind()
{
    QFETCH(int, pieceBytes);
    const std::string bytes = "+$QStartNoAckMode#b0-\x03$OK#9a%Stop:T05#00$#00";
    QCOMPARE(cut(bytes, static_cast<std::size_t>(pieceBytes)),
             "ack\npacket QStartNoAckMode\nnack\ninterrupt\npacket OK\nnotification Stop:T05\npacket \n");
    QCOMPARE(cut("junk$a#61", 1000), "noise junk\npacket a\n");
}

void TestRspSplitter::escapesAndRunLengthsAreLeftIn()
{
    QCOMPARE(cut("$0* }\x03}]#00+", 1), "packet 0* }\x03}]\nack\n");
}

void TestRspSplitter::incompletePacketIsHeld()
{
    QCOMPARE(cut("$Z0,1234,1#", 1), "held $Z0,1234,1#");
    QCOMPARE(cut("$Z0,1234,1#a", 1000), "held $Z0,1234,1#a");
}

void TestRspSplitter::longPacketPassesInPieces_data()
{
    QTest::addColumn<int>("pieceBytes");
    for (const int pieceBytes : {1000, 65536, 10'000'000})
        QTest::addRow("%d", pieceBytes) << pieceBytes;
}

void TestRspSplitter::longPacketPassesInPieces()
{
    QFETCH(int, pieceBytes);
    const std::string bytes = "$X0," + std::string(3 * rsp::Splitter::kMaxHeldBytes, 'x') + "#12$OK#9a";
    rsp::Splitter splitter;
    std::string held, passed, last;
    for (std::size_t at = 0; at < bytes.size(); at += static_cast<std::size_t>(pieceBytes)) {
        held += bytes.substr(at, static_cast<std::size_t>(pieceBytes));
        while (const auto unit = splitter.next(held)) {
            passed += unit->raw;
            last = nameOf(*unit) + std::string(unit->payload);
            QCOMPARE(splitter.insideLongPacket(), unit->kind == Kind::LongPacket && !unit->last);
            held.erase(0, unit->raw.size());
        }
        QVERIFY(held.size() < rsp::Splitter::kMaxHeldBytes);
    }
    QVERIFY(passed == bytes);
    QCOMPARE(last, "packet OK");
}

DBGR_TEST(TestRspSplitter);

} // namespace tst_rsp_splitter

#include "tst_rsp_splitter.moc"

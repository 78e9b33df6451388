// SPDX-License-Identifier: GPL-3.0-or-later
#include "pmix/frame/frame_header.h"
#include "pmix/frame/frame_writer.h"
#include "tests/support/pmix/pmix_vectors.h"
#include "tests/support/run/test_class.h"
#include "util/string_util.h"

#include <QtTest>

#include <bit>

namespace tst_frame_header {

using namespace dbgr::pmix;
using namespace dbgr::test;

class TestFrameHeader : public QObject
{
    Q_OBJECT

private slots:
    void isInNetworkOrder();
    void ofAConnectMessageIsInHostOrder();
    void negativeIndexSurvives();
    void capturedFramesComeOutAsTheyWere();
    void capturedConnectMessagesTellTheirLength();
};

void TestFrameHeader::isInNetworkOrder()
{
    const std::string bytes = encodeHeader({1, Tag(101), 2});
    QCOMPARE(dbgr::util::toHex(bytes), std::string("00000001000000650000000200000000"));
    QVERIFY(decodeHeader(bytes) == (FrameHeader{1, Tag(101), 2}));
}

void TestFrameHeader::ofAConnectMessageIsInHostOrder()
{
    const std::string bytes = encodeConnectHeader(54);
    QCOMPARE(bytes.size(), FrameHeader::kBytes);
    const FrameHeader header = decodeConnectHeader(bytes);
    QVERIFY(header == (FrameHeader{-1, kConnectTag, 54}));
    if constexpr (std::endian::native == std::endian::little)
        QCOMPARE(dbgr::util::toHex(bytes), std::string("ffffffffffffffff3600000000000000"));
}

void TestFrameHeader::negativeIndexSurvives()
{
    QCOMPARE(decodeHeader(encodeHeader({-1, kNotifyTag, 0})).peerIndex, -1);
}

void TestFrameHeader::capturedFramesComeOutAsTheyWere()
{
    for (const VectorSession& session : loadPmixSessions()) {
        for (const VectorConnection& connection : session.connections) {
            for (const VectorEntry& entry : connection.entries) {
                if (entry.kind != VectorEntry::Kind::Frame || entry.cut)
                    continue;
                const FrameHeader header = entry.header();
                QCOMPARE(std::size_t{header.bodyBytes}, entry.body().size());
                QVERIFY(encodeFrame(header.peerIndex, header.tag, entry.body()) == entry.bytes);
            }
        }
    }
}

void TestFrameHeader::capturedConnectMessagesTellTheirLength()
{
    int seen = 0;
    for (const VectorSession& session : loadPmixSessions()) {
        for (const VectorConnection& connection : session.connections) {
            for (const VectorEntry& entry : connection.entries) {
                if (entry.kind != VectorEntry::Kind::Connect)
                    continue;
                const FrameHeader header = decodeConnectHeader(entry.bytes);
                QVERIFY(header.tag == kConnectTag);
                QCOMPARE(std::size_t{header.bodyBytes}, entry.bytes.size() - FrameHeader::kBytes);
                QVERIFY(entry.bytes.substr(0, FrameHeader::kBytes) == encodeConnectHeader(header.bodyBytes));
                ++seen;
            }
        }
    }
    QVERIFY(seen > 30);
}

DBGR_TEST(TestFrameHeader);

} // namespace tst_frame_header

#include "tst_frame_header.moc"

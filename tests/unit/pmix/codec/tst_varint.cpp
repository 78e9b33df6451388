// SPDX-License-Identifier: GPL-3.0-or-later
#include "pmix/codec/varint.h"

#include "tests/support/run/test_class.h"
#include "util/string_util.h"

#include <QtTest>

#include <limits>

namespace tst_varint {

using namespace dbgr::pmix;
using dbgr::util::ByteReader;
using dbgr::util::ByteWriter;

namespace {

std::string encoded(std::uint64_t value)
{
    ByteWriter writer;
    writeVarint(writer, value);
    return dbgr::util::toHex(writer.view());
}

} // namespace

class TestVarint : public QObject
{
    Q_OBJECT

private slots:
    void encodesInTheFewestBytes_data();
    void encodesInTheFewestBytes();
    void decodesWhatItEncodes();
    void ninthByteHasNoContinuationBit();
    void failsWhenTheBytesEnd();
    void zigzagKeepsSmallNumbersSmall();
};

void TestVarint::encodesInTheFewestBytes_data()
{
    QTest::addColumn<quint64>("value");
    QTest::addColumn<QString>("hex");
    QTest::newRow("0") << quint64{0} << "00";
    QTest::newRow("127") << quint64{127} << "7f";
    QTest::newRow("128") << quint64{128} << "8001";
    QTest::newRow("300") << quint64{300} << "ac02";
    QTest::newRow("2^32-1") << quint64{0xffffffff} << "ffffffff0f";
    QTest::newRow("2^56-1") << (quint64{1} << 56) - 1 << "ffffffffffffff7f";
    QTest::newRow("2^56") << (quint64{1} << 56) << "808080808080808001";
    QTest::newRow("2^63") << (quint64{1} << 63) << "808080808080808080";
    QTest::newRow("2^64-1") << std::numeric_limits<quint64>::max() << "ffffffffffffffffff";
}

void TestVarint::encodesInTheFewestBytes()
{
    QFETCH(quint64, value);
    QFETCH(QString, hex);
    QCOMPARE(QString::fromStdString(encoded(value)), hex);
}

void TestVarint::decodesWhatItEncodes()
{
    for (int bit = 0; bit < 64; ++bit) {
        for (const std::uint64_t value : {std::uint64_t{1} << bit, (std::uint64_t{1} << bit) - 1}) {
            ByteWriter writer;
            writeVarint(writer, value);
            ByteReader reader{std::string_view(writer.view())};
            QCOMPARE(readVarint(reader), value);
            QVERIFY(reader.ok() && reader.atEnd());
        }
    }
}

void TestVarint::ninthByteHasNoContinuationBit()
{
    const std::string bytes(12, '\xff');
    ByteReader reader{std::string_view(bytes)};
    QCOMPARE(readVarint(reader), std::numeric_limits<std::uint64_t>::max());
    QCOMPARE(reader.position(), std::size_t{9});
}

void TestVarint::failsWhenTheBytesEnd()
{
    for (std::size_t length = 0; length < 9; ++length) {
        const std::string bytes(length, '\xff');
        ByteReader reader{std::string_view(bytes)};
        (void)readVarint(reader);
        QVERIFY(!reader.ok());
    }
}

void TestVarint::zigzagKeepsSmallNumbersSmall()
{
    QCOMPARE(zigzag(0), std::uint64_t{0});
    QCOMPARE(zigzag(-1), std::uint64_t{1});
    QCOMPARE(zigzag(1), std::uint64_t{2});
    QCOMPARE(zigzag(-25), std::uint64_t{0x31});
    for (const std::int64_t value : {std::numeric_limits<std::int64_t>::min(), std::numeric_limits<std::int64_t>::max(),
                                     std::int64_t{-1}, std::int64_t{0}})
        QCOMPARE(unzigzag(zigzag(value)), value);
}

DBGR_TEST(TestVarint);

} // namespace tst_varint

#include "tst_varint.moc"

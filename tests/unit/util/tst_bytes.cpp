// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/run/test_class.h"
#include "util/byte_reader.h"
#include "util/byte_writer.h"

#include <QtTest>

namespace tst_bytes {

using namespace dbgr::util;

class TestBytes : public QObject
{
    Q_OBJECT

private slots:
    void readsWhatWasWritten()
    {
        ByteWriter w;
        w.u8(7);
        w.big<std::uint32_t>(0x01020304);
        w.little<std::uint16_t>(0x0506);
        w.host<std::uint64_t>(42);
        w.cString("abc");
        w.bytes("xy");
        QCOMPARE(std::string_view(w.view()).substr(1, 6), std::string_view("\x01\x02\x03\x04\x06\x05"));
        ByteReader r(w.view());
        QCOMPARE(int(r.u8()), 7);
        QCOMPARE(r.big<std::uint32_t>(), 0x01020304u);
        QCOMPARE(int(r.little<std::uint16_t>()), 0x0506);
        QCOMPARE(r.host<std::uint64_t>(), std::uint64_t(42));
        QCOMPARE(r.cString(), std::string_view("abc"));
        QCOMPARE(r.rest(), std::string_view("xy"));
        QVERIFY(r.ok());
        QVERIFY(r.atEnd());
    }

    void failureIsSticky()
    {
        ByteReader r(std::string_view("\x01\x02\x03", 3));
        QCOMPARE(r.big<std::uint32_t>(), 0u);
        QVERIFY(!r.ok());
        QCOMPARE(int(r.u8()), 0);
        QCOMPARE(r.remaining(), std::size_t(0));
        QVERIFY(r.rest().empty());
    }

    void refusesTextWithoutEnd()
    {
        ByteReader r(std::string_view("abc"));
        QVERIFY(r.cString().empty());
        QVERIFY(!r.ok());
    }

    void refusesHugeCounts()
    {
        ByteReader r(std::string_view("abc"));
        QVERIFY(r.bytes(static_cast<std::size_t>(-1)).empty());
        QVERIFY(!r.ok());
    }
};

DBGR_TEST(TestBytes);

} // namespace tst_bytes

#include "tst_bytes.moc"

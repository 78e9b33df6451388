// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/write_queue.h"
#include "tests/support/run/test_class.h"

#include <QTest>

namespace tst_write_queue {

using namespace dbgr;
using net::WriteQueue;

namespace {

/// All that waits, in the order in which it would be sent.
std::string drain(WriteQueue& queue, std::size_t step)
{
    std::string all;
    while (!queue.empty()) {
        const auto bytes = queue.front().substr(0, step);
        all += bytes;
        queue.consume(bytes.size());
    }
    return all;
}

} // namespace

class TestWriteQueue : public QObject
{
    Q_OBJECT
private slots:
    void keepsBytesInOrder()
    {
        WriteQueue queue(1 << 20);
        std::string expected;
        for (int i = 0; i < 1000; ++i) {
            const std::string piece(static_cast<std::size_t>(i % 300), static_cast<char>('a' + i % 26));
            QVERIFY(queue.append(piece));
            expected += piece;
        }
        QCOMPARE(queue.size(), expected.size());
        QCOMPARE(drain(queue, 77), expected);
        QVERIFY(queue.front().empty());
    }

    void refusesMoreThanTheMaximumAndKeepsWhatItHas()
    {
        WriteQueue queue(10);
        QVERIFY(queue.append("12345678"));
        QVERIFY(!queue.append("abc"));
        QVERIFY(queue.append("90"));
        QCOMPARE(drain(queue, 100), std::string("1234567890"));
    }

    void isUnderPressureFromTheHighMarkDownToTheLowOne()
    {
        WriteQueue queue(100);
        queue.setMarks(2, 5);
        QVERIFY(queue.append("12345"));
        QVERIFY(!queue.underPressure());
        QVERIFY(queue.append("6"));
        QVERIFY(queue.underPressure());
        queue.consume(3);
        QVERIFY(queue.underPressure());
        queue.consume(1);
        QVERIFY(!queue.underPressure());
    }

    void marksOfZeroAreUnderPressureAsLongAsAnythingWaits()
    {
        WriteQueue queue(100);
        QVERIFY(queue.append("1"));
        queue.setMarks(0, 0);
        QVERIFY(queue.underPressure());
        queue.consume(1);
        QVERIFY(!queue.underPressure());
        QVERIFY(queue.append("1"));
        QVERIFY(queue.underPressure());
    }

    void clearTakesThePressureOff()
    {
        WriteQueue queue(100);
        queue.setMarks(0, 1);
        QVERIFY(queue.append("123"));
        queue.clear();
        QVERIFY(!queue.underPressure());
        QVERIFY(queue.empty());
        QVERIFY(queue.append("x"));
        QCOMPARE(queue.front(), std::string_view("x"));
    }
};

DBGR_TEST(TestWriteQueue);

} // namespace tst_write_queue

#include "tst_write_queue.moc"

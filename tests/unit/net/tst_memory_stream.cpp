// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest> // first: moc cannot read <chrono> before other headers

#include "tests/support/net/manual_scheduler.h"
#include "tests/support/net/memory_stream.h"
#include "tests/support/net/stream_log.h"
#include "tests/support/run/test_class.h"

namespace tst_memory_stream {

using namespace dbgr;
using test::ManualScheduler;
using test::MemoryStream;
using test::StreamLog;

class TestMemoryStream : public QObject
{
    Q_OBJECT
private slots:
    void deliversInPiecesOfTheGivenSize()
    {
        ManualScheduler scheduler;
        auto pair = MemoryStream::makePair(scheduler, 2);
        std::vector<std::string> pieces;
        pair.second->setReader([&](std::string_view bytes) { pieces.emplace_back(bytes); });
        pair.first->write("abcde");
        QVERIFY(pieces.empty());
        scheduler.runUntilIdle();
        QCOMPARE(pieces, (std::vector<std::string>{"ab", "cd", "e"}));
    }

    void deliversTheRestBeforeTheEnd()
    {
        ManualScheduler scheduler;
        auto pair = MemoryStream::makePair(scheduler, 1);
        StreamLog log(*pair.second);
        pair.first->write("rest");
        pair.first.reset();
        scheduler.runUntilIdle();
        QCOMPARE(log.received, std::string("rest"));
        QVERIFY(log.endedCleanly());
    }

    void breaksAfterTheGivenNumberOfWrites()
    {
        ManualScheduler scheduler;
        auto pair = MemoryStream::makePair(scheduler);
        StreamLog first(*pair.first), second(*pair.second);
        pair.first->failAfterWrites(1);
        pair.first->write("a");
        pair.first->write("b");
        scheduler.runUntilIdle();
        QCOMPARE(second.received, std::string("a"));
        QVERIFY(first.ended() && !first.endedCleanly());
        QVERIFY(second.ended());
    }

    void breaksAfterTheGivenNumberOfReads()
    {
        ManualScheduler scheduler;
        auto pair = MemoryStream::makePair(scheduler, 1);
        StreamLog log(*pair.second);
        pair.second->failAfterReads(2);
        pair.first->write("abc");
        scheduler.runUntilIdle();
        QCOMPARE(log.received, std::string("ab"));
        QVERIFY(log.ended() && !log.endedCleanly());
    }

    void heldOutputMakesPressure()
    {
        ManualScheduler scheduler;
        auto pair = MemoryStream::makePair(scheduler);
        StreamLog log(*pair.second);
        std::vector<bool> news;
        pair.first->setPressure(1, 3, [&](bool high) { news.push_back(high); });
        pair.first->holdOutput(true);
        pair.first->write("abcd");
        scheduler.runUntilIdle();
        QCOMPARE(pair.first->outputBytes(), std::size_t(4));
        QVERIFY(log.received.empty());
        pair.first->holdOutput(false);
        scheduler.runUntilIdle();
        QCOMPARE(log.received, std::string("abcd"));
        QCOMPARE(news, (std::vector<bool>{true, false}));
    }
};

DBGR_TEST(TestMemoryStream);

} // namespace tst_memory_stream

#include "tst_memory_stream.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "debug/stop.h"
#include "tests/support/run/test_class.h"

#include <QtTest>

#include <csignal>

namespace tst_stop {

using namespace dbgr::debug;

class TestStop : public QObject
{
    Q_OBJECT

private slots:
    void crashSignalsAreCrashes()
    {
        StopCause cause;
        cause.reason = StopReason::Signal;
        cause.signal = SIGSEGV;
        QVERIFY(cause.isCrash());
        cause.signal = SIGUSR1;
        QVERIFY(!cause.isCrash());
        cause.signal = SIGSEGV;
        cause.reason = StopReason::Interrupt;
        QVERIFY(!cause.isCrash());
    }

    void anInterruptIsComparedByTheFrameThatCounts()
    {
        StopCause a;
        a.reason = StopReason::Interrupt;
        a.top.function = "poll";
        a.source = Frame{3, "exchange", {"ring.cpp", 41, 0}, "ring", 0, false};
        StopCause b = a;
        b.top.function = "epoll_wait";
        b.source->index = 4;
        QVERIFY(a.sameAs(b));
        b.source->where.line = 42;
        QVERIFY(!a.sameAs(b));
        a.reason = b.reason = StopReason::Breakpoint;
        b.source = a.source;
        QVERIFY(!a.sameAs(b)); // it was set in one of these functions
    }

    /// People see lines; compilers know the column of each operator.
    void whereInALineIsNotCompared()
    {
        StopCause a;
        a.top = Frame{0, "sweep", {"ring.cpp", 41, 9}, "ring", 0, false};
        StopCause b = a;
        b.top.where.column = 30;
        for (const StopReason reason :
             {StopReason::Interrupt, StopReason::Signal, StopReason::Breakpoint, StopReason::Step}) {
            a.reason = b.reason = reason;
            QVERIFY(a.sameAs(b));
        }
        b.top.where.file = "other.cpp";
        QVERIFY(!a.sameAs(b));
    }

    void crashesForDifferentReasonsAreTwo()
    {
        StopCause a;
        a.reason = StopReason::Signal;
        a.signal = SIGSEGV;
        a.description = "null pointer";
        StopCause b = a;
        b.address = 8;
        QVERIFY(a.sameAs(b));
        b.description = "address not mapped to object";
        QVERIFY(!a.sameAs(b));
    }

    void callsAreComparedByWhatBecameOfThem_data()
    {
        QTest::addColumn<bool>("same");
        QTest::addColumn<int>("number");
        QTest::addColumn<bool>("returned");
        QTest::addColumn<qint64>("value");
        QTest::newRow("another result") << true << 1 << true << qint64(7);
        QTest::newRow("another call") << false << 2 << true << qint64(12);
        QTest::newRow("not made yet") << false << 1 << false << qint64(0);
        QTest::newRow("failed") << false << 1 << true << qint64(-11);
    }
    void callsAreComparedByWhatBecameOfThem()
    {
        QFETCH(bool, same);
        QFETCH(int, number);
        QFETCH(bool, returned);
        QFETCH(qint64, value);
        StopCause a;
        a.reason = StopReason::Breakpoint;
        StopCause b = a;
        a.systemCall = SystemCall{1, "write", true, {1, 2, 3}, 12};
        QVERIFY(!a.sameAs(b) && !b.sameAs(a));
        b.systemCall = SystemCall{std::uint32_t(number), "write", returned, {1, 5, 3}, {}};
        if (returned)
            b.systemCall->value = value;
        QCOMPARE(a.sameAs(b), same);
    }

    void whatDiffersBetweenRanksIsNotTold()
    {
        SystemCall all{1, "write", false, {1, 0x7ffd00003320, 12}};
        QCOMPARE(textOf(all), std::string("stopped at system call write(1, 0x7ffd00003320, 12)"));
        all.join({1, "write", false, {1, 0x7ffd00004440, 12}});
        QCOMPARE(textOf(all), std::string("stopped at system call write(1, ..., 12)"));
        all = {1, "write", true, {1, 2, 3}, 12};
        all.join({1, "write", true, {1, 2, 3}, 7});
        QCOMPARE(textOf(all), std::string("returned from system call write"));
        QVERIFY(all.sameAs({1, "write", true, {}, 9}));
    }

    void whatACallGaveIsTold_data()
    {
        QTest::addColumn<qint64>("value");
        QTest::addColumn<QString>("text");
        QTest::newRow("a number") << qint64(12) << ", value 12";
        QTest::newRow("an address") << qint64(0x7f0000001000) << ", value 0x7f0000001000";
        QTest::newRow("an error") << qint64(-11) << ", failed with EAGAIN (Resource temporarily unavailable)";
        QTest::newRow("an error without a name") << qint64(-4000) << ", failed with error 4000";
        QTest::newRow("interrupted")
            << qint64(-512) << ", interrupted by a signal (ERESTARTSYS): it is made again, or fails with EINTR";
    }
    void whatACallGaveIsTold()
    {
        QFETCH(qint64, value);
        QFETCH(QString, text);
        const SystemCall call{35, "", true, {}, value};
        QCOMPARE(QString::fromStdString(textOf(call)), QString("returned from system call 35" + text));
    }

    void argumentsAreNumbersAsPeopleWriteThem()
    {
        QCOMPARE(argumentText(0), std::string("0"));
        QCOMPARE(argumentText(0xffffff9c), std::string("-100")); // AT_FDCWD, as compilers pass it
        QCOMPARE(argumentText(static_cast<std::uint64_t>(-1)), std::string("-1"));
        QCOMPARE(argumentText(0x10000000), std::string("0x10000000"));
    }

    void thePcIsNotCompared()
    {
        StopCause a;
        a.top.function = "f";
        a.top.pc = 1;
        StopCause b = a;
        b.top.pc = 2;
        b.description = "other words";
        QVERIFY(a.sameAs(b));
        b.top.where.line = 3;
        QVERIFY(!a.sameAs(b));
    }
};

DBGR_TEST(TestStop);

} // namespace tst_stop

#include "tst_stop.moc"

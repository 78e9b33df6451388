// SPDX-License-Identifier: GPL-3.0-or-later
#include "debug/stop.h"

#include <QtTest>

#include <csignal>

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

QTEST_APPLESS_MAIN(TestStop)
#include "tst_stop.moc"

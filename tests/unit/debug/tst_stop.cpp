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

// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/run/test_class.h"
#include "util/signal_name.h"

#include <QtTest>

#include <csignal>
#include <optional>
#include <string>

namespace tst_signal_name {

using namespace dbgr::util;

class TestSignalName : public QObject
{
    Q_OBJECT

private slots:
    void eachNameIsTheNameOfItsNumber()
    {
        int named = 0;
        for (int signal = -1; signal <= 70; ++signal) {
            const auto name = signalName(signal);
            if (!name)
                continue;
            ++named;
            QCOMPARE(signalNumber(*name), std::optional(signal));
            QCOMPARE(signalNumber(name->substr(3)), std::optional(signal)); // without "SIG"
        }
        QCOMPARE(named, 31 + SIGRTMAX - SIGRTMIN + 1);
    }

    void theyAreCalledAsShellsCallThem_data()
    {
        QTest::addColumn<int>("signal");
        QTest::addColumn<QString>("name");
        const auto row = [](int signal, const char* name) { QTest::addRow("%s", name) << signal << name; };
        row(SIGUSR1, "SIGUSR1");
        row(SIGSYS, "SIGSYS");
        row(SIGRTMIN, "SIGRTMIN");
        row(SIGRTMIN + 1, "SIGRTMIN+1");
        row(SIGRTMIN + 15, "SIGRTMIN+15");
        row(SIGRTMAX - 14, "SIGRTMAX-14");
        row(SIGRTMAX - 1, "SIGRTMAX-1");
        row(SIGRTMAX, "SIGRTMAX");
    }
    void theyAreCalledAsShellsCallThem()
    {
        QFETCH(int, signal);
        QFETCH(QString, name);
        QCOMPARE(QString::fromStdString(signalName(signal).value_or("")), name);
    }

    void namesAreTakenInAnyCaseAndFromEitherEnd()
    {
        QCOMPARE(signalNumber("usr1"), std::optional(SIGUSR1));
        QCOMPARE(signalNumber("sigUSR1"), std::optional(SIGUSR1));
        QCOMPARE(signalNumber("rtmin+2"), std::optional(SIGRTMIN + 2));
        QCOMPARE(signalNumber("SIGRTMIN+30"), std::optional(SIGRTMAX));
        QCOMPARE(signalNumber("SIGRTMAX-30"), std::optional(SIGRTMIN));
        QCOMPARE(signalNumber("SIGRTMIN+0"), std::optional(SIGRTMIN));
    }

    void whatIsNoNameIsNone_data()
    {
        QTest::addColumn<QString>("name");
        for (const char* name : {"", "SIG", "sigsig", "USR3", "USR1 ", "RTMIN+", "RTMIN-1", "RTMIN+31", "RTMIN+-1",
                                 "RTMAX+1", "RTMAX-31", "RTMIN+99999999999999999999", "RTMIN+2x", "RTMINX", "32", "-1"})
            QTest::addRow("'%s'", name) << name;
    }
    void whatIsNoNameIsNone()
    {
        QFETCH(QString, name);
        QVERIFY(!signalNumber(name.toStdString()));
    }

    void whatTheLibraryKeepsForItselfHasNone()
    {
        for (const int signal : {-1, 0, 32, 33, 65, 9999})
            QVERIFY(!signalName(signal));
    }
};

DBGR_TEST(TestSignalName, QCoreApplication);

} // namespace tst_signal_name

#include "tst_signal_name.moc"

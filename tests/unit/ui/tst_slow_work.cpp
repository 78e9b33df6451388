// SPDX-License-Identifier: GPL-3.0-or-later
#include <QApplication>
#include <QtTest>

#include "tests/support/run/test_class.h"
#include "tests/support/session/session_fixture.h"
#include "tests/support/ui/ui_fixture.h"
#include "ui/window/slow_work.h"

namespace tst_slow_work {

using namespace dbgr;
using namespace dbgr::ui;
using namespace std::chrono_literals;

namespace {

struct Job : test::UiFixture
{
    explicit Job(std::chrono::milliseconds over = 1h) : work(bridge, over)
    {
        bringUpRunning(4);
        settle();
    }
    void busy(const char* ranks, const char* what)
    {
        fake->say({debug::DaemonEvent(debug::EngineBusy{test::ranks(ranks), what, 5s})});
        settle();
    }

    SlowWork work;
};

} // namespace

class TestSlowWork : public QObject
{
    Q_OBJECT

private slots:
    void eachKindOfWorkHasItsWords_data();
    void eachKindOfWorkHasItsWords();
    void itIsOverWhenNothingIsHeardOfIt();
    void itIsOverWhenItsRanksDoSomethingElse();
    void itEndsWithTheJob();
};

void TestSlowWork::eachKindOfWorkHasItsWords_data()
{
    QTest::addColumn<QString>("ranks");
    QTest::addColumn<QString>("what");
    QTest::addColumn<QString>("text");
    const auto row = [](const char* ranks, const char* what, const char* text) {
        QTest::newRow(what) << QString(ranks) << QString(what) << QString(text);
    };
    row("0-3", "attach", "attaching to ranks 0-3, 5 s");
    row("3", "set breakpoint", "setting a breakpoint in rank 3, 5 s");
    row("1-2", "print", "evaluating an expression in ranks 1-2, 5 s");
    row("3", "reading symbols", "rank 3: reading symbols, 5 s");
}

void TestSlowWork::eachKindOfWorkHasItsWords()
{
    QFETCH(QString, ranks);
    QFETCH(QString, what);
    QFETCH(QString, text);
    Job job;
    QCOMPARE(job.work.text(), "");
    job.busy(qPrintable(ranks), qPrintable(what));
    QCOMPARE(job.work.text(), text);
}

void TestSlowWork::itIsOverWhenNothingIsHeardOfIt()
{
    Job job(20ms);
    const QSignalSpy changes(&job.work, &SlowWork::changed);
    job.busy("3", "attach");
    QTRY_COMPARE(changes.count(), 2);
    QCOMPARE(job.work.text(), "");
}

void TestSlowWork::itIsOverWhenItsRanksDoSomethingElse()
{
    Job job;
    job.busy("2-3", "interrupt");
    job.fake->stop(test::ranks("0,2"), test::stopCause(debug::StopReason::Interrupt));
    job.settle();
    QCOMPARE(job.work.text(), "pausing ranks 2-3, 5 s");
    job.fake->stop(test::ranks("3"), test::stopCause(debug::StopReason::Interrupt));
    job.settle();
    QCOMPARE(job.work.text(), "");
}

void TestSlowWork::itEndsWithTheJob()
{
    Job job;
    job.busy("0-3", "kill");
    job.fake->endJob(1);
    job.settle();
    QCOMPARE(job.work.text(), "");
}

DBGR_TEST(TestSlowWork, QApplication);

} // namespace tst_slow_work

#include "tst_slow_work.moc"

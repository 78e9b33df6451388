// SPDX-License-Identifier: GPL-3.0-or-later
#include <QThread>
#include <QtTest>

#include "tests/support/run/test_class.h"
#include "ui/bridge/qt_scheduler.h"

#include <chrono>
#include <memory>
#include <thread>
#include <vector>

namespace tst_qt_scheduler {

using dbgr::ui::QtScheduler;
using dbgr::util::Subscription;
using namespace std::chrono_literals;

class TestQtScheduler : public QObject
{
    Q_OBJECT

private slots:
    void runsTasksLaterInTheirOrder();
    void takesTasksFromOtherThreads();
    void runsATimerOnce();
    void droppedTimerDoesNotRun();
    void timerMayDropItsOwnSubscription();
    void tasksOfADeadSchedulerAreDropped();
};

void TestQtScheduler::runsTasksLaterInTheirOrder()
{
    QtScheduler scheduler;
    std::vector<int> done;
    scheduler.post([&] {
        done.push_back(1);
        scheduler.post([&] { done.push_back(3); });
    });
    scheduler.post([&] { done.push_back(2); });
    QVERIFY(done.empty());
    QTRY_COMPARE(done, (std::vector{1, 2, 3}));
}

void TestQtScheduler::takesTasksFromOtherThreads()
{
    QtScheduler scheduler;
    bool ranHere = false;
    bool currentThere = true;
    std::thread other([&] {
        currentThere = scheduler.isCurrent();
        scheduler.post([&] { ranHere = scheduler.isCurrent(); });
    });
    other.join();
    QTRY_VERIFY(ranHere);
    QVERIFY(!currentThere);
}

void TestQtScheduler::runsATimerOnce()
{
    QtScheduler scheduler;
    int runs = 0;
    const auto begin = scheduler.now();
    const Subscription timer = scheduler.after(5ms, [&] { ++runs; });
    QTRY_COMPARE(runs, 1);
    QVERIFY(scheduler.now() - begin >= 5ms);
    QCoreApplication::processEvents();
    QCOMPARE(runs, 1);
}

void TestQtScheduler::droppedTimerDoesNotRun()
{
    QtScheduler scheduler;
    bool dropped = false;
    bool kept = false;
    Subscription first = scheduler.after(1ms, [&] { dropped = true; });
    const Subscription second = scheduler.after(2ms, [&] { kept = true; });
    first.cancel();
    QTRY_VERIFY(kept);
    QVERIFY(!dropped);
}

void TestQtScheduler::timerMayDropItsOwnSubscription()
{
    QtScheduler scheduler;
    bool ran = false;
    Subscription timer;
    timer = scheduler.after(1ms, [&] {
        timer.cancel();
        ran = true;
    });
    QTRY_VERIFY(ran);
}

void TestQtScheduler::tasksOfADeadSchedulerAreDropped()
{
    bool ran = false;
    auto scheduler = std::make_unique<QtScheduler>();
    const Subscription timer = scheduler->after(0ms, [&] { ran = true; });
    scheduler->post([&] { ran = true; });
    scheduler.reset();
    QCoreApplication::processEvents();
    QVERIFY(!ran);
}

DBGR_TEST(TestQtScheduler, QCoreApplication);

} // namespace tst_qt_scheduler

#include "tst_qt_scheduler.moc"

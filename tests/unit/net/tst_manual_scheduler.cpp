// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest> // first: moc cannot read <chrono> before other headers

#include "tests/support/net/manual_scheduler.h"
#include "tests/support/run/test_class.h"

#include <vector>

namespace tst_manual_scheduler {

using namespace dbgr;
using namespace std::chrono_literals;
using test::ManualScheduler;

class TestManualScheduler : public QObject
{
    Q_OBJECT
private slots:
    void runsTimersAtTheirTimesInOrder()
    {
        ManualScheduler scheduler;
        const auto start = scheduler.now();
        std::vector<util::Duration> times;
        const auto late = scheduler.after(20s, [&] { times.push_back(scheduler.now() - start); });
        const auto early = scheduler.after(10s, [&] { times.push_back(scheduler.now() - start); });
        scheduler.advance(15s);
        QCOMPARE(times, (std::vector<util::Duration>{10s}));
        scheduler.advance(5s);
        QCOMPARE(times, (std::vector<util::Duration>{10s, 20s}));
        QVERIFY(scheduler.now() - start == 20s);
    }

    void droppedTimersDoNotRun()
    {
        ManualScheduler scheduler;
        bool ran = false;
        auto timer = scheduler.after(1s, [&] { ran = true; });
        timer.cancel();
        scheduler.advance(2s);
        QVERIFY(!ran);
    }

    void timersMayMakeTimersThatComeInTime()
    {
        ManualScheduler scheduler;
        int runs = 0;
        util::Subscription timer;
        std::function<void()> again = [&] {
            ++runs;
            timer = scheduler.after(1s, again);
        };
        timer = scheduler.after(1s, again);
        scheduler.advance(10s);
        QCOMPARE(runs, 10);
    }
};

DBGR_TEST(TestManualScheduler);

} // namespace tst_manual_scheduler

#include "tst_manual_scheduler.moc"

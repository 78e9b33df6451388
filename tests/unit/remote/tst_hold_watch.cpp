// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/remote/hold_watch.h"
#include "tests/support/run/test_class.h"

#include <QtTest>

namespace tst_hold_watch {

using namespace dbgr;
using namespace dbgr::session;
using namespace std::chrono_literals;
using dbgr::pmix::ProcInfo;
using dbgr::pmix::ProcState;
using dbgr::util::TimePoint;
using Verdict = HoldWatch::Verdict;

namespace {

const TimePoint kStart{1h};

std::vector<ProcInfo> procs(std::size_t running, std::size_t connected)
{
    std::vector<ProcInfo> table(running + connected);
    for (std::size_t i = 0; i < table.size(); ++i)
        table[i].state = i < running ? ProcState::Running : ProcState::Connected;
    return table;
}

} // namespace

class TestHoldWatch : public QObject
{
    Q_OBJECT

private slots:
    void readyIsNotHeldBeforeTheRanksHaveSettled()
    {
        HoldWatch watch(launchers::HoldPoint::Init);
        watch.launchComplete(kStart);
        watch.procTable(procs(0, 4), kStart);
        watch.readyForDebug(kStart);
        QCOMPARE(watch.verdict(kStart + 299ms), Verdict::Wait);
        QCOMPARE(watch.verdict(kStart + 300ms), Verdict::Held);
    }

    void manyRanksNeedLonger()
    {
        HoldWatch watch(launchers::HoldPoint::Init);
        watch.readyForDebug(kStart);
        watch.procTable(procs(0, 128), kStart);
        QCOMPARE(watch.verdict(kStart + 1279ms), Verdict::Wait);
        QCOMPARE(watch.verdict(kStart + 1280ms), Verdict::Held);
    }

    void whereTheReleaseIsKeptNothingHasToSettle()
    {
        HoldWatch watch(launchers::HoldPoint::Init);
        watch.releaseIsKept();
        watch.launchComplete(kStart);
        watch.procTable(procs(1, 3), kStart);
        watch.readyForDebug(kStart);
        QCOMPARE(watch.verdict(kStart), Verdict::Wait); // one has not connected
        watch.procTable(procs(0, 4), kStart);
        QCOMPARE(watch.verdict(kStart), Verdict::Held);
    }

    void programsWithoutMpiAreHeldAtOnce()
    {
        HoldWatch watch(launchers::HoldPoint::Init);
        watch.launchComplete(kStart);
        watch.procTable(procs(4, 0), kStart);
        QCOMPARE(watch.verdict(kStart), Verdict::Wait);
        watch.readyForDebug(kStart);
        watch.standAtExec(std::nullopt);
        QCOMPARE(watch.verdict(kStart), Verdict::Held);
        QCOMPARE(watch.atExec(util::RankSet::firstN(4)), util::RankSet::firstN(4));
    }

    void programsWithoutMpiDoNotConnect()
    {
        HoldWatch watch(launchers::HoldPoint::Init);
        watch.readyForDebug(kStart);
        watch.standAtExec(util::RankSet::firstN(1));
        watch.procTable(procs(2, 2), kStart);
        QCOMPARE(watch.verdict(kStart + 1s), Verdict::Wait);
        watch.procTable(procs(1, 3), kStart + 1s);
        QCOMPARE(watch.verdict(kStart + 1s), Verdict::Held);
        QCOMPARE(watch.atExec(util::RankSet::firstN(4)), util::RankSet::firstN(1));
    }

    void aRankThatIsNotConnectedYetIsWaitedFor()
    {
        HoldWatch watch(launchers::HoldPoint::Init);
        watch.readyForDebug(kStart);
        watch.procTable(procs(1, 3), kStart);
        QCOMPARE(watch.verdict(kStart + 1s), Verdict::Wait);
        watch.procTable(procs(0, 4), kStart + 1s);
        QCOMPARE(watch.verdict(kStart + 1s), Verdict::Held);
    }

    void statesThatStayBehindDoNotWaitForEver()
    {
        HoldWatch watch(launchers::HoldPoint::Init);
        watch.readyForDebug(kStart);
        watch.procTable(procs(3, 61), kStart);
        QCOMPARE(watch.verdict(kStart + 2s), Verdict::Held);
    }

    void withoutReadyAllConnectedIsHeldAfterAWhile()
    {
        HoldWatch watch(launchers::HoldPoint::Init);
        watch.launchComplete(kStart);
        watch.procTable(procs(0, 4), kStart + 100ms);
        QCOMPARE(watch.verdict(kStart + 2s), Verdict::Wait);
        QCOMPARE(watch.verdict(kStart + 2100ms), Verdict::Held);
    }

    void withoutReadyTheEndOfInitWasNotReached()
    {
        HoldWatch watch(launchers::HoldPoint::App);
        watch.launchComplete(kStart);
        watch.procTable(procs(0, 4), kStart);
        QCOMPARE(watch.verdict(kStart + 3s), Verdict::NotHeld);
    }

    void aProgramThatNeverCallsInitIsNotHeld()
    {
        HoldWatch watch(launchers::HoldPoint::Init);
        watch.launchComplete(kStart);
        watch.procTable(procs(4, 0), kStart);
        QCOMPARE(watch.verdict(kStart + 4999ms), Verdict::Wait);
        QCOMPARE(watch.verdict(kStart + 5s), Verdict::NotHeld);
    }

    void slowRanksAreNotTakenForSuchAProgram()
    {
        HoldWatch watch(launchers::HoldPoint::Init);
        watch.launchComplete(kStart);
        watch.procTable(procs(3, 1), kStart + 4s);
        QCOMPARE(watch.verdict(kStart + 20s), Verdict::Wait);
    }

    void onExecNothingSettles()
    {
        HoldWatch watch(launchers::HoldPoint::Exec);
        watch.readyForDebug(kStart);
        QCOMPARE(watch.verdict(kStart), Verdict::Wait); // no proctable yet
        watch.procTable(procs(4, 0), kStart);
        QCOMPARE(watch.verdict(kStart), Verdict::Held);
    }

    void noHoldIsNotHeldAsSoonAsTheJobIsLaunched()
    {
        HoldWatch watch(launchers::HoldPoint::None);
        watch.procTable(procs(4, 0), kStart);
        QCOMPARE(watch.verdict(kStart), Verdict::Wait);
        watch.launchComplete(kStart);
        QCOMPARE(watch.verdict(kStart), Verdict::NotHeld);
    }
};

DBGR_TEST(TestHoldWatch);

} // namespace tst_hold_watch

#include "tst_hold_watch.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "launcher/job_progress.h"
#include "tests/support/run/test_class.h"

namespace tst_job_progress {

using namespace dbgr;
using launcher::HoldSpec;
using launcher::JobProgress;
using util::Rank;
using util::RankSet;

class TestJobProgress : public QObject
{
    Q_OBJECT

    static JobProgress started(std::uint32_t count, const HoldSpec& hold)
    {
        JobProgress progress(count, hold);
        for (std::uint32_t i = 0; i < count; ++i)
            progress.started(Rank(i));
        return progress;
    }

private slots:
    void isReadyOnceWhenAllHeldRanksWait()
    {
        JobProgress progress = started(3, {HoldSpec::Point::Init, RankSet{Rank(0), Rank(2)}});
        progress.waiting(Rank(0));
        QVERIFY(!progress.takeReadyForDebug());
        progress.waiting(Rank(2));
        QVERIFY(progress.takeReadyForDebug());
        QVERIFY(!progress.takeReadyForDebug());
    }

    void isNotReadyBeforeAllAreStarted()
    {
        JobProgress progress(2, {HoldSpec::Point::Exec, std::nullopt});
        progress.started(Rank(0));
        progress.waiting(Rank(0));
        QVERIFY(!progress.takeReadyForDebug());
        progress.started(Rank(1));
        progress.waiting(Rank(1));
        QVERIFY(progress.takeReadyForDebug());
    }

    void doesNotWaitForARankThatEnded()
    {
        JobProgress progress = started(2, {HoldSpec::Point::Init, std::nullopt});
        progress.waiting(Rank(0));
        progress.exited(Rank(1));
        QVERIFY(progress.takeReadyForDebug());
    }

    void isNeverReadyWithoutAHeldRank()
    {
        JobProgress progress = started(2, {});
        QVERIFY(!progress.takeReadyForDebug());
        QVERIFY(!progress.holdsAny());
    }

    void releasedRanksAreHeldNoMore()
    {
        JobProgress progress = started(3, {HoldSpec::Point::Init, std::nullopt});
        for (std::uint32_t i = 0; i < 3; ++i)
            progress.waiting(Rank(i));
        progress.released(RankSet{Rank(1)});
        QCOMPARE(progress.waitingRanks(), (RankSet{Rank(0), Rank(2)}));
        QVERIFY(progress.holdsAny());
        progress.released(RankSet::firstN(3));
        QVERIFY(!progress.holdsAny());
    }

    void remembersWhoConnected()
    {
        JobProgress progress = started(2, {});
        progress.connected(Rank(0));
        QVERIFY(!progress.othersConnected(Rank(0)));
        QVERIFY(progress.othersConnected(Rank(1)));
        progress.finalized(Rank(0));
        QVERIFY(progress.everConnected(Rank(0)) && progress.hasFinalized(Rank(0)));
    }

    void isGoneWhenOutputsHaveEndedToo()
    {
        JobProgress progress = started(2, {});
        progress.exited(Rank(0));
        progress.gone(Rank(1));
        QVERIFY(progress.allExited());
        QVERIFY(!progress.allGone());
        progress.gone(Rank(0));
        QVERIFY(progress.allGone());
    }
};

DBGR_TEST(TestJobProgress, QCoreApplication);

} // namespace tst_job_progress

#include "tst_job_progress.moc"

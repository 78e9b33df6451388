// SPDX-License-Identifier: GPL-3.0-or-later
// The life of a session from launch to running, its focus and its breakpoints.
#include "debug/debug_error.h"
#include "session/session_error.h"
#include "tests/support/run/test_class.h"
#include "tests/support/session/session_fixture.h"

#include <QElapsedTimer>
#include <QTest>

namespace tst_session {

using namespace dbgr;
using namespace dbgr::session;
using namespace dbgr::test;
using util::Rank;

class TestSession : public QObject
{
    Q_OBJECT

private slots:
    void launchGoesThroughItsStatesToHeld()
    {
        SessionFixture f;
        QCOMPARE(f.session->state(), SessionState::Idle);
        QVERIFY(f.session->launch(launchSpec()));
        QCOMPARE(f.session->state(), SessionState::Launching);
        f.fake->startJob(4);
        f.run();
        QCOMPARE(f.session->state(), SessionState::Attaching);
        QCOMPARE(f.session->processes().size(), std::size_t(4));
        f.fake->attachAll();
        f.run();
        QCOMPARE(f.session->state(), SessionState::Held);
        QCOMPARE(f.session->processes().inState(RankState::Held), ranks("0-3"));
        QCOMPARE(QString::fromStdString(f.session->processes().at(Rank(3)).host), QString("n02"));
    }

    void withoutHoldRanksAreStoppedOnceAttached()
    {
        SessionFixture f;
        launchers::LaunchSpec spec = launchSpec();
        spec.hold = launchers::HoldPoint::None;
        QVERIFY(f.session->launch(spec));
        f.fake->bringUp(2);
        f.run();
        QCOMPARE(f.session->state(), SessionState::Stopped);
    }

    void tellsTheStoryInOrder()
    {
        SessionFixture f;
        f.bringUp(4);
        QCOMPARE(f.recorder.all<LauncherStarted>().size(), std::size_t(1));
        QCOMPARE(f.recorder.all<JobLaunched>().size(), std::size_t(1));
        QCOMPARE(f.recorder.all<JobHeld>().at(0).ranks, ranks("0-3"));
        QCOMPARE(f.recorder.all<debug::RanksAttached>().size(), std::size_t(2));
        QVERIFY(std::holds_alternative<JobAttached>(f.recorder.events.back()));
    }

    void onlyOneLaunch()
    {
        SessionFixture f;
        QVERIFY(f.session->launch(launchSpec()));
        const auto second = f.session->launch(launchSpec());
        QVERIFY(!second);
        QVERIFY(second.error().code == Errc::WrongState);
    }

    void launchNeedsACommand()
    {
        SessionFixture f;
        QVERIFY(!f.session->launch({}));
        QCOMPARE(f.session->state(), SessionState::Idle);
    }

    void observersAreNeverCalledInsideACall()
    {
        SessionFixture f;
        f.bringUp(2);
        f.recorder.clear();
        QVERIFY(f.session->setFocus(ranks("1")));
        QVERIFY(f.session->addBreakpoint(breakIn("work")));
        QVERIFY(f.session->continueRanks(ranks("1")));
        QVERIFY(f.recorder.batches.empty());
        f.run();
        QVERIFY(f.recorder.batches.at(0).focus);
        QVERIFY(f.recorder.batches.at(0).breakpoints);
    }

    void anObserverMayCommandFromInsideItsCall()
    {
        SessionFixture f;
        bool once = false;
        f.recorder.onBatch = [&] {
            if (f.session->state() == SessionState::Held && !std::exchange(once, true))
                QVERIFY(f.session->continueRanks(f.session->focus()));
        };
        f.bringUp(4);
        QCOMPARE(f.session->state(), SessionState::Running);
    }

    void aGoneObserverHearsNothing()
    {
        SessionFixture f;
        f.subscription.cancel();
        f.bringUp(2);
        QVERIFY(f.recorder.events.empty());
    }

    void aDestroyedSessionHearsNothing()
    {
        SessionFixture f;
        QVERIFY(f.session->launch(launchSpec()));
        f.fake->bringUp(2);
        f.session.reset();
        f.run();
        f.scheduler.advance(std::chrono::hours(1));
        QVERIFY(f.recorder.events.empty());
    }

    void focusIsAllRanksUntilChosen()
    {
        SessionFixture f;
        f.bringUp(4);
        QCOMPARE(f.session->focus(), ranks("0-3"));
        QVERIFY(f.session->setFocus(ranks("1-2")));
        QCOMPARE(f.session->focus(), ranks("1-2"));
    }

    void focusRefusesRanksThatTheJobDoesNotHave()
    {
        SessionFixture f;
        f.bringUp(4);
        const auto refused = f.session->setFocus(ranks("3-5"));
        QVERIFY(!refused);
        QVERIFY(refused.error().code == Errc::NoSuchRank);
        QVERIFY(QString::fromStdString(refused.error().message()).contains("ranks 4-5: the job has ranks 0-3 only"));
        QVERIFY(f.session->setFocus({}).error().code == Errc::NoRanks);
        QCOMPARE(f.session->focus(), ranks("0-3"));
    }

    void theLowestStoppedRankLeads()
    {
        SessionFixture f;
        f.bringUpRunning(4);
        QCOMPARE(f.session->leadingRank(), std::optional(Rank(0)));
        f.fake->stop(ranks("2-3"), breakpointHit(1));
        f.run();
        QCOMPARE(f.session->leadingRank(), std::optional(Rank(2)));
        QVERIFY(f.recorder.batches.back().focus);
    }

    void theUsersLeaderLeadsWhenItStands()
    {
        SessionFixture f;
        f.bringUp(4);
        QVERIFY(f.session->setLeadingRank(Rank(3)));
        QCOMPARE(f.session->leadingRank(), std::optional(Rank(3)));
        QVERIFY(f.session->continueRanks(ranks("3")));
        f.run();
        QCOMPARE(f.session->leadingRank(), std::optional(Rank(0)));
        f.fake->stop(ranks("3"), breakpointHit(1));
        f.run();
        QCOMPARE(f.session->leadingRank(), std::optional(Rank(3)));
        QVERIFY(f.session->setFocus(ranks("0-1")));
        QCOMPARE(f.session->leadingRank(), std::optional(Rank(0)));
        QVERIFY(!f.session->setLeadingRank(Rank(3)));
    }

    void aBreakpointSetBeforeLaunchReachesEveryNodeThatAttaches()
    {
        SessionFixture f;
        const auto id = f.session->addBreakpoint(breakAt("ring.cpp", 29));
        QVERIFY(id);
        QVERIFY(f.fake->submitted.empty());
        QVERIFY(f.session->breakpoints().find(*id)->status.resolved.empty());
        f.bringUp(4);
        QCOMPARE(f.fake->count<debug::SetBreakpoint>(), std::size_t(2));
        QCOMPARE(f.fake->submitted.at(0).command.ranks, ranks("0-1"));
        QCOMPARE(f.fake->submitted.at(1).command.ranks, ranks("2-3"));
        QCOMPARE(f.session->breakpoints().find(*id)->status.resolved, ranks("0-3"));
        QVERIFY(f.recorder.all<BreakpointUpdated>().size() >= 2);
    }

    void aBreakpointSetLaterReachesAllRanksThatAreOurs()
    {
        SessionFixture f;
        f.bringUpRunning(4);
        f.fake->exit(ranks("1"), 0);
        f.run();
        QVERIFY(f.session->addBreakpoint(breakIn("work")));
        QCOMPARE(f.fake->last<debug::SetBreakpoint>().command.ranks, ranks("0,2-3"));
    }

    void pendingIsShownAndMayResolveLater()
    {
        SessionFixture f;
        f.bringUp(2);
        f.fake->answersControl = false;
        const auto id = f.session->addBreakpoint(breakIn("late"));
        debug::BreakpointStatus status;
        status.id = *id;
        status.pending = ranks("0-1");
        f.fake->reply(f.fake->last<debug::SetBreakpoint>().id, debug::EngineReply{debug::BreakpointReply{status}, {}});
        f.run();
        QCOMPARE(f.session->breakpoints().find(*id)->status.pending, ranks("0-1"));
        status.pending = {};
        status.resolved = ranks("1");
        f.fake->say({debug::DaemonEvent(debug::BreakpointChanged{status})});
        f.run();
        QCOMPARE(f.session->breakpoints().find(*id)->status.pending, ranks("0"));
        QCOMPARE(f.session->breakpoints().find(*id)->status.resolved, ranks("1"));
    }

    void breakpointsNeedAPlace()
    {
        SessionFixture f;
        QVERIFY(!f.session->addBreakpoint(breakAt("", 3)));
        QVERIFY(!f.session->addBreakpoint(breakAt("ring.cpp", 0)));
        QVERIFY(!f.session->addBreakpoint(breakIn("")));
    }

    void aChangedBreakpointIsToldToAllRanks()
    {
        SessionFixture f;
        const auto id = f.session->addBreakpoint(breakAt("ring.cpp", 29));
        f.bringUp(4);
        f.recorder.clear();
        QVERIFY(f.session->changeBreakpoint(*id, "lap == 2", false));
        const auto& set = f.fake->last<debug::SetBreakpoint>();
        QCOMPARE(set.command.ranks, ranks("0-3"));
        const auto& spec = std::get<debug::SetBreakpoint>(set.command.request).spec;
        QCOMPARE(spec.condition, std::string("lap == 2"));
        QVERIFY(!spec.enabled);
        QVERIFY(spec.where == f.session->breakpoints().find(*id)->spec.where);
        f.run();
        QVERIFY(!f.recorder.all<BreakpointUpdated>().empty());
        QVERIFY(f.recorder.batches.front().breakpoints);
        QCOMPARE(f.session->breakpoints().find(*id)->status.resolved, ranks("0-3"));
        QVERIFY(f.session->changeBreakpoint(util::BreakpointId(9), "", true).error().code ==
                debug::Errc::NoSuchBreakpoint);
    }

    void aRemovedBreakpointIsGoneEverywhereAndItsLateNewsIsDropped()
    {
        SessionFixture f;
        f.bringUp(2);
        f.fake->answersControl = false;
        const auto id = f.session->addBreakpoint(breakIn("work"));
        const util::RequestId set = f.fake->last<debug::SetBreakpoint>().id;
        QVERIFY(f.session->removeBreakpoint(*id));
        QCOMPARE(f.fake->last<debug::RemoveBreakpoint>().command.ranks, ranks("0-1"));
        debug::BreakpointStatus status;
        status.id = *id;
        status.resolved = ranks("0-1");
        f.fake->reply(set, debug::EngineReply{debug::BreakpointReply{status}, {}});
        f.run();
        QVERIFY(!f.session->breakpoints().find(*id));
        QVERIFY(!f.session->removeBreakpoint(*id));
        QVERIFY(f.recorder.all<BreakpointUpdated>().back().removed);
    }

    void hitsAreCountedPerRank()
    {
        SessionFixture f;
        f.bringUp(4);
        const auto id = f.session->addBreakpoint(breakIn("work"));
        QVERIFY(f.session->continueRanks(ranks("0-3")));
        f.run();
        f.fake->stop(ranks("0-2"), breakpointHit(id->value()));
        f.run();
        QCOMPARE(f.session->breakpoints().find(*id)->hits, std::uint64_t(3));
        f.fake->say({debug::DaemonEvent(debug::HitsPassed{ranks("0-1"), *id, 5000})});
        f.fake->say({debug::DaemonEvent(debug::HitsPassed{ranks("1"), util::BreakpointId(77), 9})}); // that is no more
        f.run();
        QCOMPARE(f.session->breakpoints().find(*id)->hits, std::uint64_t(5003));
    }

    void newsOfRanksThatTheJobDoesNotHaveIsLeftOut()
    {
        SessionFixture f;
        f.bringUpRunning(2);
        f.recorder.clear();
        f.fake->stop(ranks("1-5000"), breakpointHit(1));
        f.fake->exit(ranks("7"), 0);
        f.run();
        QCOMPARE(f.recorder.all<debug::StopGroup>().at(0).ranks, ranks("1"));
        QVERIFY(f.recorder.all<debug::RanksExited>().empty());
    }

    void tenThousandRanksAreQuick()
    {
        SessionFixture f;
        f.bringUpRunning(10000);
        QElapsedTimer timer;
        timer.start();
        for (int round = 0; round < 10; ++round) {
            f.fake->stop(f.session->focus(), breakpointHit(1));
            f.run();
            QCOMPARE(f.session->state(), SessionState::Stopped);
            QVERIFY(f.session->continueRanks(f.session->focus()));
            f.run();
        }
        for (std::uint32_t rank = 0; rank < 10000; ++rank)
            f.fake->exit(util::RankSet(Rank(rank)), 0);
        f.run();
        QCOMPARE(f.session->processes().count(RankState::Ended), std::uint64_t(10000));
        QVERIFY2(timer.elapsed() < 5000, qPrintable(QString::number(timer.elapsed())));
    }
};

DBGR_TEST(TestSession, QCoreApplication);

} // namespace tst_session

#include "tst_session.moc"

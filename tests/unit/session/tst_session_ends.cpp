// SPDX-License-Identifier: GPL-3.0-or-later
// The ends of a job: in order, out of order, and of its parts one by one.
#include "debug/debug_error.h"
#include "session/session_error.h"
#include "tests/support/run/test_class.h"
#include "tests/support/session/session_fixture.h"

#include <QTest>

#include <csignal>

namespace tst_session_ends {

using namespace dbgr;
using namespace dbgr::session;
using namespace dbgr::test;
using util::Rank;

namespace {

util::Error gone()
{
    return {make_error_code(debug::Errc::DaemonLost), "dbgd on n02 closed its connection", {}};
}

} // namespace

class TestSessionEnds : public QObject
{
    Q_OBJECT

private slots:
    void theJobsStatusIsTheLaunchersOwn()
    {
        SessionFixture f;
        f.bringUpRunning(2);
        f.fake->exit(ranks("0"), 0);
        f.fake->exit(ranks("1"), 5);
        f.fake->say({JobEnded{5, Rank(1), "it failed"}});
        f.run();
        QCOMPARE(f.session->state(), SessionState::Exited);
        QVERIFY(!f.session->jobStatus());
        f.fake->say({LauncherExited{6, 0}});
        f.run();
        QVERIFY(f.session->jobStatus());
        QCOMPARE(f.session->jobStatus()->exitStatus, std::optional(6));
        QVERIFY(f.session->jobStatus()->fromLauncher);
        QCOMPARE(f.session->jobStatus()->firstFailed, std::optional(Rank(1)));
        QCOMPARE(f.recorder.all<Ended>().size(), std::size_t(1));
        f.fake->say({Finished{}});
        f.run();
        QCOMPARE(f.recorder.all<Ended>().size(), std::size_t(1));
        QCOMPARE(f.session->processes().at(Rank(1)).exit->status, 5);
    }

    void withoutTheLaunchersEndTheJobsOwnStatusCounts()
    {
        SessionFixture f;
        f.bringUpRunning(2);
        f.fake->say({JobEnded{3, std::nullopt, ""}, Finished{}});
        f.run();
        QCOMPARE(f.session->jobStatus()->exitStatus, std::optional(3));
        QVERIFY(!f.session->jobStatus()->fromLauncher);
    }

    void withoutAnyEndThereIsNoStatus()
    {
        SessionFixture f;
        f.bringUp(2);
        QVERIFY(f.session->detach());
        f.fake->say({debug::DaemonEvent(debug::RanksDetached{ranks("0-1")})});
        f.run();
        f.session->leave();
        QCOMPARE(f.fake->leaves, 1);
        f.fake->say({Finished{}});
        f.run();
        QVERIFY(!f.session->jobStatus());
        QVERIFY(f.recorder.all<Ended>().empty());
        QCOMPARE(f.session->state(), SessionState::Detached);
    }

    void aJobThatEndsWhileStoppedLeavesNobodyStopped()
    {
        SessionFixture f;
        f.bringUpRunning(2);
        f.fake->stop(ranks("0"), breakpointHit(1));
        f.run();
        bool settled = false;
        const auto wait = f.session->waitUntilSettled(ranks("0-1"), [&] { settled = true; });
        f.fake->endJob(9);
        f.run();
        QVERIFY(settled);
        QCOMPARE(f.session->processes().inState(RankState::Ended), ranks("0-1"));
        QVERIFY(!f.session->processes().at(Rank(0)).exit);
        QVERIFY(f.session->continueRanks(ranks("0")).error().code == debug::Errc::Ended);
    }

    void aLostNodeInTheMiddleOfACommandEndsTheWait()
    {
        SessionFixture f;
        f.bringUp(4);
        f.fake->answersControl = false;
        QVERIFY(f.session->continueRanks(ranks("0-3")));
        bool settled = false;
        const auto wait = f.session->waitUntilSettled(ranks("0-3"), [&] { settled = true; });
        f.fake->say({NodeLost{util::NodeId(1), "n02", ranks("2-3"), gone()}});
        f.fake->reply(f.fake->last<debug::Continue>().id,
                      debug::EngineReply{debug::DoneReply{}, {{ranks("2-3"), gone()}}});
        f.fake->stop(ranks("0-1"), breakpointHit(1));
        f.run();
        QVERIFY(settled);
        QCOMPARE(f.session->processes().inState(RankState::Lost), ranks("2-3"));
        QCOMPARE(f.session->processes().at(Rank(2)).problem, gone().detail);
        QCOMPARE(f.fake->released, (std::vector<util::RankSet>{ranks("0-1")}));
        QVERIFY(f.session->continueRanks(ranks("0")));
        QVERIFY(f.session->step(ranks("2"), debug::StepKind::Over).error().code == debug::Errc::DaemonLost);
    }

    void aSilentNodesRanksAreAsBeforeUntilItIsHeardOrLost()
    {
        SessionFixture f;
        f.bringUpRunning(4);
        f.fake->exit(ranks("3"), 0);
        f.fake->stop(ranks("2"), breakpointHit(1));
        const NodeSilence silence{util::NodeId(1), "n02", ranks("2-3")};
        const NodeSilence over{util::NodeId(1), "n02", ranks("2-3"), true};
        f.fake->say({silence, silence});
        f.run();
        QCOMPARE(f.session->processes().silent(), ranks("2")); // 3 has ended, and that is so
        QCOMPARE(f.session->processes().inState(RankState::Stopped), ranks("2"));
        QCOMPARE(f.recorder.all<NodeSilence>().size(), std::size_t(1));
        f.fake->say({over, over});
        f.run();
        QVERIFY(f.session->processes().silent().empty());
        QCOMPARE(f.recorder.all<NodeSilence>().size(), std::size_t(2));
        f.fake->say({silence, NodeLost{util::NodeId(1), "n02", ranks("2-3"), gone()}, over});
        f.run();
        QVERIFY(f.session->processes().silent().empty());
        QCOMPARE(f.session->processes().inState(RankState::Lost), ranks("2"));
        QCOMPARE(f.recorder.all<NodeSilence>().size(), std::size_t(3));
    }

    void lostRanksThatAreHeldCanStillBeLetGo()
    {
        SessionFixture f;
        f.bringUp(4);
        f.fake->say({NodeLost{util::NodeId(1), "n02", ranks("2-3"), gone()}});
        f.run();
        QVERIFY(f.session->continueRanks(ranks("0-3")));
        f.run();
        QCOMPARE(f.fake->last<debug::Continue>().command.ranks, ranks("0-1"));
        QCOMPARE(f.fake->released, (std::vector<util::RankSet>{ranks("2-3"), ranks("0-1")}));
    }

    void lostRanksMayStillEnd()
    {
        SessionFixture f;
        f.bringUpRunning(2);
        f.fake->say({NodeLost{util::NodeId(1), "n02", ranks("1"), gone()}});
        f.fake->exit(ranks("1"), 0, 9);
        f.run();
        QCOMPARE(f.session->processes().at(Rank(1)).exit->signal, 9);
    }

    void aFailureStaysTheFirstOne()
    {
        SessionFixture f;
        QVERIFY(f.session->launch(launchSpec()));
        f.fake->say(
            {BackendFailed{gone()}, BackendFailed{util::Error{{}, "later", {}}}, LauncherExited{213, 0}, Finished{}});
        f.run();
        QCOMPARE(f.session->state(), SessionState::Failed);
        QCOMPARE(f.session->failure()->detail, gone().detail);
        QCOMPARE(f.session->jobStatus()->exitStatus, std::optional(213));
        QVERIFY(std::holds_alternative<Finished>(f.recorder.events.back()));
    }

    void aJobWithoutAnExitStatusHasItsLaunchers_data()
    {
        QTest::addColumn<bool>("killed");
        QTest::addColumn<bool>("daemonLost");
        QTest::addColumn<int>("launchers"); // -1: it is not ours, and its end is not seen
        QTest::addColumn<int>("status");    // -1: there is none
        const auto row = [](const char* name, bool killed, bool daemonLost, int launchers, int status) {
            QTest::newRow(name) << killed << daemonLost << launchers << status;
        };
        row("attached", false, false, -1, -1);
        row("launched", false, false, 1, 1);
        row("whose launcher may speak of the daemon", false, true, 1, -1);
        row("attached, and killed", true, false, -1, 137);
        row("launched, and killed", true, false, 76, 137);
        row("launched, and killed without a daemon", true, true, 76, 137);
    }
    void aJobWithoutAnExitStatusHasItsLaunchers()
    {
        QFETCH(const bool, killed);
        QFETCH(const bool, daemonLost);
        QFETCH(const int, launchers);
        QFETCH(const int, status);
        SessionFixture f;
        f.bringUpRunning(2);
        if (daemonLost)
            f.fake->say({NodeLost{util::NodeId(1), "n02", ranks("1"), gone()}});
        f.run();
        if (killed)
            QVERIFY(f.session->kill().has_value());
        f.fake->say({JobEnded{std::nullopt, std::nullopt, "it was cancelled"}});
        if (launchers >= 0)
            f.fake->say({LauncherExited{launchers, 0}});
        f.fake->say({Finished{}});
        f.run();
        QVERIFY(f.session->jobStatus());
        QCOMPARE(f.session->jobStatus()->exitStatus.value_or(-1), status);
        QCOMPARE(f.session->jobStatus()->text, std::string("it was cancelled"));
    }

    /// A launcher that lost its job calls that a success.
    void whatNobodySaidOfTheJobsEndIsNotKnown()
    {
        const auto unknown = [](const std::vector<BackendEvent>& events) {
            SessionFixture f;
            f.bringUp(2);
            f.fake->say(events);
            f.run();
            return !f.session->jobStatus()->exitStatus;
        };
        QVERIFY(unknown({BackendFailed{gone()}, LauncherExited{0, 0}, Finished{}}));
        QVERIFY(!unknown({BackendFailed{gone()}, LauncherExited{213, 0}, Finished{}}));
        QVERIFY(!unknown({JobEnded{0, std::nullopt, ""}, BackendFailed{gone()}, LauncherExited{0, 0}, Finished{}}));
        QVERIFY(!unknown({LauncherExited{0, 0}, Finished{}}));
    }

    void theEndAnswersWhateverIsOpen()
    {
        SessionFixture f;
        f.bringUp(2);
        bool cancelled = false;
        f.session->stacks(ranks("0-1"), [&](const auto& answer) {
            cancelled = !answer && answer.error().code == debug::Errc::Cancelled;
        });
        bool settled = false;
        QVERIFY(f.session->setFocus(ranks("0")));
        const auto wait = f.session->waitUntilSettled(ranks("0-9"), [&] { settled = true; });
        f.fake->say({Finished{}});
        f.run();
        QVERIFY(cancelled);
        QVERIFY(settled);
        QCOMPARE(f.session->processes().inState(RankState::Lost), ranks("0-1"));
    }

    void aWaitEndsWithALaunchThatNeverHadAJob()
    {
        SessionFixture f;
        QVERIFY(f.session->launch(launchSpec()));
        bool settled = false;
        const auto wait = f.session->waitUntilSettled(ranks("0-3"), [&] { settled = true; });
        f.fake->say({BackendFailed{gone()}, Finished{}});
        f.run();
        QVERIFY(settled);
    }

    void openTextIsToldBeforeTheEnd()
    {
        SessionFixture f;
        f.bringUpRunning(1);
        f.fake->write(Rank(0), "no line end");
        f.fake->endJob(0);
        f.run();
        QCOMPARE(f.recorder.text(Rank(0), OutputChannel::Stdout), std::string("no line end"));
        const auto& events = f.recorder.events;
        QVERIFY(std::holds_alternative<Ended>(events.at(events.size() - 2)));
        QVERIFY(std::holds_alternative<OutputText>(events.at(events.size() - 3)));
    }

    void killIsForJobsThatRun()
    {
        SessionFixture f;
        QVERIFY(f.session->kill().error().code == Errc::WrongState);
        QVERIFY(f.session->launch(launchSpec()));
        QVERIFY(f.session->kill());
        QCOMPARE(f.fake->kills, 1);
        f.fake->say({Finished{}});
        f.run();
        QVERIFY(f.session->kill().error().code == Errc::WrongState);
    }

    // ---- Ends that are our doing

    void whatWeKillIsToldAsWhatWeDid_data()
    {
        QTest::addColumn<bool>("leaves");
        QTest::addColumn<int>("seen"); // by daemons and launcher
        QTest::newRow("kill: each end is seen") << false << 0;
        QTest::newRow("kill: the launcher was quicker") << false << 1;
        QTest::newRow("kill: stubs broke down") << false << 2;
        QTest::newRow("kill: a daemon went") << false << 3;
        QTest::newRow("kill: nobody saw anything") << false << 4;
        QTest::newRow("kill: daemons left first") << false << 5;
        QTest::newRow("leave: stubs broke down") << true << 2;
        QTest::newRow("leave: nobody saw anything") << true << 4;
    }
    /// Whatever is seen of it, and in which order: the same story.
    void whatWeKillIsToldAsWhatWeDid()
    {
        QFETCH(bool, leaves);
        QFETCH(int, seen);
        SessionFixture f;
        f.bringUpRunning(4);
        f.fake->stop(ranks("0"), breakpointHit(1));
        f.run();
        if (leaves)
            f.session->leave();
        else
            QVERIFY(f.session->kill());
        f.recorder.clear();
        switch (seen) {
        case 0:
            f.fake->exit(ranks("1,3"), 0, SIGKILL);
            f.fake->exit(ranks("0,2"), 0, SIGKILL);
            break;
        case 1:
            f.fake->stop(ranks("2"), stopCause(debug::StopReason::Signal));
            f.fake->exit(ranks("2"), 0, SIGTERM);
            f.fake->exit(ranks("0-1,3"), 0, SIGKILL);
            break;
        case 2:
            f.fake->say({debug::DaemonEvent(debug::RanksLost{ranks("1-3"), gone()})});
            f.fake->exit(ranks("0"), 0, SIGKILL);
            break;
        case 3:
            f.fake->say({NodeLost{util::NodeId(1), "n02", ranks("2-3"), gone()}});
            break;
        case 5:
            f.fake->say({debug::DaemonEvent(debug::RanksDetached{ranks("0-3")})});
            break;
        default:
            break;
        }
        f.fake->endJob(0);
        f.run();
        const auto exits = f.recorder.all<debug::RanksExited>();
        QCOMPARE(exits.size(), std::size_t(1));
        QCOMPARE(exits[0].ranks, ranks("0-3"));
        QCOMPARE(exits[0].signal, SIGKILL);
        for (const std::uint32_t rank : {0U, 1U, 2U, 3U})
            QCOMPARE(f.session->processes().at(Rank(rank)).exit->signal, SIGKILL);
        QVERIFY(f.recorder.all<debug::RanksLost>().empty());
        QVERIFY(f.recorder.all<NodeLost>().empty());
        QVERIFY(f.recorder.all<debug::RanksDetached>().empty());
        QVERIFY(f.recorder.all<debug::StopGroup>().empty());
        QCOMPARE(f.session->jobStatus()->exitStatus, std::optional(128 + SIGKILL));
        QVERIFY(!f.session->jobStatus()->firstFailed);
    }

    void whatEndedByItselfBeforeAKillIsToldAsThat()
    {
        SessionFixture f;
        f.bringUpRunning(3);
        QVERIFY(f.session->kill());
        f.fake->exit(ranks("1"), 3);
        f.fake->endJob(0);
        f.run();
        const auto exits = f.recorder.all<debug::RanksExited>();
        QCOMPARE(exits.size(), std::size_t(2));
        QVERIFY(exits[0].ranks == ranks("1") && exits[0].status == 3);
        QVERIFY(exits[1].ranks == ranks("0,2") && exits[1].signal == SIGKILL);
    }

    void commandsThatAKillCutsOffAreNoFailures()
    {
        SessionFixture f;
        f.bringUp(4);
        f.fake->answersControl = false;
        QVERIFY(f.session->continueRanks(ranks("0-3")));
        f.run();
        QVERIFY(f.session->kill());
        f.fake->exit(ranks("0-3"), 0, SIGKILL);
        f.fake->endJob(0);
        f.fake->say({Finished{}}); // with the continue unanswered
        f.run();
        QVERIFY(f.recorder.all<CommandFailed>().empty());
    }

    void ranksOfWhichNobodySaidThatTheyEndedAreLostAfterAKill()
    {
        SessionFixture f;
        f.bringUpRunning(4);
        QVERIFY(f.session->kill());
        f.fake->exit(ranks("0"), 0, SIGKILL);
        f.fake->say({NodeLost{util::NodeId(1), "n02", ranks("2-3"), gone()}});
        f.fake->say({Finished{}});
        f.run();
        QCOMPARE(f.recorder.all<debug::RanksExited>().at(0).ranks, ranks("0"));
        QCOMPARE(f.recorder.all<NodeLost>().at(0).ranks, ranks("2-3"));
        QCOMPARE(f.recorder.all<debug::RanksLost>().at(0).ranks, ranks("1"));
    }

    /// A rank that was killed while it stood: no kill that follows tells its end once more.
    void whatEndedAndNobodySawHowIsToldOnce()
    {
        SessionFixture f;
        f.bringUpRunning(2);
        const util::Error ended{make_error_code(debug::Errc::Ended), "process 7 has ended, and nobody saw how", {}};
        f.fake->say({debug::DaemonEvent(debug::RanksLost{ranks("0"), ended})});
        f.run();
        QCOMPARE(f.session->processes().inState(RankState::Ended), ranks("0"));
        QVERIFY(!f.session->processes().at(Rank(0)).exit);
        QCOMPARE(f.recorder.all<debug::RanksLost>().size(), std::size_t(1));
        QVERIFY(f.session->kill());
        f.fake->endJob(137);
        f.run();
        const auto exits = f.recorder.all<debug::RanksExited>();
        QCOMPARE(exits.size(), std::size_t(1));
        QCOMPARE(exits[0].ranks, ranks("1"));
    }

    void theNextJobKnowsNothingOfTheKill()
    {
        SessionFixture f;
        f.bringUpRunning(2);
        f.session->leave();
        f.fake->say({debug::DaemonEvent(debug::RanksLost{ranks("0"), gone()})});
        f.fake->endJob(0);
        f.run();
        f.recorder.clear();
        f.bringUpRunning(2);
        f.fake->say({debug::DaemonEvent(debug::RanksLost{ranks("0"), gone()})});
        f.fake->exit(ranks("1"), 0);
        f.run();
        QCOMPARE(f.recorder.all<debug::RanksLost>().size(), std::size_t(1));
        QCOMPARE(f.recorder.all<debug::RanksExited>().at(0).status, 0);
    }

    // ---- Who failed first

    void theFirstFailureIsFoundWhereTheLauncherDoesNotSay()
    {
        SessionFixture f;
        f.bringUpRunning(4);
        f.fake->exit(ranks("0"), 0);
        f.fake->exit(ranks("2"), 7);
        f.fake->exit(ranks("1,3"), 0, SIGKILL); // the launcher's doing
        f.fake->endJob(7);
        f.run();
        QCOMPARE(f.session->jobStatus()->firstFailed, std::optional(Rank(2)));
    }

    void aDaemonsEndIsNotTheJobs()
    {
        SessionFixture f;
        f.bringUpRunning(2);
        f.fake->say({NodeLost{util::NodeId(1), "n02", ranks("1"), gone()}});
        f.fake->exit(ranks("0"), 0);
        f.fake->say({JobEnded{0, std::nullopt, ""}, LauncherExited{137, 0}, Finished{}}); // dbgd was killed
        f.run();
        QCOMPARE(f.session->jobStatus()->exitStatus, std::optional(0));
    }

    void leavingNothingIsNothing()
    {
        SessionFixture f;
        f.session->leave();
        QCOMPARE(f.fake->leaves, 0);
    }
};

DBGR_TEST(TestSessionEnds, QCoreApplication);

} // namespace tst_session_ends

#include "tst_session_ends.moc"

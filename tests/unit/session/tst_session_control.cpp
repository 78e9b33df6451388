// SPDX-License-Identifier: GPL-3.0-or-later
// Continue, interrupt, step, and waiting for what comes of them.
#include "debug/debug_error.h"
#include "session/session_error.h"
#include "tests/support/run/test_class.h"
#include "tests/support/session/session_fixture.h"

#include <QTest>

#include <csignal>

namespace tst_session_control {

using namespace dbgr;
using namespace dbgr::session;
using namespace dbgr::test;
using debug::StepKind;
using util::Rank;

namespace {

debug::EngineReply failing(std::string_view which, debug::Errc code)
{
    return {debug::DoneReply{}, {{ranks(which), util::Error{make_error_code(code), "it failed", {}}}}};
}

} // namespace

class TestSessionControl : public QObject
{
    Q_OBJECT

private slots:
    void stopsByAConditionWithinAMomentAreToldAsOne();
    void releasesHeldRanksOnlyAfterTheEngineContinuedThem()
    {
        SessionFixture f;
        f.bringUp(4);
        f.fake->calls.clear();
        QVERIFY(f.session->continueRanks(ranks("0-3")));
        QCOMPARE(f.fake->calls, (std::vector<std::string>{"continue 0-3"}));
        f.run();
        QCOMPARE(f.fake->calls, (std::vector<std::string>{"continue 0-3", "release 0-3"}));
        QCOMPARE(f.session->state(), SessionState::Running);
        QVERIFY(f.session->processes().held().empty());
    }

    void ranksOnHoldStandWhileOthersGo()
    {
        SessionFixture f;
        f.bringUp(4);
        QVERIFY(f.session->putOnHold(ranks("1,3")));
        QVERIFY(f.session->continueRanks(ranks("0-3")));
        f.run();
        QCOMPARE(f.session->processes().inState(RankState::Running), ranks("0,2"));
        QCOMPARE(f.session->processes().held(), ranks("1,3")); // nor does the launcher let them go
        const auto refused = f.session->continueRanks(ranks("1"));
        QVERIFY(!refused);
        QCOMPARE(refused.error().detail, std::string("continuing rank 1: on hold"));
        QVERIFY(!f.session->step(ranks("3"), StepKind::Over, 1));
        QVERIFY(!f.session->takeOffHold(ranks("0")));
        QVERIFY(f.session->takeOffHold(ranks("0-1")));
        QVERIFY(f.session->continueRanks(ranks("0-3")));
        f.run();
        QCOMPARE(f.session->processes().inState(RankState::Running), ranks("0-2"));
        QCOMPARE(f.session->onHold(), ranks("3"));
        QCOMPARE(f.recorder.all<HoldChanged>().size(), std::size_t(2));
    }

    void rankThatRunsAndIsPutOnHoldIsInterrupted()
    {
        SessionFixture f;
        f.bringUp(2);
        QVERIFY(f.session->continueRanks(ranks("0-1")));
        f.run();
        f.fake->calls.clear();
        QVERIFY(f.session->putOnHold(ranks("0-1")));
        QCOMPARE(f.fake->calls, (std::vector<std::string>{"interrupt 0-1"}));
        QVERIFY(f.session->putOnHold(ranks("0-1"))); // it is already
        QCOMPARE(f.fake->calls, (std::vector<std::string>{"interrupt 0-1"}));
        f.fake->exit(ranks("0"), 0);
        f.run();
        QCOMPARE(f.session->onHold(), ranks("1")); // what has ended is not kept
    }

    void ranksGatherAtABarrier()
    {
        SessionFixture f;
        f.bringUp(4);
        QVERIFY(f.session->setFocus(ranks("0-2")));
        const auto barrier = f.session->addBarrier(breakIn("work"), f.session->focus());
        QVERIFY(barrier);
        QVERIFY(f.session->continueRanks(ranks("0-3")));
        f.run();
        f.fake->stop(ranks("0,3"), breakpointHit(1)); // 3 is not of the group
        f.run();
        QCOMPARE(f.session->onHold(), ranks("0"));
        QVERIFY(f.session->continueRanks(ranks("0-3")));
        f.run();
        QCOMPARE(f.session->processes().inState(RankState::Running), ranks("1-3"));
        f.fake->stop(ranks("1"), breakpointHit(1));
        f.run();
        QCOMPARE(f.session->breakpoints().find(*barrier)->barrier->arrived, ranks("0-1"));
        QVERIFY(f.recorder.all<BarrierReached>().empty());
        f.fake->exit(ranks("2"), 0); // it cannot come any more
        f.run();
        QCOMPARE(f.recorder.all<BarrierReached>().at(0).ranks, ranks("0-1"));
        QVERIFY(f.session->onHold().empty());
        QVERIFY(f.session->continueRanks(ranks("0-1")));
        f.run();
        f.fake->stop(ranks("1"), breakpointHit(1)); // once more
        f.run();
        QCOMPARE(f.session->onHold(), ranks("1"));
        QVERIFY(f.session->takeOffHold(ranks("1")));
        QVERIFY(f.session->continueRanks(ranks("1")));
        f.run();
        f.fake->stop(ranks("0"), breakpointHit(1)); // 1 has been there
        f.run();
        QCOMPARE(f.recorder.all<BarrierReached>().size(), std::size_t(2));
    }

    void barrierThatIsDisabledOrDeletedKeepsNobody_data()
    {
        QTest::addColumn<bool>("isDeleted");
        QTest::newRow("disabled") << false;
        QTest::newRow("deleted") << true;
    }
    void barrierThatIsDisabledOrDeletedKeepsNobody()
    {
        QFETCH(bool, isDeleted);
        SessionFixture f;
        f.bringUp(2);
        const auto barrier = f.session->addBarrier(breakIn("work"), f.session->focus());
        QVERIFY(barrier);
        QVERIFY(f.session->continueRanks(ranks("0-1")));
        f.run();
        f.fake->stop(ranks("0"), breakpointHit(1));
        f.run();
        QCOMPARE(f.session->onHold(), ranks("0"));
        QVERIFY(isDeleted ? f.session->removeBreakpoint(*barrier) : f.session->changeBreakpoint(*barrier, "", false));
        QVERIFY(f.session->onHold().empty());
    }

    void releasesOnlyThoseThatWereContinued()
    {
        SessionFixture f;
        f.bringUp(4);
        f.fake->answersControl = false;
        QVERIFY(f.session->continueRanks(ranks("0-2")));
        f.fake->reply(f.fake->last<debug::Continue>().id, failing("1", debug::Errc::EngineFailed));
        f.run();
        QCOMPARE(f.fake->released, (std::vector<util::RankSet>{ranks("0,2")})); // these do not wait for it
        f.scheduler.advance(std::chrono::seconds(1));                           // it might have ended with the launcher
        QCOMPARE(f.fake->released, (std::vector<util::RankSet>{ranks("0,2")}));
        QCOMPARE(f.session->processes().inState(RankState::Held), ranks("1,3"));
        QCOMPARE(f.session->state(), SessionState::PartlyStopped);
        QCOMPARE(f.recorder.all<CommandFailed>().at(0).ranks, ranks("1"));
    }

    void aLauncherThatEndsIsWhatIsToldOf()
    {
        for (const debug::Errc code :
             {debug::Errc::EngineFailed, debug::Errc::Ended, debug::Errc::NotAttached, debug::Errc::DaemonLost}) {
            SessionFixture f;
            f.bringUp(2);
            f.fake->answersControl = false;
            QVERIFY(f.session->continueRanks(ranks("0-1")));
            f.fake->reply(f.fake->last<debug::Continue>().id, failing("0-1", code));
            f.run();
            QVERIFY(f.recorder.all<CommandFailed>().empty());
            QCOMPARE(f.session->processes().inState(RankState::Running), ranks("0-1")); // nobody waits in vain yet
            f.scheduler.advance(std::chrono::milliseconds(300));
            f.fake->say({BackendFailed{{std::make_error_code(std::errc::interrupted), "the launcher was killed", ""}},
                         Finished{}});
            f.scheduler.advance(std::chrono::seconds(5));
            QVERIFY(f.recorder.all<CommandFailed>().empty());
            QCOMPARE(f.recorder.all<BackendFailed>().size(), std::size_t(1));
            QVERIFY(f.session->processes().inState(RankState::Running).empty());
        }
    }

    void otherwiseTheCommandHasFailed()
    {
        SessionFixture f;
        f.bringUp(2);
        f.fake->answersControl = false;
        QVERIFY(f.session->continueRanks(ranks("0-1")));
        f.fake->reply(f.fake->last<debug::Continue>().id, failing("0", debug::Errc::Ended));
        f.scheduler.advance(std::chrono::seconds(1));
        QCOMPARE(f.recorder.all<CommandFailed>().size(), std::size_t(1));
        QCOMPARE(f.recorder.all<CommandFailed>().at(0).ranks, ranks("0"));
    }

    void ofRanksThatHaveEndedMeanwhileNothingMoreIsTold()
    {
        for (const debug::Errc code : {debug::Errc::Ended, debug::Errc::NotAttached}) {
            SessionFixture f;
            f.bringUp(2);
            f.fake->answersControl = false;
            QVERIFY(f.session->continueRanks(ranks("0-1")));
            f.fake->exit(ranks("1"), 0, SIGKILL);
            f.fake->reply(f.fake->last<debug::Continue>().id, failing("0-1", code));
            f.scheduler.advance(std::chrono::seconds(1));
            QCOMPARE(f.recorder.all<CommandFailed>().size(), std::size_t(1));
            QCOMPARE(f.recorder.all<CommandFailed>().at(0).ranks, ranks("0"));
        }
    }

    void aFreedRankIsNotReleasedAgain()
    {
        SessionFixture f;
        f.bringUpRunning(2);
        f.fake->stop(ranks("0-1"), breakpointHit(1));
        f.run();
        QVERIFY(f.session->continueRanks(ranks("0-1")));
        f.run();
        QCOMPARE(f.fake->released.size(), std::size_t(1));
    }

    void ranksThatCouldNotBeAttachedAreReleasedWithoutTheEngine()
    {
        SessionFixture f;
        QVERIFY(f.session->launch(launchSpec()));
        f.fake->startJob(2);
        f.fake->say({debug::DaemonEvent(debug::AttachFailed{
                         ranks("0-1"), util::Error{make_error_code(debug::Errc::PtraceRefused), "no", {}}}),
                     JobAttached{{}, ranks("0-1")}});
        f.run();
        QCOMPARE(f.session->processes().inState(RankState::Detached), ranks("0-1"));
        QVERIFY(f.session->continueRanks(ranks("0-1")));
        f.run();
        QCOMPARE(f.fake->count<debug::Continue>(), std::size_t(0));
        QCOMPARE(f.fake->released, (std::vector<util::RankSet>{ranks("0-1")}));
        const auto again = f.session->continueRanks(ranks("0-1"));
        QVERIFY(again.error().code == debug::Errc::NotAttached);
    }

    void continueActsOnThoseThatStand()
    {
        SessionFixture f;
        f.bringUpRunning(4);
        f.fake->stop(ranks("1,3"), breakpointHit(1));
        f.run();
        QVERIFY(f.session->continueRanks(ranks("0-3")));
        QCOMPARE(f.fake->last<debug::Continue>().command.ranks, ranks("1,3"));
    }

    void refusesWhenNobodyStands()
    {
        SessionFixture f;
        f.bringUpRunning(2);
        QVERIFY(f.session->continueRanks(ranks("0-1")).error().code == debug::Errc::NotStopped);
        QVERIFY(f.session->step(ranks("0-1"), StepKind::Over).error().code == debug::Errc::NotStopped);
        f.fake->exit(ranks("0-1"), 0);
        f.run();
        QVERIFY(f.session->continueRanks(ranks("0-1")).error().code == debug::Errc::Ended);
        QVERIFY(f.session->interrupt(ranks("0-1")).error().code == debug::Errc::Ended);
    }

    void refusesBeforeTheJobIsAttached()
    {
        SessionFixture f;
        QVERIFY(f.session->continueRanks(ranks("0")).error().code == Errc::WrongState);
        QVERIFY(f.session->launch(launchSpec()));
        f.fake->startJob(2);
        f.run();
        QVERIFY(f.session->continueRanks(ranks("0")).error().code == Errc::WrongState);
        f.fake->attachAll();
        f.run();
        QVERIFY(f.session->continueRanks(ranks("0")));
    }

    void refusesUnknownRanksAndNone()
    {
        SessionFixture f;
        f.bringUp(2);
        QVERIFY(f.session->continueRanks(ranks("1-2")).error().code == Errc::NoSuchRank);
        QVERIFY(f.session->interrupt({}).error().code == Errc::NoRanks);
    }

    void heldRanksCannotStep()
    {
        SessionFixture f;
        f.bringUp(2);
        const auto refused = f.session->step(ranks("0-1"), StepKind::Over);
        QVERIFY(refused.error().code == debug::Errc::Held);
        QVERIFY(QString::fromStdString(refused.error().advice).contains("continue first"));
        QVERIFY(f.fake->submitted.empty());
    }

    void stepLeavesHeldRanksOutIfOthersCan()
    {
        SessionFixture f;
        f.bringUp(2);
        QVERIFY(f.session->continueRanks(ranks("1")));
        f.run();
        f.fake->stop(ranks("1"), breakpointHit(1));
        f.run();
        QVERIFY(f.session->step(ranks("0-1"), StepKind::Into));
        const auto& sent = f.fake->last<debug::Step>().command;
        QCOMPARE(sent.ranks, ranks("1"));
        QCOMPARE(std::get<debug::Step>(sent.request).kind, StepKind::Into);
    }

    void aNumberOfStepsIsForEachRank()
    {
        SessionFixture f;
        f.bringUpRunning(2);
        f.fake->stop(ranks("0-1"), breakpointHit(1));
        f.run();
        f.fake->submitted.clear();
        for (const std::uint32_t count : {0U, debug::kMostSteps + 1, ~0U}) {
            const auto refused = f.session->step(ranks("0-1"), StepKind::Over, count);
            QVERIFY(refused.error().code == std::errc::invalid_argument);
            QVERIFY(QString::fromStdString(refused.error().detail).contains("from 1 to 1000000 steps"));
        }
        QVERIFY(f.fake->submitted.empty());
        QVERIFY(f.session->step(ranks("0-1"), StepKind::IntoInstruction, 7));
        QCOMPARE(std::get<debug::Step>(f.fake->last<debug::Step>().command.request).count, 7U);
    }

    void threadsStepTogetherByLinesAndNotAlone()
    {
        SessionFixture f;
        f.bringUpRunning(2);
        f.fake->stop(ranks("0-1"), breakpointHit(1));
        f.run();
        f.fake->submitted.clear();
        debug::Step step{StepKind::Over};
        step.team = true;
        step.alone = true;
        const auto alone = f.session->step(ranks("0-1"), step);
        QVERIFY(alone.error().code == std::errc::invalid_argument);
        step.alone = false;
        step.kind = StepKind::IntoInstruction;
        const auto instruction = f.session->step(ranks("0-1"), step);
        QVERIFY(QString::fromStdString(instruction.error().detail).contains("only steps of lines"));
        QVERIFY(f.fake->submitted.empty());
        step.kind = StepKind::Into;
        QVERIFY(f.session->step(ranks("0-1"), step));
        QVERIFY(std::get<debug::Step>(f.fake->last<debug::Step>().command.request).team);
    }

    void aTemporaryBreakpointIsTakenFromRanksThatHaveStopped()
    {
        SessionFixture f;
        f.bringUpRunning(3);
        QVERIFY(f.session->addTemporaryBreakpoint(breakIn("work")));
        f.run();
        f.fake->stop(ranks("0"), breakpointHit(1));
        f.run();
        QCOMPARE(f.fake->last<debug::RemoveBreakpoint>().command.ranks, ranks("0"));
        QCOMPARE(f.session->breakpoints().find(util::BreakpointId(1))->hits, std::uint64_t(1));
        QVERIFY(f.session->changeBreakpoint(util::BreakpointId(1), "n == 3", true));
        QCOMPARE(f.fake->last<debug::SetBreakpoint>().command.ranks, ranks("1-2")); // not for it any more
        f.fake->exit(ranks("1"), 0);
        f.fake->stop(ranks("2"), breakpointHit(1));
        f.run();
        QCOMPARE(f.fake->last<debug::RemoveBreakpoint>().command.ranks, ranks("2"));
        QVERIFY(f.session->breakpoints().all().empty());
    }

    void aTemporaryBreakpointGoesWithTheLastRankThatCouldStop()
    {
        SessionFixture f;
        f.bringUpRunning(2);
        QVERIFY(f.session->addTemporaryBreakpoint(breakIn("work")));
        f.fake->stop(ranks("0"), breakpointHit(1));
        f.run();
        QCOMPARE(f.session->breakpoints().all().size(), std::size_t(1));
        f.fake->exit(ranks("1"), 0);
        f.run();
        QVERIFY(f.session->breakpoints().all().empty());
    }

    void aTemporaryBreakpointThatIsDeletedIsTakenFromTheOthers()
    {
        SessionFixture f;
        f.bringUpRunning(2);
        QVERIFY(f.session->addTemporaryBreakpoint(breakIn("work")));
        f.fake->stop(ranks("0"), breakpointHit(1));
        f.run();
        QVERIFY(f.session->removeBreakpoint(util::BreakpointId(1)));
        QCOMPARE(f.fake->last<debug::RemoveBreakpoint>().command.ranks, ranks("1"));
    }

    void aRunToAPlaceLetsHeldRanksGo()
    {
        SessionFixture f;
        f.bringUp(2);
        QVERIFY(f.session->runTo(ranks("0-1"), {debug::FunctionName{"work"}}));
        f.run();
        QCOMPARE(f.fake->last<debug::RunTo>().command.ranks, ranks("0-1"));
        QCOMPARE(f.fake->released, std::vector{ranks("0-1")});
        QCOMPARE(f.session->processes().inState(RankState::Running), ranks("0-1"));
        QVERIFY(f.session->breakpoints().all().empty());
    }

    void untilIsRefusedToHeldRanks()
    {
        SessionFixture f;
        f.bringUp(2);
        const debug::RunTo until{debug::FunctionName{"work"}, true};
        QVERIFY(f.session->runTo(ranks("0-1"), until).error().code == debug::Errc::Held);
        QVERIFY(f.session->continueRanks(ranks("1")));
        f.run();
        f.fake->stop(ranks("1"), breakpointHit(1));
        f.run();
        QVERIFY(f.session->runTo(ranks("0-1"), until));
        QCOMPARE(f.fake->last<debug::RunTo>().command.ranks, ranks("1"));
    }

    void aRunNeedsAPlace_data()
    {
        QTest::addColumn<debug::Place>("place");
        QTest::newRow("no function") << debug::Place(debug::FunctionName{});
        QTest::newRow("no file") << debug::Place(debug::SourceLine{"", 3});
        QTest::newRow("no line") << debug::Place(debug::SourceLine{"ring.cpp", 0});
    }

    void aRunNeedsAPlace()
    {
        QFETCH(debug::Place, place);
        SessionFixture f;
        f.bringUp(2);
        QVERIFY(f.session->runTo(ranks("0-1"), {place}).error().code == std::errc::invalid_argument);
    }

    void heldRanksDoNotMove()
    {
        SessionFixture f;
        f.bringUp(2);
        QVERIFY(f.session->jump(ranks("0-1"), {debug::SourceLine{"ring.cpp", 29}}).error().code == debug::Errc::Held);
        QVERIFY(f.session->returnNow(ranks("0-1"), {}).error().code == debug::Errc::Held);
        QVERIFY(f.session->continueRanks(ranks("1")));
        f.run();
        QVERIFY(!f.session->returnNow(ranks("1"), {})); // it runs
        f.fake->stop(ranks("1"), breakpointHit(1));
        f.run();
        QVERIFY(f.session->returnNow(ranks("0-1"), {"3"}));
        QCOMPARE(f.fake->last<debug::ReturnNow>().command.ranks, ranks("1"));
        f.run();
        f.fake->stop(ranks("1"), stopCause(debug::StopReason::Moved));
        f.run();
        QCOMPARE(f.session->processes().standing(), ranks("0-1"));
        QVERIFY(f.session->jump(ranks("0-1"), {debug::SourceLine{"ring.cpp", 0}}).error().code ==
                std::errc::invalid_argument);
        f.fake->answersControl = false;
        QVERIFY(f.session->jump(ranks("1"), {debug::SourceLine{"ring.cpp", 2}}));
        debug::EngineReply reply;
        reply.failures.push_back({ranks("1"), {debug::Errc::NoSuchPlace, "it is not in work", {}}});
        f.fake->reply(f.fake->last<debug::Jump>().id, std::move(reply));
        f.run();
        QCOMPARE(f.session->processes().standing(), ranks("0-1"));
    }

    void ranksThatCannotRunToAPlaceStand()
    {
        SessionFixture f;
        f.bringUpRunning(2);
        f.fake->stop(ranks("0-1"), breakpointHit(1));
        f.run();
        f.fake->answersControl = false;
        QVERIFY(f.session->runTo(ranks("0-1"), {debug::FunctionName{"work"}}));
        debug::EngineReply reply;
        reply.failures.push_back({ranks("1"), {debug::Errc::NoSuchPlace, "there is no such place to run to", {}}});
        f.fake->reply(f.fake->last<debug::RunTo>().id, std::move(reply));
        f.run();
        QCOMPARE(f.session->processes().standing(), ranks("1"));
    }

    void interruptReachesOnlyThoseThatRun()
    {
        SessionFixture f;
        f.bringUpRunning(4);
        f.fake->stop(ranks("0"), breakpointHit(1));
        f.run();
        QVERIFY(f.session->interrupt(ranks("0-3")));
        QCOMPARE(f.fake->last<debug::Interrupt>().command.ranks, ranks("1-3"));
        QVERIFY(f.session->interrupt(ranks("0")).error().code == Errc::WrongState);
    }

    void dropsNewsOfAnOlderStop()
    {
        SessionFixture f;
        f.bringUpRunning(2);
        const debug::StopGroup older = f.fake->makeStop(ranks("0-1"), breakpointHit(1));
        f.fake->stop(ranks("0"), crash(11));
        f.run();
        f.recorder.clear();
        f.fake->say({debug::DaemonEvent(older)});
        f.run();
        QCOMPARE(f.recorder.all<debug::StopGroup>().at(0).ranks, ranks("1"));
        QCOMPARE(f.session->processes().at(Rank(0)).state, RankState::Crashed);
        QCOMPARE(f.session->processes().at(Rank(1)).state, RankState::Stopped);
        f.fake->say({debug::DaemonEvent(older)});
        f.recorder.clear();
        f.run();
        QVERIFY(f.recorder.all<debug::StopGroup>().empty());
    }

    void aCrashIsAStateOfItsOwn()
    {
        SessionFixture f;
        f.bringUpRunning(2);
        f.fake->stop(ranks("1"), crash(11));
        f.run();
        QCOMPARE(f.session->processes().inState(RankState::Crashed), ranks("1"));
        QVERIFY(f.session->continueRanks(ranks("1"))); // on to its end
    }

    void aContinueThatGetsNoAnswerIsTakenBack()
    {
        SessionFixture f;
        f.bringUp(2);
        f.fake->answersControl = false;
        QVERIFY(f.session->continueRanks(ranks("0-1")));
        QCOMPARE(f.session->processes().inState(RankState::Running), ranks("0-1"));
        f.scheduler.advance(std::chrono::minutes(2));
        QCOMPARE(f.session->processes().inState(RankState::Held), ranks("0-1"));
        QVERIFY(f.fake->released.empty());
        QVERIFY(f.recorder.all<CommandFailed>().at(0).error.code == debug::Errc::Timeout);
    }

    void aFailureDoesNotUndoWhatHappenedSince()
    {
        SessionFixture f;
        f.bringUpRunning(2);
        f.fake->stop(ranks("0-1"), breakpointHit(1));
        f.run();
        f.fake->answersControl = false;
        QVERIFY(f.session->continueRanks(ranks("0-1")));
        f.fake->exit(ranks("0"), 3);
        f.fake->stop(ranks("1"), crash(6));
        f.fake->reply(f.fake->last<debug::Continue>().id, failing("0-1", debug::Errc::DaemonLost));
        f.run();
        QCOMPARE(f.session->processes().at(Rank(0)).state, RankState::Ended);
        QCOMPARE(f.session->processes().at(Rank(1)).state, RankState::Crashed);
    }

    void aRankThatRunsAlreadyGoesOnRunning()
    {
        SessionFixture f;
        f.bringUp(2);
        f.fake->answersControl = false;
        QVERIFY(f.session->continueRanks(ranks("0-1")));
        f.fake->reply(f.fake->last<debug::Continue>().id, failing("1", debug::Errc::NotStopped));
        f.run();
        QCOMPARE(f.session->processes().inState(RankState::Running), ranks("0-1"));
        QCOMPARE(f.fake->released, (std::vector<util::RankSet>{ranks("0-1")}));
    }

    void aWaitEndsWhenEveryRankHasStoppedOrEnded()
    {
        SessionFixture f;
        f.bringUp(3);
        QVERIFY(f.session->continueRanks(ranks("0-2")));
        int settled = 0;
        const auto wait = f.session->waitUntilSettled(ranks("0-2"), [&] { ++settled; });
        f.run();
        f.fake->stop(ranks("0"), breakpointHit(1));
        f.run();
        f.fake->exit(ranks("1"), 0);
        f.run();
        QCOMPARE(settled, 0);
        f.fake->say({debug::DaemonEvent(
            debug::RanksLost{ranks("2"), util::Error{make_error_code(debug::Errc::KeeperFailed), "gone", {}}})});
        f.run();
        QCOMPARE(settled, 1);
    }

    void aWaitSeesWhatObserversWereToldBefore()
    {
        SessionFixture f;
        f.bringUpRunning(1);
        std::size_t toldBefore = 0;
        const auto wait =
            f.session->waitUntilSettled(ranks("0"), [&] { toldBefore = f.recorder.all<debug::StopGroup>().size(); });
        f.recorder.clear();
        f.fake->stop(ranks("0"), breakpointHit(1));
        f.run();
        QCOMPARE(toldBefore, std::size_t(1));
    }

    void aWaitForStandingRanksEndsSoonButNotInsideTheCall()
    {
        SessionFixture f;
        f.bringUp(2);
        bool settled = false;
        const auto wait = f.session->waitUntilSettled(ranks("0-1"), [&] { settled = true; });
        QVERIFY(!settled);
        f.run();
        QVERIFY(settled);
    }

    void aWaitBeforeTheJobWaitsForIt()
    {
        SessionFixture f;
        bool settled = false;
        const auto wait = f.session->waitUntilSettled(ranks("0-1"), [&] { settled = true; });
        QVERIFY(f.session->launch(launchSpec()));
        f.fake->startJob(2);
        f.run();
        QVERIFY(!settled);
        f.fake->attachAll();
        f.run();
        QVERIFY(settled);
    }

    void aDroppedWaitIsSilent()
    {
        SessionFixture f;
        f.bringUp(2);
        auto wait = f.session->waitUntilSettled(ranks("0-1"), [] { QFAIL("it was dropped"); });
        wait.cancel();
        f.run();
    }

    void detachWhileHeldLeavesTheReleaseToTheBackend()
    {
        SessionFixture f;
        f.bringUp(2);
        QVERIFY(f.session->detach());
        QCOMPARE(f.fake->detaches, 1);
        QVERIFY(f.session->continueRanks(ranks("0")).error().code == Errc::WrongState);
        QVERIFY(!f.session->detach());
        f.fake->say({debug::DaemonEvent(debug::RanksDetached{ranks("0-1")})});
        f.run();
        QVERIFY(f.fake->released.empty());
        QVERIFY(f.session->processes().held().empty());
        QCOMPARE(f.session->state(), SessionState::Detached);
    }
};

void TestSessionControl::stopsByAConditionWithinAMomentAreToldAsOne()
{
    SessionFixture f;
    debug::BreakpointSpec spec = breakIn("work");
    spec.condition = "rank > 0";
    const auto id = f.session->addBreakpoint(spec);
    QVERIFY(id);
    f.bringUpRunning(4);
    const auto told = [&f] {
        std::vector<util::RankSet> hits;
        for (const debug::StopGroup& stop : f.recorder.all<debug::StopGroup>())
            if (stop.cause.reason == debug::StopReason::Breakpoint)
                hits.push_back(stop.ranks);
        return hits;
    };
    f.fake->stop(ranks("1"), breakpointHit(id->value()));
    f.run();
    QCOMPARE(f.session->processes().inState(RankState::Stopped), ranks("1")); // it is known, though not yet told
    QVERIFY(told().empty());
    f.fake->stop(ranks("3"), breakpointHit(id->value()));
    f.run();
    f.fake->write(Rank(0), "output holds nothing up\n");
    f.run();
    QVERIFY(told().empty());
    f.fake->exit(ranks("0"), 0); // other news are told after it
    f.run();
    QCOMPARE(told(), std::vector{ranks("1,3")});
    f.fake->stop(ranks("2"), breakpointHit(id->value())); // nobody runs any more
    f.run();
    QCOMPARE(told(), (std::vector{ranks("1,3"), ranks("2")}));
}

DBGR_TEST(TestSessionControl, QCoreApplication);

} // namespace tst_session_control

#include "tst_session_control.moc"

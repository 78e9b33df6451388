// SPDX-License-Identifier: GPL-3.0-or-later
#include <QApplication>
#include <QMainWindow>
#include <QSignalSpy>
#include <QtTest>

#include "tests/support/run/test_class.h"
#include "tests/support/session/session_fixture.h"
#include "tests/support/ui/ui_fixture.h"
#include "ui/bridge/elapsed_text.h"
#include "ui/window/action_table.h"
#include "ui/window/actions.h"
#include "ui/window/job_summary.h"
#include "ui/window/run_control.h"

#include <algorithm>

namespace tst_run_control {

using namespace dbgr;
using namespace dbgr::ui;

namespace {

struct Control : test::UiFixture
{
    Control()
    {
        QObject::connect(&control, &RunControl::confirmationNeeded, &control,
                         [this](const Confirmation& confirmation) { asked.push_back(confirmation); });
    }
    [[nodiscard]] bool isEnabled(const char* name) const { return actions.get(name)->isEnabled(); }
    void trigger(const char* name)
    {
        actions.get(name)->trigger();
        settle();
    }

    [[nodiscard]] static launchers::AttachSpec runningJob()
    {
        launchers::AttachSpec spec;
        spec.target = launchers::RunningLauncher{util::Pid(4711), {}};
        return spec;
    }
    /// Four ranks, attached to.
    void attach(const launchers::AttachSpec& spec = runningJob())
    {
        control.attach(spec);
        fake->bringUp(4);
        settle();
    }

    /// Four ranks, at a breakpoint.
    void stopAll()
    {
        bringUpRunning(4);
        fake->stop(test::ranks("0-3"), test::breakpointHit(1));
        settle();
    }
    void stepDone(const char* ranks)
    {
        fake->stop(test::ranks(ranks), test::stopCause(debug::StopReason::Step));
        settle();
    }

    RunControl control{context};
    std::vector<Confirmation> asked;
};

} // namespace

class TestRunControl : public QObject
{
    Q_OBJECT

private slots:
    void nothingCanBeDoneWithoutAJob();
    void heldRanksCanContinueButNotStep();
    void nobodyIsOrderedBeforeAllAreAttachedTo();
    void stoppedRanksCanStep();
    void instructionsAreSteppedLikeLines();
    void stepsMoveOneThreadWhileThatIsChecked();
    void stepsKeepThreadsTogetherWhileThatIsChecked();
    void stepsKeepRanksTogetherWhileThatIsChecked();
    void threadsAreFrozenAndThawed();
    void commandsAreForTheFocus();
    void stepKeysStayEnabledWhileAStepIsDone();
    void aKeyThatIsHeldDownPilesNothingUp();
    void pauseForgetsTheStepsThatWait();
    void stepsThatWaitLongAreToldAndCanBeCalledOff();
    void aJumpAsksFirst();
    void functionsAreLeft();
    void killAsksFirst();
    void theQuestionBeforeLeavingSaysWhoRuns();
    void killOfAJobThatOnlyStartsAsksNothing();
    void restartOfAnEndedJobAsksNothing();
    void restartOfARunningJobEndsItFirst();
    void leavingTellsWhenAllIsTidiedUp();
    void refusalsBecomeNotices();
    void summaryTellsWhatTheRanksDo();
    void aForeignJobIsNotLostByLeavingIt();
    void killingAForeignJobAsksAndNamesWhatWouldBeLost();
    void aForeignJobCannotBeRestartedAndTheTipSaysWhy();
    void anAttachThatIsUnderWayIsGivenUp();
    void detachedFromItCanBeAttachedToAgain();
    void lostRanksOfALivingJobCanBeAttachedToAgain();
    void severalStepsAreToldOnceAndTakeTheSwitches();
    void coreFilesCannotRun();
    void whatIsAskedCanBeCalledOff();
};

void TestRunControl::whatIsAskedCanBeCalledOff()
{
    Control job;
    QVERIFY(!job.isEnabled(action::kStopWaiting));
    job.stopAll();
    job.fake->answersQuery = nullptr;
    job.session->evaluate(job.session->focus(), "token", {}, [](const auto&) {});
    job.settle();
    job.trigger(action::kStopWaiting);
    const std::vector<util::RequestId>& ended = job.fake->cancelled;
    QVERIFY(std::ranges::find(ended, job.fake->last<debug::Evaluate>().id) != ended.end());
}

void TestRunControl::nothingCanBeDoneWithoutAJob()
{
    Control job;
    for (const char* const name :
         {action::kContinue, action::kPause, action::kStepOver, action::kRestart, action::kDetach, action::kKill})
        QVERIFY2(!job.isEnabled(name), name);
}

void TestRunControl::heldRanksCanContinueButNotStep()
{
    Control job;
    job.bringUp(4);
    job.settle();
    QVERIFY(job.isEnabled(action::kContinue));
    QVERIFY(!job.isEnabled(action::kStepOver));
    QVERIFY(!job.isEnabled(action::kPause));
    QVERIFY(job.isEnabled(action::kKill));
}

void TestRunControl::nobodyIsOrderedBeforeAllAreAttachedTo()
{
    Control job;
    QVERIFY(job.session->launch(test::launchSpec()).has_value());
    job.fake->startJob(4);
    debug::RanksAttached first{"n01", {}};
    for (const std::uint32_t rank : {0U, 1U})
        first.ranks.push_back({util::Rank(rank), util::Pid(1000), "/work/ring"});
    job.fake->say(
        {debug::DaemonEvent(std::move(first)),
         debug::DaemonEvent(job.fake->makeStop(test::ranks("0-1"), test::stopCause(debug::StopReason::Attached)))});
    job.settle();
    QCOMPARE(job.session->processes().standing().toString(), "0-1");
    QVERIFY(!job.isEnabled(action::kContinue));
    QVERIFY(!job.isEnabled(action::kStepOver));
    job.fake->attachAll();
    job.settle();
    QVERIFY(job.isEnabled(action::kContinue));
}

void TestRunControl::stoppedRanksCanStep()
{
    Control job;
    job.bringUpRunning(4);
    job.fake->stop(test::ranks("0-1"), test::breakpointHit(1));
    job.settle();
    QVERIFY(job.isEnabled(action::kStepOver));
    QVERIFY(job.isEnabled(action::kPause));
}

void TestRunControl::instructionsAreSteppedLikeLines()
{
    Control job;
    QVERIFY(!job.isEnabled(action::kNextInstruction));
    job.stopAll();
    for (const auto& [name, kind] : {std::pair{action::kNextInstruction, debug::StepKind::OverInstruction},
                                     {action::kStepInstruction, debug::StepKind::IntoInstruction}}) {
        QVERIFY2(job.isEnabled(name), name);
        job.trigger(name);
        QCOMPARE(std::get<debug::Step>(job.fake->last<debug::Step>().command.request).kind, kind);
        job.stepDone("0-3");
    }
}

void TestRunControl::severalStepsAreToldOnceAndTakeTheSwitches()
{
    Control job;
    QVERIFY(!job.isEnabled(action::kStepTimes));
    job.stopAll();
    QVERIFY(job.isEnabled(action::kStepTimes));
    job.trigger(action::kStepAlone);
    job.control.stepTimes(7);
    job.settle();
    const auto sent = std::get<debug::Step>(job.fake->last<debug::Step>().command.request);
    QCOMPARE(sent.count, 7U);
    QCOMPARE(sent.kind, debug::StepKind::Over);
    QVERIFY(sent.alone);
    job.stepDone("0-3");
    QCOMPARE(job.fake->count<debug::Step>(), std::size_t(1)); // and no more
}

void TestRunControl::stepsMoveOneThreadWhileThatIsChecked()
{
    Control job;
    job.stopAll();
    const auto isAlone = [&] {
        job.trigger(action::kStepOver);
        const bool alone = std::get<debug::Step>(job.fake->last<debug::Step>().command.request).alone;
        job.stepDone("0-3");
        return alone;
    };
    QVERIFY(!isAlone());
    job.trigger(action::kStepAlone);
    QVERIFY(isAlone());
    job.trigger(action::kStepAlone);
    QVERIFY(!isAlone());
}

void TestRunControl::stepsKeepThreadsTogetherWhileThatIsChecked()
{
    Control job;
    job.stopAll();
    const auto step = [&](const char* which) {
        job.trigger(which);
        const debug::Step told = std::get<debug::Step>(job.fake->last<debug::Step>().command.request);
        job.stepDone("0-3");
        return told;
    };
    QVERIFY(!step(action::kStepOver).team);
    job.trigger(action::kStepThreads);
    QVERIFY(step(action::kStepOver).team);
    QVERIFY(step(action::kStepOut).team);
    QVERIFY(!step(action::kNextInstruction).team);
    job.trigger(action::kStepAlone); // in its place
    const debug::Step alone = step(action::kStepOver);
    QVERIFY(alone.alone && !alone.team);
    job.trigger(action::kStepThreads);
    const debug::Step team = step(action::kStepOver);
    QVERIFY(team.team && !team.alone);
    job.trigger(action::kStepThreads);
    QVERIFY(!step(action::kStepOver).team);
}

void TestRunControl::stepsKeepRanksTogetherWhileThatIsChecked()
{
    Control job;
    std::uint32_t line = 20;
    util::RankSet ahead;
    job.fake->answersQuery = [&](const debug::EngineCommand& command) -> std::optional<debug::EngineReply> {
        if (!std::holds_alternative<debug::GetFrames>(command.request))
            return std::nullopt;
        debug::FramesReply frames;
        command.ranks.forEach([&](util::Rank rank) {
            const std::uint32_t at = ahead.contains(rank) ? 30 : line;
            frames.ranks.push_back({rank, {}, util::ThreadId(71), {test::frame("work", "ring.cpp", at)}});
        });
        return debug::EngineReply{frames, {}};
    };
    job.stopAll();
    job.trigger(action::kStepTogether);
    job.trigger(action::kStepOver);
    QVERIFY(job.session->steppingTogether() == test::ranks("0-3"));
    job.trigger(action::kStepOver); // once more, when all have done that
    QCOMPARE(job.fake->count<debug::Step>(), std::size_t(1));
    job.stepDone("0-2");
    QVERIFY(job.isEnabled(action::kPause));
    QCOMPARE(job.fake->count<debug::Step>(), std::size_t(1));
    ahead = test::ranks("3");
    job.stepDone("3");
    QCOMPARE(job.fake->count<debug::Step>(), std::size_t(2));
    QCOMPARE(job.fake->last<debug::Step>().command.ranks.toString(), "0-2"); // rank 3 waits for them
    QCOMPARE(job.session->steppingTogether().toString(), std::string("0-3"));
    line = 30;
    job.stepDone("0-2");
    QVERIFY(job.session->steppingTogether().empty());
    QVERIFY(!job.isEnabled(action::kPause));
    job.trigger(action::kStepTogether);
    job.trigger(action::kStepOver);
    QVERIFY(job.session->steppingTogether().empty());
    QCOMPARE(job.fake->last<debug::Step>().command.ranks.toString(), "0-3");
}

void TestRunControl::threadsAreFrozenAndThawed()
{
    Control job;
    QVERIFY(!job.isEnabled(action::kFreezeThread));
    job.fake->answersQuery = [](const debug::EngineCommand& command) -> std::optional<debug::EngineReply> {
        if (!std::holds_alternative<debug::GetFrames>(command.request))
            return std::nullopt;
        return debug::EngineReply{
            debug::FramesReply{{{util::Rank(0), {}, util::ThreadId(71), {test::frame("work", "ring.cpp", 7)}}}}, {}};
    };
    job.stopAll();
    const auto last = [&] {
        return std::get<debug::FreezeThreads>(job.fake->last<debug::FreezeThreads>().command.request);
    };
    QVERIFY(job.isEnabled(action::kFreezeThread));
    job.trigger(action::kFreezeThread);
    QCOMPARE(job.fake->last<debug::FreezeThreads>().command.ranks.toString(), "0");
    QVERIFY(last().freeze && last().threads == std::vector<debug::ThreadKey>{util::ThreadId(71)});
    job.trigger(action::kThawThread);
    QVERIFY(!last().freeze && last().threads == std::vector<debug::ThreadKey>{util::ThreadId(71)});
    job.trigger(action::kFreezeOthers);
    QVERIFY(last().freeze && last().threads.empty());
    job.trigger(action::kThawAll);
    QVERIFY(!last().freeze && last().threads.empty());
    QCOMPARE(job.fake->last<debug::FreezeThreads>().command.ranks.toString(), "0-3");
}

void TestRunControl::commandsAreForTheFocus()
{
    Control job;
    job.bringUpRunning(4);
    job.fake->stop(test::ranks("0-3"), test::breakpointHit(1));
    job.settle();
    QVERIFY(job.session->setFocus(test::ranks("2")).has_value());
    job.settle();
    job.trigger(action::kStepInto);
    QCOMPARE(job.fake->last<debug::Step>().command.ranks.toString(), "2");
    QVERIFY(!job.isEnabled(action::kContinue));
    QVERIFY(job.isEnabled(action::kPause));
}

void TestRunControl::stepKeysStayEnabledWhileAStepIsDone()
{
    Control job;
    job.stopAll();
    for (int press = 0; press < 3; ++press)
        job.actions.get(action::kStepOver)->trigger(); // faster than a frame
    job.settle();
    QVERIFY(job.isEnabled(action::kStepOver));
    QVERIFY(job.isEnabled(action::kPause));
    QVERIFY(job.notices.all().empty());
    for (std::size_t steps = 1; steps <= 3; ++steps) {
        QCOMPARE(job.fake->count<debug::Step>(), steps);
        job.stepDone("0-3");
    }
    QCOMPARE(job.fake->count<debug::Step>(), std::size_t(3));
}

void TestRunControl::aKeyThatIsHeldDownPilesNothingUp()
{
    Control job;
    QMainWindow window;
    window.addAction(job.actions.get(action::kStepOver));
    window.show();
    QVERIFY(QTest::qWaitForWindowActive(&window));
    job.stopAll();
    const auto press = [&](bool repeated) {
        QTest::simulateEvent(&window, true, Qt::Key_F10, Qt::NoModifier, {}, repeated);
        job.settle();
    };
    press(false);
    press(true);
    press(true);
    job.stepDone("0-3");
    QCOMPARE(job.fake->count<debug::Step>(), std::size_t(1)); // held: the next one when this is done
    press(true);
    QCOMPARE(job.fake->count<debug::Step>(), std::size_t(2));
    press(false);
    job.stepDone("0-3");
    QCOMPARE(job.fake->count<debug::Step>(), std::size_t(3)); // pressed anew: it counts
}

void TestRunControl::pauseForgetsTheStepsThatWait()
{
    Control job;
    job.stopAll();
    job.trigger(action::kStepOver);
    job.trigger(action::kStepInto);
    job.trigger(action::kPause);
    QCOMPARE(job.fake->last<debug::Interrupt>().command.ranks.toString(), "0-3");
    job.stepDone("0-3"); // it was done before the word arrived
    QCOMPARE(job.fake->count<debug::Step>(), std::size_t(1));
    QVERIFY(!job.isEnabled(action::kPause));
}

void TestRunControl::stepsThatWaitLongAreToldAndCanBeCalledOff()
{
    Control job;
    job.stopAll();
    job.trigger(action::kStepOver);
    job.trigger(action::kStepOver);
    job.trigger(action::kStepOver);
    job.stepDone("0-2"); // rank 3 waits for somebody
    QTRY_COMPARE(job.notices.all().size(), std::size_t(1));
    const Notice& told = job.notices.all().front();
    QVERIFY2(told.text.contains("2 more steps wait for ranks 0-3"), qPrintable(told.text));
    QCOMPARE(told.actions, QStringList{action::kPause});
    job.trigger(action::kPause);
    QVERIFY(job.notices.all().empty());
}

void TestRunControl::aJumpAsksFirst()
{
    Control job;
    job.bringUpRunning(2);
    job.fake->stop(test::ranks("0-1"), test::breakpointHit(1));
    job.settle();
    job.control.jump({"ring.cpp", 41});
    QCOMPARE(job.asked.size(), std::size_t(1));
    QCOMPARE(job.asked[0].question, QString("Go on at ring.cpp:41?"));
    QCOMPARE(job.asked[0].loss, QString("Nothing that lies between is done in ranks 0-1, and nothing is undone."));
    QCOMPARE(job.session->processes().standing(), test::ranks("0-1"));
    job.asked[0].proceed();
    job.settle();
    QVERIFY(std::get<debug::Jump>(job.fake->last<debug::Jump>().command.request).where ==
            (debug::SourceLine{"ring.cpp", 41}));
}

void TestRunControl::functionsAreLeft()
{
    Control job;
    job.bringUp(2);
    job.settle();
    QVERIFY(!job.isEnabled(action::kReturnNow)); // held
    QVERIFY(job.session->continueRanks(test::ranks("0-1")));
    job.settle();
    QVERIFY(!job.isEnabled(action::kReturnNow));
    job.fake->stop(test::ranks("0-1"), test::breakpointHit(1));
    job.settle();
    QVERIFY(job.isEnabled(action::kReturnNow));
    job.control.returnNow(" x + 1 ");
    job.settle();
    QCOMPARE(std::get<debug::ReturnNow>(job.fake->last<debug::ReturnNow>().command.request).value,
             std::string("x + 1"));
}

void TestRunControl::killAsksFirst()
{
    Control job;
    job.bringUpRunning(4);
    job.settle();
    job.trigger(action::kKill);
    QCOMPARE(job.fake->kills, 0);
    QCOMPARE(job.asked.size(), std::size_t(1));
    QVERIFY(job.asked.front().loss.contains("4 rank"));
    job.asked.front().proceed();
    QCOMPARE(job.fake->kills, 1);
    QVERIFY(!job.isEnabled(action::kKill));
}

void TestRunControl::theQuestionBeforeLeavingSaysWhoRuns()
{
    Control job;
    job.control.launch(test::launchSpec());
    job.settle();
    QCOMPARE(job.control.questionBeforeLeaving(), "The job is still being started. Kill it?");
    job.fake->bringUp(4);
    job.settle();
    QCOMPARE(job.control.questionBeforeLeaving(), "4 ranks are still running. Detach, or kill the job?");
    job.fake->exit(test::ranks("0-2"), 0);
    job.settle();
    QCOMPARE(job.control.questionBeforeLeaving(), "1 rank is still running. Detach, or kill the job?");
}

void TestRunControl::killOfAJobThatOnlyStartsAsksNothing()
{
    Control job;
    job.control.launch(test::launchSpec());
    job.settle();
    job.trigger(action::kKill);
    QVERIFY(job.asked.empty());
    QCOMPARE(job.fake->kills, 1);
}

void TestRunControl::restartOfAnEndedJobAsksNothing()
{
    Control job;
    job.control.launch(test::launchSpec("-n 2 ./ring"));
    job.fake->bringUp(2);
    job.fake->exit(test::ranks("0-1"), 0);
    job.fake->endJob(0);
    job.settle();
    job.fake->launched.reset();
    job.trigger(action::kRestart);
    QVERIFY(job.asked.empty());
    QVERIFY(job.fake->launched.has_value());
    QCOMPARE(job.fake->launched->argv.back(), "./ring");
}

void TestRunControl::restartOfARunningJobEndsItFirst()
{
    Control job;
    job.control.launch(test::launchSpec());
    job.fake->bringUp(4);
    job.settle();
    job.fake->launched.reset();
    job.trigger(action::kRestart);
    QCOMPARE(job.asked.size(), std::size_t(1));
    job.asked.front().proceed();
    QCOMPARE(job.fake->kills, 1);
    QVERIFY(!job.fake->launched);
    job.fake->endJob(137);
    job.settle();
    QVERIFY(job.fake->launched.has_value());
}

void TestRunControl::leavingTellsWhenAllIsTidiedUp()
{
    Control job;
    job.control.launch(test::launchSpec());
    job.fake->bringUp(4);
    job.settle();
    QSignalSpy finished(&job.control, &RunControl::finished);
    job.control.leave();
    QCOMPARE(finished.count(), 0);
    QCOMPARE(job.fake->leaves, 1);
    job.fake->endJob(137);
    job.settle();
    QCOMPARE(finished.count(), 1);
}

void TestRunControl::refusalsBecomeNotices()
{
    Control job;
    job.control.launch({});
    QCOMPARE(job.notices.all().size(), std::size_t(1));
    QCOMPARE(job.notices.all().front().kind, NoticeKind::Error);
    QVERIFY(!job.notices.all().front().advice.isEmpty());
}

void TestRunControl::summaryTellsWhatTheRanksDo()
{
    Control job;
    QCOMPARE(jobState(*job.session), "no job");
    job.bringUpRunning(4);
    job.settle();
    QCOMPARE(jobState(*job.session), "running");
    QCOMPARE(jobSize(job.session->processes()), "4 ranks on 2 hosts");
    job.fake->stop(test::ranks("0-2"), test::breakpointHit(1));
    job.settle();
    QCOMPARE(jobState(*job.session), "1 running, 3 stopped");
    job.fake->stop(test::ranks("3"), test::breakpointHit(1));
    job.settle();
    QCOMPARE(jobState(*job.session), "stopped at breakpoint 1, main at ring.cpp:29");
    QCOMPARE(elapsedText(std::chrono::seconds(3723)), "1:02:03");
    QCOMPARE(elapsedText(std::chrono::seconds(12)), "00:12");
}

void TestRunControl::aForeignJobIsNotLostByLeavingIt()
{
    Control job;
    job.attach();
    QVERIFY(!job.control.jobWouldBeLost());
    job.control.launch(test::launchSpec());
    job.settle();
    QVERIFY(job.asked.empty());
    QCOMPARE(job.fake->kills, 0);
    QCOMPARE(job.fake->leaves, 1);
    job.fake->say({session::Finished{}});
    job.settle();
    QVERIFY(job.fake->launched.has_value());
}

void TestRunControl::killingAForeignJobAsksAndNamesWhatWouldBeLost()
{
    Control job;
    job.attach();
    job.trigger(action::kKill);
    QCOMPARE(job.fake->kills, 0);
    QCOMPARE(job.asked.size(), std::size_t(1));
    QVERIFY(job.asked.front().loss.contains("4 ranks of mpiexec -n 4 ./ring"));
    QVERIFY(job.asked.front().loss.contains("Detach leaves it as it was"));
    job.asked.front().proceed();
    QCOMPARE(job.fake->kills, 1);
}

void TestRunControl::aForeignJobCannotBeRestartedAndTheTipSaysWhy()
{
    Control job;
    job.attach();
    QVERIFY(!job.isEnabled(action::kRestart));
    QVERIFY(job.actions.get(action::kRestart)->toolTip().contains("did not start this job"));
    QVERIFY(job.isEnabled(action::kDetach));
    QVERIFY(job.isEnabled(action::kContinue));
}

void TestRunControl::anAttachThatIsUnderWayIsGivenUp()
{
    Control job;
    job.control.attach(Control::runningJob());
    job.settle();
    QVERIFY(job.isEnabled(action::kDetach));
    QVERIFY(!job.isEnabled(action::kKill));
    job.trigger(action::kDetach);
    QCOMPARE(job.fake->leaves, 1);
    QCOMPARE(job.fake->detaches, 0);
    job.fake->say({session::Finished{}});
    job.settle();
    QCOMPARE(jobState(*job.session), "not attached");
}

void TestRunControl::detachedFromItCanBeAttachedToAgain()
{
    Control job;
    job.attach();
    QVERIFY(!job.isEnabled(action::kAttachAgain));
    job.trigger(action::kDetach);
    QCOMPARE(job.fake->detaches, 1);
    job.fake->say({debug::DaemonEvent(debug::RanksDetached{test::ranks("0-3")})});
    job.settle();
    QCOMPARE(job.session->state(), session::SessionState::Detached);
    QVERIFY(job.isEnabled(action::kAttachAgain));
    job.fake->attachAsked.reset();
    job.trigger(action::kAttachAgain);
    QCOMPARE(job.fake->leaves, 1);
    job.fake->say({session::Finished{}});
    job.settle();
    QVERIFY(job.fake->attachAsked.has_value());
}

void TestRunControl::lostRanksOfALivingJobCanBeAttachedToAgain()
{
    Control job;
    job.bringUpRunning(4);
    job.settle();
    QVERIFY(!job.isEnabled(action::kAttachAgain));
    job.fake->say({session::NodeLost{util::NodeId(1), "n02", test::ranks("2-3"), {}}});
    job.settle();
    QVERIFY(job.isEnabled(action::kAttachAgain));
    job.trigger(action::kAttachAgain);
    QCOMPARE(job.fake->attachesAgain, 1);
    job.settle();
    QVERIFY(!job.isEnabled(action::kAttachAgain)); // it is being done
}

void TestRunControl::coreFilesCannotRun()
{
    Control job;
    launchers::AttachSpec cores;
    cores.target = launchers::CoreFiles{{"core.1", "core.2"}, "./ring"};
    job.attach(cores);
    for (const char* const name :
         {action::kContinue, action::kPause, action::kStepOver, action::kRestart, action::kDetach, action::kKill}) {
        QVERIFY2(!job.isEnabled(name), name);
        QVERIFY2(job.actions.get(name)->toolTip().contains("core files"), name);
    }
    QVERIFY(!job.control.jobWouldBeLost());
}

DBGR_TEST(TestRunControl, QApplication);

} // namespace tst_run_control

#include "tst_run_control.moc"

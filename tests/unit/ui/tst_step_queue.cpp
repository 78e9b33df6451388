// SPDX-License-Identifier: GPL-3.0-or-later
#include <QApplication>
#include <QSignalSpy>
#include <QtTest>

#include "tests/support/run/test_class.h"
#include "tests/support/session/session_fixture.h"
#include "tests/support/ui/ui_fixture.h"
#include "ui/window/step_queue.h"

namespace tst_step_queue {

using namespace dbgr;
using debug::StepKind;
using debug::StopReason;

namespace {

/// Four ranks at a breakpoint of main(), and steps of them.
struct Steps : test::UiFixture
{
    Steps()
    {
        bringUpRunning(4);
        stop("0-3", test::breakpointHit(1));
    }
    void press(StepKind kind, const char* ranks = "0-3") { QVERIFY(queue.step(test::ranks(ranks), kind).has_value()); }
    void stop(const char* ranks, debug::StopCause cause)
    {
        fake->stop(test::ranks(ranks), std::move(cause));
        settle();
    }
    void done(const char* ranks, debug::Frame top = test::frame("main", "ring.cpp", 30))
    {
        stop(ranks, test::stopCause(StopReason::Step, std::move(top)));
    }
    /// "step 0-3", "step 0": what the ranks were told.
    [[nodiscard]] QString told() const
    {
        QStringList steps;
        for (const auto& one : fake->submitted) {
            if (const auto* const step = std::get_if<debug::Step>(&one.command.request))
                steps << QString("%1 %2")
                             .arg(QString("ion").at(int(step->kind)))
                             .arg(QString::fromStdString(one.command.ranks.toString()));
        }
        return steps.join("; ");
    }

    ui::StepQueue queue{bridge};
};

} // namespace

class TestStepQueue : public QObject
{
    Q_OBJECT

private slots:
    void eachPressIsOneStep();
    void stepsOfDifferentKindsKeepTheirOrder();
    void eachRankDoesItsOwnStepsInItsOwnTime();
    void ranksThatArriveTogetherAreToldTogether();
    void aPressBetweenTheStopAndItsNewsIsNotLost();
    void ranksThatRunFreelyAreLeftOut();
    void ranksOutsideOfTheFocusGoOn();
    void cancelForgetsWhatWaits();
    void aSurpriseForgetsWhatWaits_data();
    void aSurpriseForgetsWhatWaits();
    void ranksThatEndAreForgotten();
    void aStepThatFailedIsNotFollowedByOthers();
    void anotherJobBeginsWithNothing();
    void refusesWhatNobodyCanDo();
    void stepsThatWaitMoveOneThreadToo();
};

void TestStepQueue::stepsThatWaitMoveOneThreadToo()
{
    Steps job;
    job.queue.setAlone(true);
    job.press(StepKind::Over);
    job.press(StepKind::Over);
    job.done("0-3");
    QCOMPARE(job.told(), "o 0-3; o 0-3");
    for (const auto& one : job.fake->submitted) {
        if (const auto* const step = std::get_if<debug::Step>(&one.command.request))
            QVERIFY(step->alone);
    }
    job.done("0-3");
    job.queue.setAlone(false);
    job.press(StepKind::Over);
    QVERIFY(!std::get<debug::Step>(job.fake->last<debug::Step>().command.request).alone);
}

void TestStepQueue::eachPressIsOneStep()
{
    Steps job;
    for (int press = 0; press < 4; ++press)
        job.press(StepKind::Over);
    QCOMPARE(job.told(), "o 0-3");
    QCOMPARE(job.queue.depth(), std::size_t(3));
    for (int step = 0; step < 4; ++step)
        job.done("0-3");
    QCOMPARE(job.told(), "o 0-3; o 0-3; o 0-3; o 0-3");
    QVERIFY(job.queue.busy().empty());
    job.done("0-3"); // and none more
    QCOMPARE(job.fake->count<debug::Step>(), std::size_t(4));
}

void TestStepQueue::stepsOfDifferentKindsKeepTheirOrder()
{
    Steps job;
    job.press(StepKind::Over);
    job.press(StepKind::Into);
    job.press(StepKind::Out);
    for (int step = 0; step < 3; ++step)
        job.done("0-3");
    QCOMPARE(job.told(), "o 0-3; i 0-3; n 0-3");
}

void TestStepQueue::eachRankDoesItsOwnStepsInItsOwnTime()
{
    Steps job;
    job.press(StepKind::Over);
    job.press(StepKind::Over);
    job.done("1-3"); // rank 0 waits for a message that another one sends two lines on
    job.done("1-3");
    QCOMPARE(job.told(), "o 0-3; o 1-3");
    QCOMPARE(job.queue.busy().toString(), "0");
    job.press(StepKind::Over);
    QCOMPARE(job.told(), "o 0-3; o 1-3; o 1-3");
    job.done("1-3");
    job.done("0");
    job.done("0");
    QCOMPARE(job.told(), "o 0-3; o 1-3; o 1-3; o 0; o 0"); // three presses: three steps of each
}

void TestStepQueue::ranksThatArriveTogetherAreToldTogether()
{
    Steps job;
    job.press(StepKind::Over);
    job.press(StepKind::Over);
    job.fake->stop(test::ranks("0-1"), test::stopCause(StopReason::Step));
    job.fake->stop(test::ranks("2-3"), test::stopCause(StopReason::Step, test::frame("work", "ring.cpp", 8)));
    job.settle();
    QCOMPARE(job.told(), "o 0-3; o 0-3");
}

void TestStepQueue::aPressBetweenTheStopAndItsNewsIsNotLost()
{
    Steps job;
    job.press(StepKind::Over);
    job.fake->stop(test::ranks("0-3"), test::stopCause(StopReason::Step));
    job.run(); // the session knows of it, the window not yet
    job.press(StepKind::Over);
    QCOMPARE(job.told(), "o 0-3");
    job.settle();
    QCOMPARE(job.told(), "o 0-3; o 0-3");
    job.done("0-3");
    QCOMPARE(job.fake->count<debug::Step>(), std::size_t(2));
}

void TestStepQueue::ranksThatRunFreelyAreLeftOut()
{
    Steps job;
    QVERIFY(job.session->continueRanks(test::ranks("3")).has_value());
    job.settle();
    job.press(StepKind::Over);
    job.press(StepKind::Over);
    QCOMPARE(job.queue.busy().toString(), "0-2");
    job.stop("3", test::stopCause(StopReason::Breakpoint));
    job.done("0-2");
    QCOMPARE(job.told(), "o 0-2; o 0-2");
}

void TestStepQueue::ranksOutsideOfTheFocusGoOn()
{
    Steps job;
    job.press(StepKind::Over);
    job.press(StepKind::Over, "2");
    job.done("0-3");
    QCOMPARE(job.told(), "o 0-3; o 2");
}

void TestStepQueue::cancelForgetsWhatWaits()
{
    Steps job;
    job.press(StepKind::Over);
    QVERIFY(!job.queue.cancel(test::ranks("0-3")));
    job.press(StepKind::Over);
    QVERIFY(job.queue.cancel(test::ranks("0-1")));
    job.done("0-3");
    QCOMPARE(job.told(), "o 0-3; o 2-3");
}

void TestStepQueue::aSurpriseForgetsWhatWaits_data()
{
    QTest::addColumn<int>("kind");
    QTest::addColumn<debug::StopCause>("cause");
    QTest::addColumn<bool>("goesOn");
    const auto row = [](const char* name, StepKind kind, debug::StopCause cause, bool goesOn) {
        QTest::newRow(name) << int(kind) << std::move(cause) << goesOn;
    };
    const debug::Frame inside = test::frame("work", "ring.cpp", 8);
    row("over onto a line with a breakpoint", StepKind::Over, test::breakpointHit(1), true);
    row("over a call with a breakpoint in it", StepKind::Over, test::breakpointHit(2, inside), false);
    row("into a function with a breakpoint", StepKind::Into, test::breakpointHit(2, inside), true);
    row("out, and a breakpoint on the way", StepKind::Out, test::breakpointHit(1), false);
    row("crash", StepKind::Over, test::crash(11), false);
    row("pause", StepKind::Over, test::stopCause(StopReason::Interrupt), false);
    row("exec", StepKind::Over, test::stopCause(StopReason::Exec), false);
    row("other", StepKind::Into, test::stopCause(StopReason::Other), false);
}

void TestStepQueue::aSurpriseForgetsWhatWaits()
{
    QFETCH(int, kind);
    QFETCH(debug::StopCause, cause);
    QFETCH(bool, goesOn);
    Steps job;
    job.press(StepKind(kind));
    job.press(StepKind::Over);
    job.stop("2", cause);
    job.done("0-1,3");
    QCOMPARE(job.fake->count<debug::Step>(), std::size_t(goesOn ? 3 : 1)); // one tells all: nobody goes on
    QCOMPARE(job.queue.waiting().empty(), true);
}

void TestStepQueue::ranksThatEndAreForgotten()
{
    Steps job;
    job.press(StepKind::Over);
    job.press(StepKind::Over);
    job.fake->exit(test::ranks("0-1"), 0);
    job.settle();
    QCOMPARE(job.queue.busy().toString(), "2-3");
    job.done("2-3");
    QCOMPARE(job.told(), "o 0-3; o 2-3");
}

void TestStepQueue::aStepThatFailedIsNotFollowedByOthers()
{
    Steps job;
    job.fake->answersControl = false;
    job.press(StepKind::Over);
    job.press(StepKind::Over);
    job.fake->reply(job.fake->last<debug::Step>().id,
                    util::fail(std::make_error_code(std::errc::timed_out), "stepping ranks 0-3"));
    job.settle();
    QVERIFY(job.queue.busy().empty());
    QCOMPARE(job.told(), "o 0-3");
}

void TestStepQueue::anotherJobBeginsWithNothing()
{
    Steps job;
    job.press(StepKind::Over);
    job.press(StepKind::Over);
    job.fake->endJob(137);
    job.settle();
    job.bringUp(4);
    job.settle();
    QVERIFY(job.queue.busy().empty());
}

void TestStepQueue::refusesWhatNobodyCanDo()
{
    Steps job;
    QVERIFY(job.session->continueRanks(test::ranks("0-3")).has_value());
    job.settle();
    QVERIFY(!job.queue.step(test::ranks("0-3"), StepKind::Over).has_value());
    QVERIFY(job.queue.busy().empty());
}

DBGR_TEST(TestStepQueue, QApplication);

} // namespace tst_step_queue

#include "tst_step_queue.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include <QApplication>
#include <QtTest>

#include "tests/support/run/test_class.h"
#include "tests/support/session/session_fixture.h"
#include "tests/support/ui/ui_fixture.h"
#include "ui/window/action_table.h"
#include "ui/window/actions.h"
#include "ui/window/next_step.h"

#include <csignal>

namespace tst_next_step {

using namespace dbgr;
using namespace dbgr::ui;
using namespace std::chrono_literals;

namespace {

const util::Error kGone{std::make_error_code(std::errc::connection_reset), "reading: the daemon is gone", "Restart."};

launchers::AttachSpec runningJob()
{
    launchers::AttachSpec spec;
    spec.target = launchers::RunningLauncher{util::Pid(4711), {}};
    return spec;
}

struct Job : test::UiFixture
{
    explicit Job(std::chrono::milliseconds slow = 1h) : nextStep(context, slow) {}

    void held(std::uint32_t size)
    {
        bringUp(size);
        settle();
    }
    void running(std::uint32_t size)
    {
        bringUpRunning(size);
        settle();
    }
    void say(session::BackendEvent event)
    {
        fake->say({std::move(event)});
        settle();
    }
    void stop(const char* ranks, debug::StopCause cause)
    {
        fake->stop(test::ranks(ranks), std::move(cause));
        settle();
    }
    /// "text | advice", "" without such a notice.
    [[nodiscard]] QString text(const QString& key) const
    {
        for (const Notice& notice : notices.all()) {
            if (notice.key == key)
                return notice.advice.isEmpty() ? notice.text : notice.text + " | " + notice.advice;
        }
        return {};
    }
    [[nodiscard]] const Notice& last() const { return notices.all().back(); }

    NextStep nextStep;
};

} // namespace

class TestNextStep : public QObject
{
    Q_OBJECT

private slots:
    void heldRanksAreToldOfUntilTheyRun();
    void heldRanksWithABreakpointNeedNoMore();
    void onlyBreakpointsThatHaveAPlaceAreSet_data();
    void onlyBreakpointsThatHaveAPlaceAreSet();
    void aJobThatNobodyHoldsStandsWhereItWasAttachedTo();
    void aSlowLaunchShowsHowFarItIsAndCanBeCancelled();
    void aQuickLaunchShowsNothing();
    void aFailedLaunchOffersAnotherTry();
    void aSlowAttachCanBeCancelled();
    void aFailedAttachOffersAnotherTryOrAnotherJob();
    void detachedFromAForeignJobOffersToAttachAgain();
    void coreFilesAreForLooking();
    void aCrashIsToldOfAndLeads();
    void aCrashKeepsTheFocusThatHasIt();
    void aCrashOutsideOfTheFocusTakesIt();
    void theSecondCrashDoesNotTakeTheLead();
    void troublesOfRanksAreToldOf();
    void silenceIsToldUntilItIsOver();
    void lostRanksAreOfferedToBeAttachedToAgain();
    void rejectedInputIsToldOf();
    void theEndOffersARestart();
    void theEndNamesTheRankThatFailed();
    void anEndWithoutAStatusSaysWhy();
    void aDetachedJobIsSaidToGoOn();
    void anotherJobBeginsWithoutOldNotices();
    void theKeysAreThoseOfTheUser();
};

void TestNextStep::heldRanksAreToldOfUntilTheyRun()
{
    Job job;
    job.held(32);
    QCOMPARE(job.text("standing"),
             "All 32 ranks are held in MPI_Init. Set a breakpoint in the margin, then Continue (F5).");
    QCOMPARE(job.last().actions, QStringList{action::kContinue});

    QVERIFY(job.session->continueRanks(job.session->focus()).has_value());
    job.settle();
    QVERIFY(job.notices.all().empty());
}

void TestNextStep::heldRanksWithABreakpointNeedNoMore()
{
    Job job;
    job.held(4);
    QVERIFY(job.session->addBreakpoint(test::breakIn("main")).has_value());
    job.settle();
    QCOMPARE(job.text("standing"),
             "All 4 ranks are held in MPI_Init. One breakpoint is set: go on with Continue (F5).");
}

void TestNextStep::onlyBreakpointsThatHaveAPlaceAreSet_data()
{
    // For each breakpoint a letter: placed, waiting for its place, unanswered, disabled.
    QTest::addColumn<QString>("breakpoints");
    QTest::addColumn<QString>("text");
    const auto row = [](const char* breakpoints, const char* text) {
        QTest::newRow(breakpoints) << breakpoints << text;
    };
    row("p", "One breakpoint is set: go on with Continue (F5).");
    row("u", "One breakpoint is set: go on with Continue (F5).");
    row("pp", "2 breakpoints are set: go on with Continue (F5).");
    row("ppppw", "4 breakpoints are set, another one has no place yet: go on with Continue (F5).");
    row("pww", "One breakpoint is set, 2 others have no place yet: go on with Continue (F5).");
    row("pd", "One breakpoint is set: go on with Continue (F5).");
    row("d", "Set a breakpoint in the margin, then Continue (F5).");
    row("w", "The breakpoint has no place in the program yet: set another one, or go on with Continue (F5).");
    row("ww",
        "None of the 2 breakpoints has a place in the program yet: set another one, or go on with Continue (F5).");
}

void TestNextStep::onlyBreakpointsThatHaveAPlaceAreSet()
{
    QFETCH(QString, breakpoints);
    QFETCH(QString, text);
    Job job;
    job.held(4);
    job.fake->answersControl = false;
    for (const QChar kind : breakpoints) {
        debug::BreakpointSpec spec = test::breakIn("f" + std::to_string(job.session->breakpoints().all().size()));
        spec.enabled = kind != QLatin1Char('d');
        const auto id = job.session->addBreakpoint(spec);
        QVERIFY(id.has_value());
        debug::BreakpointStatus status;
        status.id = *id;
        (kind == QLatin1Char('w') ? status.pending : status.resolved) = test::ranks("0-3");
        if (kind != QLatin1Char('u'))
            job.fake->say({debug::DaemonEvent(debug::BreakpointChanged{status})});
    }
    job.settle();
    QCOMPARE(job.text("standing"), "All 4 ranks are held in MPI_Init. " + text);
}

void TestNextStep::aJobThatNobodyHoldsStandsWhereItWasAttachedTo()
{
    Job job;
    launchers::LaunchSpec spec = test::launchSpec();
    spec.hold = launchers::HoldPoint::None;
    QVERIFY(job.session->launch(spec).has_value());
    job.fake->bringUp(4);
    job.settle();
    QVERIFY2(job.text("standing").startsWith("All 4 ranks are stopped where they were attached to."),
             qPrintable(job.text("standing")));
}

void TestNextStep::aSlowLaunchShowsHowFarItIsAndCanBeCancelled()
{
    Job job(0ms);
    QVERIFY(job.session->launch(test::launchSpec()).has_value());
    job.settle();
    QTRY_COMPARE(job.text("launch"), "Starting mpiexec -n 4 ./ring ...");
    QCOMPARE(job.last().actions, QStringList{action::kKill});
    QCOMPARE(job.last().labels, QStringList{"Cancel"});

    job.say(session::LaunchProgress{"waiting for ranks in MPI_Init", 12, 64});
    QCOMPARE(job.text("launch"), "Waiting for ranks in MPI_Init: 12 of 64.");
    job.fake->bringUp(4);
    job.settle();
    QCOMPARE(job.text("launch"), "");
}

void TestNextStep::aQuickLaunchShowsNothing()
{
    Job job;
    QVERIFY(job.session->launch(test::launchSpec()).has_value());
    job.say(session::LaunchProgress{"waiting for ranks", 1, 4});
    QVERIFY(job.notices.all().empty());
}

void TestNextStep::aFailedLaunchOffersAnotherTry()
{
    Job job(0ms);
    QVERIFY(job.session->launch(test::launchSpec()).has_value());
    job.say(session::BackendFailed{{std::make_error_code(std::errc::no_such_file_or_directory),
                                    "launching mpiexec: no such program in PATH", "Check the name."}});
    QCOMPARE(job.text("launch"), "Launching mpiexec: no such program in PATH | Check the name.");
    QCOMPARE(job.last().kind, NoticeKind::Error);
    QCOMPARE(job.last().actions, (QStringList{action::kNewJob, action::kRestart, action::kDoctor}));

    job.fake->endJob(1); // why it failed says more than its status
    job.settle();
    QCOMPARE(job.text("end"), "");
    QVERIFY(!job.text("launch").isEmpty());
}

void TestNextStep::aSlowAttachCanBeCancelled()
{
    Job job(0ms);
    QVERIFY(job.session->attach(runningJob()).has_value());
    job.settle();
    QTRY_COMPARE(job.text("launch"), "Attaching to launcher 4711 ...");
    QCOMPARE(job.last().actions, QStringList{action::kDetach});
    QCOMPARE(job.last().labels, QStringList{"Cancel"});
}

void TestNextStep::aFailedAttachOffersAnotherTryOrAnotherJob()
{
    Job job;
    QVERIFY(job.session->attach(runningJob()).has_value());
    job.say(session::BackendFailed{{std::make_error_code(std::errc::no_such_process),
                                    "attaching to launcher 4711: it has ended", "Choose another job."}});
    QCOMPARE(job.last().actions, (QStringList{action::kAttachAgain, action::kAttach, action::kDoctor}));
}

void TestNextStep::detachedFromAForeignJobOffersToAttachAgain()
{
    Job job;
    QVERIFY(job.session->attach(runningJob()).has_value());
    job.fake->bringUp(4);
    job.settle();
    QVERIFY(job.session->detach().has_value());
    job.say(debug::DaemonEvent(debug::RanksDetached{test::ranks("0-3")}));
    QVERIFY2(job.text("end").startsWith("The job goes on by itself"), qPrintable(job.text("end")));
    QCOMPARE(job.last().actions, (QStringList{action::kAttachAgain, action::kAttach}));
}

void TestNextStep::coreFilesAreForLooking()
{
    Job job;
    launchers::AttachSpec cores;
    cores.target = launchers::CoreFiles{{"core.1"}, {}};
    QVERIFY(job.session->attach(cores).has_value());
    job.fake->bringUp(4);
    job.settle();
    QCOMPARE(job.text("standing"), "These are core files: look at stacks and values.");
    QVERIFY(job.last().actions.isEmpty());
}

void TestNextStep::aCrashIsToldOfAndLeads()
{
    Job job;
    job.running(4);
    debug::StopCause cause = test::crash(SIGSEGV, test::frame("work(int)", "/src/ring.cpp", 41));
    cause.description = "address not mapped";
    job.stop("3", cause);
    QCOMPARE(job.text("crash"), "Rank 3 crashed with SIGSEGV: address not mapped in work(int), ring.cpp:41.");
    QCOMPARE(job.last().actions.front(), action::kShowPlace);
    QCOMPARE(job.session->leadingRank(), std::optional(util::Rank(3)));

    QVERIFY(job.session->continueRanks(test::ranks("3")).has_value());
    job.settle();
    QCOMPARE(job.text("crash"), "");
}

void TestNextStep::aCrashKeepsTheFocusThatHasIt()
{
    Job job;
    job.running(4);
    QVERIFY(job.session->setFocus(test::ranks("1-3")).has_value());
    job.stop("1", test::breakpointHit(1));
    job.stop("2", test::crash(SIGABRT));
    QCOMPARE(job.session->focus().toString(), "1-3");
    QCOMPARE(job.session->leadingRank(), std::optional(util::Rank(2)));
}

void TestNextStep::aCrashOutsideOfTheFocusTakesIt()
{
    Job job;
    job.running(4);
    QVERIFY(job.session->setFocus(test::ranks("0-1")).has_value());
    job.stop("2-3", test::crash(SIGFPE));
    QCOMPARE(job.session->focus().toString(), "2-3");
}

void TestNextStep::theSecondCrashDoesNotTakeTheLead()
{
    Job job;
    job.running(4);
    job.stop("2", test::crash(SIGSEGV));
    job.stop("1", test::crash(SIGABRT));
    QCOMPARE(job.session->leadingRank(), std::optional(util::Rank(2)));
    QVERIFY2(job.text("crash").endsWith("| Rank 2 crashed, too."), qPrintable(job.text("crash")));
}

void TestNextStep::troublesOfRanksAreToldOf()
{
    Job job;
    QVERIFY(job.session->launch(test::launchSpec()).has_value());
    job.fake->startJob(4);
    job.say(debug::DaemonEvent(debug::AttachFailed{test::ranks("0"), kGone}));
    QCOMPARE(job.text("attach"), "Rank 0 could not be attached to: reading: the daemon is gone | Restart.");
    job.say(session::NodeLost{util::NodeId(1), "n02", test::ranks("2-3"), kGone});
    QCOMPARE(job.text("node/n02"),
             "Ranks 2-3 cannot be debugged any more: reading: the daemon is gone | Restart."); // nor attached to
    job.say(debug::DaemonEvent(debug::RanksLost{test::ranks("1"), kGone}));
    QVERIFY(job.text("lost").startsWith("Rank 1 cannot be debugged any more: "));
    job.say(session::BackendWarning{{kGone.code, "./ring has no debug information", "Compile with -g."}});
    QCOMPARE(job.last().text, "./ring has no debug information");
    QCOMPARE(job.last().kind, NoticeKind::Warning);
}

void TestNextStep::silenceIsToldUntilItIsOver()
{
    const session::NodeSilence silence{util::NodeId(1), "n02", test::ranks("2-3")};
    const session::NodeSilence over{util::NodeId(1), "n02", test::ranks("2-3"), true};
    Job job;
    job.running(4);
    job.say(silence);
    QVERIFY(job.text("silent/n02").startsWith("Nothing comes from n02 any more. What is shown of ranks 2-3 "));
    QCOMPARE(job.last().kind, NoticeKind::Warning);
    job.say(over);
    QCOMPARE(job.text("silent/n02"), QString());
    job.say(silence);
    job.say(session::NodeLost{util::NodeId(1), "n02", test::ranks("2-3"), kGone});
    QCOMPARE(job.text("silent/n02"), QString());
    QVERIFY(!job.text("node/n02").isEmpty());
}

void TestNextStep::lostRanksAreOfferedToBeAttachedToAgain()
{
    Job job;
    job.running(4);
    job.say(session::NodeLost{util::NodeId(1), "n02", test::ranks("2-3"), kGone});
    QCOMPARE(job.text("node/n02"), "Ranks 2-3 cannot be debugged any more: reading: the daemon is gone");
    QCOMPARE(job.last().actions, QStringList{action::kAttachAgain});
    QVERIFY(job.session->attachAgain().has_value());
    job.say(session::AttachedAgain{test::ranks("2-3"), {}});
    QCOMPARE(job.text("node/n02"), QString());
}

void TestNextStep::rejectedInputIsToldOf()
{
    Job job;
    job.running(4);
    job.fake->acceptsInput = false;
    QVERIFY(job.session->sendInput(test::ranks("0"), "x\n", false).has_value());
    job.settle();
    job.say(session::InputAccepted{job.fake->inputs.back().id, util::fail(kGone)});
    QCOMPARE(job.text("input"), "Sending input to rank 0: reading: the daemon is gone | Restart.");
}

void TestNextStep::theEndOffersARestart()
{
    Job job;
    job.running(4);
    job.fake->exit(test::ranks("0-3"), 0);
    job.fake->endJob(0);
    job.settle();
    QVERIFY2(job.text("end").startsWith("The job has ended with status 0. |"), qPrintable(job.text("end")));
    QCOMPARE(job.last().kind, NoticeKind::Hint);
    QCOMPARE(job.last().actions, QStringList{action::kRestart});
}

void TestNextStep::theEndNamesTheRankThatFailed()
{
    Job job;
    job.running(4);
    job.fake->exit(test::ranks("2"), 3);
    job.fake->say({session::JobEnded{3, util::Rank(2), {}}, session::LauncherExited{3, 0}, session::Finished{}});
    job.settle();
    QVERIFY2(job.text("end").startsWith("Rank 2 ended the job with status 3. |"), qPrintable(job.text("end")));
    QCOMPARE(job.last().kind, NoticeKind::Warning);
}

void TestNextStep::anEndWithoutAStatusSaysWhy()
{
    Job job;
    job.running(4);
    job.fake->say({session::JobEnded{std::nullopt, std::nullopt, "it was cancelled"}, session::Finished{}});
    job.settle();
    QVERIFY2(job.text("end").startsWith("The job has ended: it was cancelled. |"), qPrintable(job.text("end")));
    QCOMPARE(job.last().kind, NoticeKind::Warning);
}

void TestNextStep::aDetachedJobIsSaidToGoOn()
{
    Job job;
    job.held(4);
    QVERIFY(job.session->detach().has_value());
    job.say(debug::DaemonEvent(debug::RanksDetached{test::ranks("0-3")}));
    QVERIFY2(job.text("end").startsWith("The job goes on by itself"), qPrintable(job.text("end")));
    QCOMPARE(job.text("standing"), "");
}

void TestNextStep::anotherJobBeginsWithoutOldNotices()
{
    Job job;
    job.running(4);
    job.say(session::BackendWarning{kGone});
    job.fake->endJob(1);
    job.settle();
    QCOMPARE(job.notices.all().size(), std::size_t(2));
    QVERIFY(job.session->launch(test::launchSpec()).has_value());
    job.settle();
    QVERIFY(job.notices.all().empty());
}

void TestNextStep::theKeysAreThoseOfTheUser()
{
    Job job;
    job.actions.setKeys(job.actions.get(action::kContinue), {QKeySequence("F8")});
    job.held(4);
    QVERIFY(job.text("standing").endsWith("then Continue (F8)."));
}

DBGR_TEST(TestNextStep, QApplication);

} // namespace tst_next_step

#include "tst_next_step.moc"

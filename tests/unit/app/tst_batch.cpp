// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/unit/app/batch_fixture.h"

#include "debug/debug_error.h"
#include "launchers/launcher_error.h"
#include "session/session_error.h"
#include "tests/support/run/test_class.h"

#include <QtTest>

namespace tst_batch {

using namespace dbgr;
using namespace dbgr::app;
using namespace dbgr::test;
using namespace std::chrono_literals;
using Kind = BatchFixture::Kind;

namespace {

int code(ExitCode exitCode)
{
    return static_cast<int>(exitCode);
}

/// Every rank is in work(), called by main().
debug::FramesReply framesOf(const BatchFixture& f, const util::RankSet& asked)
{
    debug::FramesReply reply;
    asked.forEach([&](util::Rank rank) {
        auto caller = frame("main", "ring.cpp", 40);
        caller.index = 1;
        reply.ranks.push_back(
            {rank, f.session.processes().at(rank).stopId, {}, {frame("work", "ring.cpp", 101), caller}, false});
    });
    return reply;
}

} // namespace

class TestBatch : public QObject
{
    Q_OBJECT

private slots:
    void commandsBeginWhenAllRanksAreAttached();
    void continueReturnsWhenEveryFocusedRankHasStoppedOrEnded();
    void continueOfAFocusAwaitsOnlyThoseRanks();
    void crashEndsTheWaitForRanksThatWaitForIt();
    void ampersandDoesNotWait();
    void breakAwaitsTheAnswersOfAllRanks();
    void breakpointsAreDisabledEnabledAndGivenConditions();
    void placesAreListedAndSwitched();
    void selectedFrameIsForgottenWhenRanksRunOn();
    void inputAwaitsTheLauncher();

    void failedCommandEndsAScriptAndKillsTheJob();
    void failedCommandAfterTheLastRankKillsNothing();
    void badCommandNamesItsLine();
    void expressionWithoutAnyValueIsAFailure();
    void keepGoingGoesOn();
    void aPersonGoesOnAfterAnError();

    void endOfCommandsKillsAJobThatLives();
    void endOfCommandsAwaitsAJobWhoseRanksHaveEnded();
    void exitStatusIsTheJobs_data();
    void exitStatusIsTheJobs();
    void aJobWithoutAnExitStatusHasOurs();
    void killCommandGivesKilled();
    void endAfterDetachAwaitsTheJob();
    void endAwaitsAJobWhoseDaemonsWereLost();
    void ranksThatAreLostHaveNotEnded();
    void reattachSaysWhoCameBack();
    void quitKillsAJobWhoseDaemonsWereLost();
    void ranksThatAreLostWhileHeldAreNotAwaited();
    void aJobThatTheLauncherLostIsNoSuccess();
    void quitAfterDetachLeavesTheJobRunning();
    void restartEndsTheJobAndLaunchesItAgain();
    void restartThatFailsCanBeTriedAgain();
    void killBeforeARestartDoesNotCount();
    void timeoutKillsTheJob();
    void neverWaitsForeverForTidyingUp();

    void interruptStopsTheFocusAndAsecondOneKills();
    void slowSecondInterruptKillsNothing();
    void interruptWhileLaunchingGivesUp();
    void terminateKillsTheJob();

    void failedLaunchHasAStatusOfItsOwn_data();
    void failedLaunchHasAStatusOfItsOwn();
    void launcherThatIsAFileButNoProgramHasItsOwn();
    void promptNamesTheFocus();
};

void TestBatch::commandsBeginWhenAllRanksAreAttached()
{
    BatchFixture f({"continue"});
    f.start();
    f.backend->startJob(4);
    f.run();
    QCOMPARE(f.backend->count<debug::Continue>(), 0u);
    f.backend->attachAll();
    f.run();
    QVERIFY(f.backend->calls.size() > 1);
    QVERIFY(!f.exitStatus);
}

void TestBatch::continueReturnsWhenEveryFocusedRankHasStoppedOrEnded()
{
    BatchFixture f({"continue", "ranks"});
    f.bringUp();
    f.backend->stop(ranks("0-2"), breakpointHit(1));
    f.run();
    QVERIFY(f.takeOutput().find("\"reply\"") == std::string::npos);
    f.backend->exit(ranks("3"), 0);
    f.run();
    const std::string output = f.takeOutput();
    QVERIFY2(output.find(R"({"reply":"continue","ranks":"0-3","stopped":"0-2","ended":"3"})") != std::string::npos,
             output.c_str());
    QVERIFY(output.find(R"("event":"exited")") < output.find(R"("reply":"continue")"));
    QVERIFY(output.find(R"({"reply":"ranks")") != std::string::npos);
}

void TestBatch::continueOfAFocusAwaitsOnlyThoseRanks()
{
    BatchFixture f({"focus 1,3", "continue", "focus"});
    f.bringUp();
    f.backend->stop(ranks("1"), breakpointHit(1));
    f.backend->stop(ranks("3"), breakpointHit(2));
    f.run();
    QVERIFY(f.output.find(R"({"reply":"continue","ranks":"1,3","stopped":"1,3","ended":""})") != std::string::npos);
    QVERIFY(f.output.find(R"({"reply":"focus","ranks":"1,3","leading":1})") != std::string::npos);
}

void TestBatch::crashEndsTheWaitForRanksThatWaitForIt()
{
    BatchFixture f({"continue", "focus"}, Kind::Text);
    f.bringUp();
    f.backend->stop(ranks("1"), crash(11));
    f.run();
    QVERIFY(f.output.find("(dbgr 0-3) focus") == std::string::npos);
    f.scheduler.advance(CommandRunner::kAfterCrash);
    f.run();
    QVERIFY2(f.output.find("[0,2-3] still running; 'interrupt' stops them\n(dbgr 0-3) focus\n") != std::string::npos,
             f.output.c_str());
}

void TestBatch::ampersandDoesNotWait()
{
    BatchFixture f({"continue &", "wait"});
    f.bringUp();
    QVERIFY(f.output.find(R"({"reply":"continue","ranks":"0-3","stopped":"","ended":"","running":"0-3"})") !=
            std::string::npos);
    QVERIFY(f.output.find(R"("reply":"wait")") == std::string::npos);
    f.backend->stop(ranks("0-3"), breakpointHit(1));
    f.run();
    QVERIFY(f.output.find(R"({"reply":"wait","ranks":"0-3","stopped":"0-3","ended":""})") != std::string::npos);
}

void TestBatch::breakAwaitsTheAnswersOfAllRanks()
{
    BatchFixture f({"break work if lap == 2"});
    f.start();
    f.backend->answersControl = false;
    f.backend->bringUp(4);
    f.run();
    QVERIFY(f.output.find(R"("reply":"break")") == std::string::npos);
    const auto& asked = f.backend->last<debug::SetBreakpoint>();
    QCOMPARE(std::get<debug::SetBreakpoint>(asked.command.request).spec.condition, std::string("lap == 2"));
    debug::BreakpointStatus status{util::BreakpointId(1), ranks("0-2"), ranks("3"), {"/src/ring.cpp", 101, 0}, ""};
    f.backend->reply(asked.id, debug::EngineReply{debug::BreakpointReply{status}, {}});
    f.run();
    QVERIFY2(
        f.output.find(R"({"reply":"break","breakpoint":{"number":1,"asked":{"function":"work"},)"
                      R"("condition":"lap == 2","enabled":true,"resolved":"0-2","pending":"3","file":"/src/ring.cpp",)"
                      R"("line":101,"hits":0}})") != std::string::npos,
        f.output.c_str());
}

void TestBatch::breakpointsAreDisabledEnabledAndGivenConditions()
{
    BatchFixture f({"break work", "break main", "condition 1 lap == 2", "disable", "enable 2", "breakpoints",
                    "condition 1", "disable 7", "focus"},
                   Kind::Text, {std::nullopt, true});
    f.bringUp(2);
    QVERIFY2(f.output.find("(dbgr 0-1) condition 1 lap == 2\nBreakpoint 1, work if lap == 2: set in") !=
                 std::string::npos,
             f.output.c_str());
    QVERIFY(f.output.find("Disabled 1 2.\n") != std::string::npos);
    QVERIFY(f.output.find("Enabled 2.\n") != std::string::npos);
    QVERIFY2(f.output.find(", disabled  0\n") != std::string::npos, f.output.c_str());
    QVERIFY(f.output.find("Breakpoint 1, work (disabled): set in") != std::string::npos);
    QVERIFY(f.output.find("there is no breakpoint 7") != std::string::npos);
    const auto& spec = std::get<debug::SetBreakpoint>(f.backend->last<debug::SetBreakpoint>().command.request).spec;
    QCOMPARE(spec.id, util::BreakpointId(1));
    QVERIFY(spec.condition.empty() && !spec.enabled);
}

namespace {

/// Of breakpoint 1, as ranks of BatchFixture tell it.
void tellPlaces(BatchFixture& f)
{
    debug::BreakpointStatus status{util::BreakpointId(1), ranks("0-1"), {}, {"/src/ops.cpp", 7, 0}, ""};
    status.places = 2;
    status.placeList = {
        {{"ops.cpp", "scale(double)", "ops", 0}, {"/src/ops.cpp", 12, 0}, "/bin/ops", 0x1158, ranks("0-1")},
        {{"ops.cpp", "scale(int)", "ops", 0}, {"/src/ops.cpp", 7, 0}, "/bin/ops", std::nullopt, ranks("0")}};
    f.backend->say({debug::DaemonEvent(debug::BreakpointChanged{std::move(status)})});
    f.run();
}

} // namespace

void TestBatch::placesAreListedAndSwitched()
{
    auto* const typed = new TypedSource;
    BatchFixture f(typed, BatchFixture::Kind::Text);
    f.bringUp(2);
    typed->type("break scale");
    f.run();
    tellPlaces(f);
    f.takeOutput();
    typed->type("disable 1.2");
    f.run();
    QCOMPARE(f.takeOutput(), std::string("Disabled 1.2.\n"));
    tellPlaces(f);
    f.takeOutput();
    typed->type("breakpoints");
    f.run();
    const std::string list = f.takeOutput();
    QVERIFY2(list.find("scale(int)     0      ops.cpp:7 in ops") != std::string::npos, list.c_str());
    QVERIFY2(list.find("scale(double)  0-1    ops.cpp:12 in ops at 0x1158, disabled") != std::string::npos,
             list.c_str());
    typed->type("enable 1.3");
    f.run();
    QVERIFY(f.takeOutput().find("there is no place 1.3: the breakpoint has 2 places\n") != std::string::npos);
}

void TestBatch::selectedFrameIsForgottenWhenRanksRunOn()
{
    BatchFixture f({"frame 1", "print x", "continue", "print x"});
    f.start();
    f.backend->answersQuery = [&](const debug::EngineCommand& command) -> std::optional<debug::EngineReply> {
        if (std::holds_alternative<debug::Evaluate>(command.request))
            return debug::EngineReply{debug::ValuesReply{{value(command.ranks.toString(), "1")}}, {}};
        return debug::EngineReply{framesOf(f, command.ranks), {}};
    };
    f.backend->bringUp(2);
    f.run();
    QCOMPARE(std::get<debug::Evaluate>(f.backend->last<debug::Evaluate>().command.request).frame, 1u);
    f.backend->stop(ranks("0-1"), breakpointHit(1));
    f.run();
    QCOMPARE(f.backend->count<debug::Evaluate>(), 2u);
    QCOMPARE(std::get<debug::Evaluate>(f.backend->last<debug::Evaluate>().command.request).frame, 0u);
}

void TestBatch::inputAwaitsTheLauncher()
{
    BatchFixture f({"input 0,2 hello  world", "eof all"});
    f.start();
    f.backend->acceptsInput = false;
    f.backend->bringUp(4);
    f.run();
    QCOMPARE(f.backend->inputs.size(), 1u);
    QCOMPARE(f.backend->inputs[0].bytes, std::string("hello  world\n"));
    QCOMPARE(f.backend->inputs[0].ranks.toString(), std::string("0,2"));
    f.backend->say({session::InputAccepted{f.backend->inputs[0].id, util::ok()}});
    f.run();
    QVERIFY(f.output.find(R"({"reply":"input","ranks":"0,2","bytes":13})") != std::string::npos);
    QCOMPARE(f.backend->inputs.size(), 2u);
    QVERIFY(f.backend->inputs[1].eof);
    f.backend->say({session::InputAccepted{f.backend->inputs[1].id,
                                           util::fail(debug::Errc::Timeout, "the launcher did not take the input")}});
    f.run();
    QVERIFY(f.output.find("the launcher did not take the input") != std::string::npos);
    QCOMPARE(f.backend->leaves, 1);
}

void TestBatch::failedCommandEndsAScriptAndKillsTheJob()
{
    BatchFixture f({"delete 7", "ranks"});
    f.bringUp();
    QVERIFY(f.output.find("there is no breakpoint 7") != std::string::npos);
    QVERIFY(f.output.find(R"("reply":"ranks")") == std::string::npos);
    QCOMPARE(f.backend->leaves, 1);
    f.backend->endJob(137);
    f.run();
    QCOMPARE(f.exitStatus.value(), code(ExitCode::CommandFailed));
}

/// Its ranks have ended by themselves: so does the job.
void TestBatch::failedCommandAfterTheLastRankKillsNothing()
{
    BatchFixture f({"continue", "delete 7"}, Kind::Text);
    f.bringUp();
    f.backend->exit(ranks("0-3"), 0);
    f.run();
    QVERIFY(f.output.find("there is no breakpoint 7") != std::string::npos);
    QVERIFY(f.output.find("A command of a script has failed. (") != std::string::npos);
    QCOMPARE(f.backend->leaves, 0);
    f.backend->endJob(0);
    f.run();
    QVERIFY(f.output.find("The job has ended with status 0.") != std::string::npos);
    QCOMPARE(f.exitStatus.value(), code(ExitCode::CommandFailed));
}

void TestBatch::badCommandNamesItsLine()
{
    BatchFixture f({"# fine", "print"}, Kind::Text);
    f.bringUp();
    QVERIFY2(f.output.find("Error: test.dbgr:2: print: column 6: an expression is missing\n") != std::string::npos,
             f.output.c_str());
    QVERIFY(f.output.find("Usage: print [/FORMAT] [--elements N] [--depth N] [--threads] EXPR") != std::string::npos);
    QCOMPARE(f.backend->leaves, 1);
}

void TestBatch::expressionWithoutAnyValueIsAFailure()
{
    BatchFixture f({"print nonsense", "ranks"});
    f.start();
    f.backend->answersQuery = [&](const debug::EngineCommand& command) {
        if (std::holds_alternative<debug::GetFrames>(command.request))
            return debug::EngineReply{framesOf(f, command.ranks), {}};
        return debug::EngineReply{debug::ValuesReply{{{command.ranks, "", "", "no variable 'nonsense'"}}}, {}};
    };
    f.backend->bringUp(4);
    f.run();
    QVERIFY(f.output.find(R"({"ranks":"0-3","problem":"no variable 'nonsense'"})") != std::string::npos);
    QCOMPARE(f.backend->leaves, 1);
}

void TestBatch::keepGoingGoesOn()
{
    BatchFixture f({"delete 7", "ranks", "continue"}, Kind::Json, {std::nullopt, true});
    f.bringUp();
    QVERIFY(f.output.find(R"("reply":"ranks")") != std::string::npos);
    QCOMPARE(f.backend->leaves, 0);
    f.backend->exit(ranks("0-3"), 3);
    f.backend->endJob(3);
    f.run();
    QCOMPARE(f.exitStatus.value(), 3);
}

void TestBatch::aPersonGoesOnAfterAnError()
{
    auto* typed = new TypedSource;
    BatchFixture f(typed, Kind::Text);
    f.bringUp();
    typed->type("frob 3");
    f.run();
    QVERIFY(typed->waits());
    QVERIFY(f.takeOutput().find("there is no command 'frob'") != std::string::npos);
    typed->type("delete 1");
    f.run();
    QVERIFY(typed->waits());
    QVERIFY(!f.exitStatus);
    typed->end();
    QCOMPARE(f.backend->leaves, 1);
}

void TestBatch::endOfCommandsKillsAJobThatLives()
{
    BatchFixture f(std::vector<std::string>{});
    f.bringUp();
    QCOMPARE(f.backend->leaves, 1);
    QVERIFY(!f.exitStatus);
    f.backend->endJob(1);
    f.run();
    QCOMPARE(f.exitStatus.value(), code(ExitCode::Killed));
}

void TestBatch::endOfCommandsAwaitsAJobWhoseRanksHaveEnded()
{
    BatchFixture f({"continue"});
    f.bringUp();
    f.backend->exit(ranks("0-3"), 0);
    f.run();
    QCOMPARE(f.backend->leaves, 0);
    QVERIFY(!f.exitStatus);
    f.scheduler.advance(Batch::kEndLimit);
    f.run();
    QCOMPARE(f.backend->leaves, 1); // the launcher hangs
}

void TestBatch::exitStatusIsTheJobs_data()
{
    QTest::addColumn<int>("jobs");
    QTest::addColumn<int>("status");
    QTest::newRow("good") << 0 << 0;
    QTest::newRow("bad") << 42 << 42;
    QTest::newRow("the most") << 255 << 255;
    QTest::newRow("more than a process can end with") << 300 << 44;
    QTest::newRow("more, and not a success") << 512 << 1;
}

void TestBatch::exitStatusIsTheJobs()
{
    QFETCH(int, jobs);
    QFETCH(int, status);
    BatchFixture f({"continue"});
    f.bringUp();
    f.backend->exit(ranks("0-3"), jobs);
    f.backend->endJob(jobs);
    f.run();
    QCOMPARE(f.exitStatus.value(), status);
    QVERIFY(f.output.ends_with("{\"event\":\"ended\",\"status\":" + std::to_string(jobs) + "}\n"));
    QCOMPARE(f.backend->leaves, 0);
}

void TestBatch::aJobWithoutAnExitStatusHasOurs()
{
    BatchFixture f({"continue"});
    f.bringUp();
    f.backend->exit(ranks("0-3"), 0);
    f.backend->say({session::JobEnded{std::nullopt, std::nullopt, "it was cancelled"}, session::Finished{}});
    f.run();
    QCOMPARE(f.exitStatus.value(), code(ExitCode::SessionFailed));
    QVERIFY(f.output.ends_with("{\"event\":\"ended\",\"text\":\"it was cancelled\"}\n"));
}

void TestBatch::killCommandGivesKilled()
{
    BatchFixture f({"kill"});
    f.bringUp();
    QCOMPARE(f.backend->kills, 1);
    f.backend->endJob(1);
    f.run();
    QVERIFY(f.output.find(R"({"reply":"kill"})") != std::string::npos);
    QCOMPARE(f.exitStatus.value(), code(ExitCode::Killed));
}

void TestBatch::endAfterDetachAwaitsTheJob()
{
    BatchFixture f({"detach"});
    f.bringUp();
    QCOMPARE(f.backend->detaches, 1);
    f.backend->say({debug::DaemonEvent(debug::RanksDetached{ranks("0-3")})});
    f.run();
    QVERIFY(f.output.find(R"({"reply":"detach"})") != std::string::npos);
    QCOMPARE(f.backend->leaves, 0);
    f.scheduler.advance(24h);
    QVERIFY(!f.exitStatus);
    f.backend->endJob(5);
    f.run();
    QCOMPARE(f.exitStatus.value(), 5);
}

namespace {

session::NodeLost nodeLost(std::string_view lost)
{
    return {util::NodeId(0), "n01", ranks(lost), {debug::make_error_code(debug::Errc::DaemonLost), "dbgd is gone", ""}};
}

} // namespace

void TestBatch::endAwaitsAJobWhoseDaemonsWereLost()
{
    BatchFixture f({"continue"});
    f.bringUp();
    f.backend->exit(ranks("0-1"), 0);
    f.backend->say({nodeLost("2-3")});
    f.run();
    QCOMPARE(f.backend->leaves, 0);
    f.scheduler.advance(24h);
    QVERIFY(!f.exitStatus);
    f.backend->say({session::JobEnded{0, std::nullopt, ""}, session::LauncherExited{137, 0}, session::Finished{}});
    f.run();
    QCOMPARE(f.exitStatus.value(), 0);
}

void TestBatch::ranksThatAreLostHaveNotEnded()
{
    BatchFixture f({"continue &", "wait"}, Kind::Text);
    f.bringUp();
    f.backend->say({nodeLost("2-3")});
    f.backend->stop(ranks("0-1"), breakpointHit(1));
    f.run();
    QVERIFY2(f.output.find("[0-1] all stopped or ended\n[2-3] out of reach: no news of them will come\n") !=
                 std::string::npos,
             f.output.c_str());
}

void TestBatch::reattachSaysWhoCameBack()
{
    auto* const typed = new TypedSource;
    BatchFixture f(typed, Kind::Json);
    f.bringUp();
    session::NodeLost lost = nodeLost("2-3");
    lost.signal = 11;
    lost.request = "print vec";
    f.backend->say({lost});
    f.run();
    QVERIFY2(f.output.find(R"("host":"n01","signal":"SIGSEGV","request":"print vec")") != std::string::npos,
             f.output.c_str());
    typed->type("reattach");
    f.run();
    QCOMPARE(f.backend->attachesAgain, 1);
    debug::StopCause cause;
    cause.reason = debug::StopReason::Attached;
    const util::Error ended{debug::Errc::Ended, "process 7 has ended", ""};
    f.backend->say({debug::DaemonEvent(debug::RanksAttached{"n01", {{util::Rank(2), util::Pid(7), "/ring"}}}),
                    debug::DaemonEvent(debug::AttachFailed{ranks("3"), ended}),
                    session::AttachedAgain{ranks("2"), ranks("3")}});
    f.run();
    QVERIFY(f.output.find(R"("reply":"reattach")") == std::string::npos); // rank 2 does not stand yet
    f.backend->say({debug::DaemonEvent(debug::StopGroup{ranks("2"), {{ranks("2"), util::StopId(1)}}, cause, {}})});
    f.run();
    QVERIFY2(f.output.find(R"({"event":"attached_again","ranks":"2","failed":"3"})") != std::string::npos,
             f.output.c_str());
    QVERIFY2(f.output.find(R"({"reply":"reattach","attached":"2","failed":"3"})") != std::string::npos,
             f.output.c_str());
    typed->type("reattach");
    f.run();
    QVERIFY2(f.output.find("attaching again: no rank is lost") != std::string::npos, f.output.c_str());
}

void TestBatch::quitKillsAJobWhoseDaemonsWereLost()
{
    BatchFixture f({"continue", "quit"});
    f.bringUp();
    f.backend->say({nodeLost("0-3")});
    f.run();
    QCOMPARE(f.backend->leaves, 1);
    f.backend->endJob(0);
    f.run();
    QCOMPARE(f.exitStatus.value(), code(ExitCode::Killed));
}

void TestBatch::ranksThatAreLostWhileHeldAreNotAwaited()
{
    auto* const typed = new TypedSource;
    BatchFixture f(typed, Kind::Text);
    f.bringUp();
    f.backend->say({nodeLost("0-3")});
    f.run();
    typed->end();
    f.run();
    QCOMPARE(f.backend->leaves, 1);
    f.backend->endJob(0);
    f.run();
    QCOMPARE(f.exitStatus.value(), code(ExitCode::Killed));
}

void TestBatch::aJobThatTheLauncherLostIsNoSuccess()
{
    BatchFixture f({"continue"});
    f.bringUp();
    f.backend->say({session::BackendFailed{{debug::Errc::DaemonLost, "the launcher ended", ""}},
                    session::LauncherExited{0, 0}, session::Finished{}});
    f.run();
    QCOMPARE(f.exitStatus.value(), code(ExitCode::SessionFailed));
}

void TestBatch::quitAfterDetachLeavesTheJobRunning()
{
    BatchFixture f({"detach", "quit"});
    f.bringUp();
    f.backend->say({debug::DaemonEvent(debug::RanksDetached{ranks("0-3")})});
    f.run();
    QCOMPARE(f.backend->leaves, 1);
    QCOMPARE(f.backend->kills, 0);
    f.backend->say({session::Finished{}});
    f.run();
    QCOMPARE(f.exitStatus.value(), 0);
}

void TestBatch::restartEndsTheJobAndLaunchesItAgain()
{
    BatchFixture f({"break work", "focus 1", "continue", "restart", "continue"});
    f.bringUp();
    f.backend->stop(ranks("1"), breakpointHit(1));
    f.run();
    QCOMPARE(f.backend->leaves, 1);
    f.backend->endJob(137);
    f.run();
    QCOMPARE(std::count(f.backend->calls.begin(), f.backend->calls.end(), "launch"), 2);
    QVERIFY(f.output.find(R"("reply":"restart")") == std::string::npos);
    f.backend->bringUp(4);
    f.run();
    QVERIFY2(f.output.find(R"({"reply":"restart","ranks":"1","stopped":"1","ended":""})") != std::string::npos,
             f.output.c_str());
    QCOMPARE(f.backend->last<debug::Continue>().command.ranks, ranks("1"));
    f.backend->exit(ranks("0-3"), 0);
    f.backend->endJob(0);
    f.run();
    QCOMPARE(f.exitStatus, std::optional(0));
}

void TestBatch::restartThatFailsCanBeTriedAgain()
{
    auto* const typed = new TypedSource;
    BatchFixture f(typed, Kind::Json);
    f.bringUp();
    f.backend->endJob(0);
    typed->type("restart");
    f.run();
    f.backend->say({session::BackendFailed{{launchers::Errc::Unsupported, "no", ""}}});
    f.run();
    QVERIFY(typed->waits());
    QVERIFY(f.output.find(R"("reply":"restart")") == std::string::npos);
    typed->type("restart");
    f.run();
    f.backend->say({session::Finished{}});
    f.run();
    f.backend->bringUp(2);
    f.run();
    QVERIFY(f.output.find(R"("reply":"restart")") != std::string::npos);
    QVERIFY(typed->waits());
}

void TestBatch::killBeforeARestartDoesNotCount()
{
    BatchFixture f({"kill", "restart", "continue"});
    f.bringUp();
    f.backend->endJob(137);
    f.run();
    f.backend->bringUp(2);
    f.run();
    f.backend->exit(ranks("0-1"), 0);
    f.backend->endJob(4);
    f.run();
    QCOMPARE(f.exitStatus, std::optional(4));
}

void TestBatch::timeoutKillsTheJob()
{
    BatchFixture f({"continue"}, Kind::Json, {2500ms, false});
    f.bringUp();
    f.scheduler.advance(2499ms);
    QCOMPARE(f.backend->leaves, 0);
    f.scheduler.advance(1ms);
    QCOMPARE(f.backend->leaves, 1);
    QVERIFY(f.output.find("the session took longer than 2.5 s (--timeout)") != std::string::npos);
    f.backend->endJob(137);
    f.run();
    QCOMPARE(f.exitStatus.value(), code(ExitCode::TimedOut));
}

void TestBatch::neverWaitsForeverForTidyingUp()
{
    BatchFixture f({"quit"});
    f.bringUp();
    QCOMPARE(f.backend->leaves, 1);
    f.scheduler.advance(Batch::kTidyUpLimit);
    f.run();
    QCOMPARE(f.exitStatus.value(), code(ExitCode::Killed));
}

void TestBatch::interruptStopsTheFocusAndAsecondOneKills()
{
    BatchFixture f({"continue", "where"});
    f.bringUp();
    f.batch.interrupt();
    f.run();
    QCOMPARE(f.backend->last<debug::Interrupt>().command.ranks.toString(), std::string("0-3"));
    QCOMPARE(f.backend->leaves, 0);
    f.scheduler.advance(1900ms);
    f.batch.interrupt();
    QCOMPARE(f.backend->leaves, 1);
    f.backend->endJob(137);
    f.run();
    QCOMPARE(f.exitStatus.value(), code(ExitCode::Interrupted));
}

void TestBatch::slowSecondInterruptKillsNothing()
{
    BatchFixture f({"continue", "where"});
    f.bringUp();
    f.batch.interrupt();
    f.backend->stop(ranks("0-3"), stopCause(debug::StopReason::Interrupt));
    f.run();
    QVERIFY(f.output.find(R"({"reply":"continue","ranks":"0-3","stopped":"0-3","ended":""})") != std::string::npos);
    f.scheduler.advance(2001ms);
    f.batch.interrupt();
    QCOMPARE(f.backend->leaves, 0);
}

void TestBatch::interruptWhileLaunchingGivesUp()
{
    BatchFixture f({"continue"});
    f.start();
    f.batch.interrupt();
    QCOMPARE(f.backend->leaves, 1);
}

void TestBatch::terminateKillsTheJob()
{
    BatchFixture f({"continue"});
    f.bringUp();
    f.batch.terminate(ExitCode::Terminated);
    QCOMPARE(f.backend->leaves, 1);
    const util::Error gone{debug::make_error_code(debug::Errc::KeeperFailed), "a stub is gone", ""};
    f.backend->say({debug::DaemonEvent(debug::RanksLost{ranks("1"), gone})});
    f.run();
    QVERIFY(f.output.find("a stub is gone") == std::string::npos); // our own doing
    f.backend->endJob(143);
    f.run();
    QVERIFY(f.output.find("\"event\":\"lost\"") == std::string::npos);
    QVERIFY(f.output.find(R"({"event":"exited","ranks":"0-3","signal":"SIGKILL"})") != std::string::npos);
    QCOMPARE(f.exitStatus.value(), 143);
}

void TestBatch::failedLaunchHasAStatusOfItsOwn_data()
{
    QTest::addColumn<int>("reason");
    QTest::addColumn<int>("status");
    QTest::newRow("not found") << int(launchers::Errc::NotFound) << code(ExitCode::NotFound);
    QTest::newRow("unsupported") << int(launchers::Errc::Unsupported) << code(ExitCode::LaunchFailed);
    QTest::newRow("incomplete") << int(launchers::Errc::Incomplete) << code(ExitCode::LaunchFailed);
}

void TestBatch::failedLaunchHasAStatusOfItsOwn()
{
    QFETCH(int, reason);
    QFETCH(int, status);
    BatchFixture f({"continue"});
    f.start();
    const auto error = launchers::make_error_code(static_cast<launchers::Errc>(reason));
    f.backend->say({session::BackendFailed{{error, "launching: it cannot be", "Try another."}}, session::Finished{}});
    f.run();
    QVERIFY(f.output.find(R"({"event":"error","detail":"launching: it cannot be","category":"launchers","code":)") ==
            0);
    QVERIFY(f.output.find(R"("advice":"Try another.")") != std::string::npos);
    QCOMPARE(f.exitStatus.value(), status);
}

void TestBatch::launcherThatIsAFileButNoProgramHasItsOwn()
{
    const util::Error notFound{launchers::make_error_code(launchers::Errc::NotFound), "", ""};
    launchers::LaunchSpec spec;
    spec.workingDirectory = "/etc";
    spec.argv = {"./passwd", "-n", "4"};
    QCOMPARE(code(exitCodeOf(notFound, spec, false)), 126);
    spec.argv = {"./no-such-launcher"};
    QCOMPARE(code(exitCodeOf(notFound, spec, false)), 127);
    spec.argv = {"passwd"};
    QCOMPARE(code(exitCodeOf(notFound, spec, false)), 127);
}

void TestBatch::promptNamesTheFocus()
{
    auto* typed = new TypedSource;
    BatchFixture f(typed, Kind::Text);
    f.bringUp();
    typed->type("focus 1-2");
    f.run();
    QCOMPARE(typed->prompts, (std::vector<std::string>{"(dbgr 0-3) ", "(dbgr 1-2) "}));
}

DBGR_TEST(TestBatch, QCoreApplication);

} // namespace tst_batch

#include "tst_batch.moc"

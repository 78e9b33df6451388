// SPDX-License-Identifier: GPL-3.0-or-later
// What somebody did, as a script that does it again. (That the batch language reads it: tst_session_script_replay.)
#include "debug/debug_error.h"
#include "session/session_script.h"
#include "tests/support/run/test_class.h"
#include "tests/support/session/session_fixture.h"

#include <QTest>

namespace tst_session_script {

using namespace dbgr;
using namespace dbgr::session;
using namespace dbgr::test;

namespace {

struct ScriptFixture : SessionFixture
{
    SessionScript script;
    util::Subscription scriptSubscription = session->observe(script);

    /// The script but for its first line.
    [[nodiscard]] QString lines()
    {
        run();
        const QString text = QString::fromStdString(script.text());
        return text.mid(text.indexOf('\n') + 1).replace('\n', "; ").chopped(text.count('\n') > 1 ? 2 : 0);
    }
    void goOn(const char* set)
    {
        QVERIFY(session->continueRanks(ranks(set)));
        run();
    }
    void stopAt(const char* set, std::uint32_t breakpoint = 1)
    {
        fake->stop(ranks(set), breakpointHit(breakpoint));
        run();
    }
    void end(int status = 0)
    {
        fake->exit(session->processes().all(), status);
        fake->endJob(status);
        run();
    }
};

} // namespace

class TestSessionScript : public QObject
{
    Q_OBJECT

private slots:
    void theFirstLineIsTheCommandLine()
    {
        ScriptFixture f;
        QCOMPARE(f.script.text(), std::string());
        launchers::LaunchSpec spec = launchSpec("-n 2 ./ring --name");
        spec.argv.emplace_back("it's here");
        spec.hold = launchers::HoldPoint::Exec;
        QVERIFY(f.session->launch(spec));
        f.run();
        QCOMPARE(f.script.text(), std::string("# dbgr --stop=exec mpiexec -n 2 ./ring --name 'it'\\''s here'\n"));
    }

    void breakpointsThatAreThereBeforeTheJobComeFirst()
    {
        ScriptFixture f;
        QVERIFY(f.session->addBreakpoint(breakIn("main")));
        QVERIFY(f.session->addBreakpoint(breakIn("work")));
        QVERIFY(f.session->removeBreakpoint(util::BreakpointId(1)));
        f.run();
        QCOMPARE(f.script.text(), std::string());
        f.bringUp(2);
        QVERIFY(f.session->removeBreakpoint(util::BreakpointId(2)));
        QCOMPARE(f.lines(), "break work; delete 1");
    }

    void theMainJobIsASequenceOfCommandsThatWait()
    {
        ScriptFixture f;
        f.bringUp(4);
        auto spec = breakAt("ring.cpp", 29);
        spec.condition = "lap == 2";
        QVERIFY(f.session->addBreakpoint(spec));
        f.goOn("0-3");
        f.stopAt("0-1");
        f.stopAt("2-3");
        QVERIFY(f.session->step(ranks("0-3"), debug::StepKind::Over));
        f.run();
        f.fake->stop(ranks("0-3"), stopCause(debug::StopReason::Step));
        f.run();
        QVERIFY(f.session->removeBreakpoint(util::BreakpointId(1)));
        f.goOn("0-3");
        f.end();
        QCOMPARE(f.lines(), "break ring.cpp:29 if lap == 2; continue; next; delete 1; continue");
    }

    void stepsHaveTheirNumber()
    {
        ScriptFixture f;
        f.bringUp(2);
        f.goOn("0-1");
        f.stopAt("0-1");
        using debug::StepKind;
        for (const auto& [kind, count] : {std::pair{StepKind::Over, 3U}, {StepKind::IntoInstruction, 1U}}) {
            QVERIFY(f.session->step(ranks("0-1"), kind, count));
            f.run();
            f.fake->stop(ranks("0-1"), stopCause(debug::StopReason::Step));
            f.run();
        }
        QVERIFY(f.session->step(ranks("0-1"), StepKind::OverInstruction, 20));
        QVERIFY(f.session->interrupt(ranks("0-1")));
        f.fake->stop(ranks("0-1"), stopCause(debug::StopReason::Interrupt));
        QCOMPARE(f.lines(), "continue; next 3; stepi; nexti 20 &; interrupt");
    }

    /// By their numbers: ids are of one run. What came to nothing is not kept.
    void threadsAreNamedByTheirNumbers()
    {
        ScriptFixture f;
        f.bringUp(2);
        f.goOn("0-1");
        f.stopAt("0-1");
        f.fake->answersQuery = [](const debug::EngineCommand& command) -> std::optional<debug::EngineReply> {
            const auto* const freeze = std::get_if<debug::FreezeThreads>(&command.request);
            debug::ThreadsReply reply;
            command.ranks.forEach([&](util::Rank rank) {
                const debug::ThreadInfo first{util::ThreadId(70), 1, "main", {}, false};
                const debug::ThreadInfo second{util::ThreadId(71), 2, "worker", {}, true, freeze && freeze->freeze};
                reply.ranks.push_back({rank, {}, {first, second}});
            });
            if (command.ranks.size() == 1)
                return debug::EngineReply{{}, {{command.ranks, {debug::Errc::NoSuchThread, "it has no thread 9", ""}}}};
            return debug::EngineReply{std::move(reply), {}};
        };
        const auto heard = [](const auto&) {};
        f.session->selectThread(ranks("0-1"), util::ThreadId(71), heard);
        f.run();
        f.session->selectThread(ranks("0"), debug::ThreadIndex{9}, heard);
        f.run();
        f.session->freezeThreads(ranks("0-1"), {{util::ThreadId(71)}, true}, heard);
        f.run();
        f.session->freezeThreads(ranks("0-1"), {{}, true}, heard);
        f.run();
        f.session->freezeThreads(ranks("0-1"), {{}, false}, heard);
        f.run();
        QVERIFY(f.session->step(ranks("0-1"), debug::Step{debug::StepKind::Over, 3, true}));
        f.run();
        f.fake->stop(ranks("0-1"), stopCause(debug::StopReason::Step));
        f.run();
        debug::Step team{debug::StepKind::Over};
        team.team = true;
        QVERIFY(f.session->step(ranks("0-1"), team));
        f.run();
        f.fake->stop(ranks("0-1"), stopCause(debug::StopReason::Step));
        QCOMPARE(f.lines(), "continue; thread 2; freeze 2; freeze others; thaw all; next 3 --alone; next --threads");
    }

    void aTemporaryBreakpointThatIsPassedKeepsItsNumber()
    {
        ScriptFixture f;
        f.bringUp(2);
        QVERIFY(f.session->addTemporaryBreakpoint(breakIn("work")));
        f.goOn("0-1");
        f.stopAt("0-1");
        QVERIFY(f.session->breakpoints().all().empty());
        QVERIFY(f.session->addBreakpoint(breakIn("work")));
        QVERIFY(f.session->removeBreakpoint(util::BreakpointId(2)));
        QCOMPARE(f.lines(), "tbreak work; continue; break work; delete 2");
    }

    void dataExceptionsAndPassesAreKept()
    {
        ScriptFixture f;
        f.bringUp(2);
        debug::BreakpointSpec spec;
        spec.where = debug::WatchedData{"total", debug::WatchedData::Use::Read};
        spec.condition = "total > 2";
        QVERIFY(f.session->addBreakpoint(spec));
        spec = {};
        spec.where = debug::Moment{debug::Moment::What::Catch, "std::bad_alloc"};
        QVERIFY(f.session->addBreakpoint(spec));
        QVERIFY(f.session->ignoreBreakpoint(util::BreakpointId(2), 3));
        QVERIFY(f.session->ignoreBreakpoint(util::BreakpointId(2), 3)); // it counts anew
        QVERIFY(!f.session->ignoreBreakpoint(util::BreakpointId(7), 3));
        QCOMPARE(f.lines(), "rwatch total if total > 2; catch catch std::bad_alloc; ignore 2 3; ignore 2 3");
    }

    void runsToAPlaceAreKept()
    {
        ScriptFixture f;
        f.bringUp(2);
        for (const debug::RunTo& to : {debug::RunTo{debug::SourceLine{"ring.cpp", 41}},
                                       debug::RunTo{debug::FunctionName{"work(int, int)"}, true}}) {
            QVERIFY(f.session->runTo(ranks("0-1"), to));
            f.run();
            f.fake->stop(ranks("0-1"), stopCause(debug::StopReason::Arrived));
            f.run();
        }
        QCOMPARE(f.lines(), "advance ring.cpp:41; until work(int, int)");
    }

    void movesAreKept()
    {
        ScriptFixture f;
        f.bringUp(2);
        f.goOn("0-1");
        f.stopAt("0-1");
        QVERIFY(f.session->jump(ranks("0-1"), {debug::SourceLine{"ring.cpp", 41}}));
        f.run();
        f.fake->stop(ranks("0-1"), stopCause(debug::StopReason::Moved));
        f.run();
        QVERIFY(f.session->returnNow(ranks("1"), {"x + 1"}));
        f.run();
        f.fake->stop(ranks("1"), stopCause(debug::StopReason::Moved));
        f.run();
        QVERIFY(f.session->returnNow(ranks("0"), {}));
        QCOMPARE(f.lines(), "continue; jump ring.cpp:41; focus 1; return x + 1; focus 0; return; focus all");
    }

    void whoDoesNotWaitIsNotMadeTo()
    {
        ScriptFixture f;
        f.bringUp(2);
        f.goOn("0-1");
        QVERIFY(f.session->interrupt(ranks("0-1")));
        f.fake->stop(ranks("0-1"), stopCause(debug::StopReason::Interrupt));
        QCOMPARE(f.lines(), "continue &; interrupt");
    }

    void whatComesAfterTheStopWaitsForIt()
    {
        ScriptFixture f;
        f.bringUp(2);
        f.goOn("0-1");
        QVERIFY(f.session->sendInput(ranks("0"), "torch\n", false));
        f.stopAt("0-1");
        QVERIFY(f.session->addBreakpoint(breakIn("work")));
        f.goOn("0-1");
        f.stopAt("0-1");
        QCOMPARE(f.lines(), "continue &; input 0 torch; wait; break work; continue");
    }

    void onlyRanksThatHadSettledAreWaitedFor()
    {
        ScriptFixture f;
        f.bringUp(4);
        f.goOn("0-3");
        f.stopAt("0-1");
        QVERIFY(f.session->step(ranks("0-1"), debug::StepKind::Into));
        f.run();
        f.fake->stop(ranks("0-1"), stopCause(debug::StopReason::Step));
        f.run();
        f.stopAt("2-3");
        QVERIFY(f.session->step(ranks("0-3"), debug::StepKind::Out));
        f.run();
        f.fake->stop(ranks("0-3"), stopCause(debug::StopReason::Step));
        QCOMPARE(f.lines(), "continue &; focus 0-1; wait; step; focus 2-3; wait; focus all; finish");
    }

    void otherRanksThanTheFocusGetAFocusAndTheFocusComesBack()
    {
        ScriptFixture f;
        f.bringUp(4);
        QVERIFY(f.session->setFocus(ranks("2")));
        QVERIFY(f.session->setFocus(ranks("3"))); // nothing was done with the one before
        f.goOn("0-2");
        f.stopAt("0-2");
        f.goOn("3");
        f.stopAt("3");
        f.goOn("0-2");
        f.stopAt("0-2");
        QCOMPARE(f.lines(), "focus 0-2; continue; focus 3; continue; focus 0-2; continue; focus 3");
    }

    void endedRanksAreNotWaitedFor()
    {
        ScriptFixture f;
        f.bringUpRunning(2);
        f.fake->exit(ranks("1"), 0);
        f.stopAt("0");
        f.goOn("0-1");
        f.stopAt("0");
        QVERIFY(f.session->kill());
        QCOMPARE(f.lines(), "continue; continue; kill");
    }

    void aContinueThatFailedDoesNotRunOn()
    {
        ScriptFixture f;
        f.bringUp(2);
        f.fake->answersControl = false;
        f.goOn("0-1");
        f.fake->reply(f.fake->last<debug::Continue>().id,
                      util::fail(std::make_error_code(std::errc::io_error), "dbgd is gone"));
        f.run();
        QVERIFY(f.session->detach());
        QCOMPARE(f.lines(), "continue; detach");
    }

    void breakpointsAreChanged()
    {
        ScriptFixture f;
        f.bringUp(2);
        QVERIFY(f.session->addBreakpoint(breakIn("work")));
        const util::BreakpointId id(1);
        QVERIFY(f.session->changeBreakpoint(id, "", false));
        QVERIFY(f.session->changeBreakpoint(id, "lap\n== 2", true));
        QVERIFY(f.session->changeBreakpoint(id, "", true));
        QVERIFY(f.session->changeBreakpoint(id, "", true)); // nothing
        QCOMPARE(f.lines(), "break work; disable 1; condition 1 lap == 2; enable 1; condition 1");
    }

    /// What was said of it before its ranks answered is left out, too, and the others have the numbers that they get.
    void whatIsRefusedHasNoNumber()
    {
        ScriptFixture f;
        f.bringUp(2);
        f.fake->answersControl = false;
        QVERIFY(f.session->addBreakpoint(breakIn("nowhere")));
        const util::RequestId asked = f.fake->last<debug::SetBreakpoint>().id;
        QVERIFY(f.session->addBreakpoint(breakIn("work")));
        QVERIFY(f.session->changeBreakpoint(util::BreakpointId(1), "", false));
        QVERIFY(f.session->changeBreakpoint(util::BreakpointId(2), "", false));
        QCOMPARE(f.lines(), "break nowhere; break work; disable 1; disable 2");
        f.fake->reply(asked, debug::EngineReply{{}, {{ranks("0-1"), {debug::Errc::NoSuchPlace, "no such", ""}}}});
        f.run();
        QVERIFY(f.session->breakpoints().find(util::BreakpointId(1)) == nullptr);
        QVERIFY(f.session->addBreakpoint(breakIn("more")));
        QVERIFY(f.session->removeBreakpoint(util::BreakpointId(3)));
        QCOMPARE(f.lines(), "# refused: break nowhere; break work; # refused: disable 1; disable 1; break more; "
                            "delete 2");
    }

    void dataIsWatchedInItsFrameAndArmedAnew()
    {
        ScriptFixture f;
        f.bringUp(2);
        f.goOn("0-1");
        f.stopAt("0-1");
        debug::BreakpointSpec spec;
        spec.where = debug::WatchedData{"total"};
        QVERIFY(f.session->addBreakpoint(spec, {std::nullopt, 2}));
        QVERIFY(f.session->changeBreakpoint(util::BreakpointId(1), "total > 1", true));
        f.goOn("0-1");
        f.stopAt("0-1");
        QVERIFY(f.session->changeBreakpoint(util::BreakpointId(1), "total > 1", true)); // its call was over
        QCOMPARE(f.lines(), "continue; frame 2; watch total; condition 1 total > 1; continue; enable 1");
    }

    /// They are done again when ranks stop there: what they did is not written, nor is it waited for.
    void commandsOfABreakpointAreWrittenAndNotWhatTheyDid()
    {
        ScriptFixture f;
        f.bringUp(2);
        const util::BreakpointId work(1);
        QVERIFY(f.session->addBreakpoint(breakIn("work")));
        QVERIFY(f.session->setBreakpointCommands(work, "focus 1; break more; delete 1; continue"));
        f.goOn("0-1");
        f.stopAt("1");
        f.session->actForCommandsOf(work);
        QVERIFY(f.session->setFocus(ranks("1")));
        QVERIFY(f.session->addBreakpoint(breakIn("more")));
        QVERIFY(f.session->removeBreakpoint(work));
        f.goOn("1");
        QVERIFY(f.session->setFocus(ranks("0-1")));
        f.session->actForCommandsOf(std::nullopt);
        f.stopAt("0-1", 2);
        QVERIFY(f.session->addBreakpoint(breakIn("last")));
        QVERIFY(f.session->removeBreakpoint(util::BreakpointId(3)));
        QVERIFY(f.session->setBreakpointCommands(util::BreakpointId(2), ""));
        QCOMPARE(f.lines(), "break work; commands 1 focus 1; break more; delete 1; continue; continue; break last; "
                            "delete 3; commands 2 none");
    }

    void whatABreakpointBeginsWithIsWritten()
    {
        ScriptFixture f;
        f.bringUp(4);
        debug::BreakpointSpec spec = breakIn("work");
        spec.commands = "where";
        spec.off = {{"b.cpp", "work()", "ring", 0}};
        QVERIFY(f.session->addBreakpoint(spec));
        debug::BreakpointStatus status;
        status.id = util::BreakpointId(1);
        status.resolved = ranks("0-3");
        const auto place = [](const char* file) {
            debug::BreakpointPlace one{{file, "work()", "ring", 0}, {}, "", {}, ranks("0-3")};
            one.where.file = file;
            return one;
        };
        status.placeList = {place("a.cpp"), place("b.cpp")};
        f.fake->say({debug::DaemonEvent(debug::BreakpointChanged{status})});
        f.run();
        QCOMPARE(f.lines(), "break work; disable 1.2; commands 1 where");
        QVERIFY(f.session->addBarrier(breakIn("gather"), ranks("1-2")));
        QVERIFY(f.session->addBarrier(breakIn("meet"), ranks("0-3")));
        f.end();
        QVERIFY(f.session->launch(launchSpec("-n 3 ./other")));
        f.fake->bringUp(3);
        f.run();
        QCOMPARE(f.lines(), "break work; commands 1 where; focus 1-2; barrier gather; focus all; barrier meet");
    }

    void placesAreSwitchedByTheirNumbers()
    {
        ScriptFixture f;
        f.bringUp(2);
        QVERIFY(f.session->addBreakpoint(breakIn("gone")));
        QVERIFY(f.session->addBreakpoint(breakIn("work")));
        QVERIFY(f.session->removeBreakpoint(util::BreakpointId(1)));
        debug::BreakpointStatus status;
        status.id = util::BreakpointId(2);
        status.resolved = ranks("0-1");
        status.placeList = {{{"a.cpp", "work()", "ring", 0}, {}, "", {}, ranks("0-1")}};
        f.fake->say({debug::DaemonEvent(debug::BreakpointChanged{status})});
        f.run();
        QVERIFY(f.session->switchPlace(util::BreakpointId(2), 1, false));
        QVERIFY(f.session->switchPlace(util::BreakpointId(2), 1, true));
        QCOMPARE(f.lines(), "break gone; break work; delete 1; disable 2.1; enable 2.1");
    }

    void inputIsWrittenAsItWas_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("lines");
        QTest::newRow("line") << QByteArray("yes\n") << "input all yes";
        QTest::newRow("no newline") << QByteArray("y") << "input -n all y";
        QTest::newRow("empty line") << QByteArray("\n") << "input all";
        QTest::newRow("several") << QByteArray("a\n b\nc") << "input all a; input all  b; input -n all c";
        QTest::newRow("backslash") << QByteArray("C:\\n\n") << "input all C:\\n";
        QTest::newRow("control") << QByteArray("a\t\\\n") << "input -e all a\\x09\\\\";
        QTest::newRow("carriage return") << QByteArray("a\r\n") << "input -e all a\\x0d";
    }
    void inputIsWrittenAsItWas()
    {
        QFETCH(QByteArray, text);
        QFETCH(QString, lines);
        ScriptFixture f;
        f.bringUp(2);
        QVERIFY(f.session->sendInput(ranks("0-1"), text.toStdString(), false));
        QVERIFY(f.session->sendInput(ranks("1"), "", true));
        QCOMPARE(f.lines(), lines + "; eof 1");
    }

    void theSameJobAgainIsARestart()
    {
        ScriptFixture f;
        f.bringUp(4);
        QVERIFY(f.session->setFocus(ranks("1")));
        f.goOn("0-3");
        f.end();
        f.bringUp(4);
        f.goOn("0-3");
        f.session->leave(); // while they run
        f.fake->endJob(137);
        f.run();
        f.bringUp(4);
        f.goOn("1");
        QCOMPARE(f.lines(), "continue; restart; continue &; restart; focus 1; continue");
    }

    void anotherJobIsAnotherScriptWithTheSameBreakpoints()
    {
        ScriptFixture f;
        f.bringUp(2);
        QVERIFY(f.session->addBreakpoint(breakIn("main")));
        QVERIFY(f.session->addBreakpoint(breakIn("work")));
        QVERIFY(f.session->removeBreakpoint(util::BreakpointId(1)));
        QVERIFY(f.session->changeBreakpoint(util::BreakpointId(2), "", false));
        f.end();
        QVERIFY(f.session->launch(launchSpec("-n 3 ./other")));
        f.fake->bringUp(3);
        f.run();
        QVERIFY(f.session->changeBreakpoint(util::BreakpointId(2), "", true));
        QVERIFY(f.session->addBreakpoint(breakIn("more")));
        QVERIFY(f.session->removeBreakpoint(util::BreakpointId(3)));
        f.run();
        QVERIFY(f.script.text().starts_with("# dbgr mpiexec -n 3 ./other\n"));
        QCOMPARE(f.lines(), "break work; disable 1; enable 1; break more; delete 2");
    }

    void anotherEnvironmentIsARestartWithIt()
    {
        ScriptFixture f;
        auto spec = launchSpec("-n 2 ./ring");
        const auto launch = [&](std::vector<std::string> environment) {
            spec.environment = std::move(environment);
            QVERIFY(f.session->launch(spec));
            f.fake->bringUp(2);
            f.run();
        };
        launch({"A=1", "B=2"});
        f.end();
        launch({"B=3", "C=x y"});
        f.end();
        launch({"C=x y", "B=3"});
        QCOMPARE(f.lines(), "restart -u A B=3 'C=x y'; restart");
        f.end();
        spec.argv.emplace_back("--laps");
        launch({"A=1", "B=3"});
        f.run();
        QCOMPARE(f.script.text(), std::string("# env B=3 dbgr mpiexec -n 2 ./ring --laps\n"));
    }

    void whoLeadsIsKept()
    {
        ScriptFixture f;
        f.bringUp(4);
        QVERIFY(f.session->setFocus(ranks("1-3")));
        QVERIFY(f.session->setLeadingRank(util::Rank(2)));
        f.goOn("1-3");
        f.stopAt("1-3");
        QVERIFY(f.session->setLeadingRank(util::Rank(3)));
        f.goOn("1-3");
        f.stopAt("1-3");
        QVERIFY(f.session->setFocus(ranks("3")));
        f.goOn("3");
        QCOMPARE(f.lines(), "focus 1-3 leading 2; continue; focus 1-3 leading 3; continue; focus 3; continue");
    }

    void aLaunchThatFailedIsForgotten()
    {
        ScriptFixture f;
        QVERIFY(f.session->launch(launchSpec()));
        f.fake->say({BackendFailed{}, Finished{}});
        f.run();
        f.bringUp(2);
        f.goOn("0-1");
        QCOMPARE(f.lines(), "continue");
    }

    void whatStillRunsIsWaitedForAtTheEndUnlessItWasGivenUp()
    {
        ScriptFixture f;
        f.bringUp(2);
        f.goOn("0-1");
        QCOMPARE(f.lines(), "continue");
        QVERIFY(f.session->sendInput(ranks("0"), "x\n", false));
        QCOMPARE(f.lines(), "continue &; input 0 x; wait");
        f.session->leave();
        QCOMPARE(f.lines(), "continue &; input 0 x");
    }

    /// Only what was done in some rank, and with the frame that it was done in.
    void changesOfValuesAreDoneAgain()
    {
        ScriptFixture f;
        f.bringUp(4);
        f.goOn("0-3");
        f.stopAt("0-3");
        const auto answer = [&](const char* who, std::string problem) {
            f.fake->reply(
                f.fake->last<debug::Assign>().id,
                debug::EngineReply{debug::ChangesReply{{{ranks(who), "1", "2", "int", std::move(problem)}}}, {}});
            f.run();
        };
        static_cast<void>(f.session->assign(ranks("0-3"), "a(1)", "2", {std::nullopt, 1}, [](const auto&) {}));
        answer("0-1", "");
        static_cast<void>(f.session->assign(ranks("0-3"), "b", "2", {}, [](const auto&) {}));
        answer("0-3", "it is a constant");
        f.session->takeBack(ranks("0-1"), 1, [](const auto&) {});
        f.fake->reply(f.fake->last<debug::TakeBack>().id,
                      debug::EngineReply{debug::ChangesReply{{{ranks("0-1"), "2", "1", "int", ""}}}, {}});
        f.run();
        QCOMPARE(f.lines(), "continue; focus 0-1; frame 1; set a(1) = 2; undo; focus all");
    }
};

DBGR_TEST(TestSessionScript, QCoreApplication);

} // namespace tst_session_script

#include "tst_session_script.moc"

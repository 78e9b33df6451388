// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dbgr/text_printer.h"
#include "app/dbgr/window_script.h"
#include "tests/support/run/test_class.h"
#include "tests/support/session/session_fixture.h"

#include <QtTest>

namespace tst_window_script {

using namespace dbgr;
using namespace dbgr::app;
using namespace dbgr::test;

namespace {

struct Script : SessionFixture
{
    explicit Script(std::vector<ScriptLine> lines)
        : script(scheduler, *session, printer, sources, std::move(lines),
                 [this](util::Error error) { failures.push_back(error.message()); })
    {}

    SourceFiles sources;
    std::string said;
    TextPrinter printer{[this](std::string_view text) { said += text; },
                        [this](std::string_view text) { said += text; }, sources, Style(false)};
    std::vector<std::string> failures;
    WindowScript script;
};

} // namespace

class TestWindowScript : public QObject
{
    Q_OBJECT

private slots:
    void doesItsCommandsWhenAllRanksAreAttached();
    void leavesTheJobAloneAtItsEnd();
    void endsAtTheFirstFailureAndTellsWhere();
    void isDoneOnceAndNotAfterARestart();
    void commandsOfBreakpointsAreDone();
    void theyAreDoneForThoseThatOthersWaitFor();
};

void TestWindowScript::commandsOfBreakpointsAreDone()
{
    Script job(std::vector<ScriptLine>{});
    job.bringUp(4);
    debug::BreakpointSpec spec;
    spec.where = debug::FunctionName{"work"};
    spec.commands = "focus; continue";
    QVERIFY(job.session->addBreakpoint(spec).has_value());
    QVERIFY(job.session->setFocus(ranks("0,2")).has_value());
    job.run();
    job.fake->stop(ranks("1"), breakpointHit(1));
    job.run();
    QVERIFY2(job.said.find("The focus is on 1") != std::string::npos, job.said.c_str());
    QCOMPARE(job.fake->last<debug::Continue>().command.ranks.toString(), "1");
    job.fake->stop(ranks("1"), breakpointHit(2)); // for which the command has waited
    job.run();
    QCOMPARE(job.session->focus().toString(), "0,2");
    QVERIFY(job.failures.empty());
}

void TestWindowScript::theyAreDoneForThoseThatOthersWaitFor()
{
    Script job(std::vector<ScriptLine>{{"continue", ""}, {"focus 3", ""}});
    debug::BreakpointSpec spec;
    spec.where = debug::FunctionName{"work"};
    spec.commands = "step; continue";
    QVERIFY(job.session->addBreakpoint(spec).has_value());
    job.bringUp(4);
    job.fake->stop(ranks("1"), breakpointHit(1));
    job.run();
    job.scheduler.advance(StopCommands::kTogether);
    job.run();
    QCOMPARE(job.fake->last<debug::Step>().command.ranks.toString(), "1");
    job.fake->stop(ranks("2"), breakpointHit(1)); // rank 1 waits for it
    job.run();
    job.scheduler.advance(StopCommands::kTogether);
    job.run();
    QCOMPARE(job.fake->last<debug::Step>().command.ranks.toString(), "2");
    job.fake->stop(ranks("1"), stopCause(debug::StopReason::Step));
    job.run();
    QCOMPARE(job.fake->last<debug::Continue>().command.ranks.toString(), "1");
    QCOMPARE(job.script.waiting(), std::size_t(2));
    job.fake->stop(ranks("0-3"), breakpointHit(9));
    job.run();
    QCOMPARE(job.fake->last<debug::Continue>().command.ranks.toString(), "2");
    job.fake->stop(ranks("2"), breakpointHit(9));
    job.run();
    QCOMPARE(job.script.waiting(), std::size_t(0));
    QCOMPARE(job.session->focus().toString(), "3");
    QVERIFY(job.failures.empty());
}

void TestWindowScript::doesItsCommandsWhenAllRanksAreAttached()
{
    Script job(std::vector<ScriptLine>{{"break work", ""}, {"focus 1", ""}, {"continue", ""}, {"focus all", ""}});
    QVERIFY(job.session->launch(launchSpec()).has_value());
    job.run();
    QVERIFY(job.session->breakpoints().all().empty());

    job.fake->bringUp(4);
    job.run();
    QCOMPARE(job.session->breakpoints().all().size(), std::size_t(1));
    QCOMPARE(job.fake->last<debug::Continue>().command.ranks.toString(), "1");
    QCOMPARE(job.session->focus().toString(), "1"); // continue waits for the rank

    job.fake->stop(ranks("1"), breakpointHit(1));
    job.run();
    QCOMPARE(job.session->focus().toString(), "0-3");
    QCOMPARE(job.script.waiting(), std::size_t(0));
    QVERIFY(job.failures.empty());
}

void TestWindowScript::leavesTheJobAloneAtItsEnd()
{
    Script job(std::vector<ScriptLine>{{"quit", ""}, {"kill", ""}});
    job.bringUp(2);
    QCOMPARE(job.script.waiting(), std::size_t(0));
    QCOMPARE(job.fake->kills, 0);
    QCOMPARE(job.fake->leaves, 0);
}

void TestWindowScript::endsAtTheFirstFailureAndTellsWhere()
{
    Script job(std::vector<ScriptLine>{{"focus 0-9", "session.dbgr:3"}, {"kill", "session.dbgr:4"}});
    job.bringUp(2);
    QCOMPARE(job.failures.size(), std::size_t(1));
    QVERIFY2(job.failures.front().starts_with("session.dbgr:3: "), job.failures.front().c_str());
    QCOMPARE(job.fake->kills, 0);
}

void TestWindowScript::isDoneOnceAndNotAfterARestart()
{
    Script job(std::vector<ScriptLine>{{"break work", ""}});
    job.bringUp(2);
    job.fake->exit(ranks("0-1"), 0);
    job.fake->endJob(0);
    job.run();
    job.bringUp(2);
    QCOMPARE(job.session->breakpoints().all().size(), std::size_t(1));
}

DBGR_TEST(TestWindowScript, QCoreApplication);

} // namespace tst_window_script

#include "tst_window_script.moc"

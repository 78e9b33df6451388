// SPDX-License-Identifier: GPL-3.0-or-later
// Commands of breakpoints: for whom they are done, when, and what becomes of the focus.
#include "tests/unit/app/batch_fixture.h"

#include "app/dbgr/stop_commands.h"
#include "tests/support/run/test_class.h"

#include <QtTest>

namespace tst_stop_commands {

using namespace dbgr;
using namespace dbgr::app;
using namespace dbgr::test;
using Kind = BatchFixture::Kind;

namespace {

int count(const std::string& text, const std::string& part)
{
    int found = 0;
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1))
        ++found;
    return found;
}

bool inOrder(const std::string& text, const std::vector<std::string>& parts)
{
    std::size_t at = 0;
    for (const std::string& part : parts) {
        at = text.find(part, at);
        if (at == std::string::npos)
            return false;
        at += part.size();
    }
    return true;
}

} // namespace

class TestStopCommands : public QObject
{
    Q_OBJECT

private slots:
    void aLineIsPartedAtSemicolons_data();
    void aLineIsPartedAtSemicolons();
    void areDoneForWhoStopped();
    void ranksOfOneMomentAreTogether();
    void mayLetRanksGoOn();
    void whoRunsAgainIsLeftOut();
    void areDoneWhileACommandWaits();
    void nobodyIsWaitedForWhoCannotCome();
    void oneThatWaitsHoldsUpNoOther();
    void theTimeOfAWaitPassesMeanwhile();
    void anInterruptEndsThem();
    void areDoneWhileAPersonThinks();
    void aFailureEndsThem();
    void anotherJobForgetsThem();
    void areShownAndTakenAway();
};

void TestStopCommands::aLineIsPartedAtSemicolons_data()
{
    QTest::addColumn<QString>("line");
    QTest::addColumn<QStringList>("parts");
    QTest::newRow("one") << "print x" << QStringList{"print x"};
    QTest::newRow("two") << " print x ;continue " << QStringList{"print x", "continue"};
    QTest::newRow("empty ones") << ";;print x;; " << QStringList{"print x"};
    QTest::newRow("nothing") << "  " << QStringList{};
    QTest::newRow("quotes") << "input 0 \"a;b\"; print ';'" << QStringList{"input 0 \"a;b\"", "print ';'"};
    QTest::newRow("an escaped quote") << R"(print "\";"; where)" << QStringList{R"(print "\";")", "where"};
    QTest::newRow("brackets") << "print f(a;b)[c;d]; where" << QStringList{"print f(a;b)[c;d]", "where"};
    QTest::newRow("a bracket too many") << "print a); where" << QStringList{"print a)", "where"};
}

void TestStopCommands::aLineIsPartedAtSemicolons()
{
    QFETCH(QString, line);
    QStringList parts;
    for (const std::string& part : splitCommands(line.toStdString()))
        parts << QString::fromStdString(part);
    QTEST(parts, "parts");
}

void TestStopCommands::areDoneForWhoStopped()
{
    BatchFixture f({"break work", "commands 1 focus; hold 1", "continue --any", "focus"}, Kind::Text);
    f.bringUp();
    f.takeOutput();
    f.backend->stop(ranks("1"), breakpointHit(1));
    f.run();
    QVERIFY2(inOrder(f.output, {"(dbgr 1) focus\n", "The focus is on 1", "(dbgr 1) hold 1\n", "(dbgr 0-3) focus\n",
                                "The focus is on 0-3"}),
             f.output.c_str());
}

void TestStopCommands::ranksOfOneMomentAreTogether()
{
    BatchFixture f({"break work", "break notify", "commands 1 focus", "continue", "kill"}, Kind::Text);
    f.bringUp();
    f.takeOutput();
    f.backend->stop(ranks("1"), breakpointHit(1));
    f.backend->stop(ranks("3"), breakpointHit(1));
    f.backend->stop(ranks("0,2"), breakpointHit(2));
    f.run();
    QCOMPARE(count(f.output, ") focus\n"), 1);
    QVERIFY2(inOrder(f.output, {"(dbgr 1,3) focus\n", "The focus is on 1,3", "(dbgr 0-3) kill\n"}), f.output.c_str());
}

void TestStopCommands::mayLetRanksGoOn()
{
    BatchFixture f({"break work", "commands 1 continue", "continue", "focus"}, Kind::Text);
    f.bringUp();
    for (int i = 0; i < 3; ++i) {
        f.takeOutput();
        f.backend->stop(ranks("0-3"), breakpointHit(1));
        f.run();
        QCOMPARE(count(f.output, "(dbgr 0-3) continue\n"), 1);
        QCOMPARE(f.backend->last<debug::Continue>().command.ranks.toString(), "0-3");
    }
    f.takeOutput();
    f.backend->stop(ranks("0-3"), breakpointHit(2));
    f.run();
    QCOMPARE(count(f.output, "continue\n"), 0);
    QVERIFY2(inOrder(f.output, {"(dbgr 0-3) focus\n"}), f.output.c_str());
}

void TestStopCommands::whoRunsAgainIsLeftOut()
{
    BatchFixture f({"break work", "break notify", "commands 1 focus 0-1; continue", "commands 2 focus; continue",
                    "continue", "kill"},
                   Kind::Text);
    f.bringUp();
    f.takeOutput();
    debug::StopCause both = breakpointHit(1);
    both.breakpoints.emplace_back(2);
    f.backend->stop(ranks("0-3"), both);
    f.run();
    f.scheduler.advance(StopCommands::kTogether);
    f.run();
    QVERIFY2(inOrder(f.output, {"(dbgr 0-1) continue\n", "(dbgr 2-3) focus\n", "(dbgr 2-3) continue\n"}),
             f.output.c_str());
    f.backend->stop(ranks("0-3"), breakpointHit(9));
    f.run();
    QVERIFY2(inOrder(f.output, {"(dbgr 2-3) continue\n", "(dbgr 0-3) kill\n"}), f.output.c_str());
}

void TestStopCommands::areDoneWhileACommandWaits()
{
    BatchFixture f({"break work", "commands 1 focus; continue", "continue", "kill"}, Kind::Text);
    f.bringUp();
    f.takeOutput();
    for (int i = 0; i < 3; ++i) {
        f.backend->stop(ranks("1"), breakpointHit(1));
        f.run();
        QCOMPARE(count(f.output, "(dbgr 1) focus\n"), i); // others may be about to come
        f.scheduler.advance(StopCommands::kTogether);
        f.run();
        QCOMPARE(count(f.output, "(dbgr 1) continue\n"), i + 1);
        QCOMPARE(f.backend->last<debug::Continue>().command.ranks.toString(), "1");
        QCOMPARE(f.session.focus().toString(), "0-3");
    }
    QCOMPARE(count(f.output, "kill\n"), 0);
    f.backend->stop(ranks("0-3"), breakpointHit(9));
    f.run();
    QVERIFY2(inOrder(f.output, {"(dbgr 0-3) kill\n"}), f.output.c_str());
}

void TestStopCommands::nobodyIsWaitedForWhoCannotCome()
{
    BatchFixture f({"break work on 0,2", "commands 1 focus; continue", "continue"}, Kind::Text);
    f.bringUp();
    f.takeOutput();
    f.backend->stop(ranks("2"), breakpointHit(1));
    f.run();
    QCOMPARE(count(f.output, "focus\n"), 0);
    f.backend->stop(ranks("0"), breakpointHit(1));
    f.run();
    QVERIFY2(inOrder(f.output, {"(dbgr 0,2) focus\n", "(dbgr 0,2) continue\n"}), f.output.c_str());
}

void TestStopCommands::oneThatWaitsHoldsUpNoOther()
{
    BatchFixture f({"break work on 0", "break notify on 1", "commands 1 step; focus", "commands 2 focus; continue",
                    "continue --all", "kill"},
                   Kind::Text);
    f.bringUp();
    f.takeOutput();
    f.backend->stop(ranks("0"), breakpointHit(1));
    f.run();
    f.backend->stop(ranks("1"), breakpointHit(2)); // for whom rank 0 waits in its step
    f.run();
    QVERIFY2(inOrder(f.output, {"(dbgr 0) step\n", "(dbgr 1) focus\n", "(dbgr 1) continue\n"}), f.output.c_str());
    f.backend->stop(ranks("0"), stopCause(debug::StopReason::Step));
    f.run();
    QVERIFY2(inOrder(f.output, {"(dbgr 1) continue\n", "(dbgr 0) focus\n", "The focus is on 0"}), f.output.c_str());
    f.backend->stop(ranks("1-3"), breakpointHit(9));
    f.run();
    QVERIFY2(inOrder(f.output, {"(dbgr 0) focus\n", "(dbgr 0-3) kill\n"}), f.output.c_str());
}

void TestStopCommands::theTimeOfAWaitPassesMeanwhile()
{
    using namespace std::chrono_literals;
    BatchFixture f({"break work", "commands 1 continue", "continue &", "wait 5", "interrupt", "kill"}, Kind::Text);
    f.bringUp();
    for (int i = 0; i < 5; ++i) {
        QCOMPARE(f.backend->count<debug::Interrupt>(), 0u);
        f.backend->stop(ranks("0-3"), breakpointHit(1));
        f.run();
        f.scheduler.advance(1s);
        f.run();
    }
    QCOMPARE(f.backend->last<debug::Interrupt>().command.ranks.toString(), "0-3");
    f.backend->stop(ranks("0-3"), stopCause(debug::StopReason::Interrupt));
    f.run();
    QVERIFY2(inOrder(f.output, {"(dbgr 0-3) interrupt\n", "(dbgr 0-3) kill\n"}), f.output.c_str());
}

void TestStopCommands::anInterruptEndsThem()
{
    BatchFixture f({"break work on 1", "commands 1 focus; continue; focus", "continue", "kill"}, Kind::Text);
    f.bringUp();
    f.backend->stop(ranks("1"), breakpointHit(1));
    f.run();
    f.batch.interrupt();
    QCOMPARE(f.backend->last<debug::Interrupt>().command.ranks.toString(), "0-3");
    f.takeOutput();
    f.backend->stop(ranks("0-3"), stopCause(debug::StopReason::Interrupt));
    f.run();
    QCOMPARE(count(f.output, "focus\n"), 0);
    QVERIFY2(inOrder(f.output, {"(dbgr 0-3) kill\n"}), f.output.c_str());
}

void TestStopCommands::areDoneWhileAPersonThinks()
{
    auto* const typed = new TypedSource;
    BatchFixture f(typed, Kind::Text);
    f.bringUp();
    for (const char* const line : {"break work", "commands 1 focus", "continue &"}) {
        QVERIFY(typed->waits());
        typed->type(line);
        f.run();
    }
    const std::size_t asked = typed->prompts.size();
    f.takeOutput();
    f.backend->stop(ranks("2"), breakpointHit(1));
    f.run();
    QVERIFY2(inOrder(f.output, {"(dbgr 2) focus\n", "The focus is on 2"}), f.output.c_str());
    QCOMPARE(f.session.focus().toString(), "0-3");
    QCOMPARE(typed->prompts.size(), asked); // and not again
    QVERIFY(typed->waits());
    typed->type("focus 1");
    f.run();
    QCOMPARE(f.session.focus().toString(), "1");
    QVERIFY(typed->waits());
}

void TestStopCommands::aFailureEndsThem()
{
    BatchFixture f({"break work", "commands 1 delete 99; focus", "continue", "focus"}, Kind::Text);
    f.bringUp();
    f.backend->stop(ranks("0-3"), breakpointHit(1));
    f.run();
    QVERIFY2(f.output.find("breakpoint 99") != std::string::npos, f.output.c_str());
    QCOMPARE(count(f.output, ") focus\n"), 0);
    QCOMPARE(f.backend->leaves, 1);
}

void TestStopCommands::anotherJobForgetsThem()
{
    BatchFixture f({"break work", "commands 1 restart; focus", "continue", "kill"}, Kind::Text);
    f.bringUp();
    f.backend->stop(ranks("0-3"), breakpointHit(1));
    f.run();
    QCOMPARE(count(f.output, ") focus\n"), 0);
}

void TestStopCommands::areShownAndTakenAway()
{
    BatchFixture f({"break work", "commands 1 print x; continue", "commands 1", "breakpoints", "commands 1 none",
                    "commands 1", "commands 2"},
                   Kind::Text);
    f.bringUp();
    QCOMPARE(count(f.output, ", then: print x; continue"), 3);
    QVERIFY2(f.output.find("there is no breakpoint 2") != std::string::npos, f.output.c_str());
}

DBGR_TEST(TestStopCommands, QCoreApplication);

} // namespace tst_stop_commands

#include "tst_stop_commands.moc"

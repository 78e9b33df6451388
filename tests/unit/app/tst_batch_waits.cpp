// SPDX-License-Identifier: GPL-3.0-or-later
// When control commands return: for all ranks, for the first, for a while, for a person.
#include "tests/support/run/test_class.h"
#include "tests/unit/app/batch_fixture.h"

#include <QtTest>

namespace tst_batch_waits {

using namespace dbgr;
using namespace dbgr::app;
using namespace dbgr::test;
using namespace std::chrono_literals;
using Kind = BatchFixture::Kind;

class TestBatchWaits : public QObject
{
    Q_OBJECT

private slots:
    void anyReturnsAtTheFirstStop();
    void anyReturnsWhenNobodyIsLeftToStop();
    void waitForAnyCountsStopsSinceTheLastReply();
    void waitEndsAfterItsSeconds();
    void waitAfterDetachEndsAfterItsSeconds();
    void aPersonsPromptComesBackSoonAfterTheFirstStop();
    void aPersonMayWaitForAll();
    void oneStopStopsAll();
    void stepsAndPausesStopNobodyElse();
    void aStepThatWaitsForOthersIsTold();
    void settingsAreShown();

private:
    static bool has(const std::string& text, const char* part) { return text.find(part) != std::string::npos; }
};

void TestBatchWaits::anyReturnsAtTheFirstStop()
{
    BatchFixture f({"continue --any", "focus"});
    f.bringUp();
    QVERIFY(!has(f.output, R"("reply":"continue")"));
    f.backend->stop(ranks("2"), breakpointHit(1));
    f.run();
    QVERIFY2(has(f.output,
                 R"({"reply":"continue","ranks":"0-3","stopped":"2","ended":"","running":"0-1,3","returned":"any"})"),
             f.output.c_str());
    QVERIFY(has(f.output, R"("reply":"focus")"));
}

void TestBatchWaits::anyReturnsWhenNobodyIsLeftToStop()
{
    BatchFixture f({"continue --any"});
    f.bringUp();
    f.backend->exit(ranks("0-2"), 0);
    f.run();
    QVERIFY(!has(f.output, R"("reply":"continue")"));
    f.backend->exit(ranks("3"), 0);
    f.run();
    QVERIFY2(has(f.output, R"({"reply":"continue","ranks":"0-3","stopped":"","ended":"0-3"})"), f.output.c_str());
}

void TestBatchWaits::waitForAnyCountsStopsSinceTheLastReply()
{
    BatchFixture f({"continue &", "input 0 x", "wait --any", "wait --any", "focus"});
    f.start();
    f.backend->acceptsInput = false;
    f.backend->bringUp(4);
    f.run();
    f.backend->stop(ranks("1"), breakpointHit(1)); // before the script comes to wait
    f.run();
    QVERIFY(!has(f.output, R"("reply":"wait")"));
    f.backend->say({session::InputAccepted{f.backend->inputs.back().id, util::ok()}});
    f.run();
    QVERIFY2(
        has(f.output, R"({"reply":"wait","ranks":"0-3","stopped":"1","ended":"","running":"0,2-3","returned":"any"})"),
        f.output.c_str());
    QVERIFY(!has(f.output, R"("reply":"focus")")); // rank 1 has been told of: the second wait is for another
    f.backend->stop(ranks("3"), breakpointHit(1));
    f.run();
    QVERIFY2(has(f.output, R"("stopped":"1,3","ended":"","running":"0,2","returned":"any"})"), f.output.c_str());
    QVERIFY(has(f.output, R"("reply":"focus")"));
}

void TestBatchWaits::waitEndsAfterItsSeconds()
{
    BatchFixture f({"continue &", "wait 5", "interrupt"}, Kind::Text);
    f.bringUp();
    f.scheduler.advance(4900ms);
    f.run();
    QVERIFY(!has(f.output, "(dbgr 0-3) interrupt"));
    f.scheduler.advance(100ms);
    f.run();
    QVERIFY2(has(f.output, "[0-3] still running; 'interrupt' stops them\n(dbgr 0-3) interrupt\n"), f.output.c_str());
}

void TestBatchWaits::waitAfterDetachEndsAfterItsSeconds()
{
    BatchFixture f({"detach", "wait 5", "quit"});
    f.bringUp();
    f.backend->say({debug::DaemonEvent(debug::RanksDetached{ranks("0-3")})});
    f.run();
    QVERIFY(has(f.output, R"("reply":"detach")"));
    QVERIFY(!has(f.output, R"("reply":"wait")"));
    f.scheduler.advance(5s);
    f.run();
    QVERIFY2(has(f.output, R"("reply":"wait")"), f.output.c_str());
    QVERIFY(has(f.output, R"("reply":"quit")"));
}

void TestBatchWaits::aPersonsPromptComesBackSoonAfterTheFirstStop()
{
    auto* typed = new TypedSource;
    BatchFixture f(typed, Kind::Text);
    f.bringUp();
    typed->type("continue");
    f.run();
    QVERIFY(!typed->waits());
    f.backend->stop(ranks("1"), breakpointHit(1));
    f.run();
    QVERIFY(!typed->waits()); // others may be about to arrive
    f.backend->stop(ranks("3"), breakpointHit(1));
    f.run();
    f.scheduler.advance(CommandRunner::kMoment);
    f.run();
    QVERIFY(typed->waits());
    QVERIFY2(has(f.output, "[0,2] still running; 'interrupt' stops them\n"), f.output.c_str());

    typed->type("continue");
    f.run();
    f.backend->stop(ranks("0-3"), breakpointHit(1));
    f.run();
    QVERIFY(typed->waits()); // at once: nobody is left
}

void TestBatchWaits::aPersonMayWaitForAll()
{
    auto* typed = new TypedSource;
    BatchFixture f(typed, Kind::Text);
    f.bringUp();
    typed->type("continue --all");
    f.run();
    f.backend->stop(ranks("1"), breakpointHit(1));
    f.run();
    f.scheduler.advance(CommandRunner::kMoment * 2);
    f.run();
    QVERIFY(!typed->waits());
    f.backend->stop(ranks("0,2-3"), breakpointHit(1));
    f.run();
    QVERIFY(typed->waits());
}

void TestBatchWaits::oneStopStopsAll()
{
    BatchFixture f({"set stop-all on", "continue", "focus"});
    f.bringUp();
    QVERIFY(has(f.output, R"({"reply":"set","stop_all":true)"));
    f.backend->stop(ranks("1"), breakpointHit(1));
    f.run();
    QCOMPARE(f.backend->count<debug::Interrupt>(), 1u);
    QCOMPARE(f.backend->last<debug::Interrupt>().command.ranks.toString(), "0,2-3");
    f.backend->stop(ranks("0,2-3"), stopCause(debug::StopReason::Interrupt));
    f.run();
    QCOMPARE(f.backend->count<debug::Interrupt>(), 1u);
    QVERIFY2(has(f.output, R"({"reply":"continue","ranks":"0-3","stopped":"0-3","ended":""})"), f.output.c_str());
    QVERIFY(has(f.output, R"("reply":"focus")"));
}

void TestBatchWaits::stepsAndPausesStopNobodyElse()
{
    BatchFixture f({"set stop-all on", "continue &", "set stop-all off", "set stop-all on", "wait"});
    f.bringUp();
    f.backend->stop(ranks("0"), stopCause(debug::StopReason::Step));
    f.backend->stop(ranks("1"), stopCause(debug::StopReason::Interrupt));
    f.run();
    QCOMPARE(f.backend->count<debug::Interrupt>(), 0u);
    f.backend->stop(ranks("2"), crash(11));
    f.run();
    QCOMPARE(f.backend->last<debug::Interrupt>().command.ranks.toString(), "3");
}

void TestBatchWaits::aStepThatWaitsForOthersIsTold()
{
    BatchFixture f({"continue", "focus 1-2", "next", "continue"}, Kind::Text);
    f.bringUp();
    f.backend->stop(ranks("0-3"), breakpointHit(1));
    f.run();
    f.backend->stop(ranks("2"), stopCause(debug::StopReason::Step));
    f.run();
    f.scheduler.advance(CommandRunner::kSlowStep - 1ms);
    f.run();
    QVERIFY2(!has(f.output, "been at"), f.output.c_str());
    f.scheduler.advance(1ms);
    f.run();
    QVERIFY2(has(f.output, "rank 1 has been at 'next' for 10 s, while ranks 0,2-3 stand"), f.output.c_str());
    f.backend->stop(ranks("1"), stopCause(debug::StopReason::Step));
    f.run();
    const std::size_t told = f.output.size();
    f.scheduler.advance(1min);
    f.run();
    QVERIFY2(!has(f.output.substr(told), "been at"), f.output.c_str()); // of `continue` it is nothing that is not known
}

void TestBatchWaits::settingsAreShown()
{
    BatchFixture f({"set", "set stop-all on", "set"}, Kind::Text);
    f.bringUp();
    QVERIFY2(has(f.output, "stop-all is off"), f.output.c_str());
    QVERIFY(has(f.output, "stop-all is on"));
    QVERIFY(has(f.output, "catch-reports is"));
}

DBGR_TEST(TestBatchWaits);

} // namespace tst_batch_waits

#include "tst_batch_waits.moc"

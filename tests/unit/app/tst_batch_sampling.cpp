// SPDX-License-Identifier: GPL-3.0-or-later
// `sample`, once and several times: of ranks that run and that stand, that end in between, and given up.
#include "debug/debug_error.h"
#include "tests/support/run/test_class.h"
#include "tests/unit/app/batch_fixture.h"

#include <QtTest>

namespace tst_batch_sampling {

using namespace dbgr;
using namespace dbgr::app;
using namespace dbgr::test;
using namespace std::chrono_literals;
using Kind = BatchFixture::Kind;

/// Each rank of the command in a function of its own number.
debug::EngineReply whereTheyAre(const debug::EngineCommand& command)
{
    debug::StacksReply reply;
    command.ranks.forEach([&](util::Rank rank) {
        debug::Frame frame;
        frame.function = "f" + std::to_string(rank.value());
        reply.tree.add(rank, std::vector{frame});
    });
    return {reply, {}};
}

class TestBatchSampling : public QObject
{
    Q_OBJECT

private slots:
    void runningAndStandingOnesAreAsked()
    {
        BatchFixture f({"continue &", "wait 1", "sample"});
        f.bringUp();
        f.backend->stop(ranks("1"), breakpointHit(1));
        f.scheduler.advance(1s);
        f.run();
        QCOMPARE(f.backend->last<debug::Sample>().command.ranks, ranks("0-3"));
        answer(f);
        QVERIFY2(has(f.output, R"({"reply":"sample","ranks":"0-3","running":"0,2-3","samples":1,"stacks":[)"),
                 f.output.c_str());
    }

    void ranksThatHaveEndedAreNotAsked()
    {
        BatchFixture f({"continue &", "wait 1", "sample", "focus"});
        f.bringUp();
        f.backend->exit(ranks("2"), 0);
        f.scheduler.advance(1s);
        f.run();
        QCOMPARE(f.backend->last<debug::Sample>().command.ranks, ranks("0-1,3"));
        answer(f);
        QVERIFY2(has(f.output, R"({"reply":"sample","ranks":"0-1,3","running":"0-1,3")"), f.output.c_str());
        QVERIFY2(has(f.output, "sampling rank 2: already ended"), f.output.c_str());
    }

    void severalAreTakenAtEvenTimes()
    {
        BatchFixture f({"sample 3 times every 0.5"}, Kind::Text);
        f.bringUp();
        for (std::size_t taken = 1; taken <= 3; ++taken) {
            QCOMPARE(f.backend->count<debug::Sample>(), taken);
            f.scheduler.advance(200ms); // an answer may take its time
            answer(f);
            f.scheduler.advance(299ms);
            f.run();
            QCOMPARE(f.backend->count<debug::Sample>(), taken);
            f.scheduler.advance(1ms);
            f.run();
        }
        QCOMPARE(f.backend->count<debug::Sample>(), std::size_t(3));
        QVERIFY2(has(f.output, "Of 3 samples, all together:\n") && has(f.output, "0            3"), f.output.c_str());
    }

    void ranksThatEndInBetweenStayInTheTree()
    {
        BatchFixture f({"continue &", "sample 2 times every 0.1"});
        f.bringUp();
        answer(f);
        f.backend->exit(ranks("0-1"), 0);
        f.scheduler.advance(100ms);
        f.run();
        answer(f);
        QVERIFY2(has(f.output, R"({"reply":"sample","ranks":"0-3","running":"2-3","samples":2)"), f.output.c_str());
    }

    void aJobThatEndsInBetweenIsToldAsFarAsItGot()
    {
        BatchFixture f({"continue &", "sample 5 times every 0.1"});
        f.bringUp();
        answer(f);
        f.backend->exit(ranks("0-3"), 0);
        f.scheduler.advance(100ms);
        f.run();
        QVERIFY2(has(f.output, R"({"reply":"sample","ranks":"0-3","running":"","samples":1)"), f.output.c_str());
        QVERIFY2(has(f.output, "already ended"), f.output.c_str());
    }

    void aFirstOneThatFailsIsAFailure()
    {
        BatchFixture f({"sample 5"});
        f.bringUp();
        f.backend->reply(f.backend->last<debug::Sample>().id,
                         util::fail(debug::Errc::EngineFailed, "LLDB's process ended"));
        f.run();
        QVERIFY2(has(f.output, "LLDB's process ended") && !has(f.output, R"("reply":"sample")"), f.output.c_str());
        QVERIFY(f.exitStatus.value_or(0) != 0 || f.backend->count<debug::Sample>() == 1);
    }

    void anInterruptEndsIt()
    {
        BatchFixture f({"sample 100 times every 10", "focus"}, Kind::Text);
        f.bringUp();
        answer(f);
        f.batch.interrupt();
        f.run();
        QCOMPARE(f.backend->count<debug::Interrupt>(), std::size_t(0)); // ranks are not meant
        QVERIFY2(has(f.output, "0            1") && has(f.output, "The focus is on"), f.output.c_str());
    }

private:
    static bool has(const std::string& text, const char* part) { return text.find(part) != std::string::npos; }
    static void answer(BatchFixture& f)
    {
        const auto& asked = f.backend->last<debug::Sample>();
        f.backend->reply(asked.id, whereTheyAre(asked.command));
        f.run();
    }
};

DBGR_TEST(TestBatchSampling);

} // namespace tst_batch_sampling

#include "tst_batch_sampling.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// Questions that some ranks take long to answer: who is missing is told, and Ctrl-C shows what is there.
#include "debug/debug_error.h"
#include "tests/support/run/test_class.h"
#include "tests/unit/app/batch_fixture.h"

#include <QtTest>

namespace tst_batch_cancel {

using namespace dbgr;
using namespace dbgr::app;
using namespace dbgr::test;
using namespace std::chrono_literals;
using Kind = BatchFixture::Kind;

namespace {

bool has(const std::string& text, const char* part)
{
    return text.find(part) != std::string::npos;
}

debug::EngineReply valueOf(const char* set, std::vector<debug::RankFailure> failures = {})
{
    return {debug::ValuesReply{{{ranks(set), "42", "int", ""}}}, std::move(failures)};
}

/// Until ranks 0-1 have answered what `print count` asks, and nobody has of 2-3.
void untilTwoHaveAnswered(BatchFixture& f)
{
    f.backend->answersQuery = [](const debug::EngineCommand& command) -> std::optional<debug::EngineReply> {
        if (!std::holds_alternative<debug::GetFrames>(command.request))
            return std::nullopt;
        debug::RankFrames frames;
        frames.rank = *command.ranks.lowest();
        frames.frames.emplace_back();
        return debug::EngineReply{debug::FramesReply{{frames}}, {}};
    };
    f.bringUp();
    f.backend->say({session::CommandPart{f.backend->last<debug::Evaluate>().id, valueOf("0-1"), ranks("2-3")}});
    f.run();
}

} // namespace

class TestBatchCancel : public QObject
{
    Q_OBJECT

private slots:
    void whoHasNotAnsweredIsToldAfterAWhile()
    {
        BatchFixture f({"print count"}, Kind::Text);
        untilTwoHaveAnswered(f);
        QVERIFY2(!has(f.output, "No answer yet"), f.output.c_str());
        f.scheduler.advance(CommandRunner::kSlowAnswer);
        QVERIFY2(has(f.output, "No answer yet: ranks 2-3."), f.output.c_str());
        f.backend->reply(f.backend->last<debug::Evaluate>().id, valueOf("0-3"));
        f.run();
        QVERIFY2(has(f.output, "42"), f.output.c_str());
        QVERIFY(f.backend->cancelled.empty());
    }

    void whoAnswersInTimeIsNotToldOf()
    {
        BatchFixture f({"print count"}, Kind::Text);
        untilTwoHaveAnswered(f);
        f.backend->reply(f.backend->last<debug::Evaluate>().id, valueOf("0-3"));
        f.run();
        f.scheduler.advance(1min);
        QVERIFY2(!has(f.output, "No answer yet"), f.output.c_str());
    }

    void ctrlCShowsWhatIsThereAndSaysWhoIsMissing()
    {
        BatchFixture f({"print count", "focus"}, Kind::Text);
        untilTwoHaveAnswered(f);
        const util::RequestId asked = f.backend->last<debug::Evaluate>().id;
        f.batch.interrupt();
        f.run();
        QVERIFY(f.backend->cancelled == std::vector{asked});
        QVERIFY2(has(f.output, "Cancelled"), f.output.c_str());
        QCOMPARE(f.backend->count<debug::Interrupt>(), std::size_t(0));
        f.backend->reply(asked, valueOf("0-1", {{ranks("2-3"), {debug::Errc::Cancelled, "was cancelled", ""}}}));
        f.run();
        QVERIFY2(has(f.output, "42") && has(f.output, "was cancelled") && has(f.output, "2-3"), f.output.c_str());
        QVERIFY(f.backend->count<debug::Kill>() == 0 && f.backend->kills == 0);
    }

    void ctrlCTwiceGivesTheJobUp()
    {
        BatchFixture f({"print count"}, Kind::Text);
        untilTwoHaveAnswered(f);
        f.batch.interrupt();
        f.scheduler.advance(1s);
        f.batch.interrupt();
        f.run();
        QVERIFY(f.backend->kills + f.backend->leaves > 0);
    }

    /// There is nothing to cancel: the ranks are interrupted, as ever.
    void whatWaitsForRanksIsNoQuestion()
    {
        BatchFixture f({"continue"}, Kind::Text);
        f.bringUp();
        f.batch.interrupt();
        f.run();
        QVERIFY(f.backend->cancelled.empty());
        QCOMPARE(f.backend->count<debug::Interrupt>(), std::size_t(1));
    }
};

DBGR_TEST(TestBatchCancel);

} // namespace tst_batch_cancel

#include "tst_batch_cancel.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "debug/debug_error.h"
#include "debug/reply_merger.h"
#include "tests/support/run/test_class.h"

#include <QtTest>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace tst_reply_merger {

using namespace dbgr::debug;
using namespace dbgr::util;

namespace {

ValueGroup value(std::uint32_t rank, const char* text)
{
    return {RankSet(Rank(rank)), text, "int", ""};
}

EngineReply merged(std::vector<EngineReply> replies)
{
    ReplyMerger merger;
    for (EngineReply& reply : replies)
        merger.add(std::move(reply));
    return merger.take();
}

std::string told(const EngineReply& reply)
{
    std::string text;
    for (const ValueGroup& group : std::get<ValuesReply>(reply.body).values)
        text += group.ranks.toString() + "=" + group.value + " ";
    for (const RankFailure& failure : reply.failures)
        text += failure.ranks.toString() + "!" + failure.error.detail + " ";
    return text;
}

} // namespace

class TestReplyMerger : public QObject
{
    Q_OBJECT

private slots:
    void repliesOfTwoNodesBecomeOne()
    {
        const EngineReply whole =
            merged({{ValuesReply{{value(0, "7")}}, {}},
                    {ValuesReply{{value(1, "7")}}, {{RankSet(Rank(2)), {make_error_code(Errc::Ended), "ended", ""}}}}});
        QCOMPARE(told(whole), std::string("0-1=7 2!ended "));
    }

    void anAnswerOutweighsDone()
    {
        const EngineReply done{DoneReply{}, {}};
        const EngineReply answer{ValuesReply{{value(1, "7")}}, {}};
        QVERIFY(std::holds_alternative<ValuesReply>(merged({done, answer}).body));
        QVERIFY(std::holds_alternative<ValuesReply>(merged({answer, done}).body));
        QVERIFY(std::holds_alternative<DoneReply>(merged({done, done}).body));
    }

    /// All orders in which ranks, some equal and some failed, can answer.
    void theOrderOfAnswersDoesNotMatter()
    {
        const Error ended{make_error_code(Errc::Ended), "ended", ""};
        std::vector<EngineReply> replies;
        for (std::uint32_t rank = 0; rank < 6; ++rank)
            replies.push_back(rank % 3 == 2 ? EngineReply{DoneReply{}, {{RankSet(Rank(rank)), ended}}}
                                            : EngineReply{ValuesReply{{value(rank, rank % 2 ? "odd" : "even")}}, {}});
        std::vector<std::size_t> order{0, 1, 2, 3, 4, 5};
        do {
            std::vector<EngineReply> some;
            for (const std::size_t i : order)
                some.push_back(replies[i]);
            QCOMPARE(told(merged(std::move(some))), std::string("0,4=even 1,3=odd 2,5!ended "));
        } while (std::next_permutation(order.begin(), order.end()));
    }

    void whatWasTakenIsNotThereAgain()
    {
        ReplyMerger merger;
        merger.add({ValuesReply{{value(0, "7")}}, {{RankSet(Rank(2)), {make_error_code(Errc::Ended), "", ""}}}});
        static_cast<void>(merger.take());
        const EngineReply next = merger.take();
        QVERIFY(std::holds_alternative<DoneReply>(next.body) && next.failures.empty());
    }

    void breakpointsUniteAndTheLowestRankSaysWhere()
    {
        const EngineReply whole =
            merged({{BreakpointReply{{BreakpointId(1), RankSet(Rank(3)), {}, {"b.cpp", 9, 0}, ""}}, {}},
                    {BreakpointReply{{BreakpointId(1), RankSet(Rank(1)), RankSet(Rank(2)), {"b.cpp", 8, 0}, ""}}, {}}});
        const BreakpointStatus& status = std::get<BreakpointReply>(whole.body).status;
        QCOMPARE(status.resolved.toString(), std::string("1,3"));
        QCOMPARE(status.pending.toString(), std::string("2"));
        QCOMPARE(status.actual.line, 8u);
    }

    void framesComeInRankOrder()
    {
        const auto of = [](std::uint32_t rank) {
            return EngineReply{FramesReply{{{Rank(rank), StopId(1), ThreadId(1), {}, false}}}, {}};
        };
        const EngineReply whole = merged({of(2), of(0), of(1)});
        std::string ranks;
        for (const RankFrames& frames : std::get<FramesReply>(whole.body).ranks)
            ranks += std::to_string(frames.rank.value());
        QCOMPARE(ranks, std::string("012"));
    }
};

DBGR_TEST(TestReplyMerger);

} // namespace tst_reply_merger

#include "tst_reply_merger.moc"

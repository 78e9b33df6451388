// SPDX-License-Identifier: GPL-3.0-or-later
#include "debug/debug_error.h"
#include "session/remote/reply_gathering.h"
#include "tests/support/run/test_class.h"

#include <QtTest>

#include <string>

namespace tst_reply_gathering {

using namespace dbgr;
using session::ReplyGathering;
using util::NodeId;
using util::Rank;
using util::RankSet;
using util::RequestId;

namespace {

debug::EngineReply value(const RankSet& ranks, const char* text)
{
    return {debug::ValuesReply{{{ranks, text, "int", ""}}}, {}};
}

util::Error lost()
{
    return {debug::Errc::DaemonLost, "lost", {}};
}

std::string told(const debug::EngineReply& reply)
{
    std::string text;
    if (const auto* const values = std::get_if<debug::ValuesReply>(&reply.body))
        for (const debug::ValueGroup& group : values->values)
            text += group.ranks.toString() + "=" + group.value + " ";
    for (const debug::RankFailure& failure : reply.failures)
        text += failure.ranks.toString() + "!" + failure.error.detail + " ";
    return text;
}

/// Nodes 0 to 2, with two ranks each; 6 is nobody's.
ReplyGathering gathering()
{
    ReplyGathering made;
    for (std::uint32_t node = 0; node < 3; ++node)
        made.await(NodeId(node), RequestId(node + 10), RankSet::range(Rank(2 * node), Rank(2 * node + 1)));
    made.fail(RankSet(Rank(6)), lost());
    return made;
}

} // namespace

class TestReplyGathering : public QObject
{
    Q_OBJECT

private slots:
    void allAnswersBecomeOne()
    {
        ReplyGathering all = gathering();
        all.answer(NodeId(2), value(RankSet{Rank(4), Rank(5)}, "7"));
        all.answer(NodeId(0), value(RankSet{Rank(0), Rank(1)}, "7"));
        QVERIFY(!all.complete());
        QCOMPARE(all.awaited().toString(), std::string("2-3"));
        all.answer(NodeId(1), util::fail(lost()));
        QVERIFY(all.complete() && all.awaited().empty());
        QCOMPARE(told(all.take()), std::string("0-1,4-5=7 2-3,6!lost "));
    }

    void newsIsAllThatHasCome()
    {
        ReplyGathering all = gathering();
        QVERIFY(!all.news()); // a failure alone answers nothing
        all.answer(NodeId(1), value(RankSet(Rank(2)), "7"));
        QCOMPARE(told(all.news().value()), std::string("2=7 6!lost "));
        QVERIFY(!all.news());
        all.answer(NodeId(0), util::fail(lost()));
        QVERIFY(!all.news());
        all.answer(NodeId(2), value(RankSet(Rank(5)), "7"));
        const std::string whole = "2,5=7 0-1,6!lost ";
        QCOMPARE(told(all.news().value()), whole);
        QCOMPARE(told(all.take()), whole);
    }

    void whatIsDoneIsNoNews()
    {
        ReplyGathering all = gathering();
        all.answer(NodeId(0), debug::EngineReply{});
        QVERIFY(!all.news());
    }

    void aSecondAnswerIsNobodys()
    {
        ReplyGathering all = gathering();
        all.answer(NodeId(0), value(RankSet(Rank(0)), "7"));
        all.answer(NodeId(0), value(RankSet(Rank(0)), "8"));
        all.answer(NodeId(9), value(RankSet(Rank(0)), "9"));
        QCOMPARE(all.awaitedNodes().size(), std::size_t(2));
        QVERIFY(all.awaitedNodes().at(NodeId(1)).request == RequestId(11));
        QCOMPARE(told(all.take()), std::string("0=7 6!lost "));
    }
};

DBGR_TEST(TestReplyGathering);

} // namespace tst_reply_gathering

#include "tst_reply_gathering.moc"

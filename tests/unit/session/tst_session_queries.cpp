// SPDX-License-Identifier: GPL-3.0-or-later
// Questions about ranks that stand still, and answers that come too late.
#include "debug/debug_error.h"
#include "session/session_error.h"
#include "tests/support/run/test_class.h"
#include "tests/support/session/session_fixture.h"

#include <QTest>

#include <algorithm>

namespace tst_session_queries {

using namespace dbgr;
using namespace dbgr::session;
using namespace dbgr::test;
using util::Rank;

namespace {

template <class T>
struct Heard
{
    std::vector<util::Result<Answer<T>>> answers;

    AnswerCallback<T> callback()
    {
        return [this](util::Result<Answer<T>> answer) { answers.push_back(std::move(answer)); };
    }
    [[nodiscard]] const util::Result<Answer<T>>& only() const
    {
        if (answers.size() != 1)
            qFatal("expected one answer, not %zu", answers.size());
        return answers.front();
    }
};
using Values = Heard<std::vector<debug::ValueGroup>>;

debug::EngineReply values(std::vector<debug::ValueGroup> groups, std::vector<debug::RankFailure> failures = {})
{
    return {debug::ValuesReply{std::move(groups)}, std::move(failures)};
}

} // namespace

class TestSessionQueries : public QObject
{
    Q_OBJECT

private slots:
    void asksOnlyRanksThatStand()
    {
        SessionFixture f;
        f.bringUpRunning(4);
        f.fake->stop(ranks("1-2"), breakpointHit(1));
        f.fake->exit(ranks("3"), 0);
        f.run();
        Values heard;
        f.session->evaluate(ranks("0-3"), "token", {}, heard.callback());
        QCOMPARE(f.fake->last<debug::Evaluate>().command.ranks, ranks("1-2"));
        f.fake->reply(f.fake->last<debug::Evaluate>().id, values({value("1-2", "7")}));
        f.run();
        QVERIFY(heard.only());
        QCOMPARE(heard.only()->value.at(0).ranks, ranks("1-2"));
        QCOMPARE(heard.only()->failures.size(), std::size_t(2));
        QVERIFY(heard.only()->failures.at(0).error.code == debug::Errc::NotStopped);
        QVERIFY(heard.only()->failures.at(1).error.code == debug::Errc::Ended);
    }

    void ifNobodyStandsItIsAnErrorButNotInsideTheCall()
    {
        SessionFixture f;
        f.bringUpRunning(2);
        Values heard;
        f.session->evaluate(ranks("0-1"), "token", {}, heard.callback());
        QVERIFY(heard.answers.empty());
        f.run();
        QVERIFY(heard.only().error().code == debug::Errc::NotStopped);
        QCOMPARE(QString::fromStdString(heard.only().error().message()),
                 QString("evaluating token in ranks 0-1: still running"));
    }

    void noRanksAndUnknownRanksAreErrors()
    {
        SessionFixture f;
        Values before;
        f.session->evaluate(ranks("0"), "x", {}, before.callback());
        f.bringUp(1);
        QVERIFY(before.only().error().code == Errc::NoSuchRank);
        Values none;
        f.session->evaluate({}, "x", {}, none.callback());
        f.run();
        QVERIFY(none.only().error().code == Errc::NoRanks);
    }

    void ifAllFailTheAnswerIsAnError()
    {
        SessionFixture f;
        f.bringUp(2);
        Values heard;
        f.session->evaluate(ranks("0-1"), "x", {}, heard.callback());
        const util::Error why{make_error_code(debug::Errc::EngineFailed), "no", {}};
        f.fake->reply(f.fake->last<debug::Evaluate>().id, values({}, {{ranks("0-1"), why}}));
        f.run();
        QVERIFY(heard.only().error().code == debug::Errc::EngineFailed);
    }

    void leavesOutRanksThatMovedOnMeanwhile()
    {
        SessionFixture f;
        f.bringUp(4);
        Values heard;
        f.session->evaluate(ranks("0-3"), "token", {}, heard.callback());
        const util::RequestId id = f.fake->last<debug::Evaluate>().id;
        QVERIFY(f.session->continueRanks(ranks("2-3")));
        f.run();
        f.fake->reply(id, values({value("0,2", "7"), value("1", "8"), value("3", "9")}));
        f.run();
        QVERIFY(heard.only());
        QCOMPARE(heard.only()->value.size(), std::size_t(2));
        QCOMPARE(heard.only()->value.at(0).ranks, ranks("0"));
        QVERIFY(heard.only()->failures.at(0).error.code == debug::Errc::Stale);
        QCOMPARE(heard.only()->failures.at(0).ranks, ranks("2-3"));
    }

    void partsComeWhileSomeTakeLong()
    {
        SessionFixture f;
        f.bringUp(4);
        Values heard, parts;
        f.session->evaluate(ranks("0-3"), "token", {}, heard.callback(), {}, parts.callback());
        const util::RequestId id = f.fake->last<debug::Evaluate>().id;
        f.fake->say({CommandPart{id, values({value("0-1", "7")}), ranks("2-3")}});
        f.run();
        QVERIFY(heard.answers.empty());
        QCOMPARE(parts.only()->value.at(0).ranks, ranks("0-1"));
        QCOMPARE(parts.only()->awaited, ranks("2-3"));
        f.fake->reply(id, values({value("0-3", "7")}));
        f.fake->say({CommandPart{id, values({value("0-1", "7")}), ranks("2-3")}}); // too late
        f.run();
        QCOMPARE(heard.only()->value.at(0).ranks, ranks("0-3"));
        QVERIFY(heard.only()->awaited.empty());
        QCOMPARE(parts.answers.size(), std::size_t(1));
    }

    void aPartLeavesOutRanksThatMovedOn()
    {
        SessionFixture f;
        f.bringUp(4);
        Values heard, parts;
        f.session->evaluate(ranks("0-3"), "token", {}, heard.callback(), {}, parts.callback());
        const util::RequestId id = f.fake->last<debug::Evaluate>().id;
        QVERIFY(f.session->continueRanks(ranks("1")));
        f.run();
        f.fake->say({CommandPart{id, values({value("0-1", "7")}), ranks("2-3")}});
        f.run();
        QCOMPARE(parts.only()->value.at(0).ranks, ranks("0"));
        Heard<debug::StackTree> tree, partOfTree; // threads cannot be taken out of counts
        f.session->stacks(ranks("0,2-3"), tree.callback(), debug::StacksBy::Rank, partOfTree.callback());
        const util::RequestId stacks = f.fake->last<debug::GetStacks>().id;
        QVERIFY(f.session->continueRanks(ranks("2")));
        f.run();
        debug::StackTree some;
        some.add(Rank(0), std::vector{debug::Frame{}});
        f.fake->say({CommandPart{stacks, {debug::StacksReply{some}, {}}, ranks("3")}});
        f.run();
        QVERIFY(partOfTree.answers.empty());
    }

    void onlyQuestionsAreCancelled()
    {
        SessionFixture f;
        f.bringUp(4);
        QCOMPARE(f.session->cancelQuestions(), std::size_t(0));
        f.fake->answersControl = false;
        QVERIFY(f.session->continueRanks(ranks("3")));
        Values heard;
        f.session->evaluate(ranks("0-1"), "token", {}, heard.callback());
        Heard<debug::StackTree> tree;
        f.session->stacks(ranks("0-1"), tree.callback());
        f.run();
        QCOMPARE(f.session->cancelQuestions(), std::size_t(2));
        QVERIFY(f.fake->cancelled ==
                (std::vector{f.fake->last<debug::Evaluate>().id, f.fake->last<debug::GetStacks>().id}));
        QVERIFY(heard.answers.empty()); // it comes from the backend
        const util::Error why{make_error_code(debug::Errc::Cancelled), "was cancelled", {}};
        f.fake->reply(f.fake->last<debug::Evaluate>().id, values({value("0", "7")}, {{ranks("1"), why}}));
        f.run();
        QCOMPARE(heard.only()->value.at(0).ranks, ranks("0"));
        QVERIFY(heard.only()->failures.at(0).error.code == debug::Errc::Cancelled);
    }

    void dropsReplyOfOlderStop()
    {
        SessionFixture f;
        f.bringUpRunning(2);
        f.fake->stop(ranks("0-1"), breakpointHit(1));
        f.run();
        Values heard;
        f.session->evaluate(ranks("0-1"), "token", {}, heard.callback());
        const util::RequestId id = f.fake->last<debug::Evaluate>().id;
        QVERIFY(f.session->continueRanks(ranks("0-1")));
        f.run();
        f.fake->stop(ranks("0-1"), breakpointHit(1)); // stopped again: the same place, another stop
        f.fake->reply(id, values({value("0-1", "7")}));
        f.run();
        QVERIFY(heard.only().error().code == debug::Errc::Stale);
    }

    void mergedStacksAreStaleAsAWhole()
    {
        SessionFixture f;
        f.bringUp(2);
        Heard<debug::StackTree> heard;
        f.session->stacks(ranks("0-1"), heard.callback());
        const util::RequestId id = f.fake->last<debug::GetStacks>().id;
        QVERIFY(f.session->continueRanks(ranks("1")));
        debug::StackTree tree;
        tree.add(Rank(0), std::vector{frame("main")});
        f.fake->reply(id, debug::EngineReply{debug::StacksReply{tree}, {}});
        f.run();
        QVERIFY(heard.only().error().code == debug::Errc::Stale);
    }

    void othersMayMoveOn()
    {
        SessionFixture f;
        f.bringUp(3);
        Heard<debug::StackTree> heard;
        f.session->stacks(ranks("0-1"), heard.callback());
        const util::RequestId id = f.fake->last<debug::GetStacks>().id;
        QVERIFY(f.session->continueRanks(ranks("2")));
        debug::StackTree tree;
        tree.add(Rank(0), std::vector{frame("main")});
        f.fake->reply(id, debug::EngineReply{debug::StacksReply{tree}, {}});
        f.run();
        QVERIFY(heard.only());
        QCOMPARE(heard.only()->value.roots().at(0).frame.function, std::string("main"));
    }

    void dropsAReplyAfterItsDeadline()
    {
        SessionFixture f;
        f.bringUp(2);
        Values heard;
        f.session->evaluate(ranks("0-1"), "token", {}, heard.callback());
        f.scheduler.advance(std::chrono::minutes(10));
        QVERIFY(heard.only().error().code == debug::Errc::Timeout);
        QVERIFY(QString::fromStdString(heard.only().error().message()).startsWith("evaluating token in ranks 0-1: "));
        f.fake->reply(f.fake->last<debug::Evaluate>().id, values({value("0-1", "7")}));
        f.run();
        QCOMPARE(heard.answers.size(), std::size_t(1));
    }

    void everyQueryHasADeadline()
    {
        SessionFixture f;
        f.bringUp(1);
        f.session->threads(ranks("0"), [](const auto&) {});
        f.session->frames(ranks("0"), std::nullopt, [](const auto&) {});
        f.session->variables(ranks("0"), FrameChoice{std::nullopt, 2}, [](const auto&) {});
        f.session->children(Rank(0), debug::GetChildren{util::VariableHandle(5)}, [](const auto&) {});
        QCOMPARE(f.fake->submitted.size(), std::size_t(4));
        for (const FakeBackend::Submitted& one : f.fake->submitted)
            QVERIFY(one.deadline > util::Duration::zero());
        QCOMPARE(std::get<debug::GetVariables>(f.fake->last<debug::GetVariables>().command.request).frame, 2u);
    }

    void childrenAreThoseOfTheOneRank()
    {
        SessionFixture f;
        f.bringUp(2);
        Heard<debug::RankVariables> heard;
        f.session->children(Rank(1), debug::GetChildren{util::VariableHandle(5)}, heard.callback());
        QCOMPARE(f.fake->last<debug::GetChildren>().command.ranks, ranks("1"));
        debug::RankVariables variables;
        variables.rank = Rank(1);
        variables.variables.resize(3);
        f.fake->reply(f.fake->last<debug::GetChildren>().id,
                      debug::EngineReply{debug::VariablesReply{{variables}}, {}});
        f.run();
        QCOMPARE(heard.only()->value.variables.size(), std::size_t(3));
    }

    void anAnswerOfTheWrongKindIsNone()
    {
        SessionFixture f;
        f.bringUp(1);
        Values heard;
        f.session->evaluate(ranks("0"), "x", {}, heard.callback());
        f.fake->reply(f.fake->last<debug::Evaluate>().id, debug::EngineReply{});
        f.run();
        QVERIFY(heard.only());
        QVERIFY(heard.only()->value.empty());
    }

    void anAskerMayAskAgainFromItsCallback()
    {
        SessionFixture f;
        f.bringUp(1);
        Values second;
        f.session->evaluate(ranks("0"), "x", {},
                            [&](const auto&) { f.session->evaluate(ranks("0"), "y", {}, second.callback()); });
        f.fake->reply(f.fake->last<debug::Evaluate>().id, values({value("0", "1")}));
        f.run();
        f.fake->reply(f.fake->last<debug::Evaluate>().id, values({value("0", "2")}));
        f.run();
        QCOMPARE(second.only()->value.at(0).value, std::string("2"));
    }

    /// Each change has its own number, by which it is taken back; who keeps a record hears what was done.
    void changesAreToldAndTakenBack()
    {
        SessionFixture f;
        f.bringUpRunning(4);
        f.fake->stop(ranks("0-3"), breakpointHit(1));
        f.run();
        Heard<std::vector<debug::ChangeGroup>> heard;
        const std::uint64_t first = f.session->assign(ranks("0-3"), "n", "3", {std::nullopt, 2}, heard.callback());
        const std::uint64_t second = f.session->assign(ranks("0-3"), "n", "4", {}, [](const auto&) {});
        QVERIFY(first != second);
        QCOMPARE(f.fake->count<debug::Assign>(), std::size_t(2));
        const auto sent = std::find_if(f.fake->submitted.begin(), f.fake->submitted.end(), [](const auto& one) {
            return std::holds_alternative<debug::Assign>(one.command.request);
        });
        const auto order = std::get<debug::Assign>(sent->command.request);
        QCOMPARE(order.number, first);
        QCOMPARE(order.target + "=" + order.value, std::string("n=3"));
        f.fake->reply(sent->id, debug::EngineReply{debug::ChangesReply{{{ranks("0-2"), "1", "3", "int", ""},
                                                                        {ranks("3"), "", "", "", "it is a constant"}}},
                                                   {}});
        f.run();
        QVERIFY(heard.only());
        QCOMPARE(heard.only()->value.size(), std::size_t(2));
        f.session->takeBack(ranks("0-2"), first, heard.callback());
        const auto back = f.fake->last<debug::TakeBack>();
        QCOMPARE(std::get<debug::TakeBack>(back.command.request).number, first);
        QCOMPARE(back.command.ranks, ranks("0-2"));
    }

    /// Whoever runs is not changed, and is named.
    void runningRanksAreNotChanged()
    {
        SessionFixture f;
        f.bringUpRunning(2);
        Heard<std::vector<debug::ChangeGroup>> heard;
        static_cast<void>(f.session->assign(ranks("0-1"), "n", "3", {}, heard.callback()));
        f.run();
        QVERIFY(!heard.only());
        QVERIFY(heard.only().error().code == debug::Errc::NotStopped);
    }
};

DBGR_TEST(TestSessionQueries, QCoreApplication);

} // namespace tst_session_queries

#include "tst_session_queries.moc"

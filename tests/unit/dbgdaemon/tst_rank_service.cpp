// SPDX-License-Identifier: GPL-3.0-or-later
#include "dbgdaemon/rank_service.h"
#include "debug/debug_error.h"
#include "tests/support/engine/fake_engine.h"
#include "tests/support/net/manual_scheduler.h"
#include "tests/support/run/test_class.h"

#include <QTest>

namespace tst_rank_service {

using namespace dbgr;
using namespace dbgr::daemon;
using namespace dbgr::test;
using util::Rank;
using util::RankSet;

namespace {

util::Error failure(const std::string& detail)
{
    return {debug::Errc::EngineFailed, detail, {}};
}

/// A service over a fake engine, with ranks 0 .. count-1, attached to.
struct Rig
{
    explicit Rig(std::uint32_t count, const RankSet& withoutStub = {})
    {
        RankService::Hooks hooks;
        hooks.tell = [this](debug::DaemonEvent event) { events.push_back(std::move(event)); };
        hooks.whyNotAttached = [this](Rank, util::Pid) { return betterReason; };
        hooks.whyLost = [this](Rank) { return betterReason; };
        hooks.howEnded = [this](Rank) { return ending; };
        hooks.allGone = [this] { ++allGone; };
        service = std::make_unique<RankService>(scheduler, engine, "node7", std::move(hooks));
        for (std::uint32_t rank = 0; rank < count; ++rank) {
            util::Result<util::UniqueFd> stub = util::UniqueFd();
            if (withoutStub.contains(Rank(rank)))
                stub = util::fail(failure("no stub"));
            service->add({Rank(rank), util::Pid(static_cast<std::int32_t>(100 + rank)), {}, "/ring"}, std::move(stub));
        }
    }
    void attach()
    {
        service->attach();
        settle();
    }
    void settle()
    {
        scheduler.runUntilIdle();
        scheduler.advance(StopCoalescer::kWindow);
    }
    void command(const RankSet& ranks, debug::EngineRequest request)
    {
        service->onCommand(next(), {ranks, std::move(request)},
                           [this](util::Result<debug::EngineReply> reply) { replies.push_back(std::move(reply)); });
        scheduler.runUntilIdle();
    }
    util::RequestId next() { return lastId = lastId.next(); }
    template <class E>
    std::vector<E> take()
    {
        std::vector<E> found;
        for (const debug::DaemonEvent& event : events)
            if (const E* one = std::get_if<E>(&event))
                found.push_back(*one);
        events.clear();
        return found;
    }

    ManualScheduler scheduler;
    FakeEngine engine{scheduler};
    util::RequestId lastId;
    std::vector<debug::DaemonEvent> events;
    std::vector<util::Result<debug::EngineReply>> replies;
    std::optional<util::Error> betterReason;
    std::optional<util::RankEnd> ending;
    int allGone = 0;
    std::unique_ptr<RankService> service;
};

} // namespace

class TestRankService : public QObject
{
    Q_OBJECT

private slots:
    void attachingIsToldInGroups();
    void aRankWithoutStubFailsAlone();
    void withoutRanksAllAreGoneAtOnce();
    void aFailureIsExplainedByWhoKnowsBetter();
    void commandsReachOnlyRanksThatAreHere();
    void aResumeIsToldBeforeItsReply();
    void theLastStopIsToldWithoutDelay();
    void allGoneIsToldOnceAfterTheLastRank();
    void whoHeldItKnowsHowItEnded_data();
    void whoHeldItKnowsHowItEnded();
    void lostRanksAreNotAskedAnyMore();
    void aLossWaitsForItsCause_data();
    void aLossWaitsForItsCause();
    void whoWasInterruptedIsSaidToStandAtOnce_data();
    void whoWasInterruptedIsSaidToStandAtOnce();
    void whoStandsForOthersIsNotSaidTo_data();
    void whoStandsForOthersIsNotSaidTo();
    void unansweredCommandsAreCancelledAndExpire();
    void whatIsCancelledIsAnsweredSoon_data();
    void whatIsCancelledIsAnsweredSoon();
    void shutdownTellsWhatIsLeft();
};

void TestRankService::attachingIsToldInGroups()
{
    Rig rig(4);
    rig.attach();
    const auto attached = rig.events;
    QVERIFY(std::holds_alternative<debug::RanksAttached>(attached.front()));
    QCOMPARE(std::get<debug::RanksAttached>(attached.front()).host, "node7");
    const auto stops = rig.take<debug::StopGroup>();
    QCOMPARE(stops.size(), 1U);
    QVERIFY(stops[0].ranks == RankSet::firstN(4));
    QVERIFY(stops[0].cause.reason == debug::StopReason::Attached);
}

void TestRankService::aRankWithoutStubFailsAlone()
{
    Rig rig(3, RankSet(Rank(1)));
    rig.attach();
    QVERIFY(rig.engine.ranks() == RankSet({Rank(0), Rank(2)}));
    const auto failed = rig.take<debug::AttachFailed>();
    QCOMPARE(failed.size(), 1U);
    QVERIFY(failed[0].ranks == RankSet(Rank(1)));
    QCOMPARE(failed[0].error.detail, "no stub");
    QCOMPARE(rig.allGone, 0);
}

void TestRankService::withoutRanksAllAreGoneAtOnce()
{
    Rig none(0);
    none.attach();
    QCOMPARE(none.allGone, 1);
    Rig stillborn(2, RankSet::firstN(2));
    stillborn.attach();
    QCOMPARE(stillborn.allGone, 1);
    QCOMPARE(stillborn.take<debug::AttachFailed>().size(), 1U);
}

void TestRankService::aFailureIsExplainedByWhoKnowsBetter()
{
    Rig rig(2);
    rig.engine.refuseAttach(Rank(0), failure("no"));
    rig.betterReason = failure("Yama says no");
    rig.attach();
    QCOMPARE(rig.take<debug::AttachFailed>().at(0).error.detail, "Yama says no");
    rig.engine.lose(RankSet(Rank(1)), failure("connection ended"));
    rig.settle();
    QCOMPARE(rig.take<debug::RanksLost>().at(0).error.detail, "Yama says no");
}

void TestRankService::commandsReachOnlyRanksThatAreHere()
{
    Rig rig(2);
    rig.attach();
    rig.command(RankSet::range(Rank(1), Rank(5)), debug::GetStacks{});
    QVERIFY(rig.engine.commands().back().ranks == RankSet(Rank(1)));
    QVERIFY(rig.replies.at(0) && rig.replies[0]->failures.empty());
    const std::size_t before = rig.engine.commands().size();
    rig.command(RankSet(Rank(7)), debug::GetStacks{});
    QCOMPARE(rig.engine.commands().size(), before);
    QVERIFY(std::holds_alternative<debug::DoneReply>(rig.replies.at(1)->body));
}

void TestRankService::aResumeIsToldBeforeItsReply()
{
    Rig rig(2);
    rig.engine.stopByThemselves(false);
    rig.attach();
    rig.events.clear();
    std::size_t toldBefore = 0;
    rig.service->onCommand(rig.next(), {RankSet::firstN(2), debug::Continue{}},
                           [&](const util::Result<debug::EngineReply>&) { toldBefore = rig.events.size(); });
    rig.scheduler.runUntilIdle();
    rig.settle();
    const auto resumed = rig.take<debug::RanksResumed>();
    QVERIFY(!resumed.empty());
    if (toldBefore != 0) // the fake engine may resume before it replies, or after
        QVERIFY(resumed[0].ranks == RankSet::firstN(2));
}

void TestRankService::theLastStopIsToldWithoutDelay()
{
    Rig rig(2);
    rig.engine.stopByThemselves(false);
    rig.attach();
    rig.command(RankSet::firstN(2), debug::Continue{});
    rig.settle();
    rig.events.clear();
    rig.engine.stop(RankSet(Rank(0)), {});
    rig.scheduler.runUntilIdle();
    QVERIFY(rig.events.empty()); // rank 1 may stop just as well
    rig.engine.stop(RankSet(Rank(1)), {});
    rig.scheduler.runUntilIdle();
    QVERIFY(rig.take<debug::StopGroup>().at(0).ranks == RankSet::firstN(2));
}

void TestRankService::allGoneIsToldOnceAfterTheLastRank()
{
    Rig rig(2);
    rig.attach();
    rig.engine.exit(RankSet(Rank(0)), 0);
    rig.settle();
    QCOMPARE(rig.allGone, 0);
    rig.engine.exit(RankSet(Rank(1)), 3);
    rig.settle();
    QCOMPARE(rig.allGone, 1);
    const auto exited = rig.take<debug::RanksExited>();
    QCOMPARE(exited.back().status, 3);
}

/// LLDB has one number for an exit status and for a signal, and takes some ends for a loss.
void TestRankService::whoHeldItKnowsHowItEnded_data()
{
    QTest::addColumn<bool>("isLost");
    QTest::addColumn<int>("status");
    QTest::addColumn<int>("signal");
    for (const bool isLost : {false, true}) {
        QTest::addRow("signal, %d", isLost) << isLost << 0 << 9;
        QTest::addRow("status, %d", isLost) << isLost << 9 << 0;
    }
}

void TestRankService::whoHeldItKnowsHowItEnded()
{
    QFETCH(bool, isLost);
    QFETCH(int, status);
    QFETCH(int, signal);
    Rig rig(1);
    rig.attach();
    rig.ending = signal != 0 ? util::RankEnd{std::nullopt, signal} : util::RankEnd{status, 0};
    if (isLost)
        rig.engine.lose(RankSet(Rank(0)), failure("connection ended"));
    else
        rig.engine.exit(RankSet(Rank(0)), 9);
    rig.settle();
    const auto exited = rig.take<debug::RanksExited>();
    QCOMPARE(exited.size(), 1U);
    QCOMPARE(exited[0].status, status);
    QCOMPARE(exited[0].signal, signal);
    QVERIFY(rig.take<debug::RanksLost>().empty());
}

void TestRankService::lostRanksAreNotAskedAnyMore()
{
    Rig rig(2);
    rig.attach();
    rig.events.clear();
    rig.service->lose(RankSet(Rank(0)), failure("the keeper died"));
    rig.engine.lose(RankSet(Rank(0)), failure("connection ended")); // the engine finds out, too
    rig.settle();
    const auto lost = rig.take<debug::RanksLost>();
    QCOMPARE(lost.size(), 1U);
    QCOMPARE(lost[0].error.detail, "the keeper died");
    rig.command(RankSet::firstN(2), debug::GetStacks{});
    QVERIFY(rig.engine.commands().back().ranks == RankSet(Rank(1)));
    QCOMPARE(rig.replies.at(0)->failures.size(), 1U);
    QVERIFY(rig.replies[0]->failures[0].ranks == RankSet(Rank(0)));
    QVERIFY(rig.replies[0]->failures[0].error.code == debug::Errc::NotAttached);
}

/// The engine hears of the keeper's death by each rank's connection, and mostly before dbgd hears of it.
void TestRankService::aLossWaitsForItsCause_data()
{
    QTest::addColumn<bool>("isCauseTold");
    QTest::newRow("the keeper was killed") << true;
    QTest::newRow("nobody knows why") << false;
}

void TestRankService::aLossWaitsForItsCause()
{
    QFETCH(bool, isCauseTold);
    Rig rig(2);
    rig.attach();
    rig.events.clear();
    rig.engine.lose(RankSet(Rank(0)), {debug::Errc::KeeperFailed, "connection ended", "attach again"});
    rig.settle();
    QVERIFY(rig.take<debug::RanksLost>().empty());
    if (isCauseTold)
        rig.service->lose(RankSet::firstN(2), failure("the keeper died"));
    rig.scheduler.advance(RankService::kCauseMayTake);
    rig.settle();
    const auto lost = rig.take<debug::RanksLost>();
    QCOMPARE(lost.size(), 1U);
    QVERIFY(lost[0].ranks == (isCauseTold ? RankSet::firstN(2) : RankSet(Rank(0))));
    QCOMPARE(lost[0].error.detail, isCauseTold ? "the keeper died" : "connection ended");
}

void TestRankService::unansweredCommandsAreCancelledAndExpire()
{
    Rig rig(1);
    rig.attach();
    rig.engine.holdCommands(true);
    rig.command(RankSet(Rank(0)), debug::Evaluate{"x", {}, 0});
    rig.scheduler.advance(CommandRouter::kCommandLimit);
    rig.settle();
    QCOMPARE(rig.replies.size(), 1U); // the fake answers the cancel
    QVERIFY(rig.replies[0]);
    QVERIFY(rig.replies[0]->failures.at(0).error.code == debug::Errc::Cancelled);
    rig.scheduler.advance(CommandRouter::kCancelLimit);
    QCOMPARE(rig.replies.size(), 1U);
}

void TestRankService::whatIsCancelledIsAnsweredSoon_data()
{
    QTest::addColumn<bool>("doesYield");
    QTest::newRow("the engine leaves it") << true;
    QTest::newRow("the engine cannot") << false;
}

void TestRankService::whatIsCancelledIsAnsweredSoon()
{
    QFETCH(bool, doesYield);
    Rig rig(2);
    rig.attach();
    rig.engine.holdCommands(true);
    rig.engine.yield(doesYield);
    rig.command(RankSet::firstN(2), debug::Evaluate{"x", {}, 0});
    rig.service->onCancel(rig.lastId);
    rig.service->onCancel(util::RequestId(4711)); // never asked, or answered long ago
    rig.scheduler.advance(CommandRouter::kYieldLimit);
    QCOMPARE(rig.replies.size(), 1U);
    QVERIFY(rig.replies[0]->failures.at(0).error.code == debug::Errc::Cancelled);
    QVERIFY(rig.replies[0]->failures.at(0).ranks == RankSet::firstN(2));
    rig.engine.holdCommands(false); // what it says now is nobody's
    rig.settle();
    QCOMPARE(rig.replies.size(), 1U);
    rig.command(RankSet(Rank(0)), debug::Evaluate{"x", {}, 0});
    QCOMPARE(rig.replies.size(), 2U);
}

void TestRankService::whoWasInterruptedIsSaidToStandAtOnce_data()
{
    QTest::addColumn<bool>("areAllAtOnce");
    QTest::newRow("all at once") << true;
    QTest::newRow("one takes longer") << false;
}

void TestRankService::whoWasInterruptedIsSaidToStandAtOnce()
{
    QFETCH(bool, areAllAtOnce);
    Rig rig(4);
    rig.attach();
    const RankSet three = RankSet::firstN(3);
    rig.command(three, debug::Continue{});
    rig.events.clear();
    rig.engine.holdCommands(true);
    rig.service->onCommand(rig.next(), {RankSet::firstN(4), debug::Interrupt{}}, [](const auto&) {});
    for (const std::uint32_t rank : {2U, 0U, 0U, 3U}) // one of them twice, and one that stood before
        rig.service->noteStands(Rank(rank));
    QVERIFY(rig.events.empty());
    if (areAllAtOnce)
        rig.service->noteStands(Rank(1));
    rig.scheduler.advance(areAllAtOnce ? util::Duration() : RankService::kOthersMayTake);
    RankSet told;
    for (const auto& event : rig.take<debug::RanksStand>())
        told |= event.ranks;
    QCOMPARE(told, areAllAtOnce ? three : three - RankSet(Rank(1)));
    rig.service->noteStands(Rank(1));
    rig.scheduler.advance({});
    QCOMPARE(rig.take<debug::RanksStand>().size(), std::size_t(areAllAtOnce ? 0 : 1)); // and no rank twice
    rig.engine.holdCommands(false);
    rig.settle();
    QVERIFY(!rig.take<debug::StopGroup>().empty());
    rig.service->noteStands(Rank(1)); // its stop has been told
    rig.settle();
    QVERIFY(rig.events.empty());
}

void TestRankService::whoStandsForOthersIsNotSaidTo_data()
{
    QTest::addColumn<bool>("isInterrupt");
    QTest::addColumn<bool>("hasEnded");
    QTest::newRow("nobody asked") << false << false;
    QTest::newRow("it has ended") << true << true;
}

void TestRankService::whoStandsForOthersIsNotSaidTo()
{
    QFETCH(bool, isInterrupt);
    QFETCH(bool, hasEnded);
    Rig rig(1);
    rig.attach();
    rig.command(RankSet::firstN(1), debug::Continue{});
    if (isInterrupt)
        rig.service->onCommand(rig.next(), {RankSet::firstN(1), debug::Interrupt{}}, [](const auto&) {});
    if (hasEnded)
        rig.service->lose(RankSet::firstN(1), failure("gone"));
    rig.events.clear();
    rig.service->noteStands(Rank(0));
    rig.settle();
    QVERIFY(rig.take<debug::RanksStand>().empty());
}

void TestRankService::shutdownTellsWhatIsLeft()
{
    Rig rig(2);
    rig.attach();
    rig.events.clear();
    bool done = false;
    rig.service->shutdown([&] { done = true; });
    rig.scheduler.runUntilIdle();
    QVERIFY(done);
    QVERIFY(rig.engine.isShutDown());
    QVERIFY(rig.take<debug::RanksDetached>().at(0).ranks == RankSet::firstN(2));
}

DBGR_TEST(TestRankService);

} // namespace tst_rank_service

#include "tst_rank_service.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// What every Engine promises, over the fake one and over LLDB with real processes: what the one plays the other does.
#include <QTest> // first: moc cannot read <chrono> before other headers

#include "debug/debug_error.h"
#include "tests/contract/engine_rig.h"
#include "tests/support/run/test_class.h"

#include <algorithm>
#include <csignal>

namespace tst_engine_contract {

using namespace dbgr;
using debug::Errc;
using debug::StopReason;
using test::EngineClient;
using test::EngineRig;
using util::RankSet;

namespace {

const RankSet kFour = RankSet::firstN(4);

debug::SetBreakpoint breakpoint(std::uint32_t id, debug::Place where)
{
    return {{util::BreakpointId(id), debug::toTrigger(std::move(where)), "", true}};
}

} // namespace

class TstEngineContract : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase_data();
    void init();
    void cleanup() { m_rig.reset(); }

    void attachingTellsEachRankAndItsFirstStop_data();
    void attachingTellsEachRankAndItsFirstStop();
    void foreignRanksFailAlone();
    void everyCommandHasOneReplyInOrder();
    void breakpointStopsEveryRank();
    void functionBreakpointStopsThere();
    void breakpointSetWhileRunningWorks();
    void unknownPlaceIsPending();
    void removedBreakpointDoesNotStop();
    void disabledBreakpointDoesNotStopUntilItIsEnabled();
    void runningRanksCannotBeLookedAt();
    void continueTellsOfTheRunBeforeItsReply();
    void continueLeavesRunningRanksAlone();
    void interruptStopsRunningRanks();
    void interruptLeavesStoppedRanksAlone();
    void stepEndsInAStop();
    void severalStepsAreOneStop_data();
    void severalStepsAreOneStop();
    void aBreakpointInBetweenEndsTheSteps();
    void aStepOfAnInstructionTellsWhichOne();
    void aRunToAPlaceEndsThereAndLeavesNothing_data();
    void aRunToAPlaceEndsThereAndLeavesNothing();
    void aRunToAPlaceEndsAtABreakpointBefore();
    void aRunToNowhereIsRefused();
    void whoIsToLogDoesNotStop();
    void whoCannotLogIsNotSet();
    void ranksGoOnElsewhere();
    void aMoveThatCannotBeIsRefused();
    void threadsAreSelectedFrozenAndAsked();
    void stopsAreNumbered();
    void stoppedRanksShowThreadsFramesAndStacks();
    void handlesDieWhenTheRankRuns();
    void changesAreTakenBackUntilTheRankRuns();
    void badExpressionIsAProblemNotAFailure();
    void detachedRanksAreNoLongerOurs_data();
    void detachedRanksAreNoLongerOurs();
    void killedRanksHaveEnded_data();
    void killedRanksHaveEnded();
    void cancelOfAnUnknownCommandDoesNothing();
    void shutdownLetsGoOfRunningRanks();
    void commandsAfterShutdownAreCancelled();

private:
    EngineClient& client() { return m_rig->client(); }
    /// All four run to the place of the loop. \return their stops
    std::map<util::Rank, debug::StopEvent> runToPlace(const RankSet& ranks);

    std::unique_ptr<EngineRig> m_rig;
};

void TstEngineContract::initTestCase_data()
{
    QTest::addColumn<int>("kind");
    QTest::newRow("fake") << int(EngineRig::Kind::Fake);
    QTest::newRow("lldb") << int(EngineRig::Kind::Lldb);
    QTest::newRow("process") << int(EngineRig::Kind::Process);
}

void TstEngineContract::init()
{
    QFETCH_GLOBAL(int, kind);
    m_rig = std::make_unique<EngineRig>(EngineRig::Kind(kind));
}

std::map<util::Rank, debug::StopEvent> TstEngineContract::runToPlace(const RankSet& ranks)
{
    static_cast<void>(client().ask(ranks, breakpoint(1, m_rig->place())));
    static_cast<void>(client().ask(ranks, debug::Continue{}));
    return client().nextOfEach<debug::StopEvent>(ranks.size());
}

void TstEngineContract::attachingTellsEachRankAndItsFirstStop_data()
{
    QTest::addColumn<unsigned>("count");
    QTest::newRow("one") << 1U;
    QTest::newRow("four") << 4U;
}

void TstEngineContract::attachingTellsEachRankAndItsFirstStop()
{
    QFETCH(unsigned, count);
    client().attach(m_rig->targets(count));
    const auto attached = client().nextOfEach<debug::AttachedRank>(count);
    QCOMPARE(attached.size(), std::size_t(count));
    for (const auto& [rank, what] : attached) {
        QVERIFY(what.executable.ends_with("/loop"));
        QVERIFY(what.pid.value() > 0);
    }
    const auto stops = client().nextOfEach<debug::StopEvent>(count);
    QCOMPARE(stops.size(), std::size_t(count));
    for (const auto& [rank, stop] : stops) {
        QCOMPARE(stop.cause.reason, StopReason::Attached);
        QCOMPARE(stop.stopId, util::StopId(1));
    }
    QVERIFY(client().events().empty());
}

void TstEngineContract::foreignRanksFailAlone()
{
    QCOMPARE(m_rig->attach(1), RankSet::firstN(1));
    const debug::EngineReply reply = client().ask(kFour, debug::GetThreads{});
    QCOMPARE(EngineClient::failure(reply), Errc::NotAttached);
    QCOMPARE(reply.failures.front().ranks, kFour - RankSet::firstN(1));
    QCOMPARE(std::get<debug::ThreadsReply>(reply.body).ranks.size(), std::size_t(1));
}

void TstEngineContract::everyCommandHasOneReplyInOrder()
{
    m_rig->attach(1);
    std::vector<util::RequestId> sent;
    for (int i = 0; i < 5; ++i)
        sent.push_back(client().send(RankSet::firstN(1), debug::GetThreads{}));
    sent.push_back(client().send(kFour, debug::Interrupt{}));
    QVERIFY(client().take(sent.back()));
    QCOMPARE(client().answered(), sent);
}

void TstEngineContract::breakpointStopsEveryRank()
{
    m_rig->attach(4);
    const auto set = client().get<debug::BreakpointReply>(kFour, breakpoint(1, m_rig->place())).status;
    QCOMPARE(set.id, util::BreakpointId(1));
    QCOMPARE(set.resolved, kFour);
    QVERIFY(set.pending.empty());
    QCOMPARE(set.actual.line, m_rig->place().line);
    QVERIFY(set.actual.file.starts_with('/'));

    QVERIFY(client().ask(kFour, debug::Continue{}).failures.empty());
    const auto stops = client().nextOfEach<debug::StopEvent>(4);
    QCOMPARE(stops.size(), std::size_t(4));
    for (const auto& [rank, stop] : stops) {
        QCOMPARE(stop.cause.reason, StopReason::Breakpoint);
        QCOMPARE(stop.cause.breakpoints, std::vector{util::BreakpointId(1)});
        QVERIFY(stop.cause.top.function.starts_with("turn"));
        QCOMPARE(stop.cause.top.where.line, m_rig->place().line);
    }
}

void TstEngineContract::functionBreakpointStopsThere()
{
    m_rig->attach(1);
    const RankSet one = RankSet::firstN(1);
    const auto set = client().get<debug::BreakpointReply>(one, breakpoint(7, debug::FunctionName{"turn"})).status;
    QCOMPARE(set.resolved, one);
    static_cast<void>(client().ask(one, debug::Continue{}));
    const auto stop = client().next<debug::StopEvent>();
    QVERIFY(stop);
    QCOMPARE(stop->cause.breakpoints, std::vector{util::BreakpointId(7)});
    QVERIFY(stop->cause.top.function.starts_with("turn"));
}

void TstEngineContract::breakpointSetWhileRunningWorks()
{
    m_rig->attach(4);
    static_cast<void>(client().ask(kFour, debug::Continue{}));
    const auto set = client().get<debug::BreakpointReply>(kFour, breakpoint(1, m_rig->place())).status;
    QCOMPARE(set.resolved, kFour);
    // The fake looks for breakpoints when it is told to run.
    static_cast<void>(client().ask(kFour, debug::Continue{}));
    const auto stops = client().nextOfEach<debug::StopEvent>(4);
    QCOMPARE(stops.size(), std::size_t(4));
    for (const auto& [rank, stop] : stops)
        QCOMPARE(stop.cause.reason, StopReason::Breakpoint);
}

void TstEngineContract::unknownPlaceIsPending()
{
    m_rig->attach(4);
    for (const auto& request : {breakpoint(1, debug::FunctionName{"no_such_function"}),
                                breakpoint(2, debug::SourceLine{"no_such_file.cpp", 3})}) {
        const debug::EngineReply reply = client().ask(kFour, request);
        QVERIFY(reply.failures.empty());
        const auto status = std::get<debug::BreakpointReply>(reply.body).status;
        QCOMPARE(status.pending, kFour);
        QVERIFY(status.resolved.empty());
        QVERIFY(!status.actual.known());
    }
}

void TstEngineContract::removedBreakpointDoesNotStop()
{
    m_rig->attach(1);
    const RankSet one = RankSet::firstN(1);
    runToPlace(one);
    const debug::RemoveBreakpoint remove{util::BreakpointId(1)};
    QVERIFY(client().ask(one, remove).failures.empty());
    QCOMPARE(EngineClient::failure(client().ask(one, remove)), Errc::NoSuchBreakpoint);
    static_cast<void>(client().ask(one, debug::Continue{}));
    QVERIFY(!client().next<debug::StopEvent>(std::chrono::milliseconds(100)));
}

void TstEngineContract::disabledBreakpointDoesNotStopUntilItIsEnabled()
{
    m_rig->attach(4);
    auto change = breakpoint(1, m_rig->place());
    change.spec.enabled = false;
    const auto set = client().get<debug::BreakpointReply>(kFour, change).status;
    QCOMPARE(set.resolved, kFour); // it stands there all the same
    static_cast<void>(client().ask(kFour, debug::Continue{}));
    QVERIFY(!client().next<debug::StopEvent>(std::chrono::milliseconds(100)));
    change.spec.enabled = true; // while they run
    QCOMPARE(client().get<debug::BreakpointReply>(kFour, change).status.resolved, kFour);
    static_cast<void>(client().ask(kFour, debug::Continue{})); // the fake looks for breakpoints then
    const auto stops = client().nextOfEach<debug::StopEvent>(4);
    QCOMPARE(stops.size(), std::size_t(4));
    for (const auto& [rank, stop] : stops)
        QCOMPARE(stop.cause.breakpoints, std::vector{util::BreakpointId(1)});
}

void TstEngineContract::runningRanksCannotBeLookedAt()
{
    m_rig->attach(1);
    const RankSet one = RankSet::firstN(1);
    static_cast<void>(client().ask(one, debug::Continue{}));
    const std::vector<debug::EngineRequest> requests{debug::GetThreads{},
                                                     debug::GetStacks{},
                                                     debug::GetFrames{},
                                                     debug::GetVariables{},
                                                     debug::GetChildren{},
                                                     debug::Evaluate{"i", {}, 0},
                                                     debug::Step{},
                                                     debug::RunTo{m_rig->place()},
                                                     debug::Jump{m_rig->place()},
                                                     debug::ReturnNow{},
                                                     debug::Assign{"i", "3", 1, {}, 0},
                                                     debug::TakeBack{1},
                                                     debug::Describe{},
                                                     debug::GetStatistics{"i"},
                                                     debug::SelectThread{debug::ThreadIndex{1}},
                                                     debug::FreezeThreads{},
                                                     debug::EvaluateInThreads{"i"}};
    for (const debug::EngineRequest& request : requests)
        QVERIFY2(EngineClient::failure(client().ask(one, request)) == Errc::NotStopped, debug::name(request));
}

void TstEngineContract::continueTellsOfTheRunBeforeItsReply()
{
    m_rig->attach(4);
    QVERIFY(client().ask(kFour, debug::Continue{}).failures.empty());
    QCOMPARE(std::count_if(client().events().begin(), client().events().end(),
                           [](const auto& e) { return std::holds_alternative<daemon::RankResumed>(e); }),
             4);
}

void TstEngineContract::continueLeavesRunningRanksAlone()
{
    m_rig->attach(1);
    const RankSet one = RankSet::firstN(1);
    static_cast<void>(client().ask(one, debug::Continue{}));
    QVERIFY(client().next<daemon::RankResumed>());
    QVERIFY(client().ask(one, debug::Continue{}).failures.empty());
    QVERIFY(!client().has<daemon::RankResumed>());
}

void TstEngineContract::interruptStopsRunningRanks()
{
    m_rig->attach(4);
    static_cast<void>(client().ask(kFour, debug::Continue{}));
    QVERIFY(client().ask(kFour, debug::Interrupt{}).failures.empty());
    const auto stops = client().nextOfEach<debug::StopEvent>(4);
    QCOMPARE(stops.size(), std::size_t(4));
    for (const auto& [rank, stop] : stops) {
        QCOMPARE(stop.cause.reason, StopReason::Interrupt);
        QCOMPARE(stop.cause.signal, 0);
    }
}

void TstEngineContract::interruptLeavesStoppedRanksAlone()
{
    m_rig->attach(1);
    QVERIFY(client().ask(RankSet::firstN(1), debug::Interrupt{}).failures.empty());
    QVERIFY(!client().next<debug::StopEvent>(std::chrono::milliseconds(100)));
}

void TstEngineContract::stepEndsInAStop()
{
    m_rig->attach(4);
    const auto before = runToPlace(kFour);
    QVERIFY(client().ask(kFour, debug::Step{debug::StepKind::Over}).failures.empty());
    const auto after = client().nextOfEach<debug::StopEvent>(4);
    QCOMPARE(after.size(), std::size_t(4));
    for (const auto& [rank, stop] : after) {
        QCOMPARE(stop.cause.reason, StopReason::Step);
        QCOMPARE(stop.cause.top.where.line, before.at(rank).cause.top.where.line + 1);
    }
}

void TstEngineContract::severalStepsAreOneStop_data()
{
    QTest::addColumn<unsigned>("count");
    QTest::newRow("one") << 1U;
    QTest::newRow("two") << 2U;
}

void TstEngineContract::severalStepsAreOneStop()
{
    QFETCH(unsigned, count);
    m_rig->attach(4);
    const auto before = runToPlace(kFour);
    static_cast<void>(client().ask(kFour, debug::RemoveBreakpoint{util::BreakpointId(1)}));
    QVERIFY(client().ask(kFour, debug::Step{debug::StepKind::Over, count}).failures.empty());
    const auto after = client().nextOfEach<debug::StopEvent>(4);
    QCOMPARE(after.size(), std::size_t(4));
    for (const auto& [rank, stop] : after) {
        QCOMPARE(stop.cause.reason, StopReason::Step);
        QCOMPARE(stop.cause.top.where.line, before.at(rank).cause.top.where.line + count);
        QVERIFY(stop.cause.steps == (count == 1 ? std::nullopt : std::optional(debug::StepCount{count, count})));
    }
    QVERIFY(!client().has<debug::StopEvent>());
}

void TstEngineContract::aBreakpointInBetweenEndsTheSteps()
{
    m_rig->attach(4);
    const auto before = runToPlace(kFour);
    QVERIFY(client().ask(kFour, debug::Step{debug::StepKind::Into, 1000}).failures.empty());
    const auto after = client().nextOfEach<debug::StopEvent>(4); // when they come by again
    QCOMPARE(after.size(), std::size_t(4));
    for (const auto& [rank, stop] : after) {
        QCOMPARE(stop.cause.reason, StopReason::Breakpoint);
        QCOMPARE(stop.cause.breakpoints, std::vector{util::BreakpointId(1)});
        QCOMPARE(stop.cause.top.where.line, before.at(rank).cause.top.where.line);
        QVERIFY(stop.cause.steps && stop.cause.steps->cutShort() && stop.cause.steps->done > 1);
        QCOMPARE(stop.cause.steps->asked, 1000U);
    }
    QVERIFY(!client().has<debug::StopEvent>());
}

void TstEngineContract::aStepOfAnInstructionTellsWhichOne()
{
    m_rig->attach(4);
    runToPlace(kFour);
    std::uint64_t last = 0;
    for (const debug::StepKind kind : {debug::StepKind::IntoInstruction, debug::StepKind::OverInstruction}) {
        QVERIFY(client().ask(kFour, debug::Step{kind}).failures.empty());
        const auto stops = client().nextOfEach<debug::StopEvent>(4);
        QCOMPARE(stops.size(), std::size_t(4));
        for (const auto& [rank, stop] : stops) {
            QCOMPARE(stop.cause.reason, StopReason::Step);
            QVERIFY(stop.cause.instruction && stop.cause.instruction->offset > last);
            QCOMPARE(*stop.cause.instruction->address, stop.cause.top.pc);
        }
        last = *stops.begin()->second.cause.instruction->offset;
    }
}

void TstEngineContract::aRunToAPlaceEndsThereAndLeavesNothing_data()
{
    QTest::addColumn<bool>("untilReturn");
    QTest::newRow("advance") << false;
    QTest::newRow("until") << true;
}

void TstEngineContract::aRunToAPlaceEndsThereAndLeavesNothing()
{
    QFETCH(bool, untilReturn);
    m_rig->attach(4);
    runToPlace(kFour);
    static_cast<void>(client().ask(kFour, debug::RemoveBreakpoint{util::BreakpointId(1)}));
    debug::SourceLine place = m_rig->place();
    ++place.line;
    QVERIFY(client().ask(kFour, debug::RunTo{place, untilReturn}).failures.empty());
    const auto stops = client().nextOfEach<debug::StopEvent>(4);
    QCOMPARE(stops.size(), std::size_t(4));
    for (const auto& [rank, stop] : stops) {
        QCOMPARE(stop.cause.reason, StopReason::Arrived);
        QVERIFY(stop.cause.breakpoints.empty());
        QCOMPARE(stop.cause.top.where.line, place.line);
    }
    QVERIFY(!client().has<debug::BreakpointChanged>());
    static_cast<void>(client().ask(kFour, debug::Continue{}));
    QVERIFY(!client().next<debug::StopEvent>(std::chrono::milliseconds(100)));
}

void TstEngineContract::aRunToAPlaceEndsAtABreakpointBefore()
{
    m_rig->attach(4);
    runToPlace(kFour);
    debug::SourceLine second = m_rig->place();
    ++second.line;
    static_cast<void>(client().ask(kFour, breakpoint(2, second)));
    QVERIFY(client().ask(kFour, debug::RunTo{m_rig->place()}).failures.empty()); // which is a breakpoint, too
    auto stops = client().nextOfEach<debug::StopEvent>(4);
    QCOMPARE(stops.size(), std::size_t(4));
    for (const auto& [rank, stop] : stops)
        QCOMPARE(stop.cause.breakpoints, std::vector{util::BreakpointId(2)});
    for (const std::uint32_t id : {1U, 2U})
        static_cast<void>(client().ask(kFour, debug::RemoveBreakpoint{util::BreakpointId(id)}));
    static_cast<void>(client().ask(kFour, debug::Continue{}));
    QVERIFY(!client().next<debug::StopEvent>(std::chrono::milliseconds(100)));
}

void TstEngineContract::aRunToNowhereIsRefused()
{
    m_rig->attach(4);
    runToPlace(kFour);
    for (const debug::Place& place : {debug::Place(debug::FunctionName{"no_such_function"}),
                                      debug::Place(debug::SourceLine{"no_such_file.cpp", 3})})
        QCOMPARE(EngineClient::failure(client().ask(kFour, debug::RunTo{place})), Errc::NoSuchPlace);
    QVERIFY(!client().has<debug::StopEvent>() && !client().has<debug::BreakpointChanged>());
    QVERIFY(client().ask(kFour, debug::GetThreads{}).failures.empty()); // they stand
}

void TstEngineContract::whoIsToLogDoesNotStop()
{
    m_rig->attach(4);
    debug::SetBreakpoint set{{util::BreakpointId(3), m_rig->place(), {}}};
    set.spec.traced = {"i", "i / (i - i)"};
    const auto reply = client().get<debug::BreakpointReply>(kFour, set);
    QCOMPARE(reply.status.resolved, kFour);
    static_cast<void>(client().ask(kFour, debug::Continue{}));
    for (const auto& [rank, record] : client().nextOfEach<debug::TraceRecord>(4)) {
        QCOMPARE(record.id, util::BreakpointId(3));
        QCOMPARE(record.values.size(), std::size_t(2));
        QVERIFY(record.values[0].problem.empty() && !record.values[0].value.empty());
        QVERIFY(record.values[1].value.empty() && !record.values[1].problem.empty());
    }
    static_cast<void>(client().ask(kFour, debug::RemoveBreakpoint{util::BreakpointId(3)}));
    QVERIFY(!client().has<debug::StopEvent>());
}

void TstEngineContract::whoCannotLogIsNotSet()
{
    m_rig->attach(4);
    debug::SetBreakpoint set{{util::BreakpointId(3), m_rig->place(), {}}};
    set.spec.traced = {"i", "nothing_like_it"};
    QCOMPARE(EngineClient::failure(client().ask(kFour, set)), Errc::BadExpression);
    const debug::RemoveBreakpoint remove{util::BreakpointId(3)};
    QCOMPARE(EngineClient::failure(client().ask(kFour, remove)), Errc::NoSuchBreakpoint);
}

void TstEngineContract::ranksGoOnElsewhere()
{
    m_rig->attach(4);
    runToPlace(kFour);
    static_cast<void>(client().ask(kFour, debug::RemoveBreakpoint{util::BreakpointId(1)}));
    const auto before = client().get<debug::FramesReply>(util::RankSet(util::Rank(0)), debug::GetFrames{}).ranks;
    debug::SourceLine place = m_rig->place();
    ++place.line;
    QVERIFY(client().ask(kFour, debug::Jump{place}).failures.empty());
    auto stops = client().nextOfEach<debug::StopEvent>(4);
    QCOMPARE(stops.size(), std::size_t(4));
    for (const auto& [rank, stop] : stops) {
        QCOMPARE(stop.cause.reason, StopReason::Moved);
        QCOMPARE(stop.cause.returnedFrom, std::string());
        QCOMPARE(stop.cause.top.where.line, place.line);
    }
    const auto after = client().get<debug::FramesReply>(util::RankSet(util::Rank(0)), debug::GetFrames{}).ranks;
    QVERIFY(after.front().stopId > before.front().stopId);
    QCOMPARE(after.front().frames.front().where.line, place.line);

    const std::string function = after.front().frames.front().function;
    QVERIFY(client().ask(kFour, debug::ReturnNow{}).failures.empty());
    stops = client().nextOfEach<debug::StopEvent>(4);
    QCOMPARE(stops.size(), std::size_t(4));
    for (const auto& [rank, stop] : stops) {
        QCOMPARE(stop.cause.reason, StopReason::Moved);
        QCOMPARE(stop.cause.returnedFrom, function);
    }
    static_cast<void>(client().ask(kFour, debug::Continue{}));
    QVERIFY(!client().next<debug::StopEvent>(std::chrono::milliseconds(100)));
}

void TstEngineContract::aMoveThatCannotBeIsRefused()
{
    m_rig->attach(4);
    runToPlace(kFour);
    const debug::SourceLine elsewhere{"no_such_file.cpp", 3};
    QCOMPARE(EngineClient::failure(client().ask(kFour, debug::Jump{elsewhere})), Errc::NoSuchPlace);
    QCOMPARE(EngineClient::failure(client().ask(kFour, debug::ReturnNow{"nothing_like_it"})), Errc::BadExpression);
    QVERIFY(!client().has<debug::StopEvent>());
    QVERIFY(client().ask(kFour, debug::GetThreads{}).failures.empty()); // they stand
}

void TstEngineContract::threadsAreSelectedFrozenAndAsked()
{
    m_rig->attach(4);
    QCOMPARE(runToPlace(kFour).size(), std::size_t(4));
    const debug::ThreadKey first = debug::ThreadIndex{1};
    QCOMPARE(EngineClient::failure(client().ask(kFour, debug::SelectThread{debug::ThreadIndex{99}})),
             Errc::NoSuchThread);
    const auto selected = client().get<debug::ThreadsReply>(kFour, debug::SelectThread{first});
    QCOMPARE(selected.ranks.size(), std::size_t(4));
    QVERIFY(selected.ranks.front().threads.front().leading && !selected.ranks.front().threads.front().frozen);
    const auto values = client().get<debug::ThreadValuesReply>(kFour, debug::EvaluateInThreads{"g_turns"});
    QCOMPARE(values.ranks.size(), std::size_t(4));
    QCOMPARE(values.ranks.back().values.front().threads, std::vector{debug::ThreadIndex{1}});
    const auto frozen = client().get<debug::ThreadsReply>(kFour, debug::FreezeThreads{{first}, true});
    QVERIFY(frozen.ranks.back().threads.front().frozen);
    for (const debug::EngineRequest& request : {debug::EngineRequest(debug::Continue{}), {debug::Step{}}})
        QCOMPARE(EngineClient::failure(client().ask(kFour, request)), Errc::Frozen);
    const auto thawed = client().get<debug::ThreadsReply>(kFour, debug::FreezeThreads{{}, false});
    QVERIFY(!thawed.ranks.front().threads.front().frozen);
    static_cast<void>(client().ask(kFour, debug::Continue{}));
    QCOMPARE(client().nextOfEach<debug::StopEvent>(4).size(), std::size_t(4));
}

void TstEngineContract::stopsAreNumbered()
{
    m_rig->attach(1);
    const RankSet one = RankSet::firstN(1);
    QCOMPARE(runToPlace(one).at(util::Rank(0)).stopId, util::StopId(2));
    const auto threads = client().get<debug::ThreadsReply>(one, debug::GetThreads{});
    QCOMPARE(threads.ranks.at(0).stopId, util::StopId(2));
    static_cast<void>(client().ask(one, debug::Continue{}));
    QCOMPARE(client().next<debug::StopEvent>()->stopId, util::StopId(3));
}

void TstEngineContract::stoppedRanksShowThreadsFramesAndStacks()
{
    m_rig->attach(4);
    const auto stops = runToPlace(kFour);
    const auto threads = client().get<debug::ThreadsReply>(kFour, debug::GetThreads{}).ranks;
    QCOMPARE(threads.size(), std::size_t(4));
    QCOMPARE(threads.at(3).rank, util::Rank(3));
    QVERIFY(threads.at(3).threads.at(0).leading);
    QVERIFY(stops.contains(util::Rank(3)));

    const auto frames = client().get<debug::FramesReply>(kFour, debug::GetFrames{}).ranks;
    QCOMPARE(frames.size(), std::size_t(4));
    QVERIFY(frames.at(2).frames.at(0).function.starts_with("turn"));
    QVERIFY(frames.at(2).frames.at(1).function.starts_with("main"));
    QVERIFY(!frames.at(2).truncated);
    const auto top = client().get<debug::FramesReply>(kFour, debug::GetFrames{{}, 1}).ranks;
    QCOMPARE(top.at(0).frames.size(), std::size_t(1));
    QVERIFY(top.at(0).truncated);

    const auto tree = client().get<debug::StacksReply>(kFour, debug::GetStacks{}).tree;
    const debug::StackNode* node = &tree.roots().at(0);
    QCOMPARE(node->ranks, kFour);
    while (!node->children.empty())
        node = &node->children.front();
    QVERIFY(node->frame.function.starts_with("turn"));
    QCOMPARE(node->ranks, kFour);
}

void TstEngineContract::handlesDieWhenTheRankRuns()
{
    QFETCH_GLOBAL(int, kind);
    m_rig->attach(1);
    const RankSet one = RankSet::firstN(1);
    runToPlace(one);
    // The loop's main has a time point, which can be opened; the fake has its pair.
    const std::uint32_t frame = EngineRig::Kind(kind) == EngineRig::Kind::Fake ? 0 : 1;
    const auto values = client().get<debug::VariablesReply>(one, debug::GetVariables{{}, frame, 100}).ranks;
    QCOMPARE(values.size(), std::size_t(1));
    const auto& all = values.front().variables;
    const auto found = std::find_if(all.begin(), all.end(), [](const auto& v) { return v.childCount > 0; });
    QVERIFY(found != all.end());
    QVERIFY(found->handle != util::VariableHandle());

    const debug::GetChildren open{found->handle, 0, 100};
    QVERIFY(!client().get<debug::VariablesReply>(one, open).ranks.at(0).variables.empty());
    static_cast<void>(client().ask(one, debug::Step{}));
    QVERIFY(client().next<debug::StopEvent>());
    QCOMPARE(EngineClient::failure(client().ask(one, open)), Errc::Stale);
}

/// By the number that the asker gave, once, and only while the rank stands there.
void TstEngineContract::changesAreTakenBackUntilTheRankRuns()
{
    m_rig->attach(4);
    runToPlace(kFour);
    const debug::Assign set{"g_turns", "77", 5, {}, 0};
    const debug::EngineReply reply = client().ask(kFour, set);
    QVERIFY(reply.failures.empty());
    std::string before;
    for (const debug::ChangeGroup& change : std::get<debug::ChangesReply>(reply.body).changes) {
        QCOMPARE(change.problem, std::string());
        QCOMPARE(change.after, std::string("77"));
        before = change.before;
    }
    const auto back = client().get<debug::ChangesReply>(kFour, debug::TakeBack{5}).changes;
    QVERIFY(!back.empty());
    QCOMPARE(back.back().before, std::string("77"));
    QCOMPARE(back.back().after, before);
    QCOMPARE(EngineClient::failure(client().ask(kFour, debug::TakeBack{5})), Errc::Stale);
    static_cast<void>(client().ask(kFour, debug::Assign{"g_turns", "78", 6, {}, 0}));
    static_cast<void>(client().ask(kFour, debug::Step{}));
    QCOMPARE(client().nextOfEach<debug::StopEvent>(4).size(), std::size_t(4));
    QCOMPARE(EngineClient::failure(client().ask(kFour, debug::TakeBack{6})), Errc::Stale);
}

void TstEngineContract::badExpressionIsAProblemNotAFailure()
{
    m_rig->attach(4);
    runToPlace(kFour);
    const debug::EngineReply reply = client().ask(kFour, debug::Evaluate{"no_such_name", {}, 0});
    QVERIFY(reply.failures.empty());
    const auto values = std::get<debug::ValuesReply>(reply.body).values;
    QCOMPARE(values.size(), std::size_t(1));
    QCOMPARE(values.front().ranks, kFour);
    QVERIFY(values.front().problem.find("no_such_name") != std::string::npos);
    QVERIFY(values.front().value.empty());
}

void TstEngineContract::detachedRanksAreNoLongerOurs_data()
{
    QTest::addColumn<bool>("running");
    QTest::newRow("stopped") << false;
    QTest::newRow("running") << true;
}

void TstEngineContract::detachedRanksAreNoLongerOurs()
{
    QFETCH(bool, running);
    m_rig->attach(4);
    runToPlace(kFour);
    if (running) {
        static_cast<void>(client().ask(kFour, debug::RemoveBreakpoint{util::BreakpointId(1)}));
        static_cast<void>(client().ask(kFour, debug::Continue{}));
    }
    QVERIFY(client().ask(kFour, debug::Detach{}).failures.empty());
    QCOMPARE(client().nextOfEach<daemon::RankDetached>(4).size(), std::size_t(4));
    QVERIFY(!client().has<debug::StopEvent>());
    QCOMPARE(EngineClient::failure(client().ask(kFour, debug::GetThreads{})), Errc::NotAttached);
    for (test::Debuggee& process : m_rig->processes()) {
        QTRY_COMPARE(process.tracer(), 0);
        QVERIFY(!process.waitForEnd(std::chrono::milliseconds(20)));
        const std::string state(1, process.state());
        QVERIFY2(std::string("SRD").find(state) != std::string::npos, state.c_str());
    }
}

void TstEngineContract::killedRanksHaveEnded_data()
{
    detachedRanksAreNoLongerOurs_data();
}

void TstEngineContract::killedRanksHaveEnded()
{
    QFETCH(bool, running);
    m_rig->attach(4);
    if (running)
        static_cast<void>(client().ask(kFour, debug::Continue{}));
    QVERIFY(client().ask(kFour, debug::Kill{}).failures.empty());
    const auto ends = client().nextOfEach<daemon::RankExited>(4);
    QCOMPARE(ends.size(), std::size_t(4));
    for (const auto& [rank, end] : ends)
        QCOMPARE(end.signal, SIGKILL);
    QCOMPARE(EngineClient::failure(client().ask(kFour, debug::Continue{})), Errc::Ended);
    for (test::Debuggee& process : m_rig->processes())
        QCOMPARE(process.waitForEnd(std::chrono::seconds(5)), std::optional<int>(SIGKILL));
}

void TstEngineContract::cancelOfAnUnknownCommandDoesNothing()
{
    m_rig->attach(1);
    m_rig->engine().cancel(util::RequestId(999));
    QVERIFY(client().ask(RankSet::firstN(1), debug::GetThreads{}).failures.empty());
}

void TstEngineContract::shutdownLetsGoOfRunningRanks()
{
    m_rig->attach(4);
    static_cast<void>(client().ask(RankSet::firstN(2), debug::Continue{}));
    bool done = false;
    m_rig->engine().shutdown(daemon::Farewell::Detach, [&] { done = true; });
    QVERIFY(test::runUntil(m_rig->loop(), [&] { return done; }));
    const auto& events = client().events();
    QCOMPARE(std::count_if(events.begin(), events.end(),
                           [](const auto& e) { return std::holds_alternative<daemon::RankDetached>(e); }),
             4);
    for (test::Debuggee& process : m_rig->processes()) {
        QTRY_COMPARE(process.tracer(), 0);
        QVERIFY(!process.waitForEnd(std::chrono::milliseconds(20)));
    }
}

void TstEngineContract::commandsAfterShutdownAreCancelled()
{
    m_rig->attach(1);
    bool done = false;
    m_rig->engine().shutdown(daemon::Farewell::Kill, [&] { done = true; });
    QCOMPARE(EngineClient::failure(client().ask(RankSet::firstN(1), debug::Continue{})), Errc::Cancelled);
    QVERIFY(test::runUntil(m_rig->loop(), [&] { return done; }));
}

DBGR_TEST(TstEngineContract, QCoreApplication);

} // namespace tst_engine_contract

#include "tst_engine_contract.moc"

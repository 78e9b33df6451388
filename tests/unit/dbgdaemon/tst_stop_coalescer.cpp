// SPDX-License-Identifier: GPL-3.0-or-later
#include "dbgdaemon/stop_coalescer.h"
#include "tests/support/net/manual_scheduler.h"
#include "tests/support/run/test_class.h"
#include "util/overloaded.h"

#include <QTest>

namespace tst_stop_coalescer {

using namespace dbgr;
using namespace dbgr::daemon;
using namespace dbgr::test;
using util::Rank;

namespace {

debug::StopEvent stopAt(std::uint32_t rank, std::uint32_t line)
{
    debug::StopEvent stop{Rank(rank), util::StopId(1), {}, {}};
    stop.cause.reason = debug::StopReason::Breakpoint;
    stop.cause.breakpoints = {util::BreakpointId(1)};
    stop.cause.top.function = "work";
    stop.cause.top.where = {"a.c", line, 0};
    return stop;
}

std::string textOf(const debug::DaemonEvent& event)
{
    return std::visit(
        util::Overloaded{
            [](const debug::RanksAttached& e) {
                return "attached " + std::to_string(e.ranks.size()) + " on " + e.host;
            },
            [](const debug::AttachFailed& e) { return "attach failed " + e.ranks.toString() + ": " + e.error.detail; },
            [](const debug::StopGroup& e) {
                return "stopped " + e.ranks.toString() + " at " + std::to_string(e.cause.top.where.line);
            },
            [](const debug::RanksResumed& e) { return "resumed " + e.ranks.toString(); },
            [](const debug::RanksStand& e) { return "stand " + e.ranks.toString(); },
            [](const debug::RanksExited& e) {
                return "exited " + e.ranks.toString() + " status " + std::to_string(e.status) + " signal " +
                       std::to_string(e.signal);
            },
            [](const debug::RanksDetached& e) { return "detached " + e.ranks.toString(); },
            [](const debug::BreakpointChanged&) { return std::string("breakpoint"); },
            [](const debug::EngineBusy&) { return std::string("busy"); },
            [](const debug::RanksLost& e) { return "lost " + e.ranks.toString() + ": " + e.error.detail; },
            [](const debug::RanksFound&) { return std::string("found"); },
            [](const debug::RankWarning& e) { return "warning of " + e.ranks.toString(); },
            [](const debug::DaemonDying&) { return std::string("dying"); },
            [](const debug::SignalsSeen& e) {
                return "seen " + e.ranks.toString() + " signal " + std::to_string(e.signal) + " times " +
                       std::to_string(e.times);
            },
            [](const debug::HitsPassed& e) {
                return "passed " + e.ranks.toString() + " breakpoint " + std::to_string(e.id.value()) + " times " +
                       std::to_string(e.times);
            },
            [](const debug::RanksTraced& e) {
                std::string text = "logged";
                for (const debug::TraceRecord& record : e.records)
                    text += " " + std::to_string(record.rank.value());
                return e.records.size() > 10 ? "logged " + std::to_string(e.records.size()) + " records" : text;
            }},
        event);
}

struct Rig
{
    ManualScheduler scheduler;
    std::vector<std::string> told;
    StopCoalescer coalescer{scheduler, "node7",
                            [this](const debug::DaemonEvent& event) { told.push_back(textOf(event)); }};

    std::vector<std::string> take() { return std::exchange(told, {}); }
};

using Texts = std::vector<std::string>;

} // namespace

class TestStopCoalescer : public QObject
{
    Q_OBJECT

private slots:
    void equalStopsWithinTheWindowAreOneGroup();
    void theWindowEndsWhenNothingFollows();
    void theWindowEndsThoughMoreFollows();
    void flushEndsTheWindow();
    void differentStopsAreGroupsOfTheirOwn();
    void theOrderOfARanksEventsIsKept();
    void equalFailuresAreOne();
    void signalsThatStopNobodyAreToldBySignal();
    void exitsAreGroupedByHowAndToldInTheOrderOfTheirFirst();
    void endsWaitLongerForEachOtherThanStops();
    void otherNewsPassesBehindWhatWaits();
    void whatIsLoggedComesBeforeTheStopBehindIt();
    void whatIsLoggedWaitsForNothing();
    void muchThatIsLoggedDoesNotWait();
};

void TestStopCoalescer::whatIsLoggedComesBeforeTheStopBehindIt()
{
    Rig rig;
    rig.coalescer.add(debug::TraceRecord{Rank(1), {}, {}, {}, {}});
    rig.coalescer.add(debug::TraceRecord{Rank(0), {}, {}, {}, {}});
    rig.coalescer.add(debug::TraceRecord{Rank(1), {}, {}, {}, {}});
    rig.coalescer.add(stopAt(1, 10));
    rig.scheduler.advance(StopCoalescer::kWindow);
    QCOMPARE(rig.take(), Texts({"logged 1 0 1", "stopped 1 at 10"}));
}

void TestStopCoalescer::whatIsLoggedWaitsForNothing()
{
    Rig rig;
    rig.coalescer.add(debug::TraceRecord{Rank(3), {}, {}, {}, {}});
    rig.scheduler.advance(StopCoalescer::kLongest);
    QCOMPARE(rig.take(), Texts({"logged 3"}));
    rig.coalescer.flush();
    QVERIFY(rig.told.empty());
}

void TestStopCoalescer::muchThatIsLoggedDoesNotWait()
{
    Rig rig;
    for (std::size_t i = 0; i < StopCoalescer::kMostRecords + 1; ++i)
        rig.coalescer.add(debug::TraceRecord{Rank(3), {}, {}, {}, {}});
    QCOMPARE(rig.take(), Texts({"logged " + std::to_string(StopCoalescer::kMostRecords) + " records"}));
    rig.scheduler.advance(StopCoalescer::kLongest);
    QCOMPARE(rig.take(), Texts({"logged 3"}));
}

void TestStopCoalescer::equalStopsWithinTheWindowAreOneGroup()
{
    Rig rig;
    for (const std::uint32_t rank : {3U, 0U, 2U, 1U})
        rig.coalescer.add(stopAt(rank, 10));
    QVERIFY(rig.told.empty());
    rig.scheduler.advance(StopCoalescer::kWindow);
    QCOMPARE(rig.take(), Texts({"stopped 0-3 at 10"}));
}

void TestStopCoalescer::theWindowEndsWhenNothingFollows()
{
    Rig rig;
    rig.coalescer.add(stopAt(0, 10));
    rig.scheduler.advance(std::chrono::milliseconds(9));
    rig.coalescer.add(stopAt(1, 10));
    rig.scheduler.advance(std::chrono::milliseconds(9));
    QVERIFY(rig.told.empty());
    rig.scheduler.advance(std::chrono::milliseconds(1));
    QCOMPARE(rig.take(), Texts({"stopped 0-1 at 10"}));
}

void TestStopCoalescer::theWindowEndsThoughMoreFollows()
{
    Rig rig;
    for (std::uint32_t rank = 0; rank < 8; ++rank) {
        rig.coalescer.add(stopAt(rank, 10));
        rig.scheduler.advance(std::chrono::milliseconds(5));
    }
    QCOMPARE(rig.take(), Texts({"stopped 0-7 at 10"}));
}

void TestStopCoalescer::flushEndsTheWindow()
{
    Rig rig;
    rig.coalescer.add(stopAt(0, 10));
    rig.coalescer.flush();
    QCOMPARE(rig.take(), Texts({"stopped 0 at 10"}));
    rig.scheduler.advance(StopCoalescer::kWindow);
    rig.coalescer.flush();
    QVERIFY(rig.told.empty());
}

void TestStopCoalescer::differentStopsAreGroupsOfTheirOwn()
{
    Rig rig;
    rig.coalescer.add(stopAt(1, 20));
    rig.coalescer.add(stopAt(0, 10));
    rig.coalescer.add(stopAt(2, 10));
    rig.coalescer.flush();
    QCOMPARE(rig.take(), Texts({"stopped 0,2 at 10", "stopped 1 at 20"}));
}

void TestStopCoalescer::theOrderOfARanksEventsIsKept()
{
    Rig rig;
    rig.coalescer.add(RankResumed{Rank(0)});
    rig.coalescer.add(RankResumed{Rank(1)});
    rig.coalescer.add(stopAt(0, 10));
    rig.coalescer.add(RankResumed{Rank(0)});
    rig.coalescer.add(RankExited{Rank(0), 3, 0});
    rig.coalescer.add(stopAt(1, 10));
    rig.coalescer.flush();
    QCOMPARE(rig.take(),
             Texts({"resumed 0-1", "stopped 0 at 10", "resumed 0", "stopped 1 at 10", "exited 0 status 3 signal 0"}));
}

void TestStopCoalescer::equalFailuresAreOne()
{
    Rig rig;
    util::Error yama;
    yama.detail = "no";
    for (const std::uint32_t rank : {0U, 1U, 3U})
        rig.coalescer.add(RankAttachFailed{Rank(rank), yama});
    rig.coalescer.add(debug::AttachedRank{Rank(2), util::Pid(9), "/x"});
    rig.coalescer.flush();
    QCOMPARE(rig.take(), Texts({"attached 1 on node7", "attach failed 0-1,3: no"}));
    rig.coalescer.add(RankLost{Rank(2), yama});
    rig.coalescer.flush();
    QCOMPARE(rig.take(), Texts({"lost 2: no"}));
}

void TestStopCoalescer::signalsThatStopNobodyAreToldBySignal()
{
    Rig rig;
    for (const std::uint32_t rank : {0U, 3U, 0U})
        rig.coalescer.add(debug::SignalsSeen{util::RankSet(Rank(rank)), 10, 1});
    rig.coalescer.add(debug::SignalsSeen{util::RankSet(Rank(1)), 12, 1});
    QCOMPARE(rig.take(), Texts());
    rig.scheduler.advance(StopCoalescer::kLongest);
    QCOMPARE(rig.take(), Texts({"seen 0,3 signal 10 times 3", "seen 1 signal 12 times 1"}));
    for (const std::uint32_t rank : {0U, 2U, 0U})
        rig.coalescer.add(debug::HitsPassed{util::RankSet(Rank(rank)), util::BreakpointId(7), 1000});
    rig.coalescer.flush();
    QCOMPARE(rig.take(), Texts({"passed 0,2 breakpoint 7 times 3000"}));
    rig.coalescer.add(debug::SignalsSeen{util::RankSet(Rank(2)), 10, 1});
    rig.coalescer.add(RankExited{Rank(2), 0, 0}); // it is told first, as it came
    rig.coalescer.flush();
    QCOMPARE(rig.take(), Texts({"seen 2 signal 10 times 1", "exited 2 status 0 signal 0"}));
}

void TestStopCoalescer::exitsAreGroupedByHowAndToldInTheOrderOfTheirFirst()
{
    Rig rig;
    rig.coalescer.add(RankExited{Rank(2), 0, 11});
    rig.coalescer.add(RankExited{Rank(1), 0, 0});
    rig.coalescer.add(RankExited{Rank(0), 0, 11});
    rig.coalescer.add(RankDetached{Rank(3)});
    rig.coalescer.flush();
    QCOMPARE(rig.take(), Texts({"exited 0,2 status 0 signal 11", "exited 1 status 0 signal 0", "detached 3"}));
}

void TestStopCoalescer::endsWaitLongerForEachOtherThanStops()
{
    Rig rig;
    rig.coalescer.add(RankExited{Rank(0), 0, 0});
    rig.scheduler.advance(StopCoalescer::kWindowOfEnds - std::chrono::milliseconds(1));
    rig.coalescer.add(RankExited{Rank(1), 0, 0});
    rig.scheduler.advance(StopCoalescer::kWindowOfEnds - std::chrono::milliseconds(1));
    rig.coalescer.add(RankExited{Rank(2), 0, 0});
    rig.scheduler.advance(StopCoalescer::kWindowOfEnds - std::chrono::milliseconds(1));
    QCOMPARE(rig.take(), Texts());
    rig.coalescer.add(RankExited{Rank(3), 0, 0}); // and so on: at some time it is enough
    rig.scheduler.advance(StopCoalescer::kLongestOfEnds - 3 * StopCoalescer::kWindowOfEnds +
                          std::chrono::milliseconds(3));
    QCOMPARE(rig.take(), Texts({"exited 0-3 status 0 signal 0"}));

    rig.coalescer.add(RankExited{Rank(4), 0, 0});
    rig.scheduler.advance(std::chrono::milliseconds(5));
    rig.coalescer.add(stopAt(5, 10)); // a stop is waited for
    rig.scheduler.advance(StopCoalescer::kWindow);
    QCOMPARE(rig.take(), Texts({"stopped 5 at 10", "exited 4 status 0 signal 0"}));
}

void TestStopCoalescer::otherNewsPassesBehindWhatWaits()
{
    Rig rig;
    rig.coalescer.add(stopAt(0, 10));
    rig.coalescer.add(debug::EngineBusy{});
    QCOMPARE(rig.take(), Texts({"stopped 0 at 10", "busy"}));
}

DBGR_TEST(TestStopCoalescer);

} // namespace tst_stop_coalescer

#include "tst_stop_coalescer.moc"

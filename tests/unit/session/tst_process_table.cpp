// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/describe.h"
#include "session/process_table.h"
#include "tests/support/run/test_class.h"
#include "tests/support/session/builders.h"

#include <QTest>

namespace tst_process_table {

using namespace dbgr;
using namespace dbgr::session;
using namespace dbgr::test;
using util::Rank;
using util::StopId;

namespace {

ProcessTable table(std::uint32_t size)
{
    std::vector<RankPlace> places;
    for (std::uint32_t i = 0; i < size; ++i)
        places.push_back({Rank(i), "n01", util::Pid(100), "/work/ring"});
    ProcessTable processes;
    processes.reset(places);
    return processes;
}

debug::StopGroup stop(std::string_view which, std::uint64_t id, debug::StopCause cause = breakpointHit(1))
{
    return {ranks(which), {{ranks(which), StopId(id)}}, std::move(cause), {}};
}

util::RankSet stopNow(ProcessTable& processes, debug::StopGroup group)
{
    return processes.stopped(group);
}

} // namespace

class TestProcessTable : public QObject
{
    Q_OBJECT

private slots:
    void aRankIsTheProgramThatItHasBecome()
    {
        ProcessTable processes = table(3);
        const std::string before = processes.at(util::Rank(0)).executable;
        debug::StopCause exec;
        exec.reason = debug::StopReason::Exec;
        exec.description = "/w/ring";
        (void)stopNow(processes, stop("1", 1, exec));
        QCOMPARE(processes.at(util::Rank(1)).executable, std::string("/w/ring"));
        QCOMPARE(processes.at(util::Rank(0)).executable, before);
        QCOMPARE(describe(exec), std::string("executes another program (ring), unknown code"));
        exec.description.clear(); // the system does not show it
        (void)stopNow(processes, stop("1", 2, exec));
        QCOMPARE(processes.at(util::Rank(1)).executable, std::string("/w/ring"));
    }

    void everyRankIsInExactlyOneState()
    {
        ProcessTable processes = table(6);
        QCOMPARE(processes.inState(RankState::Starting), ranks("0-5"));
        (void)stopNow(processes, stop("0-2", 1));
        (void)processes.resumed(ranks("1"));
        (void)processes.exited(ranks("2"), RankExit{3, 0});
        (void)processes.lost(ranks("3"), "gone");
        (void)processes.detached(ranks("4"));
        std::uint64_t sum = 0;
        for (std::size_t state = 0; state < kRankStates; ++state)
            sum += processes.count(static_cast<RankState>(state));
        QCOMPARE(sum, std::uint64_t(6));
        QCOMPARE(processes.standing(), ranks("0"));
        QCOMPARE(processes.unsettled(), ranks("1,5"));
        QCOMPARE(processes.controlled(), ranks("0-1"));
    }

    void holdMayComeBeforeOrAfterTheFirstStop()
    {
        ProcessTable before = table(2);
        (void)before.hold(ranks("0-1"));
        (void)stopNow(before, stop("0-1", 1, stopCause(debug::StopReason::Attached)));
        QCOMPARE(before.inState(RankState::Held), ranks("0-1"));
        ProcessTable after = table(2);
        (void)stopNow(after, stop("0-1", 1, stopCause(debug::StopReason::Attached)));
        QCOMPARE(after.inState(RankState::Stopped), ranks("0-1"));
        (void)after.hold(ranks("0-1"));
        QCOMPARE(after.inState(RankState::Held), ranks("0-1"));
    }

    void olderAndEqualStopsAreNoNews()
    {
        ProcessTable processes = table(3);
        (void)stopNow(processes, stop("0-1", 5));
        debug::StopGroup group = stop("0-2", 5);
        QCOMPARE(processes.stopped(group), ranks("2"));
        QCOMPARE(group.ranks, ranks("2"));
        QCOMPARE(group.stopIds.size(), std::size_t(1));
    }

    void aStopThatIsKnownGetsItsPlace()
    {
        const auto attachedAt = [](std::uint64_t pc) {
            debug::StopCause cause = stopCause(debug::StopReason::Attached);
            cause.top = {};
            cause.top.pc = pc;
            cause.top.function = pc == 0 ? "" : "wait";
            return cause;
        };
        ProcessTable processes = table(4);
        (void)stopNow(processes, stop("0-2", 1, attachedAt(0)));
        QCOMPARE(describe(processes.at(Rank(0))), std::string("attached"));
        (void)processes.hold(ranks("0"));
        QCOMPARE(describe(processes.at(Rank(0))), std::string("held"));
        (void)processes.resumed(ranks("1"));
        (void)stopNow(processes, stop("2", 2));
        const debug::StopGroup placed = stop("0-3", 1, attachedAt(0x40));
        QCOMPARE(processes.placed(placed), ranks("0")); // 1 runs, 2 stands for another stop, 3 for none
        QCOMPARE(describe(processes.at(Rank(0))), std::string("held, wait"));
        QVERIFY(processes.placed(placed).empty());
        QVERIFY(processes.placed(stop("0", 1)).empty()); // it is known by now
    }

    void theEndedAndTheGoneDoNotStop()
    {
        ProcessTable processes = table(3);
        (void)processes.exited(ranks("0"), RankExit{0, 0});
        (void)processes.lost(ranks("1"), "gone");
        (void)processes.detached(ranks("2"));
        QVERIFY(stopNow(processes, stop("0-2", 9)).empty());
        QVERIFY(processes.resumed(ranks("0-2")).empty());
    }

    void ranksOutsideTheJobAreLeftOut()
    {
        ProcessTable processes = table(2);
        QCOMPARE(stopNow(processes, stop("1-3", 1)), ranks("1"));
        QVERIFY(processes.exited(ranks("5"), RankExit{}).empty());
        QVERIFY(processes.hold(ranks("7")).empty());
        QVERIFY(processes.lost(ranks("2-9"), "gone").empty());
        QVERIFY(processes.attached({"n01", {{Rank(8), util::Pid(1), "x"}}}).empty());
    }

    void absurdRankNumbersAreLeftOut()
    {
        ProcessTable processes;
        processes.reset({{Rank(0), "n", util::Pid(1), "x"}, {Rank(0xffffffff), "n", util::Pid(1), "x"}});
        QCOMPARE(processes.size(), std::size_t(1));
    }

    void aSecondJobStartsAfresh()
    {
        ProcessTable processes = table(4);
        (void)processes.hold(ranks("0-3"));
        (void)stopNow(processes, stop("0-3", 7));
        processes.reset({{Rank(0), "n", util::Pid(1), "x"}});
        QCOMPARE(processes.all(), ranks("0"));
        QVERIFY(processes.held().empty());
        QCOMPARE(stopNow(processes, stop("0", 1)), ranks("0"));
    }

    void theStopStaysAsHistoryWhileARankRuns()
    {
        ProcessTable processes = table(1);
        (void)stopNow(processes, stop("0", 1, crash(11)));
        (void)processes.resumed(ranks("0"));
        QCOMPARE(processes.at(Rank(0)).stop->signal, 11);
    }

    void changedSinceNamesThoseThatMoved()
    {
        ProcessTable processes = table(4);
        (void)stopNow(processes, stop("0-3", 1));
        const std::uint64_t then = processes.generation();
        QVERIFY(processes.changedSince(then, ranks("0-3")).empty());
        (void)processes.resumed(ranks("2"));
        (void)processes.exited(ranks("3"), RankExit{});
        QCOMPARE(processes.changedSince(then, ranks("0-3")), ranks("2-3"));
        QCOMPARE(processes.changedSince(then, ranks("0-2")), ranks("2"));
    }

    void standAgainGoesBackToWhatItWas()
    {
        ProcessTable processes = table(4);
        (void)processes.hold(ranks("0"));
        (void)stopNow(processes, stop("0,3", 1, stopCause(debug::StopReason::Attached)));
        (void)stopNow(processes, stop("1", 1, breakpointHit(1)));
        (void)stopNow(processes, stop("2", 1, crash(6)));
        (void)processes.resumed(ranks("0-3"));
        const std::uint64_t then = processes.generation();
        (void)processes.exited(ranks("3"), RankExit{});
        QCOMPARE(processes.standAgain(ranks("0-3"), then), ranks("0-2"));
        QCOMPARE(processes.inState(RankState::Held), ranks("0"));
        QCOMPARE(processes.inState(RankState::Stopped), ranks("1"));
        QCOMPARE(processes.inState(RankState::Crashed), ranks("2"));
        QCOMPARE(processes.inState(RankState::Ended), ranks("3"));
    }

    void stateNamesAreForPeople()
    {
        QCOMPARE(std::string(name(RankState::Crashed)), std::string("crashed"));
        QCOMPARE(std::string(name(RankState::Starting)), std::string("starting"));
    }
};

DBGR_TEST(TestProcessTable);

} // namespace tst_process_table

#include "tst_process_table.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// Places, stops and sets of ranks in words.
#include "session/describe.h"
#include "tests/support/run/test_class.h"
#include "tests/support/session/builders.h"

#include <QTest>

#include <csignal>

namespace tst_describe {

using namespace dbgr;
using namespace dbgr::session;
using namespace dbgr::test;

namespace {

debug::Frame library(const std::string& function, const std::string& module)
{
    debug::Frame frame;
    frame.function = function;
    frame.module = module;
    return frame;
}

} // namespace

class TestDescribe : public QObject
{
    Q_OBJECT

private slots:
    void aStopSaysWhyAndWhere()
    {
        QCOMPARE(describe(breakpointHit(1)), std::string("stopped at breakpoint 1, main at ring.cpp:29"));
        QCOMPARE(describe(crash(SIGSEGV)), std::string("crashed with SIGSEGV in main, ring.cpp:31"));
        QCOMPARE(describe(crash(SIGABRT)), std::string("aborted (SIGABRT) in main, ring.cpp:31"));
        QCOMPARE(describe(crash(SIGUSR1)), std::string("stopped by SIGUSR1 in main, ring.cpp:31"));
        QCOMPARE(describe(stopCause(debug::StopReason::Arrived)), std::string("arrived, main at ring.cpp:29"));
        debug::StopCause moved = stopCause(debug::StopReason::Moved);
        QCOMPARE(describe(moved), std::string("moved to main at ring.cpp:29"));
        moved.returnedFrom = "work";
        QCOMPARE(describe(moved), std::string("moved out of work to main at ring.cpp:29"));
        QCOMPARE(describe(stopCause(debug::StopReason::Interrupt)), std::string("interrupted in main, ring.cpp:29"));
        QCOMPARE(describe(stopCause(debug::StopReason::Step, frame("poll"))), std::string("stepped, poll in ring"));
    }

    void theFrameThatCountsIsToldRatherThanTheInnermost()
    {
        debug::StopCause cause = crash(SIGABRT, library("raise", "libc.so.6"));
        cause.source = frame("bad", "/src/app.cpp", 67);
        QCOMPARE(describe(cause), std::string("aborted (SIGABRT) in bad, app.cpp:67"));
        cause.reason = debug::StopReason::Interrupt;
        QCOMPARE(describe(cause), std::string("interrupted in bad, app.cpp:67"));
        cause = breakpointHit(1, library("PMPI_Recv", "libmpi.so.40"));
        cause.source = frame("exchange", "/src/app.cpp", 9);
        QCOMPARE(describe(cause), std::string("stopped at breakpoint 1, PMPI_Recv in libmpi.so.40, called from "
                                              "exchange at app.cpp:9"));
    }

    void aSystemCallIsToldBeforeAndBehindIt()
    {
        debug::StopCause cause = breakpointHit(1, library("write", "libc.so.6"));
        cause.source = frame("exchange", "/src/app.cpp", 9);
        cause.systemCall = debug::SystemCall{1, "write", false, {1, 0x7ffd00003320, 12}};
        QCOMPARE(describe(cause),
                 std::string("stopped at system call write(1, 0x7ffd00003320, 12), write in libc.so.6, "
                             "called from exchange at app.cpp:9"));
        cause.systemCall->returned = true;
        cause.systemCall->value = 12;
        QCOMPARE(describe(cause), std::string("returned from system call write, value 12, write in libc.so.6, called "
                                              "from exchange at app.cpp:9"));
    }

    void aCrashSaysWhyAndAtWhichAddress()
    {
        debug::StopCause cause = crash(SIGSEGV);
        cause.description = "null pointer";
        cause.address = 0;
        QCOMPARE(describe(cause), std::string("crashed with SIGSEGV: null pointer (address 0x0) in main, ring.cpp:31"));
        cause.address.reset(); // it differs between ranks
        QCOMPARE(describe(cause), std::string("crashed with SIGSEGV: null pointer in main, ring.cpp:31"));
    }

    void whereNothingIsKnownTheLibraryIsNamed()
    {
        QCOMPARE(describe(library("", "libc.so.6")), std::string("libc.so.6 (no symbols)"));
        QCOMPARE(describe(library("clock_nanosleep", "libc.so.6")), std::string("clock_nanosleep in libc.so.6"));
        QCOMPARE(describe(stopCause(debug::StopReason::Interrupt, library("", "libc.so.6"))),
                 std::string("interrupted in libc.so.6 (no symbols)"));
    }

    void whatBecameOfWatchedDataIsTold()
    {
        debug::StopGroup stop{ranks("0-2"), {}, stopCause(debug::StopReason::Watched), {}};
        stop.cause.breakpoints = {util::BreakpointId(2)};
        stop.cause.description = "step";
        debug::WatchedChange change;
        change.id = util::BreakpointId(2);
        change.ranks = ranks("0-1");
        change.before = "1";
        change.after = "2";
        stop.watched = {change};
        change.ranks = ranks("2");
        change.after = "1";
        stop.watched.push_back(change);
        QCOMPARE(describe(stop),
                 std::string("stopped at watchpoint 2 (step), main at ring.cpp:29, [0-1] 1 -> 2, [2] is 1"));
        stop.cause.breakpoints.emplace_back(3);
        stop.watched.back().id = util::BreakpointId(3);
        QCOMPARE(describe(stop),
                 std::string("stopped at watchpoints 2 3 (step), main at ring.cpp:29, [0-1] 2: 1 -> 2, [2] 3: is 1"));
        stop.cause.reason = debug::StopReason::ScopeEnd;
        stop.cause.breakpoints = {util::BreakpointId(2)};
        stop.cause.description = "work(int)";
        stop.watched.clear();
        QCOMPARE(describe(stop),
                 std::string("stopped since watchpoint 2 ends: the call of work(int) is over, main at ring.cpp:29"));
    }

    void whatAFunctionReturnedIsTold()
    {
        debug::StopGroup stop{
            ranks("0-2"), {}, stopCause(debug::StopReason::Step, frame("main", "/src/stencil.c", 55)), {}};
        stop.cause.returnedFrom = "sweep";
        QCOMPARE(describe(stop), std::string("returned from sweep to stencil.c:55"));
        stop.returned = {{ranks("0"), "0.031200000000000002", "double", ""}, {ranks("1-2"), "1", "double", ""}};
        QCOMPARE(describe(stop), std::string("returned from sweep to stencil.c:55, value [0] 0.0312, [1-2] 1"));
        stop.returned.clear();
        for (std::uint32_t i = 0; i < 10; ++i)
            stop.returned.push_back({util::RankSet(util::Rank(i)), std::to_string(i), "int", ""});
        QVERIFY(QString::fromStdString(describe(stop)).endsWith("[6] 6, [7] 7, and 2 more"));
    }

    void frozenThreadsAreCounted()
    {
        auto cause = breakpointHit(1);
        cause.frozen = 1;
        QVERIFY(describe(cause).ends_with(", 1 thread frozen"));
        cause.frozen = 2;
        QVERIFY(describe(cause).ends_with(", 2 threads frozen"));
        cause.frozen = 0;
        QVERIFY(describe(cause).find("frozen") == std::string::npos);
    }

    void threadsThatSteppedTogetherAreNamed()
    {
        debug::StopCause cause = stopCause(debug::StopReason::Step);
        const std::string stepped = "stepped, main at ring.cpp:29";
        cause.team = debug::TeamSteps{{1, 2, 3, 5}, {}, {}};
        QCOMPARE(describe(cause), stepped + ", threads 1-3,5 together");
        const debug::Frame barrier = library("futex_wait", "libgomp.so.1");
        cause.team = debug::TeamSteps{{1}, {{2, barrier, cause.top}, {3, barrier, cause.top}, {4, cause.top}}, {7}};
        QCOMPARE(describe(cause), stepped +
                                      "; thread 1 has come to the end of its step; threads 2-3 have not come to the "
                                      "end of their steps: they are in futex_wait, libgomp.so.1, called from main at "
                                      "ring.cpp:29; thread 4 has not come to the end of its step: it is in main, "
                                      "ring.cpp:29; thread 7 has ended");
        cause.team = debug::TeamSteps{{1}, {}, {}}; // no other one stood there
        QCOMPARE(describe(cause), stepped);
    }

    void stepsThatWereCutShortSayHowManyWereDone()
    {
        debug::StopCause cause = breakpointHit(1);
        cause.steps = debug::StepCount{3, 5};
        QCOMPARE(describe(cause), std::string("stopped at breakpoint 1, main at ring.cpp:29, after 3 of 5 steps"));
        cause = stopCause(debug::StopReason::Step);
        cause.steps = debug::StepCount{5, 5};
        QCOMPARE(describe(cause), std::string("stepped, main at ring.cpp:29"));
    }

    void aStepOfAnInstructionSaysWhichOne()
    {
        debug::StopCause cause = stopCause(debug::StopReason::Step);
        cause.instruction = {0x401136, 26};
        QCOMPARE(describe(cause), std::string("stepped, main at ring.cpp:29, instruction main+26 (0x401136)"));
        cause.instruction = {std::nullopt, 26}; // it differs between ranks
        QCOMPARE(describe(cause), std::string("stepped, main at ring.cpp:29, instruction main+26"));
        cause = stopCause(debug::StopReason::Step, library("", "libc.so.6"));
        cause.instruction = {0x10, std::nullopt};
        QCOMPARE(describe(cause), std::string("stepped, libc.so.6 (no symbols), instruction 0x10"));
        cause.instruction->text = "nop";
        QCOMPARE(describe(cause), std::string("stepped, libc.so.6 (no symbols), instruction 0x10: nop"));
        cause.instruction->address.reset();
        QCOMPARE(describe(cause), std::string("stepped, libc.so.6 (no symbols), instruction nop"));
    }

    void anEndSaysStatusOrSignal()
    {
        QCOMPARE(describeExit(3, 0), std::string("ended with status 3"));
        QCOMPARE(describeExit(0, 9), std::string("was ended by SIGKILL"));
        QCOMPARE(signalName(9999), std::string("signal 9999"));
    }

    void theEndOfAJobSaysWhatIsKnownOfIt()
    {
        QCOMPARE(describeEnd({0, std::nullopt, "", true}), std::string("The job has ended with status 0."));
        QCOMPARE(describeEnd({3, util::Rank(1), "its words", true}),
                 std::string("The job has ended with status 3; rank 1 failed first."));
        QCOMPARE(describeEnd({std::nullopt, util::Rank(2), "it was cancelled", false}),
                 std::string("The job has ended: it was cancelled; rank 2 failed first."));
        QCOMPARE(describeEnd({}), std::string("How the job ended, and whether it did, is not known."));
    }

    void aBreakpointIsToldAsItWasAskedFor()
    {
        debug::BreakpointSpec spec = breakAt("/src/ring.cpp", 41);
        spec.condition = "rank == 2";
        QCOMPARE(describe(spec), std::string("/src/ring.cpp:41 if rank == 2"));
        QCOMPARE(describe(breakIn("work")), std::string("work"));
    }

    void longRankSetsAreCounted()
    {
        QCOMPARE(shortRanks(ranks("0-1023")), std::string("0-1023"));
        util::RankSet even;
        for (std::uint32_t i = 0; i < 100; i += 2)
            even.insert(util::Rank(i));
        QCOMPARE(shortRanks(even), std::string("0,2,4,6,8,10,12,... (50 ranks)"));
    }
};

DBGR_TEST(TestDescribe);

} // namespace tst_describe

#include "tst_describe.moc"

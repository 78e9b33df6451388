// SPDX-License-Identifier: GPL-3.0-or-later
// Places, stops and sets of ranks in words.
#include "session/describe.h"
#include "tests/support/session/builders.h"

#include <QTest>

using namespace dbgr;
using namespace dbgr::session;
using namespace dbgr::test;

class TestDescribe : public QObject
{
    Q_OBJECT

private slots:
    void aStopSaysWhyAndWhere()
    {
        QCOMPARE(describe(breakpointHit(1)), std::string("stopped at breakpoint 1, main at ring.cpp:29"));
        QCOMPARE(describe(crash(11)), std::string("crashed with SIGSEGV, main at ring.cpp:31"));
        QCOMPARE(describe(stopCause(debug::StopReason::Step, frame("poll"))), std::string("stepped, poll in ring"));
    }

    void anEndSaysStatusOrSignal()
    {
        QCOMPARE(describeExit(3, 0), std::string("ended with status 3"));
        QCOMPARE(describeExit(0, 9), std::string("was ended by SIGKILL"));
        QCOMPARE(signalName(9999), std::string("signal 9999"));
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

QTEST_APPLESS_MAIN(TestDescribe)
#include "tst_describe.moc"

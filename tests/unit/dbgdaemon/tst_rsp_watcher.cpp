// SPDX-License-Identifier: GPL-3.0-or-later
#include "dbgdaemon/guard/rsp_watcher.h"

#include <QTest>

#include <string>

using namespace dbgr;
using namespace dbgr::daemon;

namespace {

constexpr util::Pid kRank(0x1234);

rsp::Unit packet(std::string_view payload)
{
    return {rsp::Unit::Kind::Packet, payload, payload};
}

class Conversation
{
public:
    ClientNews ask(std::string_view payload) { return m_watcher.onClient(packet(payload)); }
    StubNews answer(std::string_view payload) { return m_watcher.onStub(packet(payload)); }
    StubNews::Kind both(std::string_view question, std::string_view reply)
    {
        ask(question);
        return answer(reply).kind;
    }
    RspWatcher m_watcher{kRank};
};

} // namespace

class TestRspWatcher : public QObject
{
    Q_OBJECT

private slots:
    void insertionCountsOnceItIsConfirmed();
    void removalNamesTheBreakpoint();
    void repliesBelongToRequestsInTheirOrder();
    void runsFromResumeToStop();
    void programOutputIsNoStop();
    void failedResumeIsAStop();
    void resumeOfARunningRankIsRefusedAndChangesNothing();
    void endOfTheRankIsSeen();
    void leavesOtherProcessesAlone();
    void stopTellsOfForkAndExec();
    void detachOfTheRankMakesItGone();
    void malformedBreakpointsAreIgnored_data();
    void malformedBreakpointsAreIgnored();
    void acksEndWhenBothAgree();
    void manyUnansweredRequestsAreBounded();
};

void TestRspWatcher::insertionCountsOnceItIsConfirmed()
{
    Conversation talk;
    const ClientNews news = talk.ask("Z0,401136,1");
    QVERIFY(news.kind == ClientNews::Kind::WillInsert);
    QVERIFY((news.breakpoint == RspBreakpoint{'0', 0x401136, 1}));
    const StubNews reply = talk.answer("OK");
    QVERIFY(reply.kind == StubNews::Kind::Inserted);
    QVERIFY(reply.breakpoint == news.breakpoint);
    QVERIFY(talk.both("Z2,7ffe00,8;X3,220027", "E09") == StubNews::Kind::NotInserted);
    QVERIFY(talk.both("Z1,401136,1", "") == StubNews::Kind::NotInserted);
}

void TestRspWatcher::removalNamesTheBreakpoint()
{
    Conversation talk;
    talk.ask("z0,401136,1");
    const StubNews reply = talk.answer("OK");
    QVERIFY(reply.kind == StubNews::Kind::Removed);
    QVERIFY((reply.breakpoint == RspBreakpoint{'0', 0x401136, 1}));
    QVERIFY(talk.both("z0,401136,1", "E01") == StubNews::Kind::Nothing);
}

void TestRspWatcher::repliesBelongToRequestsInTheirOrder()
{
    Conversation talk;
    talk.ask("qC");
    talk.ask("Z0,10,1");
    talk.ask("m10,8");
    QVERIFY(talk.answer("QC1").kind == StubNews::Kind::Nothing);
    QVERIFY(talk.answer("OK").kind == StubNews::Kind::Inserted);
    QVERIFY(talk.m_watcher.waiting());
    QVERIFY(talk.answer("0011").kind == StubNews::Kind::Nothing);
    QVERIFY(!talk.m_watcher.waiting());
    QVERIFY(talk.answer("OK").kind == StubNews::Kind::Nothing);
}

void TestRspWatcher::runsFromResumeToStop()
{
    for (const char* resume : {"vCont;c", "vCont;s:1234", "c", "C0b", "s", "S0b"}) {
        Conversation talk;
        QVERIFY(!talk.m_watcher.running());
        QVERIFY(talk.ask(resume).kind == ClientNews::Kind::WillResume);
        QVERIFY(talk.m_watcher.running());
        QVERIFY(talk.answer("T05thread:1234;reason:breakpoint;").kind == StubNews::Kind::Stopped);
        QVERIFY(!talk.m_watcher.running());
    }
    Conversation talk;
    QVERIFY(talk.ask("vCont?").kind == ClientNews::Kind::Nothing);
    QVERIFY(!talk.m_watcher.running());
}

void TestRspWatcher::programOutputIsNoStop()
{
    Conversation talk;
    talk.ask("vCont;c");
    QVERIFY(talk.answer("O48656c6c6f").kind == StubNews::Kind::Nothing);
    QVERIFY(talk.m_watcher.running());
    QVERIFY(talk.answer("S05").kind == StubNews::Kind::Stopped);
}

void TestRspWatcher::resumeOfARunningRankIsRefusedAndChangesNothing()
{
    Conversation talk;
    talk.ask("vCont;c");
    talk.ask("vCont;c");
    QVERIFY(talk.answer("E37").kind == StubNews::Kind::Nothing); // to the second
    QVERIFY(talk.m_watcher.running());
    QVERIFY(talk.answer("T05").kind == StubNews::Kind::Stopped);
    QVERIFY(!talk.m_watcher.waiting());
}

void TestRspWatcher::failedResumeIsAStop()
{
    Conversation talk;
    QVERIFY(talk.both("vCont;c", "E25") == StubNews::Kind::Stopped);
    QVERIFY(!talk.m_watcher.running());
}

void TestRspWatcher::endOfTheRankIsSeen()
{
    for (const char* end : {"W03", "X0b", "W00;process:1234"}) {
        Conversation talk;
        QVERIFY(talk.both("vCont;c", end) == StubNews::Kind::Exited);
        QVERIFY(talk.m_watcher.gone());
    }
    Conversation killed;
    killed.ask("k");
    QVERIFY(killed.m_watcher.gone());
}

void TestRspWatcher::leavesOtherProcessesAlone()
{
    Conversation talk;
    talk.both("Hgp9999.9999", "OK");
    QVERIFY(talk.both("z0,401136,1", "OK") == StubNews::Kind::Nothing);
    QVERIFY(talk.ask("Z0,401136,1").kind == ClientNews::Kind::Nothing);
    talk.answer("OK");
    QVERIFY(talk.both("D;9999", "OK") == StubNews::Kind::Nothing);
    QVERIFY(!talk.m_watcher.gone());
    talk.both("Hgp1234.1234", "OK");
    QVERIFY(talk.both("z0,401136,1", "OK") == StubNews::Kind::Removed);
    talk.both("Hg1235", "OK"); // a thread of the process that is chosen already
    QVERIFY(talk.both("Z0,401136,1", "OK") == StubNews::Kind::Inserted);
}

void TestRspWatcher::stopTellsOfForkAndExec()
{
    Conversation talk;
    talk.ask("vCont;c");
    const StubNews fork = talk.answer("T05thread:p1234.1234;fork:p1250.1250;reason:fork;");
    QVERIFY(fork.forkedChild == util::Pid(0x1250));
    QVERIFY(!fork.execed);
    talk.ask("vCont;c");
    const StubNews exec = talk.answer("T05thread:1234;name:x;reason:exec;");
    QVERIFY(!exec.forkedChild);
    QVERIFY(exec.execed);
    talk.ask("vCont;c");
    QVERIFY(!talk.answer("T05vfork:p1250.1250;").forkedChild); // it shares the memory
}

void TestRspWatcher::detachOfTheRankMakesItGone()
{
    for (const char* detach : {"D", "D;1234"}) {
        Conversation talk;
        QVERIFY(talk.both(detach, "OK") == StubNews::Kind::Detached);
        QVERIFY(talk.m_watcher.gone());
    }
    Conversation talk;
    talk.both("D", "E01");
    QVERIFY(!talk.m_watcher.gone());
}

void TestRspWatcher::malformedBreakpointsAreIgnored_data()
{
    QTest::addColumn<QString>("payload");
    for (const char* payload : {"Z", "Z0", "Z0,", "Z0,,", "Z0,xyz,1", "Z0,10", "Z0,10,1,2", "Z5,10,1", "Z00,10,1",
                                "Z0,10000000000000000,1", "Z0,10,100000000", "Z0,-1,1", "", "Hgp", "Hgpzz.1"})
        QTest::addRow("%s", payload) << QString(payload);
}

void TestRspWatcher::malformedBreakpointsAreIgnored()
{
    QFETCH(QString, payload);
    Conversation talk;
    QVERIFY(talk.ask(payload.toStdString()).kind == ClientNews::Kind::Nothing);
    QVERIFY(talk.answer("OK").kind == StubNews::Kind::Nothing);
}

void TestRspWatcher::acksEndWhenBothAgree()
{
    Conversation talk;
    QVERIFY(talk.m_watcher.acknowledges());
    talk.ask("QStartNoAckMode");
    QVERIFY(talk.m_watcher.acknowledges());
    talk.answer("OK");
    QVERIFY(!talk.m_watcher.acknowledges());
}

void TestRspWatcher::manyUnansweredRequestsAreBounded()
{
    Conversation talk;
    for (int i = 0; i < 100000; ++i)
        talk.ask("Z0,10,1");
    int answered = 0;
    while (talk.m_watcher.waiting() && answered < 100000) {
        talk.answer("OK");
        ++answered;
    }
    QVERIFY(answered < 2000);
}

QTEST_APPLESS_MAIN(TestRspWatcher)
#include "tst_rsp_watcher.moc"

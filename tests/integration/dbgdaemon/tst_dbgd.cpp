// SPDX-License-Identifier: GPL-3.0-or-later
// A real dbgd with real ranks, driven over TLS as dbgr does it, and killed in all the ways it can be.

#include "debug/debug_error.h"
#include "tests/support/dbgdaemon/node_job.h"
#include "tests/support/run/test_class.h"

#include <QTest>

#include <QFile>
#include <QProcess>
#include <QTemporaryDir>

#include <csignal>
#include <unistd.h>

namespace tst_dbgd {

using namespace dbgr;
using namespace dbgr::test;
using util::RankSet;

namespace {

using Job = NodeJob;

/// What a front end hears that wants a rank which somebody else holds.
std::optional<debug::AttachFailed> refusalOf(util::Pid pid)
{
    FrontEnd late;
    if (!late.startDaemon({{util::Rank(5), pid}}) ||
        !QTest::qWaitFor([&] { return !late.eventsOf<debug::AttachFailed>().empty(); }, kStartMilliseconds) ||
        !QTest::qWaitFor([&] { return !late.daemonRuns(); }, kEndMilliseconds))
        return std::nullopt;
    return late.eventsOf<debug::AttachFailed>().front();
}

} // namespace

class TestDbgd : public QObject
{
    Q_OBJECT

private slots:
    void servesAWholeSession();
    void endsWithTheLastRank();
    void ranksOutliveDbgd_data();
    void ranksOutliveDbgd();
    void namesTheDbgrThatHoldsARank();
    void namesTheTracerThatHoldsARank();
    void twoOnANodeServeRanksOfOneJob();
    void waitsForItsOrderAsLongAsItsFrontEndLives();
    void readsAProgramThatIsGoneWhereItRuns_data();
    void readsAProgramThatIsGoneWhereItRuns();
    void reportsTheLossOfTheKeeper();
    void keepsTheSecret();
};

void TestDbgd::servesAWholeSession()
{
    Job job("loop", 4);
    QVERIFY(job.attach());
    QCOMPARE(job.frontEnd.hello().localRanks, 0U); // it is told of them
    QVERIFY(job.frontEnd.hello().program.starts_with("dbgd "));
    job.noteHelpers();
    QCOMPARE(job.helpers.size(), std::size_t(3)); // keeper, undertaker and engine, however many ranks there are

    QVERIFY(job.breakAt("turn"));
    QVERIFY(job.resume());
    QVERIFY(job.stoppedFor(debug::StopReason::Breakpoint));
    QVERIFY(job.frontEnd.ranksOf<debug::RanksResumed>() == job.all);

    const auto stacks = job.frontEnd.ask(job.all, debug::GetStacks{});
    QVERIFY(stacks);
    QVERIFY(!std::get<debug::StacksReply>(stacks->body).tree.empty());
    QVERIFY(std::get<debug::StacksReply>(stacks->body).tree.roots().front().ranks == job.all);

    const auto values = job.frontEnd.ask(job.all, debug::Evaluate{"g_turns", {}, 0});
    QVERIFY(values);
    RankSet answered;
    for (const debug::ValueGroup& group : std::get<debug::ValuesReply>(values->body).values) {
        QVERIFY2(group.problem.empty(), group.problem.c_str());
        answered |= group.ranks;
    }
    QVERIFY(answered == job.all);

    QVERIFY(job.frontEnd.ask(job.all, debug::Detach{}));
    QTRY_VERIFY(job.frontEnd.ranksOf<debug::RanksDetached>() == job.all);
    QVERIFY(job.ranksRunUntraced());
    QVERIFY(job.nothingOfOursIsLeft()); // by itself: no rank is left
    QVERIFY(job.ranksRunUntraced());
}

void TestDbgd::endsWithTheLastRank()
{
    Job job("loop", 2, {"4"}); // seconds
    QVERIFY(job.attach());
    job.noteHelpers();
    QVERIFY(job.resume());
    QTRY_VERIFY_WITH_TIMEOUT(job.frontEnd.ranksOf<debug::RanksExited>() == job.all, kEndMilliseconds);
    QVERIFY(job.nothingOfOursIsLeft());
}

void TestDbgd::ranksOutliveDbgd_data()
{
    QTest::addColumn<int>("signal");
    QTest::addColumn<bool>("stopped");
    const std::pair<const char*, int> deaths[] = {
        {"killed", SIGKILL}, {"terminated", SIGTERM}, {"the front end is gone", 0}};
    for (const auto& [name, signal] : deaths)
        for (const bool stopped : {true, false})
            QTest::addRow("%s, ranks %s", name, stopped ? "at a breakpoint" : "running") << signal << stopped;
}

void TestDbgd::ranksOutliveDbgd()
{
    QFETCH(int, signal);
    QFETCH(bool, stopped);
    Job job("heartbeat", 4);
    QVERIFY(job.attach());
    job.noteHelpers();
    QVERIFY(job.breakAt(stopped ? "hot" : "rare"));
    QVERIFY(job.resume());
    if (stopped)
        QVERIFY(job.stoppedFor(debug::StopReason::Breakpoint));
    if (signal == 0)
        job.frontEnd.hangUp();
    else
        job.frontEnd.signalDaemon(signal);
    QVERIFY(job.nothingOfOursIsLeft());
    QTest::qWait(350); // hot() and rare() have been called since
    QVERIFY(job.ranksRunUntraced());
    for (const auto& rank : job.ranks)
        QVERIFY(rank->beats());
}

void TestDbgd::namesTheDbgrThatHoldsARank()
{
    Job first("loop", 1);
    QVERIFY(first.attach());
    const auto refusal = refusalOf(first.ranks[0]->pid());
    QVERIFY(refusal && refusal->ranks == RankSet(util::Rank(5)));
    QVERIFY2(refusal->error.code == debug::Errc::PtraceRefused, refusal->error.detail.c_str());
    const std::string who = "another dbgr (process " + std::to_string(::getpid()) + " on testhost) debugs it already";
    QVERIFY2(refusal->error.detail.find(who) != std::string::npos, refusal->error.detail.c_str());
    QVERIFY(first.frontEnd.ask(first.all, debug::Detach{})); // it was not disturbed
    QVERIFY(first.ranksRunUntraced());
}

void TestDbgd::namesTheTracerThatHoldsARank()
{
    WatchedProcess rank("loop");
    QProcess gdb;
    gdb.start("gdb", {"-nx", "-q", "-p", QString::number(rank.pid().value())});
    if (!gdb.waitForStarted()) {
        QVERIFY2(!qEnvironmentVariableIsSet("DBGR_REQUIRE"), "gdb is missing");
        QSKIP("gdb is missing");
    }
    QTRY_COMPARE_WITH_TIMEOUT(statusNumber(rank.pid(), "TracerPid"), static_cast<long>(gdb.processId()),
                              kStartMilliseconds);
    const auto refusal = refusalOf(rank.pid());
    gdb.kill();
    gdb.waitForFinished();
    QVERIFY(refusal);
    QVERIFY2(refusal->error.code == debug::Errc::PtraceRefused, refusal->error.detail.c_str());
    QVERIFY2(refusal->error.detail.find("(gdb) traces it already") != std::string::npos, refusal->error.detail.c_str());
}

void TestDbgd::twoOnANodeServeRanksOfOneJob()
{
    std::vector<std::unique_ptr<WatchedProcess>> ranks;
    for (int i = 0; i < 4; ++i)
        ranks.push_back(std::make_unique<WatchedProcess>("heartbeat"));
    const auto pair = [&](unsigned rank) { return std::pair(util::Rank(rank), ranks[rank]->pid()); };
    const RankSet low = RankSet::firstN(2), high = RankSet::range(util::Rank(2), util::Rank(3));
    FrontEnd one, two;
    QVERIFY(one.startDaemon({pair(0), pair(1)}));
    QVERIFY(two.startDaemon({pair(2), pair(3)}));
    const auto stopped = [](FrontEnd& end, debug::StopReason reason, const RankSet& all) {
        return QTest::qWaitFor([&] { return end.stopped(reason) == all; }, kStartMilliseconds);
    };
    QVERIFY(stopped(one, debug::StopReason::Attached, low) && stopped(two, debug::StopReason::Attached, high));
    const debug::SetBreakpoint hot{{util::BreakpointId(1), debug::FunctionName{"hot"}, "", true}};
    for (auto& [end, all] : {std::pair<FrontEnd&, const RankSet&>(one, low), {two, high}}) {
        QVERIFY(end.ask(all, hot));
        QVERIFY(end.ask(all, debug::Continue{}));
    }
    QVERIFY(stopped(one, debug::StopReason::Breakpoint, low) && stopped(two, debug::StopReason::Breakpoint, high));

    QVERIFY(one.ask(low, debug::Detach{}));
    QTRY_VERIFY_WITH_TIMEOUT(!one.daemonRuns(), kEndMilliseconds);
    QVERIFY(ranks[0]->beats() && ranks[1]->beats());
    QVERIFY(two.ask(high, debug::GetStacks{})); // the other goes on
    two.signalDaemon(SIGKILL);
    QCOMPARE(whoTraces(ranks[3]->pid(), kEndMilliseconds), std::string());
    QVERIFY(ranks[2]->beats() && ranks[3]->beats());
}

void TestDbgd::waitsForItsOrderAsLongAsItsFrontEndLives()
{
    Job job("loop", 1);
    job.frontEnd.holdOrder();
    QVERIFY(job.start());
    QTRY_VERIFY_WITH_TIMEOUT(job.frontEnd.connected(), kStartMilliseconds);
    QTest::qWait(500);
    QCOMPARE(statusNumber(job.ranks[0]->pid(), "TracerPid"), 0L);
    QVERIFY(job.frontEnd.daemonRuns());
    job.frontEnd.giveOrder();
    QVERIFY(job.stoppedFor(debug::StopReason::Attached));

    Job forgotten("loop", 1);
    forgotten.frontEnd.holdOrder();
    QVERIFY(forgotten.start());
    QTRY_VERIFY_WITH_TIMEOUT(forgotten.frontEnd.connected(), kStartMilliseconds);
    forgotten.frontEnd.hangUp();
    QVERIFY(forgotten.nothingOfOursIsLeft());
}

void TestDbgd::readsAProgramThatIsGoneWhereItRuns_data()
{
    QTest::addColumn<bool>("replaced");
    QTest::newRow("deleted") << false;
    QTest::newRow("replaced by another") << true;
}

void TestDbgd::readsAProgramThatIsGoneWhereItRuns()
{
    QFETCH(bool, replaced);
    const QTemporaryDir folder;
    const QString path = folder.filePath("ring");
    QVERIFY(QFile::copy(DBGR_TEST_BIN_DIR "/debuggees/loop", path));
    Job job(path.toStdString(), 2);
    QTRY_VERIFY(job.ranks[1]->running());
    QVERIFY(QFile::remove(path));
    if (replaced)
        QVERIFY(QFile::copy(DBGR_TEST_BIN_DIR "/debuggees/heartbeat", path));
    QVERIFY(job.attach());
    const auto warnings = job.frontEnd.eventsOf<debug::RankWarning>();
    QCOMPARE(warnings.size(), std::size_t(1));
    QVERIFY(warnings[0].ranks == job.all);
    QVERIFY(warnings[0].error.detail.find(replaced ? "has changed" : "was deleted") != std::string::npos);
    for (const debug::RanksAttached& attached : job.frontEnd.eventsOf<debug::RanksAttached>())
        for (const debug::AttachedRank& rank : attached.ranks)
            QCOMPARE(QString::fromStdString(rank.executable), path);

    QVERIFY(job.breakAt("turn"));
    QVERIFY(job.resume());
    QVERIFY(job.stoppedFor(debug::StopReason::Breakpoint));
    for (const debug::StopGroup& stop : job.frontEnd.eventsOf<debug::StopGroup>()) {
        QCOMPARE(stop.cause.top.function, std::string("turn"));
        QVERIFY2(stop.cause.top.where.file.ends_with("/loop.cpp"), stop.cause.top.where.file.c_str());
        QCOMPARE(stop.cause.top.where.line, 12U);
        QCOMPARE(stop.cause.top.module, std::string("ring"));
    }
    QVERIFY(job.frontEnd.ask(job.all, debug::Detach{}));
    QVERIFY(job.ranksRunUntraced());
}

void TestDbgd::reportsTheLossOfTheKeeper()
{
    Job job("heartbeat", 2);
    QVERIFY(job.attach());
    job.noteHelpers();
    QVERIFY(job.breakAt("hot"));
    QVERIFY(job.resume());
    QVERIFY(job.stoppedFor(debug::StopReason::Breakpoint));
    ::kill(job.helpers.front().value(), SIGKILL);
    QTRY_VERIFY_WITH_TIMEOUT(job.frontEnd.ranksOf<debug::RanksLost>() == job.all, kEndMilliseconds);
    const std::string why = job.frontEnd.eventsOf<debug::RanksLost>().front().error.detail;
    QVERIFY2(why.find("keeper process on ") != std::string::npos, why.c_str());
    QVERIFY(job.nothingOfOursIsLeft());
    QVERIFY(job.ranksRunUntraced());
    for (const auto& rank : job.ranks)
        QVERIFY(rank->beats());
}

void TestDbgd::keepsTheSecret()
{
    Job job("loop", 1);
    QVERIFY(job.attach());
    job.noteHelpers();
    job.helpers.push_back(job.frontEnd.daemonPid());
    for (const util::Pid pid : job.helpers) {
        QFile environment(QString("/proc/%1/environ").arg(pid.value()));
        QVERIFY(environment.open(QIODevice::ReadOnly));
        QVERIFY(!environment.readAll().contains(job.frontEnd.secretText().c_str()));
    }
    job.helpers.pop_back();
    job.frontEnd.hangUp();
    QVERIFY(job.nothingOfOursIsLeft());
}

DBGR_TEST(TestDbgd, QCoreApplication);

} // namespace tst_dbgd

#include "tst_dbgd.moc"

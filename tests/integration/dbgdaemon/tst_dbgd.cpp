// SPDX-License-Identifier: GPL-3.0-or-later
// A real dbgd with real ranks, driven over TLS as dbgr does it, and killed in all the ways it can be.

#include "debug/debug_error.h"
#include "tests/support/dbgdaemon/front_end.h"
#include "tests/support/dbgdaemon/watched_process.h"

#include <QTest>

#include <QFile>

#include <csignal>

using namespace dbgr;
using namespace dbgr::test;
using util::RankSet;

namespace {

constexpr int kStartMilliseconds = 20000;
constexpr int kEndMilliseconds = 12000;

bool gone(util::Pid pid)
{
    const char state = processState(pid);
    return state == 0 || state == 'Z';
}

/// A job of ranks on this node, attached to.
struct Job
{
    Job(const std::string& program, unsigned size, const std::vector<std::string>& arguments = {})
    {
        for (unsigned rank = 0; rank < size; ++rank)
            ranks.push_back(std::make_unique<WatchedProcess>(program, arguments));
        all = RankSet::firstN(size);
    }
    bool start()
    {
        std::vector<std::pair<util::Rank, util::Pid>> pairs;
        for (unsigned rank = 0; rank < ranks.size(); ++rank)
            pairs.emplace_back(util::Rank(rank), ranks[rank]->pid());
        return frontEnd.startDaemon(pairs);
    }
    bool stoppedFor(debug::StopReason reason)
    {
        return QTest::qWaitFor([&] { return frontEnd.stopped(reason) == all; }, kStartMilliseconds);
    }
    bool attach() { return start() && stoppedFor(debug::StopReason::Attached); }
    bool breakAt(const std::string& function)
    {
        const auto reply =
            frontEnd.ask(all, debug::SetBreakpoint{{util::BreakpointId(1), debug::FunctionName{function}, "", true}});
        const auto* body = reply ? std::get_if<debug::BreakpointReply>(&reply->body) : nullptr;
        return body && body->status.resolved == all;
    }
    bool resume()
    {
        frontEnd.clearEvents();
        return frontEnd.ask(all, debug::Continue{}).has_value();
    }
    /// What dbgd and its guard have started.
    void noteHelpers()
    {
        for (const util::Pid guard : childrenOf(frontEnd.daemonPid())) {
            helpers.push_back(guard);
            for (const util::Pid stub : childrenOf(guard))
                helpers.push_back(stub);
        }
    }
    bool nothingOfOursIsLeft()
    {
        return QTest::qWaitFor(
            [&] { return !frontEnd.daemonRuns() && std::all_of(helpers.begin(), helpers.end(), gone); },
            kEndMilliseconds);
    }
    bool ranksRunUntraced()
    {
        return std::all_of(ranks.begin(), ranks.end(), [](const auto& rank) {
            return rank->running() && statusNumber(rank->pid(), "TracerPid") == 0 &&
                   QTest::qWaitFor([&] { return processState(rank->pid()) != 'T'; });
        });
    }

    std::vector<std::unique_ptr<WatchedProcess>> ranks;
    RankSet all;
    FrontEnd frontEnd;
    std::vector<util::Pid> helpers;
};

} // namespace

class TestDbgd : public QObject
{
    Q_OBJECT

private slots:
    void servesAWholeSession();
    void endsWithTheLastRank();
    void ranksOutliveDbgd_data();
    void ranksOutliveDbgd();
    void reportsARankThatIsTracedAlready();
    void reportsTheLossOfTheGuard();
    void keepsTheSecret();
};

void TestDbgd::servesAWholeSession()
{
    Job job("loop", 4);
    QVERIFY(job.attach());
    QCOMPARE(job.frontEnd.hello().localRanks, 0U); // it is told of them
    QVERIFY(job.frontEnd.hello().program.starts_with("dbgd "));
    job.noteHelpers();
    QCOMPARE(job.helpers.size(), 5U);

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

void TestDbgd::reportsARankThatIsTracedAlready()
{
    Job first("loop", 1);
    QVERIFY(first.attach());
    FrontEnd second;
    QVERIFY(second.startDaemon({{util::Rank(5), first.ranks[0]->pid()}}));
    QTRY_VERIFY_WITH_TIMEOUT(!second.eventsOf<debug::AttachFailed>().empty(), kStartMilliseconds);
    const debug::AttachFailed failed = second.eventsOf<debug::AttachFailed>().front();
    QVERIFY(failed.ranks == RankSet(util::Rank(5)));
    QVERIFY2(failed.error.code == debug::Errc::PtraceRefused, failed.error.detail.c_str());
    QVERIFY2(failed.error.detail.find("traces it already") != std::string::npos, failed.error.detail.c_str());
    QTRY_VERIFY_WITH_TIMEOUT(!second.daemonRuns(), kEndMilliseconds);
}

void TestDbgd::reportsTheLossOfTheGuard()
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
    QVERIFY2(why.find("guard process of this node ended") != std::string::npos, why.c_str());
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

QTEST_GUILESS_MAIN(TestDbgd)
#include "tst_dbgd.moc"

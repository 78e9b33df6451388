// SPDX-License-Identifier: GPL-3.0-or-later
// Ranks that were attached to and let run before LLDB was needed: whatever happens to them then is told as it is of
// ranks that LLDB was connected to from the start, and nothing else is.
#include "debug/debug_error.h"
#include "tests/support/dbgdaemon/node_job.h"
#include "tests/support/run/test_class.h"

#include <QTest>

#include <csignal>
#include <filesystem>
#include <map>
#include <string>

namespace tst_late_connection {

using namespace dbgr;
using namespace dbgr::test;
using debug::StopReason;
using util::RankSet;

namespace {

/// Sockets of the engine's process that are of no rank: dbgd's, and the one to the keeper by which it reads memory.
constexpr int kOthers = 4;

struct Job : NodeJob
{
    using NodeJob::NodeJob;

    /// What the engine's process has open, among it one for each rank that it is connected to.
    [[nodiscard]] int sockets()
    {
        int count = 0;
        std::error_code ignored;
        for (const auto& entry : std::filesystem::directory_iterator(
                 "/proc/" + std::to_string(awaitHelper("dbgd-engine").value()) + "/fd", ignored))
            count += std::filesystem::read_symlink(entry.path(), ignored).string().starts_with("socket:") ? 1 : 0;
        return count;
    }
    /// \param early LLDB is connected before the ranks run
    [[nodiscard]] bool letRun(bool early)
    {
        if (!attach() || (early && !frontEnd.ask(all, debug::GetThreads{})) || !resume())
            return false;
        return QTest::qWaitFor([&] { return frontEnd.ranksOf<debug::RanksResumed>() == all; }, kStartMilliseconds);
    }
    void signalAll(int number)
    {
        for (const auto& rank : ranks)
            ::kill(rank->pid().value(), number);
    }
    /// All that was told since the ranks ran: "0-1 stopped: breakpoint 1 in turn". Where a rank stood before may be
    /// told late.
    [[nodiscard]] QString told()
    {
        std::map<std::string, RankSet> by;
        for (const auto& stop : frontEnd.eventsOf<debug::StopGroup>()) {
            if (stop.cause.reason == StopReason::Attached)
                continue;
            std::string what = std::string("stopped: ") + debug::name(stop.cause.reason);
            if (stop.cause.signal != 0)
                what += " " + std::to_string(stop.cause.signal);
            if (stop.cause.reason == StopReason::Exec)
                what += " " + std::filesystem::path(stop.cause.description).filename().string();
            by[what + (stop.cause.top.pc == 0 ? " nowhere" : "")] |= stop.ranks;
        }
        for (const auto& exit : frontEnd.eventsOf<debug::RanksExited>())
            by["exited: " + std::to_string(exit.status) + " " + std::to_string(exit.signal)] |= exit.ranks;
        by["detached"] |= frontEnd.ranksOf<debug::RanksDetached>();
        by["lost"] |= frontEnd.ranksOf<debug::RanksLost>();
        by["not attached"] |= frontEnd.ranksOf<debug::AttachFailed>();
        QStringList lines;
        for (const auto& [what, which] : by) {
            if (!which.empty())
                lines += QString::fromStdString(which.toString() + " " + what);
        }
        return lines.join("; ");
    }
    [[nodiscard]] bool areRunning()
    {
        return std::ranges::all_of(ranks, [](const auto& rank) {
            const char state = processState(rank->pid());
            return state == 'S' || state == 'R';
        });
    }
};

/// A line for each node, but for what differs by nature: LLDB knows of a thread that its rank's stop is about.
void addLines(const std::vector<debug::StackNode>& nodes, const QString& indent, QStringList& lines)
{
    for (const debug::StackNode& node : nodes) {
        const debug::Frame& frame = node.frame;
        lines += QString("%1%2 %3:%4 %5 %6 ranks %7 threads %8%9")
                     .arg(indent, QString::fromStdString(frame.function), QString::fromStdString(frame.where.file))
                     .arg(frame.where.line)
                     .arg(QString::fromStdString(frame.module))
                     .arg(frame.pc, 0, 16)
                     .arg(QString::fromStdString(node.ranks.toString()))
                     .arg(node.threads)
                     .arg(frame.inlined ? " inlined" : "");
        addLines(node.children, indent + "  ", lines);
    }
}

QStringList linesOf(const util::Result<debug::EngineReply>& reply)
{
    const auto* const body = reply ? std::get_if<debug::StacksReply>(&reply->body) : nullptr;
    QStringList lines;
    if (body && reply->failures.empty())
        addLines(body->tree.roots(), {}, lines);
    return lines;
}

enum class Does
{
    Interrupt,
    Break,
    Stacks,
    Kill,
    Detach,
    KillEngine,
    KillEngineAndInterrupt,
    KillKeeper,
    Signal,
    Nothing
};

debug::EngineRequest requestOf(Does does)
{
    switch (does) {
    case Does::Break:
        return debug::SetBreakpoint{{util::BreakpointId(1), debug::FunctionName{"turn"}, "", true}};
    case Does::Stacks:
        return debug::GetStacks{};
    case Does::Kill:
        return debug::Kill{};
    case Does::Detach:
        return debug::Detach{};
    default:
        return debug::Interrupt{};
    }
}

struct Case
{
    const char* name;
    const char* program;
    const char* argument;
    Does does;
    int signal;
    const char* told;
    bool runsOn;
};

const Case kCases[] = {
    {"interrupt", "loop", "60", Does::Interrupt, 0, "0-1 stopped: interrupt", false},
    {"breakpoint", "loop", "60", Does::Break, 0, "0-1 stopped: breakpoint", false},
    {"stacks", "loop", "60", Does::Stacks, 0, "", true},
    {"kill", "loop", "60", Does::Kill, 0, "0-1 exited: 0 9", false},
    {"detach", "loop", "60", Does::Detach, 0, "0-1 detached", true},
    {"it ends", "loop", "1", Does::Nothing, 0, "0-1 exited: 0 0", false},
    {"crash", "loop", "60", Does::Signal, SIGSEGV, "0-1 stopped: signal 11", false},
    {"abort", "loop", "60", Does::Signal, SIGABRT, "0-1 stopped: signal 6", false},
    {"a signal that ends it", "loop", "60", Does::Signal, SIGUSR2, "0-1 exited: 0 12", false},
    {"killed by somebody", "loop", "60", Does::Signal, SIGKILL, "0-1 exited: 0 9", false},
    {"a signal that it ignores", "loop", "60", Does::Signal, SIGWINCH, "", true},
    {"a real-time signal", "loop", "60", Does::Signal, 40, "0-1 exited: 0 40", false},
    {"another program", "becomes", "/bin/cat", Does::Signal, SIGUSR1, "0-1 stopped: exec cat", false},
    {"the engine dies", "loop", "60", Does::KillEngine, 0, "", true},
    {"the engine dies first", "loop", "60", Does::KillEngineAndInterrupt, 0, "0-1 stopped: interrupt", false},
    {"the keeper dies", "loop", "60", Does::KillKeeper, 0, "0-1 lost", true},
};

} // namespace

class TestLateConnection : public QObject
{
    Q_OBJECT

private slots:
    void itIsToldAsOfOthers_data();
    void itIsToldAsOfOthers();
    void lldbIsConnectedWhenItIsNeeded();
    void oneThatStandsIsPlacedWithoutBeingAsked();
    void onlyTheRanksAskedForAreConnected();
    void stacksOfRanksThatStandAreAsLldbHasThem_data();
    void stacksOfRanksThatStandAreAsLldbHasThem();
    void stacksNeedNoLldb();
    void whatIsAskedAtOnceIsDoneInTurn_data();
    void whatIsAskedAtOnceIsDoneInTurn();
    void thoseThatWereInterruptedAreSaidToStand_data();
    void thoseThatWereInterruptedAreSaidToStand();
    void dbgdDies();
};

void TestLateConnection::itIsToldAsOfOthers_data()
{
    QTest::addColumn<int>("row");
    QTest::addColumn<bool>("early");
    for (std::size_t row = 0; row < std::size(kCases); ++row) {
        QTest::addRow("%s", kCases[row].name) << int(row) << false;
        QTest::addRow("%s, connected from the start", kCases[row].name) << int(row) << true;
    }
}

void TestLateConnection::itIsToldAsOfOthers()
{
    QFETCH(int, row);
    QFETCH(bool, early);
    const Case& one = kCases[row];
    Job job(one.program, 2, {one.argument});
    QVERIFY(job.letRun(early));
    switch (one.does) {
    case Does::Interrupt:
        QVERIFY(job.frontEnd.ask(job.all, debug::Interrupt{}));
        break;
    case Does::Break:
        QVERIFY(job.breakAt("turn"));
        break;
    case Does::Stacks:
        QVERIFY(job.frontEnd.ask(job.all, debug::GetStacks{}));
        break;
    case Does::Kill:
        QVERIFY(job.frontEnd.ask(job.all, debug::Kill{}));
        break;
    case Does::Detach:
        QVERIFY(job.frontEnd.ask(job.all, debug::Detach{}));
        break;
    case Does::KillEngine:
    case Does::KillEngineAndInterrupt: {
        const util::Pid old = job.awaitHelper("dbgd-engine");
        ::kill(old.value(), SIGKILL);
        // else it would be what was at that request
        QVERIFY(job.awaitHelper("dbgd-engine", old) != util::Pid());
        if (one.does == Does::KillEngineAndInterrupt)
            QVERIFY(job.frontEnd.ask(job.all, debug::Interrupt{}));
        break;
    }
    case Does::KillKeeper:
        ::kill(job.awaitHelper("dbgd-keeper").value(), SIGKILL);
        break;
    case Does::Signal:
        job.signalAll(one.signal);
        break;
    case Does::Nothing:
        break;
    }
    QTRY_COMPARE_WITH_TIMEOUT(job.told(), QString(one.told), kStartMilliseconds);
    QTest::qWait(200);
    QCOMPARE(job.told(), QString(one.told)); // and nothing more
    if (one.runsOn)
        QTRY_VERIFY_WITH_TIMEOUT(job.areRunning(), kStartMilliseconds);
    if (one.does == Does::KillEngine) // who had no rank is not missed
        QCOMPARE(job.frontEnd.eventsOf<debug::RankWarning>().size(), std::size_t(early ? 1 : 0));
    job.noteHelpers();
    job.frontEnd.hangUp();
    QVERIFY(job.nothingOfOursIsLeft());
}

void TestLateConnection::lldbIsConnectedWhenItIsNeeded()
{
    Job job("loop", 3);
    QVERIFY(job.start());
    QVERIFY(job.awaitHelper("dbgd-engine") != util::Pid());
    QTRY_COMPARE_WITH_TIMEOUT(job.sockets(), kOthers, kStartMilliseconds);
    QVERIFY(job.stoppedFor(StopReason::Attached));
    QVERIFY(job.resume());
    QTest::qWait(400);
    QCOMPARE(job.sockets(), kOthers);
    QVERIFY(job.frontEnd.ask(job.all, debug::Interrupt{}));
    QVERIFY(job.stoppedFor(StopReason::Interrupt));
    QCOMPARE(job.sockets(), kOthers + 3);
}

void TestLateConnection::oneThatStandsIsPlacedWithoutBeingAsked()
{
    Job job("loop", 2);
    QVERIFY(job.attach());
    const auto isPlaced = [&] {
        RankSet placed;
        for (const auto& stop : job.frontEnd.eventsOf<debug::StopGroup>()) {
            if (stop.cause.top.pc != 0)
                placed |= stop.ranks;
        }
        return placed == job.all;
    };
    QTRY_VERIFY_WITH_TIMEOUT(isPlaced(), kStartMilliseconds);
    for (const auto& stop : job.frontEnd.eventsOf<debug::StopGroup>()) {
        QCOMPARE(stop.cause.reason, StopReason::Attached);
        for (const auto& [ranks, id] : stop.stopIds)
            QCOMPARE(id, util::StopId(1));
    }
}

void TestLateConnection::onlyTheRanksAskedForAreConnected()
{
    Job job("loop", 3);
    QVERIFY(job.letRun(false));
    const RankSet one(util::Rank(1));
    QVERIFY(job.frontEnd.ask(one, debug::Interrupt{}));
    QTRY_COMPARE_WITH_TIMEOUT(job.told(), QString("1 stopped: interrupt"), kStartMilliseconds);
    QCOMPARE(job.sockets(), kOthers + 1);
    QVERIFY(job.frontEnd.ask(job.all, debug::Continue{})); // of one kind and of the other
    QVERIFY(job.frontEnd.ask(job.all, debug::Interrupt{}));
    QTRY_COMPARE_WITH_TIMEOUT(job.told(), QString("0-2 stopped: interrupt"), kStartMilliseconds);
}

void TestLateConnection::stacksOfRanksThatStandAreAsLldbHasThem_data()
{
    QTest::addColumn<QStringList>("command");
    QTest::newRow("a loop") << QStringList{"loop", "60"};
    QTest::newRow("threads") << QStringList{"threads", "5"};
    QTest::newRow("no debug information") << QStringList{"/bin/sleep", "60"};
    QTest::newRow("Python") << QStringList{"/usr/bin/python3", "-c", "import time; time.sleep(60)"};
    QTest::newRow("a shell that waits") << QStringList{"/bin/sh", "-c", "sleep 60; true"};
}

void TestLateConnection::stacksOfRanksThatStandAreAsLldbHasThem()
{
    QFETCH(QStringList, command);
    std::vector<std::string> arguments;
    for (const QString& argument : command.mid(1))
        arguments.push_back(argument.toStdString());
    Job job(command.first().toStdString(), 2, arguments);
    QTest::qWait(300); // they come to where they wait
    QVERIFY(job.start());
    QVERIFY(job.awaitHelper("dbgd-engine") != util::Pid());
    QVERIFY(job.stoppedFor(StopReason::Attached));
    const QStringList ours = linesOf(job.frontEnd.ask(job.all, debug::GetStacks{}));
    QVERIFY(!ours.isEmpty());
    QVERIFY(job.frontEnd.ask(job.all, debug::GetThreads{})); // it takes LLDB
    QCOMPARE(job.sockets(), kOthers + 2);
    QCOMPARE(ours, linesOf(job.frontEnd.ask(job.all, debug::GetStacks{})));
}

/// They answer however long it takes, and LLDB is connected a moment later; on a busy machine one may come too late to
/// see that.
void TestLateConnection::stacksNeedNoLldb()
{
    bool isSeen = false;
    for (int i = 0; i < 5 && !isSeen; ++i) {
        Job job("loop", 3, {"60"});
        QVERIFY(job.attach());
        QVERIFY(!linesOf(job.frontEnd.ask(job.all, debug::GetStacks{})).isEmpty());
        isSeen = job.sockets() == kOthers;
        QTRY_COMPARE_WITH_TIMEOUT(job.sockets(), kOthers + 3, kStartMilliseconds);
    }
    QVERIFY(isSeen);
}

/// LLDB is asked for before anybody has heard that the ranks run.
void TestLateConnection::whatIsAskedAtOnceIsDoneInTurn_data()
{
    QTest::addColumn<int>("then");
    QTest::addColumn<QString>("told");
    QTest::addColumn<bool>("mixed"); // LLDB is connected to one of them
    for (const bool mixed : {false, true}) {
        const char* const which = mixed ? ", one connected" : "";
        QTest::addRow("interrupt%s", which) << int(Does::Interrupt) << "0-1 stopped: interrupt" << mixed;
        QTest::addRow("breakpoint%s", which) << int(Does::Break) << "0-1 stopped: breakpoint" << mixed;
        QTest::addRow("stacks%s", which) << int(Does::Stacks) << "" << mixed;
        QTest::addRow("kill%s", which) << int(Does::Kill) << "0-1 exited: 0 9" << mixed;
        QTest::addRow("detach%s", which) << int(Does::Detach) << "0-1 detached" << mixed;
    }
}

void TestLateConnection::whatIsAskedAtOnceIsDoneInTurn()
{
    QFETCH(int, then);
    QFETCH(QString, told);
    QFETCH(bool, mixed);
    Job job("loop", 2, {"60"});
    QVERIFY(job.attach());
    if (mixed)
        QVERIFY(job.frontEnd.ask(RankSet(util::Rank(1)), debug::GetThreads{}));
    job.frontEnd.clearEvents();
    for (const auto& reply : job.frontEnd.askAtOnce(job.all, {debug::Continue{}, requestOf(Does(then))}))
        QVERIFY(reply);
    QTRY_COMPARE_WITH_TIMEOUT(job.told(), told, kStartMilliseconds);
    QCOMPARE(job.frontEnd.ranksOf<debug::RanksResumed>(), job.all);
    QTest::qWait(200);
    QCOMPARE(job.told(), told); // and nothing more
    if (told.isEmpty())
        QTRY_VERIFY_WITH_TIMEOUT(job.areRunning(), kStartMilliseconds);
}

/// None of them twice, and nobody that stands for something else; a word that would come behind its stop is left out.
void TestLateConnection::thoseThatWereInterruptedAreSaidToStand_data()
{
    QTest::addColumn<int>("does");
    QTest::addColumn<bool>("early");
    for (const bool early : {false, true}) {
        const char* const when = early ? ", connected from the start" : "";
        QTest::addRow("interrupt%s", when) << int(Does::Interrupt) << early;
        QTest::addRow("breakpoint%s", when) << int(Does::Break) << early;
        QTest::addRow("stacks%s", when) << int(Does::Stacks) << early;
        QTest::addRow("detach%s", when) << int(Does::Detach) << early;
        QTest::addRow("signal%s", when) << int(Does::Signal) << early;
    }
}

void TestLateConnection::thoseThatWereInterruptedAreSaidToStand()
{
    QFETCH(int, does);
    QFETCH(bool, early);
    const bool isInterrupt = Does(does) == Does::Interrupt;
    bool areAllTold = false;
    for (int i = 0; i < (isInterrupt ? 5 : 1) && !areAllTold; ++i) {
        Job job("loop", 4, {"60"});
        QVERIFY(job.letRun(early));
        if (Does(does) == Does::Signal)
            job.signalAll(SIGSEGV);
        else
            QVERIFY(job.frontEnd.ask(job.all, requestOf(Does(does))));
        if (isInterrupt)
            QVERIFY(job.stoppedFor(StopReason::Interrupt));
        QTest::qWait(300);
        RankSet stand;
        for (const auto& event : job.frontEnd.eventsOf<debug::RanksStand>()) {
            QVERIFY((stand & event.ranks).empty());
            stand |= event.ranks;
        }
        QVERIFY(isInterrupt || stand.empty());
        areAllTold = stand == job.all;
    }
    QCOMPARE(areAllTold, isInterrupt);
}

void TestLateConnection::dbgdDies()
{
    Job job("heartbeat", 2);
    QVERIFY(job.letRun(false));
    job.noteHelpers();
    ::kill(job.frontEnd.daemonPid().value(), SIGKILL);
    QVERIFY(job.nothingOfOursIsLeft());
    QVERIFY(job.ranksRunUntraced());
    for (const auto& rank : job.ranks)
        QVERIFY(rank->beats());
}

DBGR_TEST(TestLateConnection, QCoreApplication);

} // namespace tst_late_connection

#include "tst_late_connection.moc"

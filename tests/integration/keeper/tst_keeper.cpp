// SPDX-License-Identifier: GPL-3.0-or-later
// dbgd-keeper with real processes: whoever dies, in whatever state, the process lives on, untraced, with its own text,
// and nothing of ours is left; what ended a rank is told; many ranks are held and stopped at once.
#include "keeper/arch/arch.h"
#include "tests/support/dbgdaemon/rsp_client.h"
#include "tests/support/dbgdaemon/watched_process.h"
#include "tests/support/keeper/keeper_process.h"
#include "tests/support/keeper/processor_watches.h"
#include "tests/support/run/test_class.h"

#include <QTest>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <csignal>
#include <fstream>
#include <iterator>
#include <memory>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

namespace tst_keeper {

using namespace dbgr;
using namespace dbgr::keeper;
using namespace dbgr::test;

namespace {

std::string hex(std::uint64_t number)
{
    return QByteArray::number(qulonglong(number), 16).toStdString();
}

enum class Victim
{
    Client, ///< the debugger's connection is closed; nobody takes over, and the rank is let go
    Daemon, ///< dbgd's control socket is, and with it the debugger's
    Keeper
};

enum class RankState
{
    AtStart,
    AtBreakpoint,
    Running,         ///< past a breakpoint that is seldom met
    AtItsBreakpoint, ///< met all the time: it stops and goes on
    Watched,         ///< runs with a watchpoint that nothing meets
    WatchedSlowly,   ///< runs, an instruction at a time
    TrapsFloats,     ///< runs, and would stop when it divides by zero next
    AtDivision,      ///< has just done so
    Stepping,
    Stepped ///< stands behind a step
};

bool trapsFloats(RankState state)
{
    return state == RankState::TrapsFloats || state == RankState::AtDivision;
}

bool isRunning(RankState state)
{
    return state == RankState::Running || state == RankState::Watched || state == RankState::WatchedSlowly ||
           state == RankState::TrapsFloats;
}

/// In which a rank that loses its tracer has a signal on its way that would end it.
bool isBetweenInstructions(RankState state)
{
    return state == RankState::AtItsBreakpoint || state == RankState::Stepping || state == RankState::WatchedSlowly;
}

/// One rank and its debugger.
class Rig
{
public:
    explicit Rig(const std::vector<std::string>& arguments = {}, const std::string& program = "heartbeat")
        : m_rank(program, arguments)
    {
        std::istringstream(m_rank.readLine()) >> std::hex >> m_hot >> m_rare;
        const long threads = arguments.empty() ? 1 : 1 + std::stol(arguments.front());
        static_cast<void>(QTest::qWaitFor([&] { return statusNumber(m_rank.pid(), "Threads") >= threads; }));
        m_client = m_keeper.hold(0, m_rank.pid());
    }
    ~Rig() { stopDriving(); }

    bool attach()
    {
        const std::string noAcks = m_client->ask("QStartNoAckMode");
        return noAcks == "OK" && m_client->ask("?").starts_with("T");
    }
    std::string insert(std::uint64_t address) { return m_client->ask("Z0," + hex(address) + ",1"); }
    std::string remove(std::uint64_t address) { return m_client->ask("z0," + hex(address) + ",1"); }
    std::string step()
    {
        return m_client->ask("vCont;s:" + hex(static_cast<std::uint64_t>(m_rank.pid().value()))).substr(0, 3);
    }

    /// What is done again and again until nobody answers, or it is enough.
    void drive(const std::function<bool()>& once)
    {
        m_driver = std::thread([this, once] {
            while (!m_enough && once())
                ++m_rounds;
        });
    }
    void stopDriving()
    {
        m_enough = true;
        if (m_driver.joinable())
            m_driver.join();
    }

    void bringInto(RankState state)
    {
        const bool isHot = state == RankState::AtBreakpoint || state == RankState::AtItsBreakpoint;
        if (trapsFloats(state))
            m_keeper.trapFloats(0, util::FloatTraps::usual());
        else if (state == RankState::WatchedSlowly)
            m_keeper.watchSlowly(0, {{m_hot & ~std::uint64_t{7}, 8}});
        else if (state == RankState::Watched)
            QCOMPARE(m_client->ask("Z2," + hex(m_hot & ~std::uint64_t{7}) + ",8"), "OK");
        else if (state != RankState::AtStart)
            QCOMPARE(insert(isHot ? m_hot : m_rare), "OK");
        if (state == RankState::AtBreakpoint)
            QVERIFY(m_client->ask("vCont;c").starts_with("T05"));
        if (state == RankState::AtDivision)
            QVERIFY(m_client->ask("vCont;c").starts_with("T08"));
        if (isRunning(state)) {
            m_client->send("vCont;c");
            QVERIFY(m_rank.beats());
        }
        if (state == RankState::AtItsBreakpoint)
            drive([this] {
                return m_client->ask("vCont;c").starts_with("T05") && remove(m_hot) == "OK" && step() == "T05" &&
                       insert(m_hot) == "OK";
            });
        if (state == RankState::Stepping)
            drive([this] { return step() == "T05"; });
        if (state == RankState::Stepped)
            QCOMPARE(step(), "T05");
        if (m_driver.joinable())
            QTRY_VERIFY(m_rounds > 20);
    }

    KeeperProcess m_keeper;
    WatchedProcess m_rank;
    std::uint64_t m_hot = 0;
    std::uint64_t m_rare = 0;
    std::unique_ptr<RspClient> m_client;
    std::thread m_driver;
    std::atomic<bool> m_enough{false};
    std::atomic<int> m_rounds{0};
};

constexpr std::pair<const char*, Victim> kVictims[] = {
    {"client", Victim::Client}, {"dbgd", Victim::Daemon}, {"keeper", Victim::Keeper}};
constexpr std::pair<const char*, RankState> kStates[] = {{"stopped", RankState::AtStart},
                                                         {"at breakpoint", RankState::AtBreakpoint},
                                                         {"running", RankState::Running},
                                                         {"by its breakpoint", RankState::AtItsBreakpoint},
                                                         {"watched", RankState::Watched},
                                                         {"trapping floats", RankState::TrapsFloats},
                                                         {"watched slowly", RankState::WatchedSlowly},
                                                         {"at a division", RankState::AtDivision},
                                                         {"stepping", RankState::Stepping},
                                                         {"behind a step", RankState::Stepped}};

} // namespace

class TestKeeper : public QObject
{
    Q_OBJECT

private slots:
    void textOfAStoppedRankIsClean();
    void stopsOfManyThreadsAreTold();
    void ranksOutliveEachOfUs_data();
    void ranksOutliveEachOfUs();
    void ranksOutliveTheKeeperBetweenAnyTwoInstructions_data();
    void ranksOutliveTheKeeperBetweenAnyTwoInstructions();
    void aTrapOfTheProgramEndsItStill_data();
    void aTrapOfTheProgramEndsItStill();
    void aRankThatIsLetGoHasNoHandlerOfOurs();
    void aDebuggerThatGoesLeavesTheRankToTheNext_data();
    void aDebuggerThatGoesLeavesTheRankToTheNext();
    void aCallIsEndedForTheNextDebugger_data();
    void aCallIsEndedForTheNextDebugger();
    void whatHappensBetweenTwoDebuggersIsToldToTheNext_data();
    void whatHappensBetweenTwoDebuggersIsToldToTheNext();
    void howARankEndedIsTold_data();
    void howARankEndedIsTold();
    void aProcessThatCannotBeHeldIsToldWhy();
    void allRanksStandAtOnce();
    void debuggersAreToldAfterAllStand();
    void whoCannotStandKeepsNobodyWaiting();
    void oneThatIsWantedToStandDoes_data();
    void oneThatIsWantedToStandDoes();
    void aForkedChildHasNoTraps();
    void aStopLeavesTheResultOfACallAlone();
    void heldAndLetGoAgainAndAgain();
};

void TestKeeper::textOfAStoppedRankIsClean()
{
    Rig rig;
    QVERIFY(rig.attach());
    const int original = rig.m_rank.byteAt(rig.m_hot);
    QVERIFY(original != 0xcc);
    QCOMPARE(rig.insert(rig.m_hot), "OK");
    QCOMPARE(rig.m_rank.byteAt(rig.m_hot), original);
    for (int hit = 0; hit < 3; ++hit) {
        const std::string stop = rig.m_client->ask("vCont;c");
        QVERIFY2(stop.find("reason:breakpoint") != std::string::npos, stop.c_str());
        QCOMPARE(rig.m_rank.byteAt(rig.m_hot), original);
        QCOMPARE(rig.remove(rig.m_hot) + rig.step() + rig.insert(rig.m_hot), "OKT05OK");
    }
    QCOMPARE(rig.remove(rig.m_hot), "OK");
    QCOMPARE(rig.insert(rig.m_rare), "OK");
    rig.m_client->send("vCont;c");
    QTRY_COMPARE(rig.m_rank.byteAt(rig.m_rare), 0xcc);
}

void TestKeeper::stopsOfManyThreadsAreTold()
{
    Rig rig({"3"});
    QVERIFY(rig.attach());
    QCOMPARE(rig.insert(rig.m_hot), "OK");
    for (int hit = 0; hit < 1000; ++hit) {
        const std::string stop = rig.m_client->ask("vCont;c");
        QVERIFY2(stop.starts_with("T05"), stop.c_str());
    }
    QVERIFY(rig.m_rank.running());
}

void TestKeeper::ranksOutliveEachOfUs_data()
{
    QTest::addColumn<int>("victim");
    QTest::addColumn<int>("state");
    QTest::addColumn<bool>("threads");
    for (const auto& [victimName, victim] : kVictims) {
        for (const auto& [stateName, state] : kStates) {
            if (victim == Victim::Keeper && isBetweenInstructions(state) && nativeArch()->trapHandler().empty())
                continue;
            for (const bool threads : {false, true})
                QTest::addRow("%s dies, %s%s", victimName, stateName, threads ? ", threads" : "")
                    << static_cast<int>(victim) << static_cast<int>(state) << threads;
        }
    }
}

void TestKeeper::ranksOutliveEachOfUs()
{
    QFETCH(int, victim);
    QFETCH(int, state);
    QFETCH(bool, threads);
    if (static_cast<RankState>(state) == RankState::Watched && !test::processorWatches())
        QSKIP(test::kWatchesNothing);
    if (trapsFloats(static_cast<RankState>(state)) && !util::kHasFloatTraps)
        QSKIP("this processor has no traps for arithmetic");
    Rig rig(threads ? std::vector<std::string>{"3"} : std::vector<std::string>{});
    QVERIFY(rig.attach());
    const int originals[] = {rig.m_rank.byteAt(rig.m_hot), rig.m_rank.byteAt(rig.m_rare)};
    rig.bringInto(static_cast<RankState>(state));

    switch (static_cast<Victim>(victim)) {
    case Victim::Client:
        rig.stopDriving();
        rig.m_client->die();
        QTest::qWait(20);
        rig.m_keeper.tell({Order::Kind::Release, 0, util::Pid(0), 0, {}});
        break;
    case Victim::Daemon:
        rig.m_keeper.closeControl(); // its driver sees its connection end
        break;
    case Victim::Keeper:
        rig.m_keeper.kill();
        break;
    }

    QCOMPARE(whoTraces(rig.m_rank.pid(), kEndMilliseconds), std::string());
    QVERIFY(rig.m_rank.beats());
    QTest::qWait(350); // rare() has been called meanwhile
    QVERIFY(rig.m_rank.beats());
    QVERIFY(rig.m_rank.running());
    QCOMPARE(rig.m_rank.byteAt(rig.m_hot), originals[0]);
    QCOMPARE(rig.m_rank.byteAt(rig.m_rare), originals[1]);
    rig.m_keeper.closeControl();
    QVERIFY(rig.m_keeper.hasEnded(kEndMilliseconds));
}

void TestKeeper::ranksOutliveTheKeeperBetweenAnyTwoInstructions_data()
{
    QTest::addColumn<int>("state");
    for (const auto& [name, state] : kStates) {
        if (isBetweenInstructions(state))
            QTest::addRow("%s", name) << static_cast<int>(state);
    }
}

/// The moment is another one in each round.
void TestKeeper::ranksOutliveTheKeeperBetweenAnyTwoInstructions()
{
    QFETCH(int, state);
    if (nativeArch()->trapHandler().empty())
        QSKIP("ranks have no handler of SIGTRAP on this processor");
    constexpr int kKills = 40;
    for (int kill = 0; kill < kKills; ++kill) {
        Rig rig({"3"});
        QVERIFY(rig.attach());
        rig.bringInto(static_cast<RankState>(state));
        std::this_thread::sleep_for(std::chrono::microseconds(37 * kill));
        rig.m_keeper.kill();
        QCOMPARE(whoTraces(rig.m_rank.pid(), kEndMilliseconds), std::string());
        QVERIFY2(rig.m_rank.beats(), qPrintable(QString::number(kill)));
    }
}

void TestKeeper::aTrapOfTheProgramEndsItStill_data()
{
    QTest::addColumn<std::string>("how");
    QTest::addColumn<bool>("isHeld");
    for (const bool isHeld : {false, true}) {
        const char* const who = isHeld ? "held by nobody any more" : "never held";
        QTest::addRow("%s, an instruction", who) << std::string("trap") << isHeld;
        QTest::addRow("%s, a signal to itself", who) << std::string("raise") << isHeld;
        QTest::addRow("%s, a signal to its process", who) << std::string("kill") << isHeld;
    }
}

/// Whether the handler that a killed keeper has left is there or not.
void TestKeeper::aTrapOfTheProgramEndsItStill()
{
    QFETCH(std::string, how);
    QFETCH(bool, isHeld);
    WatchedProcess rank("own_trap", {how});
    QCOMPARE(rank.readLine(), "ready");
    if (isHeld) {
        KeeperProcess keeper;
        const auto client = keeper.hold(0, rank.pid());
        QVERIFY(client->ask("?").starts_with("T"));
        client->send("vCont;c");
        keeper.kill();
        QCOMPARE(whoTraces(rank.pid()), std::string());
    }
    ::kill(rank.pid().value(), SIGUSR1); // now
    siginfo_t end{};
    QCOMPARE(::waitid(P_PID, static_cast<id_t>(rank.pid().value()), &end, WEXITED | WNOWAIT), 0);
    QCOMPARE(end.si_status, SIGTRAP);
    QVERIFY(end.si_code == CLD_KILLED || end.si_code == CLD_DUMPED);
}

void TestKeeper::aRankThatIsLetGoHasNoHandlerOfOurs()
{
    Rig rig;
    QVERIFY(rig.m_rank.beats()); // it has all memory that it needs
    const auto caught = [&] { return statusNumber(rig.m_rank.pid(), "SigCgt"); };
    const auto pages = [&] {
        std::ifstream maps("/proc/" + std::to_string(rig.m_rank.pid().value()) + "/maps");
        return std::count(std::istreambuf_iterator<char>(maps), {}, '\n');
    };
    const long caughtBefore = caught();
    const auto pagesBefore = pages();
    for (int turn = 0; turn < 3; ++turn) {
        rig.m_client = turn == 0 ? std::move(rig.m_client) : rig.m_keeper.hold(turn, rig.m_rank.pid());
        QVERIFY(rig.attach());
        if (!nativeArch()->trapHandler().empty())
            QVERIFY(caught() != caughtBefore);
        QCOMPARE(rig.insert(rig.m_rare), "OK");
        rig.m_client->send("vCont;c");
        QVERIFY(rig.m_rank.beats());
        rig.m_client->die();
        rig.m_keeper.tell({Order::Kind::Release, static_cast<std::uint32_t>(turn), util::Pid(0), 0, {}});
        QTRY_COMPARE(statusNumber(rig.m_rank.pid(), "TracerPid"), 0L);
        QCOMPARE(caught(), caughtBefore);
        QCOMPARE(pages(), pagesBefore);
        QVERIFY(rig.m_rank.beats());
    }
}

void TestKeeper::aDebuggerThatGoesLeavesTheRankToTheNext_data()
{
    QTest::addColumn<int>("state");
    QTest::addColumn<bool>("threads");
    for (const auto& [stateName, state] : kStates) {
        for (const bool threads : {false, true})
            QTest::addRow("%s%s", stateName, threads ? ", threads" : "") << static_cast<int>(state) << threads;
    }
}

void TestKeeper::aDebuggerThatGoesLeavesTheRankToTheNext()
{
    QFETCH(int, state);
    QFETCH(bool, threads);
    if (static_cast<RankState>(state) == RankState::Watched && !test::processorWatches())
        QSKIP(test::kWatchesNothing);
    if (trapsFloats(static_cast<RankState>(state)) && !util::kHasFloatTraps)
        QSKIP("this processor has no traps for arithmetic");
    const auto rankState = static_cast<RankState>(state);
    Rig rig(threads ? std::vector<std::string>{"3"} : std::vector<std::string>{});
    QVERIFY(rig.attach());
    const int originals[] = {rig.m_rank.byteAt(rig.m_hot), rig.m_rank.byteAt(rig.m_rare)};
    rig.bringInto(rankState);
    rig.stopDriving();
    rig.m_client->die();
    QTest::qWait(20);
    QCOMPARE(statusNumber(rig.m_rank.pid(), "TracerPid"), long(rig.m_keeper.pid().value()));
    if (rankState == RankState::Watched || rankState == RankState::WatchedSlowly)
        QVERIFY(rig.m_rank.beats());                                                 // it ran, and runs
    else if (rankState == RankState::Running || rankState == RankState::TrapsFloats) // until it meets that
        QTRY_COMPARE(processState(rig.m_rank.pid()), 't');
    else
        QCOMPARE(processState(rig.m_rank.pid()), 't');

    for (int next = 0; next < 3; ++next) {
        rig.m_client = rig.m_keeper.hold(0, rig.m_rank.pid());
        QVERIFY(rig.attach());
        QCOMPARE(processState(rig.m_rank.pid()), 't');
        QCOMPARE(rig.m_rank.byteAt(rig.m_hot), originals[0]);
        QCOMPARE(rig.remove(rig.m_hot), "E01"); // what the one before had set is not there
        rig.m_keeper.trapFloats(0, {});         // but for what is wished, which is not the debugger's
        rig.m_keeper.watchSlowly(0, {});
        rig.m_client->send("vCont;c");
        QVERIFY(rig.m_rank.beats());
        QTest::qWait(350); // rare() has been called meanwhile
        QVERIFY(rig.m_rank.beats());
        QCOMPARE(rig.m_rank.byteAt(rig.m_rare), originals[1]);
    }
    rig.m_client->sendRaw("\x03");
    QCOMPARE(rig.m_client->receive().substr(0, 3), "T13");
    QCOMPARE(rig.insert(rig.m_hot), "OK");
    QVERIFY(rig.m_client->ask("vCont;c").find("reason:breakpoint") != std::string::npos);
    rig.m_keeper.closeControl();
    QVERIFY(rig.m_keeper.hasEnded(kEndMilliseconds));
    QVERIFY(rig.m_rank.beats());
}

void TestKeeper::aCallIsEndedForTheNextDebugger_data()
{
    QTest::addColumn<bool>("isAdopted");
    QTest::newRow("another debugger") << true;
    QTest::newRow("let go") << false;
}

/// The debugger has it call rare() with a return address that is nowhere, and goes before that returns.
void TestKeeper::aCallIsEndedForTheNextDebugger()
{
    QFETCH(bool, isAdopted);
    constexpr const char* kPc = "10"; // as target.xml numbers it
    Rig rig;
    QVERIFY(rig.attach());
    QCOMPARE(rig.insert(rig.m_rare), "OK");
    const std::string before = rig.m_client->ask(std::string("p") + kPc);
    const std::string stack = rig.m_client->ask("p7");
    const auto saved = rig.m_client->ask("QSaveRegisterState");
    QVERIFY2(saved == "1", saved.c_str());
    std::string target;
    for (std::uint64_t rest = rig.m_rare, i = 0; i < 8; ++i, rest >>= 8)
        target += QByteArray::number(rest & 0xff, 16).rightJustified(2, '0').toStdString();
    QCOMPARE(rig.m_client->ask(std::string("P") + kPc + "=" + target), "OK");
    QCOMPARE(rig.m_client->ask("P7=0000000000000000"), "OK"); // nothing can run on from there
    QCOMPARE(rig.m_client->ask("vCont;c").substr(0, 3), "T05");
    rig.m_client->die();
    if (isAdopted) {
        rig.m_client = rig.m_keeper.hold(0, rig.m_rank.pid());
        QVERIFY(rig.attach());
        QCOMPARE(rig.m_client->ask(std::string("p") + kPc), before);
        QCOMPARE(rig.m_client->ask("p7"), stack);
        rig.m_client->send("vCont;c");
    } else {
        rig.m_keeper.closeControl();
        QVERIFY(rig.m_keeper.hasEnded(kEndMilliseconds));
    }
    QVERIFY(rig.m_rank.beats());
    QVERIFY(rig.m_rank.running());
}

void TestKeeper::whatHappensBetweenTwoDebuggersIsToldToTheNext_data()
{
    QTest::addColumn<int>("signal");
    QTest::addColumn<QString>("told");
    QTest::newRow("a crash") << SIGSEGV << "T0b";
    QTest::newRow("a kill") << SIGKILL << "X09";
}

void TestKeeper::whatHappensBetweenTwoDebuggersIsToldToTheNext()
{
    QFETCH(int, signal);
    QFETCH(QString, told);
    Rig rig;
    QVERIFY(rig.attach());
    rig.m_client->send("vCont;c");
    QVERIFY(rig.m_rank.beats());
    rig.m_client->die();
    ::kill(rig.m_rank.pid().value(), signal);
    if (signal == SIGKILL)
        QVERIFY(rig.m_keeper.notice(Notice::Kind::Died));
    else
        QTRY_COMPARE(processState(rig.m_rank.pid()), 't');
    rig.m_client = rig.m_keeper.hold(0, rig.m_rank.pid());
    QCOMPARE(rig.m_client->ask("QStartNoAckMode"), "OK");
    QCOMPARE(QString::fromStdString(rig.m_client->ask("?")).left(3), told);
}

void TestKeeper::howARankEndedIsTold_data()
{
    QTest::addColumn<int>("signal");
    QTest::addColumn<bool>("isRunning");
    for (const int signal : {SIGKILL, SIGTERM}) {
        for (const bool isRunning : {true, false})
            QTest::addRow("signal %d, %s", signal, isRunning ? "running" : "stopped") << signal << isRunning;
    }
}

void TestKeeper::howARankEndedIsTold()
{
    QFETCH(int, signal);
    QFETCH(bool, isRunning);
    Rig rig;
    QVERIFY(rig.attach());
    QCOMPARE(rig.m_client->ask("QPassSignals:" + hex(SIGTERM)), "OK");
    if (isRunning)
        rig.m_client->send("vCont;c");
    ::kill(rig.m_rank.pid().value(), signal);
    if (!isRunning && signal == SIGTERM)
        rig.m_client->send("vCont;c");
    const auto notice = rig.m_keeper.notice(Notice::Kind::Died);
    QVERIFY(notice);
    QCOMPARE(int(notice->number), signal);
    const std::string told = isRunning || signal == SIGTERM ? rig.m_client->receive() : rig.m_client->ask("vCont;c");
    QCOMPARE(told, "X" + std::string(signal == SIGKILL ? "09" : "0f"));
}

void TestKeeper::aProcessThatCannotBeHeldIsToldWhy()
{
    Rig rig;
    QVERIFY(rig.attach());
    KeeperProcess second;
    const auto client = second.hold(5, rig.m_rank.pid());
    const auto refused = second.notice(Notice::Kind::NotHeld);
    QVERIFY(refused);
    QCOMPARE(refused->slot, 5u);
    QCOMPARE(int(refused->number), EPERM);
    QVERIFY2(refused->text.find("attaching to thread") != std::string::npos, refused->text.c_str());
    QCOMPARE(client->receive(), "closed");
}

void TestKeeper::allRanksStandAtOnce()
{
    constexpr unsigned kRanks = 16;
    KeeperProcess keeper;
    std::vector<std::unique_ptr<WatchedProcess>> ranks;
    std::vector<std::unique_ptr<RspClient>> clients;
    for (unsigned i = 0; i < kRanks; ++i) {
        ranks.push_back(std::make_unique<WatchedProcess>("heartbeat", std::vector<std::string>{"2"}));
        QVERIFY(!ranks.back()->readLine().empty());
        clients.push_back(keeper.hold(i, ranks.back()->pid()));
    }
    for (const auto& client : clients) {
        QCOMPARE(client->ask("QStartNoAckMode"), "OK");
        client->send("vCont;c");
    }
    for (const auto& rank : ranks)
        QVERIFY(rank->beats());
    for (unsigned i = 0; i < kRanks; ++i)
        keeper.wantStand(i, 1 + i % 2); // of the odd askings dbgd is to hear
    for (unsigned i = 0; i < kRanks; ++i) {
        QVERIFY(clients[i]->receive().starts_with("T13"));
        QCOMPARE(processState(ranks[i]->pid()), 't');
    }
    std::set<Slot> told;
    while (const auto notice = keeper.notice(Notice::Kind::Stands, told.size() < kRanks / 2 ? kEndMilliseconds : 200)) {
        QCOMPARE(notice->slot % 2, 0U);
        QVERIFY(told.insert(notice->slot).second);
    }
    QCOMPARE(told.size(), std::size_t(kRanks / 2));
    keeper.tell({Order::Kind::LetGo, 0, util::Pid(0), 0, {}});
    QVERIFY(keeper.hasEnded(kEndMilliseconds));
    for (const auto& rank : ranks)
        QVERIFY(rank->beats());
}

/// A word to a debugger has it do much at once. Where the machine is busy, ranks may take longer than they are waited
/// for.
void TestKeeper::debuggersAreToldAfterAllStand()
{
    constexpr unsigned kRanks = 16;
    KeeperProcess keeper;
    std::vector<std::unique_ptr<WatchedProcess>> ranks;
    std::vector<std::unique_ptr<RspClient>> clients;
    for (unsigned i = 0; i < kRanks; ++i) {
        ranks.push_back(std::make_unique<WatchedProcess>("heartbeat", std::vector<std::string>{"2"}));
        QVERIFY(!ranks.back()->readLine().empty());
        clients.push_back(keeper.hold(i, ranks.back()->pid()));
        QCOMPARE(clients.back()->ask("QStartNoAckMode"), "OK");
    }
    StandWish asking = 1;
    std::size_t toldBefore = 0;
    for (int round = 0; round < 50 && toldBefore < kRanks; ++round) {
        for (unsigned i = 0; i < kRanks; ++i) {
            keeper.wantStand(i, 0);
            clients[i]->send("vCont;c");
        }
        for (const auto& rank : ranks)
            QVERIFY(rank->beats());
        asking += 2;
        for (unsigned i = 0; i < kRanks; ++i)
            keeper.wantStand(i, asking);
        std::vector<pollfd> first;
        for (const auto& client : clients)
            first.push_back({client->descriptor(), POLLIN, 0});
        QVERIFY(::poll(first.data(), first.size(), kEndMilliseconds) > 0);
        toldBefore = 0;
        while (keeper.notice(Notice::Kind::Stands, 0))
            ++toldBefore;
        for (const auto& client : clients)
            QVERIFY(client->receive().starts_with("T13"));
        for (std::size_t told = toldBefore; told < kRanks; ++told)
            QVERIFY(keeper.notice(Notice::Kind::Stands));
    }
    QCOMPARE(toldBefore, std::size_t(kRanks));
}

/// Its child of vfork keeps it from that for three seconds.
void TestKeeper::whoCannotStandKeepsNobodyWaiting()
{
    KeeperProcess keeper;
    WatchedProcess slow("sampled", {"vfork-long", "3000"});
    WatchedProcess quick("heartbeat", {"2"});
    std::vector<std::unique_ptr<RspClient>> clients;
    for (WatchedProcess* const rank : {&slow, &quick}) {
        QVERIFY(!rank->readLine().empty());
        clients.push_back(keeper.hold(clients.size(), rank->pid()));
        QCOMPARE(clients.back()->ask("QStartNoAckMode"), "OK");
        QCOMPARE(clients.back()->ask("QPassSignals:11"), "OK"); // SIGCHLD
        clients.back()->send("vCont;c");
    }
    QVERIFY(quick.beats());
    QTRY_COMPARE(processState(slow.pid()), 'D');
    for (Slot slot = 0; slot < 2; ++slot)
        keeper.wantStand(slot, 1);
    QVERIFY(clients[1]->receive().starts_with("T13"));
    const auto told = keeper.notice(Notice::Kind::Stands);
    QVERIFY(told);
    QCOMPARE(told->slot, Slot(1));
    pollfd other{clients[0]->descriptor(), POLLIN, 0};
    QCOMPARE(::poll(&other, 1, 0), 0);
    QVERIFY(clients[0]->receive().starts_with("T13"));
    QCOMPARE(keeper.notice(Notice::Kind::Stands)->slot, Slot(0));
}

void TestKeeper::oneThatIsWantedToStandDoes_data()
{
    QTest::addColumn<bool>("threads");
    QTest::newRow("alone") << false;
    QTest::newRow("threads") << true;
}

/// It meets its breakpoint all the time, and its debugger gets it over that and on, as LLDB does where a condition is
/// false; it is asked to stand at any moment of that. 500 times, and each is told within a few of the debugger's runs.
void TestKeeper::oneThatIsWantedToStandDoes()
{
    QFETCH(bool, threads);
    constexpr StandWish kAskings = 500;
    Rig rig(threads ? std::vector<std::string>{"3"} : std::vector<std::string>{});
    QVERIFY(rig.attach());
    QCOMPARE(rig.insert(rig.m_hot), "OK");
    StandWish asking = 0;
    int hits = 0;
    std::chrono::microseconds longest{200}; // it runs before it is asked: longer where it has seldom met it
    bool isIn = true;
    std::string stop;
    const auto keep = [&](bool wanted) {
        if (std::exchange(isIn, wanted) != wanted)
            QCOMPARE(wanted ? rig.insert(rig.m_hot) : rig.remove(rig.m_hot), "OK");
    };
    while (asking < kAskings) {
        rig.m_keeper.wantStand(0, 0);
        rig.m_client->send("vCont;c");
        if (hits * 3 < static_cast<int>(asking))
            longest = std::min(longest * 2, std::chrono::microseconds(20'000));
        std::this_thread::sleep_for(std::chrono::microseconds(asking * 7 % longest.count()));
        rig.m_keeper.wantStand(0, ++asking);
        for (int runs = 0; runs < 20 && !(stop = rig.m_client->receive()).starts_with("T13"); ++runs) {
            QVERIFY2(stop.starts_with("T05"), stop.c_str());
            const std::string thread = stop.substr(stop.find("thread:") + 7, stop.find(';') - stop.find("thread:") - 7);
            if (stop.find("reason:breakpoint") != std::string::npos) {
                ++hits;
                keep(false);
                rig.m_client->send("vCont;s:" + thread);
                continue;
            }
            keep(true);
            rig.m_client->send("vCont;c");
        }
        QVERIFY2(stop.starts_with("T13"), stop.c_str());
        keep(true);
    }
    QVERIFY2(hits > 100, "it did not meet its breakpoint");
    rig.m_keeper.wantStand(0, 0);
    keep(false);
    rig.m_client->send("vCont;c");
    QVERIFY(rig.m_rank.beats()); // nothing is left of all the askings
}

void TestKeeper::aForkedChildHasNoTraps()
{
    Rig rig({}, "forks"); // its child calls hot(), too
    QVERIFY(rig.attach());
    QCOMPARE(rig.m_client->ask("QPassSignals:" + hex(SIGCHLD)), "OK");
    QCOMPARE(rig.insert(rig.m_hot), "OK");
    rig.m_client->send("vCont;c");
    for (int child = 0; child < 10; ++child)
        QCOMPARE(rig.m_rank.readByte(), '.');
}

void TestKeeper::aStopLeavesTheResultOfACallAlone()
{
    Rig rig({}, "makes_threads");
    QVERIFY(rig.attach());
    for (int round = 0; round < 300; ++round) {
        rig.m_client->send("vCont;c");
        std::this_thread::sleep_for(std::chrono::microseconds(500 + 37 * (round % 50)));
        rig.m_client->sendRaw("\x03");
        QVERIFY(rig.m_client->receive().starts_with("T"));
        const std::string allocated =
            rig.m_client->ask("_M1000,rwx"); // a call of ours, by the thread that makes others
        QVERIFY2(!allocated.empty() && !allocated.starts_with("E"), allocated.c_str());
        QCOMPARE(rig.m_client->ask("_m" + allocated), "OK");
    }
    QCOMPARE(rig.m_client->ask("D"), "OK");
    for (int hundreds = 0; hundreds < 20; ++hundreds)
        QCOMPARE(rig.m_rank.readByte(), '.');
}

void TestKeeper::heldAndLetGoAgainAndAgain()
{
    Rig rig({"3"});
    QVERIFY(rig.attach());
    QCOMPARE(rig.m_client->ask("D"), "OK");
    for (unsigned round = 1; round <= 200; ++round) {
        QVERIFY(rig.m_keeper.notice(Notice::Kind::Released));
        const auto client = rig.m_keeper.hold(round, rig.m_rank.pid());
        QCOMPARE(client->ask("QStartNoAckMode"), "OK");
        QCOMPARE(client->ask("Z0," + hex(rig.m_hot) + ",1"), "OK");
        if (round % 2 != 0) {
            QVERIFY(client->ask("vCont;c").starts_with("T05"));
            QCOMPARE(client->ask("D"), "OK");
        } else {
            client->send("vCont;c");
            client->die();
            rig.m_keeper.tell({Order::Kind::Release, round, util::Pid(0), 0, {}});
        }
    }
    QVERIFY(rig.m_rank.beats());
}

DBGR_TEST(TestKeeper, QCoreApplication);

} // namespace tst_keeper

#include "tst_keeper.moc"

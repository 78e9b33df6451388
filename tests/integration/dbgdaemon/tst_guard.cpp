// SPDX-License-Identifier: GPL-3.0-or-later
// The guard with a real lldb-server and a real process: whoever dies, in whatever state, the process lives on,
// untraced, with its own text, and nothing of ours is left.

#include "dbgdaemon/stub_pool.h"
#include "tests/support/dbgdaemon/rsp_client.h"
#include "tests/support/dbgdaemon/watched_process.h"

#include <QTest>

#include <atomic>
#include <csignal>
#include <future>
#include <sstream>
#include <thread>

using namespace dbgr;
using namespace dbgr::daemon;
using namespace dbgr::test;

namespace {

constexpr int kEndMilliseconds = 8000;

enum class Victim
{
    Client,
    Guard,
    Stub
};

enum class RankState
{
    StoppedAtStart,
    StoppedAtBreakpoint,
    Running,
    RunningByItsBreakpoint ///< stops at it again and again, and is resumed at once
};

/// dbgd's part: a loop, a pool, and one rank.
class Rig
{
public:
    explicit Rig(const std::vector<std::string>& arguments = {}, const std::string& program = "heartbeat")
        : m_rank(program, arguments)
    {
        std::istringstream(m_rank.readLine()) >> std::hex >> m_hot >> m_rare;
        m_loop = net::EventLoop::create().value();
        m_loop->startThread();
        onLoop([this] {
            auto programs = findStubPrograms(DBGR_TEST_BIN_DIR "/dbgd");
            if (!programs)
                qFatal("%s", programs.error().message().c_str());
            if (const QByteArray log = qgetenv("DBGR_TEST_GUARD_LOG"); !log.isEmpty())
                programs->guardLog = log.toStdString();
            auto pool = StubPool::create(*m_loop, *programs, {[this](util::RankSet, util::Error) { m_lost = true; }});
            if (!pool)
                qFatal("%s", pool.error().message().c_str());
            m_pool = std::move(*pool);
            m_guard = m_pool->guardPid();
            auto connection = m_pool->open(util::Rank(0), m_rank.pid());
            if (!connection)
                qFatal("%s", connection.error().message().c_str());
            m_client = std::make_unique<RspClient>(std::move(*connection));
        });
    }

    ~Rig()
    {
        stopHitting();
        killClient();
    }

    bool attach()
    {
        const std::string noAcks = m_client->ask("QStartNoAckMode");
        m_client->sendRaw("+");
        const bool attached = noAcks == "OK" && m_client->ask("?").starts_with("T");
        const auto stubs = childrenOf(m_guard);
        m_stub = stubs.empty() ? util::Pid() : stubs.front();
        return attached;
    }

    /// The whole of dbgd goes, as the system sees it: all its descriptors are closed.
    void killClient()
    {
        if (!m_pool)
            return;
        onLoop([this] {
            m_pool.reset();
            m_client->die();
        });
    }

    /// Resumes the rank at each stop, as fast as it can, until told otherwise or there is nobody to tell.
    void keepHitting()
    {
        m_hitter = std::thread([this] {
            while (!m_enough && m_client->ask("vCont;c").starts_with("T05"))
                ++m_hits;
        });
    }
    void stopHitting()
    {
        m_enough = true;
        if (m_hitter.joinable())
            m_hitter.join();
    }

    std::string insert(std::uint64_t address) { return m_client->ask("Z0," + hex(address) + ",1"); }
    std::string remove(std::uint64_t address) { return m_client->ask("z0," + hex(address) + ",1"); }
    std::string stepOver(std::uint64_t address)
    {
        const std::string removed = remove(address);
        const std::string stepped = m_client->ask("vCont;s:" + hex(static_cast<std::uint64_t>(m_rank.pid().value())));
        return removed + stepped.substr(0, 3) + insert(address);
    }
    std::string whyEnded()
    {
        std::string why;
        onLoop([&] {
            if (const auto error = m_pool->whyEnded(util::Rank(0)))
                why = error->message();
        });
        return why;
    }

    template <class F>
    void onLoop(F f)
    {
        std::promise<void> done;
        m_loop->post([&] {
            f();
            done.set_value();
        });
        done.get_future().wait();
    }

    static std::string hex(std::uint64_t number) { return QByteArray::number(qulonglong(number), 16).toStdString(); }

    WatchedProcess m_rank;
    std::uint64_t m_hot = 0;
    std::uint64_t m_rare = 0;
    std::unique_ptr<net::EventLoop> m_loop;
    std::unique_ptr<StubPool> m_pool;
    std::unique_ptr<RspClient> m_client;
    util::Pid m_guard;
    util::Pid m_stub;
    std::atomic<bool> m_lost{false};
    std::thread m_hitter;
    std::atomic<bool> m_enough{false};
    std::atomic<int> m_hits{0};
};

bool gone(util::Pid pid)
{
    const char state = processState(pid);
    return state == 0 || state == 'Z';
}

} // namespace

class TestGuard : public QObject
{
    Q_OBJECT

private slots:
    void keepsTheTextOfAStoppedRankClean();
    void stopsAtABreakpointAndStepsOverIt();
    void takesAThousandStopsOfManyThreads();
    void ranksOutliveEachOfUs_data();
    void ranksOutliveEachOfUs();
    void detachLeavesNothing();
    void reportsAStubThatCannotAttach();
    void reportsAStubThatDies();
    void aForkedChildHasNoTraps();
};

void TestGuard::keepsTheTextOfAStoppedRankClean()
{
    Rig rig;
    QVERIFY(rig.attach());
    const int original = rig.m_rank.byteAt(rig.m_hot);
    QVERIFY(original != 0xcc);

    QCOMPARE(rig.insert(rig.m_hot), "OK");
    QCOMPARE(rig.m_rank.byteAt(rig.m_hot), original);
    QCOMPARE(rig.remove(rig.m_hot), "OK");
    QCOMPARE(rig.m_rank.byteAt(rig.m_hot), original);

    QCOMPARE(rig.insert(rig.m_rare), "OK");
    rig.m_client->send("vCont;c");
    QTRY_COMPARE(rig.m_rank.byteAt(rig.m_rare), 0xcc);
}

void TestGuard::stopsAtABreakpointAndStepsOverIt()
{
    Rig rig;
    QVERIFY(rig.attach());
    const int original = rig.m_rank.byteAt(rig.m_hot);
    QCOMPARE(rig.insert(rig.m_hot), "OK");
    for (int hit = 0; hit < 3; ++hit) {
        const std::string stop = rig.m_client->ask("vCont;c");
        QVERIFY2(stop.starts_with("T05"), stop.c_str());
        QVERIFY2(stop.find("reason:breakpoint") != std::string::npos, stop.c_str());
        QCOMPARE(rig.m_rank.byteAt(rig.m_hot), original);
        QCOMPARE(rig.stepOver(rig.m_hot), "OKT05OK");
    }
}

void TestGuard::takesAThousandStopsOfManyThreads()
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

void TestGuard::ranksOutliveEachOfUs_data()
{
    QTest::addColumn<int>("victim");
    QTest::addColumn<int>("state");
    QTest::addColumn<bool>("threads");
    const std::pair<const char*, Victim> victims[] = {
        {"client", Victim::Client}, {"guard", Victim::Guard}, {"stub", Victim::Stub}};
    const std::pair<const char*, RankState> states[] = {{"stopped", RankState::StoppedAtStart},
                                                        {"at breakpoint", RankState::StoppedAtBreakpoint},
                                                        {"running", RankState::Running},
                                                        {"by its breakpoint", RankState::RunningByItsBreakpoint}};
    for (const auto& [victimName, victim] : victims)
        for (const auto& [stateName, state] : states) {
            // The kernel gives a rank that stands at a breakpoint its SIGTRAP when the tracer itself is killed; nobody
            // can help that.
            if (victim == Victim::Stub && state != RankState::StoppedAtStart && state != RankState::Running)
                continue;
            for (const bool threads : {false, true})
                QTest::addRow("%s dies, %s%s", victimName, stateName, threads ? ", threads" : "")
                    << static_cast<int>(victim) << static_cast<int>(state) << threads;
        }
}

void TestGuard::ranksOutliveEachOfUs()
{
    QFETCH(int, victim);
    QFETCH(int, state);
    QFETCH(bool, threads);
    Rig rig(threads ? std::vector<std::string>{"3"} : std::vector<std::string>{});
    QVERIFY(rig.attach());
    const int originals[] = {rig.m_rank.byteAt(rig.m_hot), rig.m_rank.byteAt(rig.m_rare)};
    const auto rankState = static_cast<RankState>(state);
    QCOMPARE(rig.insert(rankState == RankState::Running ? rig.m_rare : rig.m_hot), "OK");
    if (rankState == RankState::StoppedAtBreakpoint)
        QVERIFY(rig.m_client->ask("vCont;c").starts_with("T05"));
    if (rankState == RankState::Running) {
        rig.m_client->send("vCont;c");
        QVERIFY(rig.m_rank.beats());
    }
    if (rankState == RankState::RunningByItsBreakpoint) {
        rig.keepHitting(); // it is stopped and resumed behind our back when the end comes
        QTRY_VERIFY(rig.m_hits > 20);
    }

    switch (static_cast<Victim>(victim)) {
    case Victim::Client:
        rig.stopHitting();
        if (rankState == RankState::RunningByItsBreakpoint)
            rig.m_client->send("vCont;c");
        rig.killClient();
        break;
    case Victim::Guard:
        ::kill(rig.m_guard.value(), SIGKILL);
        QTRY_VERIFY(rig.m_lost);
        break;
    case Victim::Stub:
        ::kill(rig.m_stub.value(), SIGKILL);
        break;
    }

    QTRY_VERIFY_WITH_TIMEOUT(gone(rig.m_stub), kEndMilliseconds);
    QTRY_COMPARE(statusNumber(rig.m_rank.pid(), "TracerPid"), 0L);
    QVERIFY(rig.m_rank.beats());
    QTest::qWait(350); // rare() has been called meanwhile
    QVERIFY(rig.m_rank.beats());
    QVERIFY(rig.m_rank.running());
    QCOMPARE(rig.m_rank.byteAt(rig.m_hot), originals[0]);
    QCOMPARE(rig.m_rank.byteAt(rig.m_rare), originals[1]);
    rig.killClient();
    QTRY_VERIFY_WITH_TIMEOUT(gone(rig.m_guard), kEndMilliseconds);
}

void TestGuard::detachLeavesNothing()
{
    Rig rig;
    QVERIFY(rig.attach());
    QCOMPARE(rig.insert(rig.m_hot), "OK");
    QVERIFY(rig.m_client->ask("vCont;c").starts_with("T05"));
    QCOMPARE(rig.remove(rig.m_hot), "OK");
    QCOMPARE(rig.m_client->ask("D"), "OK");
    rig.m_client->die();
    QTRY_VERIFY_WITH_TIMEOUT(gone(rig.m_stub), kEndMilliseconds);
    QVERIFY(rig.m_rank.beats());
    QCOMPARE(rig.whyEnded(), "");
    std::atomic<bool> done = false;
    rig.onLoop([&] { rig.m_pool->shutdown([&] { done = true; }); });
    QTRY_VERIFY(done);
    QVERIFY(gone(rig.m_guard));
}

void TestGuard::reportsAStubThatCannotAttach()
{
    Rig rig;
    QVERIFY(rig.attach());
    Rig second; // its rank is held by its own stub, so that the first rig's guard cannot have it
    QVERIFY(second.attach());
    std::string why;
    std::unique_ptr<RspClient> client;
    rig.onLoop(
        [&] { client = std::make_unique<RspClient>(rig.m_pool->open(util::Rank(7), second.m_rank.pid()).value()); });
    client->send("QStartNoAckMode");
    QCOMPARE(client->receive(), "closed");
    rig.onLoop([&] { why = rig.m_pool->whyEnded(util::Rank(7)).value_or(util::Error{}).message(); });
    QVERIFY2(why.find("could not attach to process") != std::string::npos, why.c_str());
}

void TestGuard::reportsAStubThatDies()
{
    Rig rig;
    QVERIFY(rig.attach());
    ::kill(rig.m_stub.value(), SIGKILL);
    QCOMPARE(rig.m_client->receive(), "closed");
    const std::string why = rig.whyEnded();
    QVERIFY2(why.find("ended: signal 9") != std::string::npos, why.c_str());
}

void TestGuard::aForkedChildHasNoTraps()
{
    Rig rig({}, "forks");
    QVERIFY(rig.attach());
    const std::string features =
        rig.m_client->ask("qSupported:xmlRegisters=i386;multiprocess+;fork-events+;vfork-events+");
    QVERIFY2(features.find("fork-events+") != std::string::npos, features.c_str());
    QCOMPARE(rig.insert(rig.m_hot), "OK");
    const std::string stop = rig.m_client->ask("vCont;c");
    const std::size_t fork = stop.find("fork:p");
    QVERIFY2(stop.starts_with("T05") && fork != std::string::npos, stop.c_str());
    const util::Pid child(std::stoi(stop.substr(fork + 6), nullptr, 16));
    QVERIFY(byteOf(child, rig.m_hot) >= 0);
    QCOMPARE(byteOf(child, rig.m_hot), rig.m_rank.byteAt(rig.m_hot));
    rig.killClient(); // before anybody took the breakpoint out of the child
    QTRY_COMPARE(statusNumber(rig.m_rank.pid(), "TracerPid"), 0L);
    QCOMPARE(rig.m_rank.readByte(), '.');
    QCOMPARE(rig.m_rank.readByte(), '.');
}

QTEST_GUILESS_MAIN(TestGuard)
#include "tst_guard.moc"

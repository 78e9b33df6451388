// SPDX-License-Identifier: GPL-3.0-or-later
// dbgd's side of the keeper with a real one and real processes: what it is told of ends, losses and refusals. What
// becomes of the processes is tst_keeper's.
#include "dbgdaemon/helper_programs.h"
#include "dbgdaemon/keeper_holder.h"
#include "debug/debug_error.h"
#include "tests/support/dbgdaemon/rsp_client.h"
#include "tests/support/dbgdaemon/watched_process.h"
#include "tests/support/net/run_until.h"
#include "tests/support/run/test_class.h"
#include "util/host_name.h"
#include "util/memory_file.h"
#include "util/rank_snapshot.h"

#include <QTest>

#include <csignal>

namespace tst_keeper_holder {

using namespace dbgr;
using namespace dbgr::daemon;
using namespace dbgr::test;

namespace {

/// dbgd's part: a loop, a holder, and ranks.
class Rig
{
public:
    explicit Rig(util::Duration silence = KeeperHolder::kSilenceLimit)
    {
        auto programs = findHelpers(DBGR_TEST_BIN_DIR "/dbgd", {});
        if (!programs)
            qFatal("%s", programs.error().message().c_str());
        auto made =
            KeeperHolder::create(*loop, programs->keeper, {[this](const util::RankSet& ranks, const util::Error& why) {
                lost |= ranks;
                whyLost = why.message();
            }},
                                 silence);
        if (!made)
            qFatal("%s", made.error().message().c_str());
        holder = *std::move(made);
    }

    /// \return whether it was attached to
    bool hold(util::Rank rank, util::Pid pid)
    {
        clients.push_back(std::make_unique<RspClient>(holder->open(rank, pid).value()));
        clients.back()->send("QStartNoAckMode");
        return clients.back()->receive() == "OK" && clients.back()->ask("?").starts_with("T");
    }
    template <class Condition>
    [[nodiscard]] bool until(Condition condition)
    {
        return runUntil(*loop, condition, std::chrono::seconds(10));
    }
    [[nodiscard]] std::string why(util::Rank rank) { return holder->whyEnded(rank).value_or(util::Error{}).message(); }

    std::unique_ptr<net::EventLoop> loop = net::EventLoop::create().value();
    util::RankSet lost;
    std::string whyLost;
    std::unique_ptr<KeeperHolder> holder;
    std::vector<std::unique_ptr<RspClient>> clients;
};

constexpr util::Rank kFirst(0), kSecond(7);
constexpr std::size_t kMostSampleBytes = std::size_t{32} << 20;

} // namespace

class TestKeeperHolder : public QObject
{
    Q_OBJECT

private slots:
    void endsAreTold_data();
    void endsAreTold();
    void whatHoldsItIsNoReasonWhileItIsHeld();
    void aRefusalIsTold();
    void aProcessThatIsGoneIsTold();
    void aKeeperThatDiesLosesWhatItHeld();
    void aKeeperThatSaysNothingIsEnded();
    void oneThatIsThereIsLeftAlone();
    void itHoldsAsManyAsThereAreWishes();
    void anotherEngineTakesOver();
    void oneIsLetGo();
    void shutdownLetsGo();
    void theNextOneOfANumberCounts();
    void samplesAreHandedOver();
    void eachThatAskedForASampleIsAnswered_data();
    void eachThatAskedForASampleIsAnswered();
};

void TestKeeperHolder::endsAreTold_data()
{
    QTest::addColumn<int>("signal");
    for (const int number : {SIGKILL, SIGTERM, SIGSEGV, SIGUSR2})
        QTest::addRow("%d", number) << number;
}

void TestKeeperHolder::endsAreTold()
{
    QFETCH(int, signal);
    WatchedProcess rank("heartbeat");
    Rig rig;
    QVERIFY(rig.hold(kFirst, rank.pid()));
    QVERIFY(!rig.holder->endingOf(kFirst));
    rig.clients[0]->send("QPassSignals:0b;0c;0f");
    QCOMPARE(rig.clients[0]->receive(), "OK");
    rig.clients[0]->send("vCont;c");
    ::kill(rank.pid().value(), signal);
    const std::string end = rig.clients[0]->receive();
    QVERIFY2(end.starts_with("X"), end.c_str());
    const auto ending = rig.holder->endingOf(kFirst); // told before the debugger is
    QVERIFY(ending && !ending->status);
    QCOMPARE(ending->signal, signal);
    QVERIFY(rig.lost.empty());
}

void TestKeeperHolder::whatHoldsItIsNoReasonWhileItIsHeld()
{
    WatchedProcess rank("heartbeat");
    Rig rig;
    QVERIFY(rig.hold(kFirst, rank.pid()));
    QVERIFY(!rig.holder->whyEnded(kFirst));
    QCOMPARE(statusNumber(rank.pid(), "TracerPid"), long(rig.holder->tracer().value()));
    QVERIFY(!rig.holder->whyEnded(kSecond)); // never opened
    QVERIFY(!rig.holder->endingOf(kSecond));
}

void TestKeeperHolder::aRefusalIsTold()
{
    WatchedProcess rank("heartbeat");
    Rig first, second;
    QVERIFY(first.hold(kFirst, rank.pid()));
    QVERIFY(!second.hold(kSecond, rank.pid()));
    QVERIFY2(second.why(kSecond).find("attaching to process " + std::to_string(rank.pid().value()) + " failed: ") !=
                 std::string::npos,
             second.why(kSecond).c_str());
    QVERIFY(!first.holder->whyEnded(kFirst));
    QVERIFY(second.lost.empty());
}

void TestKeeperHolder::aProcessThatIsGoneIsTold()
{
    util::Pid pid;
    {
        const WatchedProcess rank("heartbeat");
        pid = rank.pid();
    }
    Rig rig;
    QVERIFY(!rig.hold(kFirst, pid));
    QVERIFY(!rig.why(kFirst).empty());
}

void TestKeeperHolder::aKeeperThatDiesLosesWhatItHeld()
{
    WatchedProcess held("heartbeat"), ended("heartbeat");
    Rig rig;
    QVERIFY(rig.hold(kFirst, held.pid()) && rig.hold(kSecond, ended.pid()));
    ::kill(ended.pid().value(), SIGKILL);
    QVERIFY(rig.until([&] { return rig.holder->endingOf(kSecond).has_value(); }));
    ::kill(rig.holder->tracer().value(), SIGKILL);
    QVERIFY(rig.until([&] { return !rig.lost.empty(); }));
    QCOMPARE(rig.lost.toString(), "0"); // the other one had ended before
    QVERIFY2(rig.whyLost.find("the keeper process on " + util::hostName() + " ended (signal 9") != std::string::npos,
             rig.whyLost.c_str());
    QCOMPARE(rig.why(kFirst), rig.whyLost);
    QCOMPARE(whoTraces(held.pid()), std::string());
    QVERIFY(held.beats());
    const auto again = rig.holder->open(kFirst, held.pid());
    QVERIFY(!again);
    QVERIFY(again.error().code == debug::Errc::KeeperFailed);
    bool isDone = false;
    rig.holder->shutdown([&] { isDone = true; });
    QVERIFY(rig.until([&] { return isDone; }));
}

void TestKeeperHolder::aKeeperThatSaysNothingIsEnded()
{
    WatchedProcess rank("heartbeat");
    Rig rig(std::chrono::milliseconds(300));
    QVERIFY(rig.hold(kFirst, rank.pid()));
    ::kill(rig.holder->tracer().value(), SIGSTOP);
    QVERIFY(rig.until([&] { return !rig.lost.empty(); }));
    QVERIFY2(rig.whyLost.find("it did not answer") != std::string::npos, rig.whyLost.c_str());
    QCOMPARE(whoTraces(rank.pid()), std::string());
    QVERIFY(rank.beats());
}

void TestKeeperHolder::oneThatIsThereIsLeftAlone()
{
    WatchedProcess rank("heartbeat");
    Rig rig(std::chrono::milliseconds(100));
    QVERIFY(rig.hold(kFirst, rank.pid()));
    static_cast<void>(runUntil(
        *rig.loop, [] { return false; }, std::chrono::milliseconds(1000)));
    QVERIFY(rig.lost.empty());
    QVERIFY(!rig.holder->whyEnded(kFirst));
}

void TestKeeperHolder::itHoldsAsManyAsThereAreWishes()
{
    Rig rig;
    for (unsigned i = 0; i < keeper::Wishes::kMaxSlots; ++i)
        QVERIFY(rig.holder->open(util::Rank(i), util::Pid(1 << 22))); // there is no such process
    const auto more = rig.holder->open(util::Rank(1), util::Pid(1 << 22));
    QVERIFY(!more);
    QVERIFY2(more.error().message().find("can no more") != std::string::npos, more.error().message().c_str());
}

void TestKeeperHolder::anotherEngineTakesOver()
{
    WatchedProcess rank("heartbeat");
    Rig rig;
    QVERIFY(!rig.holder->openAgain(kFirst));
    QVERIFY(rig.hold(kFirst, rank.pid()));
    rig.clients[0]->send("vCont;c");
    QVERIFY(rank.beats());
    rig.clients[0]->die();
    RspClient next(rig.holder->openAgain(kFirst).value());
    QCOMPARE(next.ask("QStartNoAckMode"), "OK");
    QVERIFY(next.ask("?").starts_with("T13"));
    QVERIFY(!rig.holder->whyEnded(kFirst) && rig.lost.empty());
}

void TestKeeperHolder::oneIsLetGo()
{
    WatchedProcess first("heartbeat"), second("heartbeat");
    Rig rig;
    QVERIFY(rig.hold(kFirst, first.pid()) && rig.hold(kSecond, second.pid()));
    rig.holder->release(kFirst);
    QTRY_COMPARE(statusNumber(first.pid(), "TracerPid"), 0L);
    QVERIFY(first.beats());
    QCOMPARE(statusNumber(second.pid(), "TracerPid"), long(rig.holder->tracer().value()));
    QVERIFY(rig.until([&] { return !rig.holder->openAgain(kFirst); }));
    rig.holder->release(kFirst); // once more
    rig.holder->release(util::Rank(99));
}

void TestKeeperHolder::shutdownLetsGo()
{
    WatchedProcess rank("heartbeat");
    Rig rig;
    QVERIFY(rig.hold(kFirst, rank.pid()));
    bool isDone = false;
    rig.holder->shutdown([&] { isDone = true; });
    QVERIFY(rig.until([&] { return isDone; }));
    QCOMPARE(statusNumber(rank.pid(), "TracerPid"), 0L);
    QVERIFY(rank.beats());
    QVERIFY(!rig.holder->open(kSecond, rank.pid()));
    QVERIFY(rig.lost.empty());
}

void TestKeeperHolder::theNextOneOfANumberCounts()
{
    WatchedProcess first("heartbeat"), second("heartbeat");
    Rig rig;
    QVERIFY(rig.hold(kFirst, first.pid()));
    ::kill(first.pid().value(), SIGKILL);
    QVERIFY(rig.until([&] { return rig.holder->endingOf(kFirst).has_value(); }));
    QVERIFY(rig.hold(kFirst, second.pid()));
    QVERIFY(!rig.holder->endingOf(kFirst));
    QVERIFY(!rig.holder->whyEnded(kFirst));
}

void TestKeeperHolder::samplesAreHandedOver()
{
    constexpr int kMany = 300;
    WatchedProcess rank("heartbeat", {"2"});
    Rig rig;
    QVERIFY(rig.hold(kFirst, rank.pid()));
    rig.clients[0]->send("vCont;c");
    std::vector<util::UniqueFd> files;
    for (int i = 0; i < kMany; ++i)
        rig.holder->sample(kFirst, [&](util::Result<util::UniqueFd> file) {
            if (file)
                files.push_back(*std::move(file));
        });
    QVERIFY(files.empty()); // not inside of the call
    QVERIFY(rig.until([&] { return files.size() == kMany; }));
    for (const util::UniqueFd* const file : {&files.front(), &files.back()}) {
        const auto snapshot =
            util::decodeRankSnapshot(util::readMemoryFile(file->get(), kMostSampleBytes).value_or(""));
        QVERIFY(snapshot && !snapshot->stood);
        QCOMPARE(snapshot->pid, rank.pid());
        QCOMPARE(snapshot->threads.size(), std::size_t(3));
        QCOMPARE(snapshot->threads.front().name, "heartbeat");
    }
    QVERIFY(rank.beats());
}

void TestKeeperHolder::eachThatAskedForASampleIsAnswered_data()
{
    QTest::addColumn<QString>("what");
    QTest::addColumn<QString>("why");
    QTest::newRow("it is not held") << "nobody"
                                    << "the keeper does not hold rank 7";
    QTest::newRow("it is killed") << "rank"
                                  << "has ended";
    QTest::newRow("it is let go") << "release"
                                  << "was let go";
    QTest::newRow("the keeper is killed") << "keeper"
                                          << "the keeper process on";
    QTest::newRow("dbgd is about to end") << "shutdown"
                                          << "is about to end";
}

void TestKeeperHolder::eachThatAskedForASampleIsAnswered()
{
    QFETCH(QString, what);
    QFETCH(QString, why);
    WatchedProcess rank("heartbeat");
    Rig rig;
    QVERIFY(rig.hold(kFirst, rank.pid()));
    rig.clients[0]->send("vCont;c");
    QVERIFY(rank.beats());
    const auto keeper = static_cast<pid_t>(rig.holder->tracer().value());
    ::kill(keeper, SIGSTOP); // so that it does not answer before
    if (what == "release")
        rig.holder->release(kFirst);
    else if (what == "rank")
        ::kill(rank.pid().value(), SIGKILL);
    QStringList answers;
    for (int i = 0; i < 2; ++i)
        rig.holder->sample(what == "nobody" ? kSecond : kFirst, [&](const util::Result<util::UniqueFd>& file) {
            answers += file ? QString("a file") : QString::fromStdString(file.error().message());
        });
    QVERIFY(answers.isEmpty());
    if (what == "keeper")
        ::kill(keeper, SIGKILL);
    if (what == "shutdown")
        rig.holder->shutdown([] {});
    ::kill(keeper, SIGCONT);
    QVERIFY(rig.until([&] { return answers.size() == 2; }));
    for (const QString& answer : answers)
        QVERIFY2(answer.contains(why) || (what == "release" && answer == "a file"), qPrintable(answer));
    static_cast<void>(runUntil(
        *rig.loop, [] { return false; }, std::chrono::milliseconds(50)));
    QCOMPARE(answers.size(), 2); // once
}

DBGR_TEST(TestKeeperHolder, QCoreApplication);

} // namespace tst_keeper_holder

#include "tst_keeper_holder.moc"

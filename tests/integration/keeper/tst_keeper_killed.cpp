// SPDX-License-Identifier: GPL-3.0-or-later
// dbgd-keeper is killed at any moment of what it does with ranks beside letting them run: while it attaches, while a
// thread makes a call for a debugger, steps over breakpoints, makes threads, children or other programs. The programs
// count and check themselves: each comes to its right result.
#include "bytecode/code.h"
#include "tests/support/dbgdaemon/rsp_client.h"
#include "tests/support/dbgdaemon/watched_process.h"
#include "tests/support/keeper/keeper_process.h"
#include "tests/support/run/test_class.h"

#include <QProcess>
#include <QTest>

#include <atomic>
#include <chrono>
#include <csignal>
#include <cstring>
#include <elf.h>
#include <fstream>
#include <functional>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <sys/wait.h>
#include <thread>
#include <vector>

namespace tst_keeper_killed {

using namespace dbgr;
using namespace dbgr::keeper;
using namespace dbgr::test;

namespace {

std::string hex(std::uint64_t number)
{
    return QByteArray::number(qulonglong(number), 16).toStdString();
}

/// As a register of 8 bytes is written.
std::string littleEndian(std::uint64_t number)
{
    return QByteArray(reinterpret_cast<const char*>(&number), sizeof number).toHex().toStdString();
}

std::uint64_t fromLittleEndian(const std::string& digits)
{
    const QByteArray bytes = QByteArray::fromHex(QByteArray::fromStdString(digits));
    std::uint64_t number = 0;
    std::memcpy(&number, bytes.constData(), std::min<std::size_t>(sizeof number, std::size_t(bytes.size())));
    return number;
}

/// Where the program begins, which it never comes to again: LLDB has calls return there.
std::uint64_t entryOf(util::Pid pid)
{
    std::ifstream file("/proc/" + std::to_string(pid.value()) + "/auxv", std::ios::binary);
    Elf64_auxv_t one{};
    while (file.read(reinterpret_cast<char*>(&one), sizeof one)) {
        if (one.a_type == AT_ENTRY)
            return one.a_un.a_val;
    }
    return 0;
}

/// Of a function of a program that is not moved in memory by as much as `of` is.
std::uint64_t addressOf(const std::string& program, const char* mangled, util::Pid pid)
{
    QProcess nm;
    nm.start("nm", {QString::fromStdString(DBGR_TEST_BIN_DIR "/debuggees/" + program)});
    if (!nm.waitForFinished())
        return 0;
    std::uint64_t wanted = 0;
    std::uint64_t start = 0;
    for (const QByteArray& line : nm.readAllStandardOutput().split('\n')) {
        const auto words = line.split(' ');
        if (words.size() == 3 && words[2] == mangled)
            wanted = words[0].toULongLong(nullptr, 16);
        if (words.size() == 3 && words[2] == "_start")
            start = words[0].toULongLong(nullptr, 16);
    }
    return wanted != 0 ? wanted + entryOf(pid) - start : 0;
}

/// Whether it has computed so often from now on, and rightly all the time.
bool computes(WatchedProcess& rank, int times)
{
    if (rank.written().find_first_not_of('.') != std::string::npos)
        return false;
    for (; times > 0; --times) {
        if (rank.readByte() != '.')
            return false;
    }
    return true;
}

/// How it ended; nothing: it was still there after some time.
std::optional<int> endOf(util::Pid pid)
{
    for (int tries = 0; tries < 2000; ++tries) {
        siginfo_t end{};
        if (::waitid(P_PID, static_cast<id_t>(pid.value()), &end, WEXITED | WNOWAIT | WNOHANG) == 0 && end.si_pid != 0)
            return end.si_code == CLD_EXITED ? end.si_status : -end.si_status;
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    return std::nullopt;
}

/// What is done again and again until nobody answers.
class Driver
{
public:
    explicit Driver(std::function<bool()> once)
        : m_thread([this, once = std::move(once)] {
              while (!m_enough && once())
                  ++m_rounds;
          })
    {}
    ~Driver()
    {
        m_enough = true;
        m_thread.join();
    }
    Driver(const Driver&) = delete;
    Driver& operator=(const Driver&) = delete;
    [[nodiscard]] int rounds() const { return m_rounds; }

private:
    std::atomic<bool> m_enough{false};
    std::atomic<int> m_rounds{0};
    std::thread m_thread;
};

} // namespace

class TestKeeperKilled : public QObject
{
    Q_OBJECT

private slots:
    void whileItAttaches_data();
    void whileItAttaches();
    void whileItLetsGo();
    void inACall_data();
    void inACall();
    void inAStorm_data();
    void inAStorm();
};

void TestKeeperKilled::whileItAttaches_data()
{
    QTest::addColumn<QString>("threads");
    QTest::addColumn<bool>("isAgain");
    for (const char* threads : {"1", "4"}) {
        QTest::addRow("threads %s", threads) << threads << false;
        QTest::addRow("threads %s, to ranks of one that was killed", threads) << threads << true;
    }
}

/// Each rank is made to make system calls at its first stop.
void TestKeeperKilled::whileItAttaches()
{
    QFETCH(QString, threads);
    QFETCH(bool, isAgain);
    constexpr unsigned kRanks = 8;
    constexpr int kKills = 25;
    std::vector<std::unique_ptr<WatchedProcess>> ranks;
    for (int kill = 0; kill < kKills; ++kill) {
        if (!isAgain || kill == 0) {
            ranks.clear();
            for (unsigned i = 0; i < kRanks; ++i) {
                ranks.push_back(
                    std::make_unique<WatchedProcess>("passed_O2", std::vector<std::string>{threads.toStdString()}));
                QVERIFY(!ranks.back()->readLine().empty());
            }
        }
        KeeperProcess keeper;
        keeper.tell({Order::Kind::SayYouAreThere, 0, util::Pid(0), 1, {}});
        QVERIFY(keeper.notice(Notice::Kind::There));
        std::vector<std::unique_ptr<RspClient>> clients;
        for (unsigned i = 0; i < kRanks; ++i)
            clients.push_back(keeper.hold(i, ranks[i]->pid()));
        std::this_thread::sleep_for(std::chrono::microseconds(83 * kill));
        keeper.kill();
        for (const auto& rank : ranks) {
            QCOMPARE(whoTraces(rank->pid(), kEndMilliseconds), std::string());
            QVERIFY2(computes(*rank, 20), qPrintable(QString("kill %1").arg(kill)));
        }
    }
}

/// The handler of traps is taken from each, by calls.
void TestKeeperKilled::whileItLetsGo()
{
    constexpr unsigned kRanks = 8;
    constexpr int kKills = 25;
    for (int kill = 0; kill < kKills; ++kill) {
        KeeperProcess keeper;
        std::vector<std::unique_ptr<WatchedProcess>> ranks;
        std::vector<std::unique_ptr<RspClient>> clients;
        for (unsigned i = 0; i < kRanks; ++i) {
            ranks.push_back(std::make_unique<WatchedProcess>("passed_O2", std::vector<std::string>{"2"}));
            QVERIFY(!ranks.back()->readLine().empty());
            clients.push_back(keeper.hold(i, ranks.back()->pid()));
        }
        for (const auto& client : clients)
            QCOMPARE(client->ask("QStartNoAckMode"), "OK");
        keeper.tell({Order::Kind::LetGo, 0, util::Pid(0), 0, {}});
        std::this_thread::sleep_for(std::chrono::microseconds(61 * kill));
        keeper.kill();
        for (const auto& rank : ranks) {
            QCOMPARE(whoTraces(rank->pid(), kEndMilliseconds), std::string());
            QVERIFY2(computes(*rank, 20), qPrintable(QString("kill %1").arg(kill)));
        }
    }
}

void TestKeeperKilled::inACall_data()
{
    QTest::addColumn<QString>("threads");
    QTest::addColumn<int>("rounds");
    for (const char* threads : {"1", "4"}) {
        QTest::addRow("threads %s, short", threads) << threads << 1;
        QTest::addRow("threads %s, some time", threads) << threads << 2000;
        QTest::addRow("threads %s, for ever", threads) << threads << 2'000'000'000;
    }
}

/// As LLDB has a thread call a function: it returns to where the program begins, where there is a trap.
void TestKeeperKilled::inACall()
{
    QFETCH(QString, threads);
    QFETCH(int, rounds);
    constexpr int kKills = 25;
    constexpr const char* kPc = "10"; // as target.xml numbers it
    constexpr const char* kStack = "7";
    constexpr const char* kArgument = "4";
    for (int kill = 0; kill < kKills; ++kill) {
        WatchedProcess rank("passed_O2", {threads.toStdString()});
        const std::uint64_t crunch = std::stoull("0" + rank.readLine(), nullptr, 16);
        QVERIFY(crunch != 0);
        const std::uint64_t entry = entryOf(rank.pid());
        KeeperProcess keeper;
        const auto client = keeper.hold(0, rank.pid());
        QCOMPARE(client->ask("QStartNoAckMode"), "OK");
        QCOMPARE(client->ask("Z0," + hex(entry) + ",1"), "OK");
        const std::string thread = ";thread:" + hex(std::uint64_t(rank.pid().value())) + ";";
        const auto set = [&](const char* number, std::uint64_t value) {
            return client->ask(std::string("P") + number + "=" + littleEndian(value) + thread) == "OK";
        };
        const auto callOnce = [&] {
            const std::string saved = client->ask("QSaveRegisterState" + thread);
            const std::uint64_t before = fromLittleEndian(client->ask(std::string("p") + kStack + thread));
            const std::uint64_t stack = ((before - 256) & ~std::uint64_t{15}) - 8;
            const bool isSent = client->ask("M" + hex(stack) + ",8:" + littleEndian(entry)) == "OK" &&
                                set(kStack, stack) && set(kArgument, std::uint64_t(rounds)) && set(kPc, crunch) &&
                                client->ask("vCont;c").starts_with("T05");
            return isSent && client->ask("QRestoreRegisterState:" + saved + thread) == "OK";
        };
        {
            const Driver driver(callOnce);
            if (rounds < 1'000'000)
                QTRY_VERIFY(driver.rounds() > 2);
            std::this_thread::sleep_for(std::chrono::microseconds(1000 + 97 * kill));
            keeper.kill();
        }
        QCOMPARE(whoTraces(rank.pid(), kEndMilliseconds), std::string());
        if (!computes(rank, 300))
            QFAIL(qPrintable(QString("kill %1: %2").arg(kill).arg(endOf(rank.pid()).value_or(0))));
        QTRY_VERIFY(rank.byteAt(entry) != 0xcc);
    }
}

void TestKeeperKilled::inAStorm_data()
{
    QTest::addColumn<QString>("what");
    QTest::addColumn<bool>("isJudged");
    for (const char* what : {"calls", "threads", "forks", "vforks", "libraries"}) {
        QTest::addRow("%s, a condition that never holds", what) << what << true;
        QTest::addRow("%s, a debugger that goes on", what) << what << false;
    }
}

void TestKeeperKilled::inAStorm()
{
    QFETCH(QString, what);
    QFETCH(bool, isJudged);
    constexpr int kKills = 20;
    for (int kill = 0; kill < kKills; ++kill) {
        WatchedProcess rank("storm", {what.toStdString()});
        QTRY_VERIFY(entryOf(rank.pid()) != 0 && nameOf(rank.pid()) == "storm");
        const std::uint64_t hot = addressOf("storm", "_ZL3hoti", rank.pid());
        QVERIFY(hot != 0);
        KeeperProcess keeper;
        const auto client = keeper.hold(0, rank.pid());
        QCOMPARE(client->ask("QStartNoAckMode"), "OK");
        QCOMPARE(client->ask("QPassSignals:" + hex(SIGCHLD) + ";" + hex(SIGUSR2)), "OK");
        QCOMPARE(client->ask("Z0," + hex(hot) + ",1"), "OK");
        if (isJudged) {
            const std::vector<bytecode::JudgedPlace> places{{hot, {{bytecode::Code::constant(0).program()}}}};
            keeper.conditions(0).say(places);
            keeper.conditions(0).putInForce(true);
        }
        const auto goOn = [&] {
            const std::string stop = client->ask("vCont;c");
            const auto at = stop.find("thread:");
            if (!stop.starts_with("T05") || at == std::string::npos)
                return false;
            const std::string thread = stop.substr(at + 7, stop.find(';', at) - at - 7);
            return client->ask("z0," + hex(hot) + ",1") == "OK" && client->ask("vCont;s:" + thread).starts_with("T") &&
                   client->ask("Z0," + hex(hot) + ",1") == "OK";
        };
        {
            const Driver driver(goOn);
            if (!isJudged && what != "forks")
                QTRY_VERIFY(driver.rounds() > 5);
            std::this_thread::sleep_for(std::chrono::microseconds(20'000 + 137 * kill));
            keeper.kill();
        }
        QCOMPARE(whoTraces(rank.pid(), kEndMilliseconds), std::string());
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
        ::kill(rank.pid().value(), SIGUSR2);
        const auto end = endOf(rank.pid());
        QVERIFY2(end == 7, qPrintable(QString("kill %1: ended by %2").arg(kill).arg(end.value_or(-1000))));
    }
}

DBGR_TEST(TestKeeperKilled, QCoreApplication);

} // namespace tst_keeper_killed

#include "tst_keeper_killed.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// dbgd-keeper samples real processes, again and again: they do what they would have done, their debuggers hear nothing,
// and what is copied is what was there.
#include "keeper/arch/arch.h"
#include "keeper/rank_line.h"
#include "tests/support/dbgdaemon/watched_process.h"
#include "tests/support/keeper/keeper_process.h"
#include "tests/support/run/test_class.h"
#include "util/memory_file.h"
#include "util/rank_snapshot.h"
#include "util/system_call_words.h"
#include "util/system_calls.h"

#include <QTest>

#include <algorithm>
#include <atomic>
#include <csignal>
#include <sstream>
#include <sys/mman.h>
#include <thread>

namespace tst_samples {

using namespace dbgr;
using namespace dbgr::keeper;
using namespace dbgr::test;
using util::RankSnapshot;
using util::ThreadSnapshot;

namespace {

constexpr std::size_t kMostBytes = std::size_t{32} << 20;
constexpr std::size_t kPatternBytes = 256;
constexpr std::chrono::milliseconds kLongestPause = RankLine::kSampleMayTake;
constexpr int kMostSamples = 100'000; // of a debugger that gets nowhere beside them
constexpr const char* kPassed =
    "QPassSignals:0a;0c;0e;11;12;13"; // SIGUSR1, SIGUSR2, SIGALRM, SIGCHLD, SIGCONT, SIGSTOP

std::string hex(std::uint64_t number)
{
    return QByteArray::number(qulonglong(number), 16).toStdString();
}

/// A rank that runs under a debugger.
class Rig
{
public:
    explicit Rig(const std::vector<std::string>& arguments, const std::string& program = "sampled")
        : m_rank(program, arguments)
    {
        m_first = m_rank.readLine();
        m_client = m_keeper.hold(0, m_rank.pid());
    }
    bool attach()
    {
        return m_client->ask("QStartNoAckMode") == "OK" && m_client->ask("?").starts_with("T") &&
               m_client->ask(kPassed) == "OK";
    }
    void ask() { m_keeper.tell({Order::Kind::Sample, 0, util::Pid(0), ++m_number, {}}); }
    /// What was asked; nothing, and m_why, where that could not be had.
    std::optional<RankSnapshot> take()
    {
        const auto notice = m_keeper.notice(Notice::Kind::Sampled);
        m_why = notice ? notice->text : "no answer";
        if (!notice || notice->number != m_number || !notice->snapshot)
            return std::nullopt;
        const auto bytes = util::readMemoryFile(notice->snapshot.get(), kMostBytes);
        auto snapshot = bytes ? util::decodeRankSnapshot(*bytes) : util::fail(bytes.error());
        return snapshot ? std::optional(*std::move(snapshot)) : std::nullopt;
    }
    std::optional<RankSnapshot> sample()
    {
        ask();
        return take();
    }

    KeeperProcess m_keeper;
    WatchedProcess m_rank;
    std::string m_first;
    std::unique_ptr<RspClient> m_client;
    std::uint32_t m_number = 0;
    std::string m_why;
};

/// Of the thread's stack, as far as it was copied; nothing: not all of it was.
std::optional<std::vector<std::byte>> copied(const ThreadSnapshot& thread, std::uint64_t address, std::size_t size)
{
    for (const util::MemoryPiece& piece : thread.stack) {
        if (address < piece.address || address - piece.address + size > piece.bytes.size())
            continue;
        const auto begin = piece.bytes.begin() + static_cast<std::ptrdiff_t>(address - piece.address);
        return std::vector<std::byte>(begin, begin + static_cast<std::ptrdiff_t>(size));
    }
    return std::nullopt;
}

bool nearEachOther(const Arch& arch, const ThreadSnapshot& one, const ThreadSnapshot& other)
{
    return arch.stackPointer(one.registers) == arch.stackPointer(other.registers) &&
           arch.pc(one.registers) - arch.pc(other.registers) + 64 < 128;
}

/// Between the two the thread went on, and not far: it is in its loop, and no longer in what comes before.
bool inOneLoop(const Arch& arch, const ThreadSnapshot& one, const ThreadSnapshot& other)
{
    return nearEachOther(arch, one, other) && arch.pc(one.registers) != arch.pc(other.registers);
}

std::vector<std::byte> pattern(int factor, int summand)
{
    std::vector<std::byte> bytes(kPatternBytes);
    for (std::size_t i = 0; i < bytes.size(); ++i)
        bytes[i] = static_cast<std::byte>(static_cast<int>(i) * factor + summand);
    return bytes;
}

std::string hexOf(std::span<const std::byte> bytes)
{
    return QByteArray(reinterpret_cast<const char*>(bytes.data()), static_cast<int>(bytes.size()))
        .toHex()
        .toStdString();
}

} // namespace

class TestSamples : public QObject
{
    Q_OBJECT

private slots:
    void aProgramDoesWhatItWouldHaveDone_data();
    void aProgramDoesWhatItWouldHaveDone();
    void howLongASpinningThreadPauses_data();
    void howLongASpinningThreadPauses();
    void whatIsCopiedIsWhatWasThere_data();
    void whatIsCopiedIsWhatWasThere();
    void theFileCannotBeChanged();
    void oneThatStandsGoesOnStanding();
    void oneThatIsStoppedStaysStopped();
    void whoWaitsForItsChildOfVforkKeepsNobodyWaiting();
    void oneThatCannotStandIsAnsweredForAllTheSame();
    void stormsLoseNothing_data();
    void stormsLoseNothing();
    void caughtCallsAreToldMeanwhile_data();
    void caughtCallsAreToldMeanwhile();
    void breakpointsAreMetMeanwhile();
    void stopsAreToldMeanwhile();
    void memoryThatIsWatchedByStepsIsMeanwhile();
    void manyRanksAtOnce();
    void theKeeperIsKilledMeanwhile();
    void oneThatHasEndedHasNothingToCopy();

private:
    /// Until it ends, which it does as it would have by itself. \param samples how many there were
    static void sampleOneThatRuns(const QString& what, int milliseconds, int& samples);
};

void TestSamples::aProgramDoesWhatItWouldHaveDone_data()
{
    QTest::addColumn<QString>("what");
    for (const char* what : {"spin", "sleep", "poll", "epoll", "epoll-limit", "semop", "sigwait", "handler", "futex",
                             "read", "vfork", "threads"})
        QTest::newRow(what) << QString(what);
}

void TestSamples::aProgramDoesWhatItWouldHaveDone()
{
    QFETCH(QString, what);
    // On a busy machine each of its threads waits for a processor, to stand as well as to work.
    int samples = 0;
    for (int milliseconds = 1200; samples <= 20 && milliseconds <= 8 * 1200; milliseconds *= 2)
        sampleOneThatRuns(what, milliseconds, samples);
    QVERIFY2(samples > 20, "it could hardly be sampled");
}

void TestSamples::sampleOneThatRuns(const QString& what, int milliseconds, int& samples)
{
    Rig rig({what.toStdString(), std::to_string(milliseconds)});
    QCOMPARE(rig.m_first, "ready");
    QVERIFY(rig.attach());
    rig.m_client->send("vCont;c");
    samples = 0;
    std::size_t threads = 0;
    bool wasLate = false;
    for (;; ++samples) {
        const auto begin = std::chrono::steady_clock::now();
        const std::optional<RankSnapshot> snapshot = rig.sample();
        if (!snapshot)
            break;
        // Who had no processor for so long is left out, and also from then on until it has had one.
        wasLate = wasLate || std::chrono::steady_clock::now() - begin >= kLongestPause;
        QVERIFY(!snapshot->stood);
        for (const ThreadSnapshot& thread : snapshot->threads)
            QVERIFY(!thread.registers.empty() || wasLate || what == "vfork" || what == "threads");
        threads = std::max(threads, snapshot->threads.size());
        std::this_thread::sleep_for(std::chrono::microseconds(samples * 37 % 500));
    }
    const std::string result = rig.m_rank.readLine();
    QVERIFY2(result.starts_with("ok "), result.c_str());
    QCOMPARE(rig.m_client->receive(), "W00"); // the first that it hears
    qInfo("%d samples of up to %zu threads: %s", samples, threads, result.c_str());
    QVERIFY(threads >= 1);
}

void TestSamples::howLongASpinningThreadPauses_data()
{
    QTest::addColumn<bool>("isSampled");
    QTest::newRow("by itself") << false;
    QTest::newRow("sampled") << true;
}

/// Looked at, not asserted: others may use the machine. One thread, sampled eighty times.
void TestSamples::howLongASpinningThreadPauses()
{
    QFETCH(bool, isSampled);
    Rig rig({"gaps", "4000"});
    QVERIFY(rig.attach());
    rig.m_client->send("vCont;c");
    std::size_t bytes = 0;
    for (int i = 0; i < 80 && isSampled; ++i) {
        const auto snapshot = rig.sample();
        QVERIFY2(snapshot, rig.m_why.c_str());
        bytes = util::encode(*snapshot).size();
        std::this_thread::sleep_for(std::chrono::milliseconds(15));
    }
    const std::string result = rig.m_rank.readLine();
    qInfo("%s; %zu bytes each", result.c_str(), bytes);
    QVERIFY(result.starts_with("ok "));
}

void TestSamples::whatIsCopiedIsWhatWasThere_data()
{
    QTest::addColumn<QString>("what");
    QTest::addColumn<int>("apart");
    QTest::newRow("near the stack's end") << "frames" << 0;
    QTest::newRow("far from it") << "frames" << 1000000;
    QTest::newRow("another thread") << "thread-frames" << 0;
    QTest::newRow("another thread, far") << "thread-frames" << 1000000;
}

void TestSamples::whatIsCopiedIsWhatWasThere()
{
    QFETCH(QString, what);
    QFETCH(int, apart);
    Rig rig({what.toStdString(), "0", std::to_string(apart)});
    std::uint64_t inner = 0;
    std::uint64_t outer = 0;
    QVERIFY(rig.attach());
    rig.m_client->send("vCont;c");
    std::istringstream(rig.m_rank.readLine()) >> std::hex >> inner >> outer;
    QVERIFY(inner != 0 && outer > inner + static_cast<std::uint64_t>(apart));
    const Arch& arch = *nativeArch();
    auto before = rig.sample();
    auto snapshot = rig.sample();
    while (before && snapshot && !inOneLoop(arch, before->threads.back(), snapshot->threads.back()))
        before = std::exchange(snapshot, rig.sample());
    QVERIFY2(snapshot, rig.m_why.c_str());
    QVERIFY(!snapshot->stood);
    QCOMPARE(snapshot->pid, rig.m_rank.pid());
    QCOMPARE(snapshot->threads.size(), std::size_t(what == "frames" ? 1 : 2));
    const ThreadSnapshot& thread = snapshot->threads.back();
    QCOMPARE(thread.name, "sampled");
    QCOMPARE(thread.state, '\0');
    QCOMPARE(copied(thread, inner, kPatternBytes), std::optional(pattern(7, 1)));
    QCOMPARE(copied(thread, outer, kPatternBytes), std::optional(pattern(5, 3)));
    QCOMPARE(thread.stack.size(), std::size_t(apart == 0 ? 1 : 2));

    rig.m_client->sendRaw("\x03");
    QVERIFY(rig.m_client->receive().starts_with("T13"));
    const std::uint64_t stack = arch.stackPointer(thread.registers).value();
    QVERIFY(stack <= inner && inner - stack < 4096);
    const auto standing = rig.sample();
    QVERIFY(standing && standing->stood);
    const ThreadSnapshot& later = standing->threads.back();
    QCOMPARE(later.id, thread.id);
    QVERIFY(nearEachOther(arch, later, thread));
    QCOMPARE(later.stack, thread.stack); // in the loop nothing on it changes
    for (const util::MemoryPiece& piece : thread.stack) {
        const auto some = std::span(piece.bytes).last(std::min(piece.bytes.size(), std::size_t(2048)));
        const std::uint64_t at = piece.address + piece.bytes.size() - some.size();
        QCOMPARE(rig.m_client->ask("m" + hex(at) + "," + hex(some.size())), hexOf(some));
    }
}

void TestSamples::theFileCannotBeChanged()
{
    Rig rig({"spin", "300"});
    QVERIFY(rig.attach());
    rig.ask();
    const auto notice = rig.m_keeper.notice(Notice::Kind::Sampled);
    QVERIFY(notice && notice->snapshot);
    QVERIFY(::write(notice->snapshot.get(), "x", 1) < 0);
    QVERIFY(::ftruncate(notice->snapshot.get(), 0) != 0);
    QVERIFY((::fcntl(notice->snapshot.get(), F_GET_SEALS) & F_SEAL_WRITE) != 0);
}

void TestSamples::oneThatStandsGoesOnStanding()
{
    Rig rig({"3"}, "heartbeat");
    QVERIFY(rig.attach());
    for (int i = 0; i < 100; ++i) {
        const auto snapshot = rig.sample();
        QVERIFY(snapshot && snapshot->stood);
        QCOMPARE(snapshot->threads.size(), std::size_t(4));
    }
    QCOMPARE(processState(rig.m_rank.pid()), 't');
    rig.m_client->send("vCont;c");
    QVERIFY(rig.m_rank.beats());
}

void TestSamples::oneThatIsStoppedStaysStopped()
{
    Rig rig({"3"}, "heartbeat");
    QVERIFY(rig.attach());
    rig.m_client->send("vCont;c");
    QVERIFY(rig.m_rank.beats());
    ::kill(rig.m_rank.pid().value(), SIGSTOP);
    QTRY_VERIFY(!rig.m_rank.beats(std::chrono::milliseconds(50)));
    for (int i = 0; i < 100; ++i) {
        const auto snapshot = rig.sample();
        QVERIFY2(snapshot, rig.m_why.c_str());
        for (const ThreadSnapshot& thread : snapshot->threads) {
            QCOMPARE(thread.state, 'T');
            QVERIFY(!thread.registers.empty() && !thread.stack.empty());
        }
    }
    QVERIFY(!rig.m_rank.beats(std::chrono::milliseconds(50)));
    rig.ask();
    ::kill(rig.m_rank.pid().value(), SIGCONT);
    QVERIFY(rig.take());
    QVERIFY(rig.m_rank.beats());
    const auto snapshot = rig.sample();
    QVERIFY(snapshot && snapshot->threads.front().state == 0);
    QVERIFY(rig.m_rank.beats());
}

void TestSamples::whoWaitsForItsChildOfVforkKeepsNobodyWaiting()
{
    Rig rig({"vfork-long", "3000"});
    QVERIFY(rig.attach());
    rig.m_client->send("vCont;c");
    const auto isAlone = [](const std::optional<RankSnapshot>& snapshot) {
        return snapshot && snapshot->threads.front().registers.empty() && snapshot->threads.front().state == 'D';
    };
    QTRY_VERIFY(isAlone(rig.sample())); // it was held before it made it
    const auto begin = std::chrono::steady_clock::now();
    for (int i = 0; i < 20; ++i)
        QVERIFY(isAlone(rig.sample()));
    QVERIFY(std::chrono::steady_clock::now() - begin < std::chrono::milliseconds(1000));
    QVERIFY(QString::fromStdString(rig.m_rank.readLine()).startsWith("ok"));
}

/// Its child of vfork keeps it from standing for its debugger, too.
void TestSamples::oneThatCannotStandIsAnsweredForAllTheSame()
{
    Rig rig({"vfork-early", "3000"});
    QTRY_COMPARE(processState(rig.m_rank.pid()), 'D');
    for (int i = 0; i < 3; ++i) {
        const auto snapshot = rig.sample();
        QVERIFY2(snapshot, rig.m_why.c_str());
        QVERIFY(snapshot->threads.front().registers.empty());
        QCOMPARE(snapshot->threads.front().state, 'D');
    }
    QVERIFY(rig.attach()); // when it is back
    const auto snapshot = rig.sample();
    QVERIFY(snapshot && snapshot->stood && !snapshot->threads.front().registers.empty());
}

void TestSamples::stormsLoseNothing_data()
{
    QTest::addColumn<QString>("what");
    for (const char* what : {"calls", "threads", "forks", "vforks"})
        QTest::newRow(what) << QString(what);
}

void TestSamples::stormsLoseNothing()
{
    QFETCH(QString, what);
    Rig rig({what.toStdString()}, "storm");
    QVERIFY(rig.attach());
    rig.m_client->send("vCont;c");
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(2);
    int samples = 0;
    for (; std::chrono::steady_clock::now() < end; ++samples) {
        QVERIFY2(rig.sample(), rig.m_why.c_str());
        std::this_thread::sleep_for(std::chrono::microseconds(samples * 37 % 1000));
    }
    ::kill(rig.m_rank.pid().value(), SIGUSR2);
    QCOMPARE(rig.m_client->receive(), "W07");
    qInfo("%d samples", samples);
}

void TestSamples::caughtCallsAreToldMeanwhile_data()
{
    QTest::addColumn<QString>("what");
    QTest::addColumn<QString>("call");
    QTest::newRow("made again by the kernel") << "poll"
                                              << "poll";
    QTest::newRow("made again by us") << "epoll"
                                      << "epoll_wait";
    QTest::newRow("with a rest of its time") << "sleep"
                                             << "clock_nanosleep";
    QTest::newRow("not theirs") << "futex"
                                << "getpid";
}

void TestSamples::caughtCallsAreToldMeanwhile()
{
    QFETCH(QString, what);
    QFETCH(QString, call);
    const auto number = util::systemCallNumber(call.toStdString());
    QVERIFY(number);
    Rig rig({what.toStdString(), "1200"});
    QVERIFY(rig.attach());
    rig.m_keeper.catchCalls(0, {*number});
    int stops = 0;
    std::string end;
    std::string wrong;
    std::thread debugger([&] {
        bool isAtEnd = false;
        for (end = rig.m_client->ask("vCont;c"); end.starts_with("T"); end = rig.m_client->ask("vCont;c"), ++stops) {
            const auto at = end.find("description:");
            const QByteArray hex = QByteArray::fromStdString(end.substr(at + 12, end.find(';', at) - at - 12));
            const auto told = util::systemCallStopOf(QByteArray::fromHex(hex).toStdString());
            if (!told || told->number != *number || told->value.has_value() != isAtEnd || told->value.value_or(0) < 0)
                wrong = end; // each is told once at its beginning and once at its end
            isAtEnd = !isAtEnd;
        }
    });
    int samples = 0;
    for (; rig.sample(); ++samples)
        std::this_thread::sleep_for(std::chrono::microseconds(samples * 37 % 1000));
    debugger.join();
    const std::string result = rig.m_rank.readLine();
    qInfo("%d samples, %d stops: %s", samples, stops, result.c_str());
    QVERIFY2(wrong.empty(), wrong.c_str());
    QVERIFY2(result.starts_with("ok "), result.c_str());
    QCOMPARE(end, "W00");
    QVERIFY(samples > 20 && (stops > 20 || call == "getpid"));
}

void TestSamples::breakpointsAreMetMeanwhile()
{
    Rig rig({"3"}, "heartbeat");
    QVERIFY(rig.attach());
    const std::string hot = rig.m_first.substr(0, rig.m_first.find(' '));
    QCOMPARE(rig.m_client->ask("Z0," + hot + ",1"), "OK");
    std::atomic<bool> isEnough{false};
    std::atomic<bool> isOver{false};
    std::atomic<int> hits{0};
    std::string wrong;
    std::thread debugger([&] {
        while (!isEnough && wrong.empty()) {
            const std::string stop = rig.m_client->ask("vCont;c");
            if (stop.starts_with("T05") && stop.find("reason:breakpoint") != std::string::npos)
                ++hits;
            else
                wrong = stop;
            const std::string thread = stop.substr(stop.find("thread:") + 7);
            const std::string step = "vCont;s:" + thread.substr(0, thread.find(';'));
            if (rig.m_client->ask("z0," + hot + ",1") != "OK" || !rig.m_client->ask(step).starts_with("T05") ||
                rig.m_client->ask("Z0," + hot + ",1") != "OK")
                wrong = "it could not be led over it";
        }
        isOver = true;
    });
    int samples = 0;
    while ((samples < 1000 || hits < 100) && samples < kMostSamples && !isOver && rig.sample())
        ++samples;
    isEnough = true;
    debugger.join();
    qInfo("%d samples, %d hits", samples, hits.load());
    QVERIFY2(wrong.empty(), wrong.c_str());
    QVERIFY2(samples >= 1000 && hits >= 100, rig.m_why.c_str());
    QCOMPARE(rig.m_client->ask("D"), "OK");
    QVERIFY(rig.m_rank.beats());
}

void TestSamples::stopsAreToldMeanwhile()
{
    Rig rig({"3"}, "heartbeat");
    QVERIFY(rig.attach());
    std::atomic<bool> isEnough{false};
    std::atomic<bool> isOver{false};
    std::atomic<int> stops{0};
    std::string wrong;
    std::thread debugger([&] {
        while (!isEnough && wrong.empty()) {
            rig.m_client->send("vCont;c");
            std::this_thread::sleep_for(std::chrono::microseconds(stops * 13 % 1000));
            rig.m_client->sendRaw("\x03");
            const std::string stop = rig.m_client->receive();
            if (stop.starts_with("T13"))
                ++stops;
            else
                wrong = stop;
        }
        isOver = true;
    });
    int samples = 0;
    while ((samples < 1000 || stops < 50) && samples < kMostSamples && !isOver && rig.sample())
        ++samples;
    isEnough = true;
    debugger.join();
    qInfo("%d samples, %d stops", samples, stops.load());
    QVERIFY2(wrong.empty(), wrong.c_str());
    QVERIFY2(samples >= 1000 && stops >= 50, rig.m_why.c_str());
    QCOMPARE(rig.m_client->ask("D"), "OK");
    QVERIFY(rig.m_rank.beats());
}

void TestSamples::memoryThatIsWatchedByStepsIsMeanwhile()
{
    Rig rig({"2"}, "heartbeat");
    QVERIFY(rig.attach());
    const std::uint64_t hot = std::stoull(rig.m_first, nullptr, 16);
    rig.m_keeper.watchSlowly(0, {{hot & ~std::uint64_t{7}, 8}}); // which nobody changes
    rig.m_client->send("vCont;c");
    for (int i = 0; i < 300; ++i) {
        const auto snapshot = rig.sample();
        QVERIFY2(snapshot && !snapshot->threads.front().registers.empty(), rig.m_why.c_str());
    }
    QVERIFY(rig.m_rank.beats());
    rig.m_client->sendRaw("\x03");
    QVERIFY(rig.m_client->receive().starts_with("T13"));
}

void TestSamples::manyRanksAtOnce()
{
    constexpr unsigned kRanks = 16;
    KeeperProcess keeper;
    std::vector<std::unique_ptr<WatchedProcess>> ranks;
    std::vector<std::unique_ptr<RspClient>> clients;
    for (unsigned i = 0; i < kRanks; ++i) {
        ranks.push_back(std::make_unique<WatchedProcess>("heartbeat", std::vector<std::string>{"2"}));
        clients.push_back(keeper.hold(i, ranks.back()->pid()));
    }
    for (const auto& client : clients) {
        QCOMPARE(client->ask("QStartNoAckMode"), "OK");
        client->send("vCont;c");
    }
    for (int round = 0; round < 20; ++round) {
        for (unsigned i = 0; i < kRanks; ++i)
            keeper.tell({Order::Kind::Sample, i, util::Pid(0), i, {}});
        for (unsigned i = 0; i < kRanks; ++i) {
            const auto notice = keeper.notice(Notice::Kind::Sampled);
            QVERIFY(notice && notice->snapshot && notice->slot == notice->number);
        }
    }
    for (const auto& rank : ranks)
        QVERIFY(rank->beats());
}

/// In the middle of one that waits: the text is as it was, and it runs on.
void TestSamples::theKeeperIsKilledMeanwhile()
{
    for (int round = 0; round < 10; ++round) {
        Rig rig({"3"}, "heartbeat");
        QVERIFY(rig.attach());
        const std::uint64_t rare = std::stoull(rig.m_first.substr(rig.m_first.find(' ')), nullptr, 16);
        const int original = rig.m_rank.byteAt(rare);
        QCOMPARE(rig.m_client->ask("Z0," + hex(rare) + ",1"), "OK");
        rig.m_client->send("vCont;c");
        QVERIFY(rig.m_rank.beats());
        for (int i = 0; i < 20; ++i)
            rig.ask();
        std::this_thread::sleep_for(std::chrono::microseconds(round * 97));
        rig.m_keeper.kill();
        QCOMPARE(whoTraces(rig.m_rank.pid()), std::string());
        QTRY_COMPARE(rig.m_rank.byteAt(rare), original);
        QTest::qWait(350); // rare() has been called
        QVERIFY(rig.m_rank.running());
        QVERIFY(rig.m_rank.beats());
    }
}

void TestSamples::oneThatHasEndedHasNothingToCopy()
{
    Rig rig({"spin", "0"});
    QVERIFY(rig.attach());
    rig.m_client->send("vCont;c");
    QVERIFY(rig.m_keeper.notice(Notice::Kind::Exited));
    QVERIFY(!rig.sample());
    QCOMPARE(rig.m_why, "process " + std::to_string(rig.m_rank.pid().value()) + " has ended");
    rig.m_keeper.tell({Order::Kind::Sample, 7, util::Pid(0), ++rig.m_number, {}});
    QVERIFY(!rig.take());
    QCOMPARE(rig.m_why, "the process is not held any more");
}

DBGR_TEST(TestSamples, QCoreApplication);

} // namespace tst_samples

#include "tst_samples.moc"

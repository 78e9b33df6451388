// SPDX-License-Identifier: GPL-3.0-or-later
// Hits that the keeper passes, and how it counts and notes them: the program counts its calls itself, and they agree,
// whoever interrupts, samples, makes processes, handles signals, or changes the counts meanwhile.
#include "bytecode/code.h"
#include "bytecode/trace_note.h"
#include "tests/support/dbgdaemon/rsp_client.h"
#include "tests/support/dbgdaemon/watched_process.h"
#include "tests/support/keeper/keeper_process.h"
#include "tests/support/run/test_class.h"
#include "util/process_memory.h"

#include <QTest>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <functional>
#include <map>
#include <memory>
#include <poll.h>
#include <regex>
#include <span>
#include <sstream>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace tst_hit_counts {

using namespace dbgr;
using namespace dbgr::keeper;
using namespace dbgr::test;
using bytecode::Code;
using bytecode::JudgedBreakpoint;

namespace {

constexpr std::uint64_t kMany = std::uint64_t{1} << 40;
constexpr const char* kPassed = "QPassSignals:0e;11"; // SIGALRM, SIGCHLD

class Rig
{
public:
    Rig(int threads, int calls, const std::string& how)
        : m_rank("counted", {std::to_string(threads), std::to_string(calls), how})
    {
        std::istringstream line(m_rank.readLine());
        line >> std::hex >> work >> jumps >> m_go >> m_calls >> callee;
        m_client = m_keeper.hold(0, m_rank.pid());
        counts = m_keeper.conditions(0).counts();
        notes = m_keeper.conditions(0).notes();
    }
    bool attach()
    {
        return callee != 0 && m_client->ask("QStartNoAckMode") == "OK" && m_client->ask("?").starts_with("T") &&
               m_client->ask(kPassed) == "OK";
    }
    bool breakAt(std::uint64_t address) { return m_client->ask("Z0," + hex(address) + ",1") == "OK"; }
    void judge(const std::vector<bytecode::JudgedPlace>& places)
    {
        m_keeper.conditions(0).say(places);
        m_keeper.conditions(0).putInForce(true);
    }
    /// The threads begin. \pre it stands
    bool begin() { return m_client->ask("M" + hex(m_go) + ",4:01000000") == "OK"; }
    void run()
    {
        m_keeper.wantStand(0, 0);
        m_client->send("vCont;c");
    }
    std::string stand()
    {
        m_keeper.wantStand(0, m_asking += 2);
        return m_client->receive();
    }
    std::string told() { return m_client->receive(); }
    /// What has been told unasked: hits that did not fit into the ring. "" nothing
    std::string toldMeanwhile()
    {
        pollfd line{m_client->descriptor(), POLLIN, 0};
        return ::poll(&line, 1, 0) == 1 ? m_client->receive() : std::string();
    }
    /// Each thread that stands by a breakpoint has a hit to be told; as LLDB does, it is led over the place then.
    /// \param visit is given the place of each
    void passTold(const std::function<void(std::uint64_t)>& visit)
    {
        m_keeper.wantStand(0, 0);
        const std::string threads = m_client->ask("jThreadsInfo");
        const std::regex stopped("\"tid\":(\\d+),\"name\":\"[^\"]*\",\"reason\":\"breakpoint\"");
        for (auto at = std::sregex_iterator(threads.begin(), threads.end(), stopped); at != std::sregex_iterator();
             ++at) {
            const std::string thread = hex(std::stoull((*at)[1]));
            const std::uint64_t place = placeOf(thread);
            visit(place);
            m_client->ask("z0," + hex(place) + ",1");
            m_client->ask("vCont;s:" + thread);
            m_client->ask("Z0," + hex(place) + ",1");
        }
    }
    bool isDone() { return m_done || (m_done = m_rank.written().find("done") != std::string::npos); }
    /// Of work().
    std::uint64_t calls()
    {
        std::uint64_t number = 0;
        util::ProcMemory memory(m_rank.pid());
        return memory.read(util::RemoteAddress(m_calls), std::as_writable_bytes(std::span(&number, 1))) ? number : 0;
    }
    bool sample()
    {
        m_keeper.tell({Order::Kind::Sample, 0, util::Pid(0), ++m_samples, {}});
        return m_keeper.notice(Notice::Kind::Sampled).has_value();
    }
    static std::string hex(std::uint64_t number)
    {
        std::ostringstream text;
        text << std::hex << number;
        return text.str();
    }

    std::uint64_t work = 0;
    std::uint64_t jumps = 0;
    std::uint64_t callee = 0;
    bytecode::HitCounts counts;
    bytecode::TraceRing notes;

private:
    std::uint64_t placeOf(const std::string& thread)
    {
        const std::string bytes = m_client->ask("p10;thread:" + thread + ";"); // rip
        std::uint64_t place = 0;
        for (std::size_t i = bytes.size(); i >= 2; i -= 2)
            place = place << 8 | std::stoul(bytes.substr(i - 2, 2), nullptr, 16);
        return place;
    }

    KeeperProcess m_keeper;
    WatchedProcess m_rank;
    std::unique_ptr<RspClient> m_client;
    std::uint64_t m_go = 0;
    std::uint64_t m_calls = 0;
    StandWish m_asking = 2;
    std::uint32_t m_samples = 0;
    bool m_done = false;
};

/// Every time.
JudgedBreakpoint always(std::uint16_t number)
{
    return {Code::constant(1).program(), number};
}

constexpr unsigned kFirstArgument = 5; // rdi

/// Every time, and the first argument is logged.
JudgedBreakpoint traced(std::uint32_t number)
{
    return {Code::constant(1).program(), {}, bytecode::Tracing{number, {Code::ofRegister(kFirstArgument).program()}}};
}

/// How often each thread has come by, by what was noted, and with which arguments by tracepoint.
struct Seen
{
    std::map<std::uint32_t, std::uint64_t> hits;
    std::map<std::pair<std::uint32_t, std::uint64_t>, std::vector<std::uint64_t>> arguments;

    /// False: one makes no sense.
    bool add(const bytecode::TraceRing::Taken& taken)
    {
        for (const auto& bytes : taken.notes) {
            const auto note = bytecode::decodeNote(bytes);
            if (!note || note->registers.size() != 1 || note->registers.front().first != kFirstArgument)
                return false;
            ++hits[note->place];
            arguments[{note->place, note->thread}].push_back(note->registers.front().second);
        }
        return !taken.isBroken;
    }
};

/// When the first argument is even.
JudgedBreakpoint even(std::uint16_t number)
{
    return {Code::ofRegister(kFirstArgument)
                .then(Code::constant(1))
                .op(bytecode::Op::And, {8, false})
                .op(bytecode::Op::Not)
                .program(),
            number};
}

} // namespace

class TestHitCounts : public QObject
{
    Q_OBJECT

private slots:
    void eachHitIsCountedOnce_data();
    void eachHitIsCountedOnce();
    void theHitBehindTheLastOneIsTold_data();
    void theHitBehindTheLastOneIsTold();
    void countsAreChangedWhileItIsHit();
    void eachHitIsNotedOnce_data() { eachHitIsCountedOnce_data(); }
    void eachHitIsNotedOnce();
};

void TestHitCounts::eachHitIsCountedOnce_data()
{
    QTest::addColumn<int>("threads");
    QTest::addColumn<QString>("how");
    QTest::addColumn<QString>("meanwhile");
    for (const int threads : {1, 4}) {
        for (const char* how : {"", "alarms", "children"}) {
            for (const char* meanwhile : {"nothing", "stops", "samples"})
                QTest::addRow("%d %s, %s", threads, how, meanwhile) << threads << QString(how) << QString(meanwhile);
        }
    }
}

void TestHitCounts::eachHitIsCountedOnce()
{
    QFETCH(int, threads);
    QFETCH(QString, how);
    QFETCH(QString, meanwhile);
    constexpr int kCalls = 600;
    Rig rig(threads, kCalls, how.toStdString());
    QVERIFY(rig.attach());
    for (std::uint16_t number = 0; number < 5; ++number)
        rig.counts.setLeft(number, kMany);
    for (const std::uint64_t address : {rig.work, rig.jumps, rig.callee})
        QVERIFY(rig.breakAt(address));
    rig.judge({{rig.work, {always(0), even(1)}}, {rig.jumps, {always(2)}}, {rig.callee, {even(3), always(4)}}});
    QVERIFY(rig.begin());
    rig.run();
    int stops = 0;
    for (int waited = 0; waited < 60000 && !rig.isDone(); waited += 3) {
        std::this_thread::sleep_for(std::chrono::milliseconds(3));
        if (meanwhile == "samples")
            QVERIFY(rig.sample());
        if (meanwhile != "stops")
            continue;
        const std::string told = rig.stand();
        QVERIFY2(told.starts_with("T13"), told.c_str());
        for (std::uint16_t number = 0; number < 5; ++number)
            QCOMPARE(rig.counts.left(number) + rig.counts.passed(number), kMany);
        // Each thread may have counted a call that it has not made yet.
        QVERIFY(rig.counts.passed(0) <= rig.calls() &&
                rig.counts.passed(0) + std::uint64_t(threads) * 2 >= rig.calls());
        ++stops;
        rig.run();
    }
    QVERIFY(rig.isDone());
    QVERIFY(meanwhile != "stops" || stops > 3);
    const std::uint64_t all = rig.calls();
    const auto each = std::uint64_t(threads) * kCalls;
    QVERIFY(all >= each);
    QCOMPARE(rig.counts.passed(0), all);
    QCOMPARE(rig.counts.passed(1), each / 2 + (all - each)); // the handler's argument is 0
    QCOMPARE(rig.counts.passed(2), each);
    QCOMPARE(rig.counts.passed(3), each + (all - each));
    QCOMPARE(rig.counts.passed(4), each + all);
    for (std::uint16_t number = 0; number < 5; ++number)
        QCOMPARE(rig.counts.left(number) + rig.counts.passed(number), kMany);
}

void TestHitCounts::theHitBehindTheLastOneIsTold_data()
{
    QTest::addColumn<int>("threads");
    QTest::addColumn<bool>("isCopied");
    for (const int threads : {1, 4}) {
        QTest::addRow("threads %d, of a copy", threads) << threads << true;
        QTest::addRow("threads %d, of a step", threads) << threads << false;
    }
}

void TestHitCounts::theHitBehindTheLastOneIsTold()
{
    QFETCH(int, threads);
    QFETCH(bool, isCopied);
    constexpr std::uint64_t kToPass = 500;
    Rig rig(threads, 1000, "");
    QVERIFY(rig.attach());
    const std::uint64_t place = isCopied ? rig.work : rig.jumps;
    rig.counts.setLeft(0, kToPass);
    rig.counts.setLeft(1, kMany);
    QVERIFY(rig.breakAt(place));
    rig.judge({{place, {always(0), always(1)}}});
    QVERIFY(rig.begin());
    rig.run();
    const std::string told = rig.told();
    QVERIFY2(told.starts_with("T05") && told.find("reason:breakpoint") != std::string::npos, told.c_str());
    // Who has not done the instruction by then will meet the trap once more.
    QCOMPARE(rig.counts.passed(0) + rig.counts.left(0), kToPass);
    QVERIFY(rig.counts.left(0) < std::uint64_t(threads));
    QCOMPARE(rig.counts.passed(1), rig.counts.passed(0)); // nothing of the hit that is told
}

void TestHitCounts::countsAreChangedWhileItIsHit()
{
    Rig rig(4, 1000, "");
    QVERIFY(rig.attach());
    rig.counts.setLeft(0, kMany);
    QVERIFY(rig.breakAt(rig.work));
    rig.judge({{rig.work, {always(0)}}});
    QVERIFY(rig.begin());
    rig.run();
    int changes = 0;
    for (int waited = 0; waited < 60000 && !rig.isDone(); ++waited) {
        rig.counts.setLeft(0, kMany + std::uint64_t(++changes));
        QVERIFY(rig.counts.left(0) + 4 * 1000 >= kMany + std::uint64_t(changes));
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    QVERIFY(rig.isDone());
    QVERIFY(changes > 5);
    QCOMPARE(rig.counts.passed(0), std::uint64_t{4 * 1000});
    rig.counts.setLeft(0, 0); // which is in force at once
    QCOMPARE(rig.counts.left(0), std::uint64_t{0});
}

void TestHitCounts::eachHitIsNotedOnce()
{
    QFETCH(int, threads);
    QFETCH(QString, how);
    QFETCH(QString, meanwhile);
    constexpr int kCalls = 600;
    constexpr std::uint32_t kWork = 3, kJumps = 4;
    const auto settled = [](std::span<const std::byte>) { return false; };
    const auto all = [](std::span<const std::byte>) { return true; };
    Rig rig(threads, kCalls, how.toStdString());
    QVERIFY(rig.attach());
    for (const std::uint64_t address : {rig.work, rig.jumps})
        QVERIFY(rig.breakAt(address));
    rig.judge({{rig.work, {traced(kWork)}}, {rig.jumps, {traced(kJumps)}}});
    QVERIFY(rig.begin());
    rig.run();
    Seen seen;
    std::uint64_t mayBeTwice = 0; // told, and then not done: a signal's handler came in between
    for (int waited = 0; waited < 60000 && !rig.isDone(); waited += 3) {
        std::this_thread::sleep_for(std::chrono::milliseconds(3));
        QVERIFY(seen.add(rig.notes.take(settled)));
        if (meanwhile == "samples")
            QVERIFY(rig.sample());
        const std::string told = meanwhile == "stops" ? rig.stand() : rig.toldMeanwhile();
        if (told.empty())
            continue;
        if (told.starts_with("T05")) // on a busy machine nobody has taken notes for long
            rig.passTold([&](std::uint64_t place) {
                ++seen.hits[place == rig.work ? kWork : kJumps];
                mayBeTwice += how == "alarms" ? 1 : 0;
            });
        else
            QVERIFY2(meanwhile == "stops" && told.starts_with("T13"), told.c_str());
        QVERIFY(seen.add(rig.notes.take(all)));
        // Each thread may stand behind the trap, and have made no call yet.
        QVERIFY(seen.hits[kWork] <= rig.calls() + std::uint64_t(threads) + mayBeTwice &&
                seen.hits[kWork] + std::uint64_t(threads) * 2 >= rig.calls());
        rig.run();
    }
    QVERIFY(rig.isDone());
    QVERIFY(seen.add(rig.notes.take(all)));
    const auto isAll = [mayBeTwice](std::uint64_t hits, std::uint64_t made) {
        return hits >= made && hits <= made + mayBeTwice;
    };
    QVERIFY2(isAll(seen.hits[kWork], rig.calls()), qPrintable(QString::number(seen.hits[kWork])));
    QVERIFY2(isAll(seen.hits[kJumps], std::uint64_t(threads) * kCalls), qPrintable(QString::number(seen.hits[kJumps])));
    for (const auto& [whose, arguments] : seen.arguments)
        QVERIFY(how == "alarms" || std::ranges::is_sorted(arguments, std::less_equal<>()));
}

DBGR_TEST(TestHitCounts, QCoreApplication);

} // namespace tst_hit_counts

#include "tst_hit_counts.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// Processes that pass breakpoints a number of times, whoever counts: the keeper, or, where it judges nothing, the
// engine. Which turn they are in tells how often they have passed.
#include <QTest> // first: moc cannot read <chrono> before other headers

#include "tests/contract/lldb_rig.h"
#include "tests/contract/who_counts.h"

#include "tests/support/run/test_class.h"

#include <algorithm>
#include <chrono>
#include <memory>
#include <string>
#include <thread>
#include <vector>

namespace tst_lldb_ignored {

using namespace dbgr;
using debug::StopReason;
using test::lineOf;
using test::LldbRig;
using util::BreakpointId;

namespace {

constexpr const char* kTraced = "it is traced here";

} // namespace

class TstLldbIgnored : public QObject
{
    Q_OBJECT

private slots:
    void cleanup() { m_rig.reset(); }

    void theHitBehindThoseStops_data() { test::addWhoCounts(); }
    void theHitBehindThoseStops();
    void onlyTrueHitsCount_data() { test::addWhoCounts(); }
    void onlyTrueHitsCount();
    void severalAtOnePlaceCountByThemselves_data() { test::addWhoCounts(); }
    void severalAtOnePlaceCountByThemselves();
    void onlyTheThreadMeantCounts_data() { test::addWhoCounts(); }
    void onlyTheThreadMeantCounts();
    void eachThreadsHitsCount_data() { test::addWhoCounts(); }
    void eachThreadsHitsCount();
    void stepsCountToo_data() { test::addWhoCounts(); }
    void stepsCountToo();
    void theCountIsChangedWhileItRuns_data() { test::addWhoCounts(); }
    void theCountIsChangedWhileItRuns();
    void moreThanTheKeeperCounts();

private:
    void start(const std::vector<std::string>& arguments, const char* program = "traced")
    {
        QFETCH(bool, byKeeper);
        m_rig = std::make_unique<LldbRig>();
        if (!byKeeper)
            m_rig->doWithoutPrograms();
        m_rig->start(program, arguments);
        QVERIFY(m_rig->attach());
    }
    static debug::BreakpointSpec spec(std::uint32_t ignore, std::string condition = {}, std::uint32_t id = 1)
    {
        debug::BreakpointSpec wanted{BreakpointId(id), debug::SourceLine{"traced.cpp", lineOf("traced.cpp", kTraced)},
                                     std::move(condition), true};
        wanted.ignore = ignore;
        return wanted;
    }
    debug::BreakpointStatus set(const debug::BreakpointSpec& wanted, bool ignoreAnew = false)
    {
        return m_rig->client()
            .get<debug::BreakpointReply>(m_rig->all(), debug::SetBreakpoint{wanted, ignoreAnew})
            .status;
    }
    std::vector<BreakpointId> stopsBy() { return m_rig->resume().cause.breakpoints; }

    std::unique_ptr<LldbRig> m_rig;
};

void TstLldbIgnored::theHitBehindThoseStops()
{
    start({"2000"});
    static_cast<void>(set(spec(1000)));
    QCOMPARE(stopsBy(), std::vector{BreakpointId(1)});
    QCOMPARE(m_rig->value("turn"), std::string("1000"));
    QCOMPARE(stopsBy(), std::vector{BreakpointId(1)}); // from then on each
    QCOMPARE(m_rig->value("turn"), std::string("1001"));
    static_cast<void>(set(spec(10)));
    static_cast<void>(m_rig->resume());
    QCOMPARE(m_rig->value("turn"), std::string("1012"));
    static_cast<void>(set(spec(10), true)); // the same number once more
    static_cast<void>(m_rig->resume());
    QCOMPARE(m_rig->value("turn"), std::string("1023"));
    static_cast<void>(set(spec(10))); // as it was: none is left
    static_cast<void>(m_rig->resume());
    QCOMPARE(m_rig->value("turn"), std::string("1024"));
    static_cast<void>(set(spec(100)));
    static_cast<void>(set(spec(0)));
    static_cast<void>(m_rig->resume());
    QCOMPARE(m_rig->value("turn"), std::string("1025"));
}

void TstLldbIgnored::onlyTrueHitsCount()
{
    start({"2000"});
    static_cast<void>(set(spec(100, "turn % 3 == 1")));
    static_cast<void>(m_rig->resume());
    QCOMPARE(m_rig->value("turn"), std::string("301"));
    static_cast<void>(set(spec(100, "item.id % 2 == 0"))); // counts on: none is left
    static_cast<void>(m_rig->resume());
    QCOMPARE(m_rig->value("turn"), std::string("302"));
    static_cast<void>(set(spec(7, "who == 0 && half(turn) > 200"))); // which a function of the program has to say
    static_cast<void>(m_rig->resume());
    QCOMPARE(m_rig->value("turn"), std::string("409"));
}

void TstLldbIgnored::severalAtOnePlaceCountByThemselves()
{
    start({"200"});
    static_cast<void>(set(spec(3, "", 1)));
    static_cast<void>(set(spec(1, "turn % 2 == 1", 2))); // from turn 3 on
    static_cast<void>(set(spec(60, "", 3)));
    const std::vector<BreakpointId> both{BreakpointId(1), BreakpointId(2)};
    QCOMPARE(stopsBy(), both);
    QCOMPARE(m_rig->value("turn"), std::string("3"));
    QCOMPARE(stopsBy(), std::vector{BreakpointId(1)});
    QCOMPARE(stopsBy(), both);
    QVERIFY(m_rig->client().ask(m_rig->all(), debug::RemoveBreakpoint{BreakpointId(1)}).failures.empty());
    QCOMPARE(stopsBy(), std::vector{BreakpointId(2)});
    QCOMPARE(m_rig->value("turn"), std::string("7"));
    static_cast<void>(set(spec(20, "turn % 2 == 1", 2))); // turns 9, 11, ..., 47
    QCOMPARE(stopsBy(), std::vector{BreakpointId(2)});
    QCOMPARE(m_rig->value("turn"), std::string("49"));
    QVERIFY(m_rig->client().ask(m_rig->all(), debug::RemoveBreakpoint{BreakpointId(2)}).failures.empty());
    QCOMPARE(stopsBy(), std::vector{BreakpointId(3)});
    QCOMPARE(m_rig->value("turn"), std::string("60")); // all those at which others stopped are counted
}

void TstLldbIgnored::onlyTheThreadMeantCounts()
{
    start({"300", "threads"});
    static_cast<void>(set(spec(0, "who == 2")));
    static_cast<void>(m_rig->resume());
    const auto threads = m_rig->client().get<debug::ThreadsReply>(m_rig->all(), debug::GetThreads{}).ranks;
    QCOMPARE(threads.size(), std::size_t(1));
    const auto leading = std::ranges::find_if(threads[0].threads, [](const auto& one) { return one.leading; });
    QVERIFY(leading != threads[0].threads.end());
    const std::string turn = m_rig->value("turn");
    debug::BreakpointSpec wanted = spec(100);
    wanted.thread = debug::ThreadIndex{leading->index};
    static_cast<void>(set(wanted));
    const debug::StopEvent second = m_rig->resume();
    QCOMPARE(second.cause.breakpoints, std::vector{BreakpointId(1)});
    QCOMPARE(m_rig->value("who"), std::string("2"));
    QCOMPARE(m_rig->value("turn"), std::to_string(std::stoi(turn) + 101));
}

/// Of three threads together; which one stops, and where the others are by then, is open.
void TstLldbIgnored::eachThreadsHitsCount()
{
    start({"200", "threads"});
    static_cast<void>(set(spec(599)));
    QCOMPARE(stopsBy(), std::vector{BreakpointId(1)}); // the very last one
    QCOMPARE(m_rig->value("turn"), std::string("199"));
    QVERIFY(m_rig->client().ask(m_rig->all(), debug::Continue{}).failures.empty());
    const auto end = m_rig->client().next<daemon::RankExited>();
    QVERIFY(end && end->status == 0);
}

/// While LLDB has a step under way the keeper judges nothing; the number is the same one.
void TstLldbIgnored::stepsCountToo()
{
    start({"200"});
    static_cast<void>(set(spec(5)));
    static_cast<void>(m_rig->resume());
    QCOMPARE(m_rig->value("turn"), std::string("5"));
    static_cast<void>(set(spec(50)));
    for (int step = 0; step < 40; ++step)
        static_cast<void>(m_rig->resume(debug::Step{debug::StepKind::Over}));
    const int before =
        std::stoi(m_rig->value("turn", 0).starts_with("problem") ? m_rig->value("turn", 1) : m_rig->value("turn"));
    QVERIFY(before > 5);
    QCOMPARE(stopsBy(), std::vector{BreakpointId(1)});
    QCOMPARE(m_rig->value("turn"), std::string("56"));
}

void TstLldbIgnored::theCountIsChangedWhileItRuns()
{
    start({"60"}, "loop");
    const auto wanted = [](std::uint32_t ignore) {
        debug::BreakpointSpec turn{BreakpointId(1), debug::FunctionName{"turn"}, {}, true};
        turn.ignore = ignore;
        return turn;
    };
    static_cast<void>(set(wanted(4'000'000'000U)));
    QVERIFY(m_rig->client().ask(m_rig->all(), debug::Continue{}).failures.empty());
    for (std::uint32_t times = 0; times < 100; ++times)
        static_cast<void>(set(wanted(3'000'000'000U + times)));
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    QVERIFY(!m_rig->client().has<debug::StopEvent>());
    static_cast<void>(set(wanted(0))); // in force at once
    const auto stop = m_rig->client().next<debug::StopEvent>();
    QVERIFY(stop);
    QCOMPARE(stop->cause.breakpoints, std::vector{BreakpointId(1)});
    const int turn = std::stoi(m_rig->value("i"));
    static_cast<void>(set(wanted(25)));
    static_cast<void>(m_rig->resume());
    QCOMPARE(m_rig->value("i"), std::to_string(turn + 26));
}

/// Those that find no number are counted by the engine.
void TstLldbIgnored::moreThanTheKeeperCounts()
{
    m_rig = std::make_unique<LldbRig>();
    m_rig->start("traced", {"100"});
    QVERIFY(m_rig->attach());
    const std::uint32_t most = bytecode::HitCounts::kMost + 3U;
    for (std::uint32_t id = 1; id <= most; ++id)
        static_cast<void>(set(spec(id < most ? 50 : 20, "", id)));
    QCOMPARE(stopsBy(), std::vector{BreakpointId(most)});
    QCOMPARE(m_rig->value("turn"), std::string("20"));
    QVERIFY(m_rig->client().ask(m_rig->all(), debug::RemoveBreakpoint{BreakpointId(most)}).failures.empty());
    QCOMPARE(stopsBy().size(), std::size_t(most) - 1);
    QCOMPARE(m_rig->value("turn"), std::string("50"));
}

DBGR_TEST(TstLldbIgnored, QCoreApplication);

} // namespace tst_lldb_ignored

#include "tst_lldb_ignored.moc"

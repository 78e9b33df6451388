// SPDX-License-Identifier: GPL-3.0-or-later
// Hits that are counted and logged, whatever happens to a rank between two of them: it becomes another program, its
// library goes and comes again, LLDB has a breakpoint of its own at the place. The keeper does both, or, where it
// judges and notes nothing, the engine; the numbers are the program's own.
#include <QTest> // first: moc cannot read <chrono> before other headers

#include "tests/contract/lldb_rig.h"
#include "tests/contract/who_counts.h"

#include "tests/support/net/run_until.h"
#include "tests/support/run/test_class.h"

#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace tst_lldb_counted {

using namespace dbgr;
using debug::StopReason;
using test::lineOf;
using test::LldbRig;
using util::BreakpointId;

namespace {

constexpr int kRounds = 4;
constexpr int kTurns = 50;

std::vector<std::string> numbers(int from, int to)
{
    std::vector<std::string> all;
    for (int i = from; i < to; ++i)
        all.push_back(std::to_string(i));
    return all;
}

} // namespace

class TstLldbCounted : public QObject
{
    Q_OBJECT

private slots:
    void cleanup() { m_rig.reset(); }

    void throughExec_data() { test::addWhoCounts(); }
    void throughExec();
    void inALibraryThatGoesAndComes_data() { test::addWhoCounts(); }
    void inALibraryThatGoesAndComes();
    void whereAStepOutEnds_data() { test::addWhoCounts(); }
    void whereAStepOutEnds();

private:
    void start(const char* program, const std::vector<std::string>& arguments)
    {
        QFETCH(bool, byKeeper);
        m_rig = std::make_unique<LldbRig>();
        if (!byKeeper) {
            m_rig->doWithoutPrograms();
            m_rig->doWithoutNotes();
        }
        m_rig->start(program, arguments);
        QVERIFY(m_rig->attach());
    }
    void set(std::uint32_t id, debug::Trigger where, std::uint32_t ignore, std::vector<std::string> traced = {})
    {
        debug::BreakpointSpec wanted{BreakpointId(id), std::move(where), {}};
        wanted.ignore = ignore;
        wanted.traced = std::move(traced);
        const debug::SetBreakpoint request{wanted, true, {}, {}, {}, true};
        const auto status = m_rig->client().get<debug::BreakpointReply>(m_rig->all(), request).status;
        QCOMPARE(status.problem, std::string());
        QCOMPARE(status.id, BreakpointId(id));
    }
    void remove(std::uint32_t id)
    {
        QVERIFY(m_rig->client().ask(m_rig->all(), debug::RemoveBreakpoint{BreakpointId(id)}).failures.empty());
    }
    /// By tracepoint, in order.
    [[nodiscard]] std::map<std::uint32_t, std::vector<std::string>> logged()
    {
        std::map<std::uint32_t, std::vector<std::string>> all;
        while (m_rig->client().has<debug::TraceRecord>()) {
            const debug::TraceRecord record = *m_rig->client().next<debug::TraceRecord>();
            const debug::TracedValue& value = record.values.at(0);
            all[record.id.value()].push_back(value.problem.empty() ? value.value : "<" + value.problem + ">");
        }
        return all;
    }
    /// Hits that were passed, of what has been told so far.
    [[nodiscard]] std::uint64_t passed(std::uint32_t id)
    {
        std::uint64_t all = 0;
        for (const daemon::EngineEvent& event : m_rig->client().events()) {
            const auto* const news = std::get_if<debug::HitsPassed>(&event);
            all += news && news->id == BreakpointId(id) ? news->times : 0;
        }
        return all;
    }
    /// From one program to the next, until something else stops it. \return what; nothing: it has ended well
    [[nodiscard]] std::optional<debug::StopEvent> runOn()
    {
        test::EngineClient& client = m_rig->client();
        for (;;) {
            static_cast<void>(client.ask(m_rig->all(), debug::Continue{}));
            const auto isOver = [&] { return client.has<debug::StopEvent>() || client.has<daemon::RankExited>(); };
            static_cast<void>(test::runUntil(m_rig->loop(), isOver, std::chrono::seconds(60)));
            if (!client.has<debug::StopEvent>())
                return std::nullopt;
            const auto stop = client.next<debug::StopEvent>();
            if (stop->cause.reason != StopReason::Exec)
                return stop;
        }
    }
    void runToTheEnd()
    {
        QVERIFY(!runOn());
        const auto end = m_rig->client().next<daemon::RankExited>();
        QVERIFY(end && end->status == 0); // the program has counted, too
    }

    std::unique_ptr<LldbRig> m_rig;
};

void TstLldbCounted::throughExec()
{
    constexpr int kAll = kRounds * kTurns;
    const debug::SourceLine turn{"rounds.cpp", lineOf("rounds.cpp", "// a turn")};
    start("rounds", {"0", std::to_string(kRounds), std::to_string(kTurns)});
    set(1, turn, kAll - 10);
    set(2, turn, 0, {"number"});
    set(3, turn, 60, {"number"});
    const auto stop = runOn();
    QVERIFY(stop);
    QCOMPARE(stop->cause.breakpoints, std::vector{BreakpointId(1)});
    QCOMPARE(m_rig->value("number"), std::to_string(kAll - 10));
    QCOMPARE(m_rig->value("g_round"), std::to_string(kRounds - 1));
    QCOMPARE(passed(1), std::uint64_t(kAll - 10));
    remove(1);
    runToTheEnd();
    const auto all = logged();
    QCOMPARE(all.at(2), numbers(0, kAll));
    QCOMPARE(all.at(3), numbers(60, kAll));
    QCOMPARE(passed(3), std::uint64_t(60));
}

/// Twice the same library, and then another one that may come where the first was; each call has its own number.
void TstLldbCounted::inALibraryThatGoesAndComes()
{
    std::vector<std::string> arguments;
    int calls = 0;
    for (const char* library : {"liblate1.so", "liblate1.so", "liblate2.so", "liblate1.so"}) {
        arguments.push_back(std::string("+") + library);
        for (int call = 0; call < 5; ++call, ++calls)
            arguments.insert(arguments.end(), {std::string("!") + library, "."});
        arguments.push_back(std::string("-") + library);
    }
    start("loads", arguments);
    set(1, debug::FunctionName{"late_mark"}, std::uint32_t(calls) - 2);
    set(2, debug::FunctionName{"late_mark"}, 0, {"value"});
    set(3, debug::FunctionName{"late_mark"}, 7, {"value"});
    const auto stop = runOn();
    QVERIFY(stop);
    QCOMPARE(stop->cause.breakpoints, std::vector{BreakpointId(1)});
    QCOMPARE(m_rig->value("value"), std::to_string(calls - 2));
    remove(1);
    runToTheEnd();
    const auto all = logged();
    QCOMPARE(all.at(2), numbers(0, calls));
    QCOMPARE(all.at(3), numbers(7, calls));
    QCOMPARE(passed(1), std::uint64_t(calls - 2));
    QCOMPARE(passed(3), std::uint64_t(7));
}

/// LLDB has its own breakpoint at the place then.
void TstLldbCounted::whereAStepOutEnds()
{
    start("rounds", {"0", "1", std::to_string(kTurns)});
    set(5, debug::FunctionName{"addOne"}, 0);
    QVERIFY(runOn());
    const auto frames = m_rig->client().get<debug::FramesReply>(m_rig->all(), debug::GetFrames{}).ranks;
    QVERIFY(frames.size() == 1 && frames[0].frames.size() > 1);
    const debug::CodeAddress back{"", frames[0].frames[1].pc};
    set(1, back, 20);
    set(2, back, 0, {"number"});
    for (int step = 0; step < 12; ++step) {
        const debug::StopEvent out = m_rig->resume(debug::Step{debug::StepKind::Out});
        QCOMPARE(out.cause.reason, StopReason::Step);
        QCOMPARE(m_rig->value("number"), std::to_string(step));
        const auto next = runOn();
        QVERIFY(next);
        QCOMPARE(next->cause.breakpoints, std::vector{BreakpointId(5)});
    }
    remove(5);
    const auto stop = runOn();
    QVERIFY(stop);
    QCOMPARE(stop->cause.breakpoints, std::vector{BreakpointId(1)});
    QCOMPARE(m_rig->value("number"), std::string("20"));
    remove(1);
    runToTheEnd();
    QCOMPARE(logged().at(2), numbers(0, kTurns));
    QCOMPARE(passed(1), std::uint64_t(20));
}

DBGR_TEST(TstLldbCounted, QCoreApplication);

} // namespace tst_lldb_counted

#include "tst_lldb_counted.moc"

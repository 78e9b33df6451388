// SPDX-License-Identifier: GPL-3.0-or-later
// Threads of a real process that step together: who takes part, who waits for whom, and what is told of those that do
// not come to the end of their step.
#include <QTest> // first: moc cannot read <chrono> before other headers

#include "debug/debug_error.h"
#include "tests/contract/lldb_rig.h"
#include "tests/support/run/test_class.h"

#include <algorithm>
#include <csignal>
#include <map>
#include <set>
#include <utility>

namespace tst_lldb_team_steps {

using namespace dbgr;
using debug::StopReason;
using test::lineOf;
using test::LldbRig;

namespace {

constexpr const char* kSource = "team_lines.cpp";
constexpr std::size_t kTeam = 4;

std::uint32_t line(const char* mark)
{
    return lineOf(kSource, std::string("// ") + mark);
}

debug::Step next(std::uint32_t count = 1)
{
    debug::Step step{debug::StepKind::Over, count};
    step.team = true;
    return step;
}

} // namespace

class TstLldbTeamSteps : public QObject
{
    Q_OBJECT

private slots:
    void cleanup() { m_rig.reset(); }

    void allThreadsOfTheLineComeToTheNextOne_data() { programs(); }
    void allThreadsOfTheLineComeToTheNextOne();
    void aBarrierInTheLineIsPassed_data() { programs(); }
    void aBarrierInTheLineIsPassed();
    void aNumberOfStepsIsDoneByEach_data() { programs(); }
    void aNumberOfStepsIsDoneByEach();
    void whoWaitsForALockOfAnotherIsNamedAndComesLater_data() { programs(); }
    void whoWaitsForALockOfAnotherIsNamedAndComesLater();
    void whoWorksLongerIsWaitedFor();
    void aThreadThatMeetsABreakpointStopsAll();
    void aThreadThatCrashesStopsAll();
    void aThreadThatEndsIsNamed();
    void anInterruptIsObeyedWhileItIsUnderWay();
    void aFrozenThreadTakesNoPart();
    void stepsIntoAndOutOfCallsAreDoneByEach();
    void eachLeavesItsHandlerForWhatThatInterrupted_data();
    void eachLeavesItsHandlerForWhatThatInterrupted();
    void aPlainStepAfterwardsMovesOneThreadOnly();

private:
    static void programs()
    {
        QTest::addColumn<QString>("level");
        QTest::addColumn<QString>("kind");
        for (const char* level : {"O0", "O2"}) {
            for (const char* kind : {"openmp", "pthreads"})
                QTest::addRow("%s %s", kind, level) << level << kind;
        }
    }
    void start(const std::string& kind = "openmp", const std::string& what = "laps", const std::string& level = "O0")
    {
        m_rig = std::make_unique<LldbRig>();
        m_rig->start("team_lines_" + level, {kind, what});
        QVERIFY(m_rig->attach());
    }
    void startOfRow()
    {
        QFETCH(QString, level);
        QFETCH(QString, kind);
        start(kind.toStdString(), "laps", level.toStdString());
    }
    test::EngineClient& client() { return m_rig->client(); }
    std::vector<debug::ThreadInfo> threads(debug::EngineRequest request = debug::GetThreads{})
    {
        auto reply = client().get<debug::ThreadsReply>(m_rig->all(), std::move(request));
        return reply.ranks.empty() ? std::vector<debug::ThreadInfo>{} : reply.ranks.front().threads;
    }
    /// Brings all four of the team to a line, and selects the first of them.
    void gather(const char* mark)
    {
        QCOMPARE(m_rig->runTo(debug::SourceLine{kSource, line(mark)}).cause.reason, StopReason::Breakpoint);
        std::set<std::uint32_t> gathered;
        while (true) { // several may come there at once
            for (const debug::ThreadInfo& thread : threads()) {
                if (isOfLap(thread) && thread.top.where.line == line(mark))
                    gathered.insert(thread.index);
            }
            for (const std::uint32_t index : gathered)
                static_cast<void>(threads(debug::FreezeThreads{{debug::ThreadIndex{index}}, true}));
            if (gathered.size() == kTeam)
                break;
            QCOMPARE(m_rig->resume().cause.reason, StopReason::Breakpoint);
        }
        static_cast<void>(client().ask(m_rig->all(), debug::RemoveBreakpoint{util::BreakpointId(1)}));
        static_cast<void>(threads(debug::FreezeThreads{{}, false}));
        static_cast<void>(threads(debug::SelectThread{debug::ThreadIndex{*gathered.begin()}}));
        m_team = std::move(gathered);
        QCOMPARE(linesOfTeam(), std::set{line(mark)});
    }
    static bool isOfLap(const debug::ThreadInfo& thread)
    {
        return thread.top.function.starts_with("lap") || thread.top.function.starts_with("handler");
    }
    /// Where those of the team stand in a lap, 0 for one that does not.
    std::set<std::uint32_t> linesOfTeam()
    {
        std::set<std::uint32_t> lines;
        for (const debug::ThreadInfo& thread : threads()) {
            if (m_team.contains(thread.index))
                lines.insert(isOfLap(thread) ? thread.top.where.line : 0);
        }
        return lines;
    }
    std::uint32_t leading()
    {
        for (const debug::ThreadInfo& thread : threads()) {
            if (thread.leading)
                return thread.index;
        }
        return 0;
    }
    std::string progress() { return m_rig->value("g_progress"); }
    std::string told(const debug::StopEvent& stop)
    {
        std::string text = std::to_string(int(stop.cause.reason)) + " " + stop.cause.description + " in " +
                           stop.cause.top.function + " of " + std::to_string(leading());
        if (stop.cause.team) {
            text += ", done";
            for (const std::uint32_t thread : stop.cause.team->done)
                text += " " + std::to_string(thread);
            text += ", behind";
            for (const auto& one : stop.cause.team->behind)
                text += " " + std::to_string(one.thread) + " in " + one.top.function + ":" +
                        std::to_string(one.top.where.line);
        }
        return text;
    }
    void verifyDone(const debug::StopEvent& stop, const char* mark)
    {
        QVERIFY2(stop.cause.reason == StopReason::Step && stop.cause.team, told(stop).c_str());
        QVERIFY2(stop.cause.team->done == std::vector<std::uint32_t>(m_team.begin(), m_team.end()), told(stop).c_str());
        QVERIFY2(stop.cause.team->behind.empty() && stop.cause.team->ended.empty(), told(stop).c_str());
        QVERIFY2(linesOfTeam() == std::set{line(mark)}, told(stop).c_str());
        QCOMPARE(leading(), *m_team.begin());
    }

    std::unique_ptr<LldbRig> m_rig;
    std::set<std::uint32_t> m_team;
};

void TstLldbTeamSteps::allThreadsOfTheLineComeToTheNextOne()
{
    startOfRow();
    gather("begins");
    verifyDone(m_rig->resume(next()), "works");
    const std::string before = progress();
    verifyDone(m_rig->resume(next()), "has worked");
    for (int i = 0; i < 50 && progress() == before; ++i) {
        gather("begins");
        verifyDone(m_rig->resume(next(2)), "has worked");
    }
    QVERIFY(progress() != before); // who takes no part runs
}

void TstLldbTeamSteps::aBarrierInTheLineIsPassed()
{
    startOfRow();
    gather("meets");
    verifyDone(m_rig->resume(next()), "has met");
}

void TstLldbTeamSteps::aNumberOfStepsIsDoneByEach()
{
    startOfRow();
    gather("begins");
    const debug::StopEvent stop = m_rig->resume(next(4));
    verifyDone(stop, "has met");
    QCOMPARE(stop.cause.steps->done, 4U);
}

void TstLldbTeamSteps::whoWaitsForALockOfAnotherIsNamedAndComesLater()
{
    startOfRow();
    gather("takes");
    debug::StopEvent stop = m_rig->resume(next());
    for (int i = 0; i < 20 && stop.cause.team && stop.cause.team->done.size() == kTeam; ++i)
        stop = m_rig->resume(next()); // optimised, a line has several pieces
    QVERIFY2(stop.cause.team && stop.cause.team->done.size() == 1, told(stop).c_str());
    QCOMPARE(stop.cause.team->behind.size(), kTeam - 1);
    for (const auto& one : stop.cause.team->behind) {
        QVERIFY2(one.top.function.find("lock") != std::string::npos, told(stop).c_str());
        QVERIFY2(one.source && one.source->where.line == line("takes"), told(stop).c_str());
    }
    // Who has it gives it back, and another one comes to the end of its step.
    const std::uint32_t first = stop.cause.team->done.front();
    static_cast<void>(threads(debug::SelectThread{debug::ThreadIndex{first}}));
    for (int i = 0; i < 6 && stop.cause.team && stop.cause.team->done.size() < 2; ++i) {
        stop = m_rig->resume(next());
        QCOMPARE(leading(), first);
        QVERIFY2(stop.cause.reason == StopReason::Step, told(stop).c_str());
    }
    QVERIFY2(stop.cause.team && stop.cause.team->done.size() >= 2, told(stop).c_str());
    QVERIFY(std::ranges::find(stop.cause.team->done, first) != stop.cause.team->done.end());
}

void TstLldbTeamSteps::whoWorksLongerIsWaitedFor()
{
    start("openmp", "slow");
    gather("works");
    verifyDone(m_rig->resume(next()), "has worked");
}

void TstLldbTeamSteps::aThreadThatMeetsABreakpointStopsAll()
{
    start();
    gather("works");
    debug::BreakpointSpec spec{util::BreakpointId(2), debug::FunctionName{"work"}, "who == 2", true};
    static_cast<void>(client().ask(m_rig->all(), debug::SetBreakpoint{spec}));
    const debug::StopEvent stop = m_rig->resume(next());
    QVERIFY2(stop.cause.reason == StopReason::Breakpoint && stop.cause.team, told(stop).c_str());
    QCOMPARE(m_rig->value("who"), "2");
    const auto& team = *stop.cause.team;
    QCOMPARE(team.done.size() + team.behind.size(), kTeam);
    const auto met = std::ranges::find(team.behind, leading(), &debug::TeamSteps::Behind::thread);
    QVERIFY2(met != team.behind.end(), told(stop).c_str());
    QCOMPARE(met->top.function, stop.cause.top.function);
    static_cast<void>(client().ask(m_rig->all(), debug::RemoveBreakpoint{util::BreakpointId(2)}));
    // Those that were cut short come after.
    const debug::StopEvent rest = m_rig->resume(next());
    QVERIFY2(rest.cause.team && rest.cause.team->behind.empty(), told(rest).c_str());
    QVERIFY2(std::ranges::find(rest.cause.team->done, leading()) != rest.cause.team->done.end(), told(rest).c_str());
}

void TstLldbTeamSteps::aThreadThatCrashesStopsAll()
{
    start("pthreads", "crashes");
    gather("may crash");
    const debug::StopEvent stop = m_rig->resume(next());
    QVERIFY2(stop.cause.reason == StopReason::Signal && stop.cause.signal == SIGSEGV, told(stop).c_str());
    QVERIFY(stop.cause.team);
    const auto& behind = stop.cause.team->behind;
    QVERIFY2(std::ranges::find(behind, leading(), &debug::TeamSteps::Behind::thread) != behind.end(),
             told(stop).c_str());
}

void TstLldbTeamSteps::aThreadThatEndsIsNamed()
{
    start("pthreads", "exits");
    gather("may end");
    const debug::StopEvent stop = m_rig->resume(next());
    QVERIFY2(stop.cause.reason == StopReason::Step && stop.cause.team, told(stop).c_str());
    QVERIFY2(stop.cause.team->done.size() == kTeam - 1 && stop.cause.team->ended.size() == 1, told(stop).c_str());
    QVERIFY2(stop.cause.team->behind.empty(), told(stop).c_str());
}

void TstLldbTeamSteps::anInterruptIsObeyedWhileItIsUnderWay()
{
    start("openmp", "slow");
    gather("works");
    QVERIFY(client().ask(m_rig->all(), next()).failures.empty());
    QTest::qWait(100);
    const debug::StopEvent stop = m_rig->resume(debug::Interrupt{});
    QVERIFY2(stop.cause.reason == StopReason::Interrupt && stop.cause.team, told(stop).c_str());
    QCOMPARE(stop.cause.team->done.size() + stop.cause.team->behind.size(), kTeam);
    QVERIFY2(!stop.cause.team->behind.empty(), told(stop).c_str());
    QVERIFY(client().ask(m_rig->all(), debug::Continue{}).failures.empty());
    QVERIFY(!client().next<debug::StopEvent>(std::chrono::milliseconds(700))); // nothing is left of the step
}

void TstLldbTeamSteps::aFrozenThreadTakesNoPart()
{
    start();
    gather("begins");
    const std::uint32_t frozen = *m_team.rbegin();
    static_cast<void>(threads(debug::FreezeThreads{{debug::ThreadIndex{frozen}}, true}));
    m_team.erase(frozen);
    const debug::StopEvent stop = m_rig->resume(next(2));
    verifyDone(stop, "has worked");
    QCOMPARE(stop.cause.frozen, 1U);
    m_team = {frozen};
    QCOMPARE(linesOfTeam(), std::set{line("begins")});
}

void TstLldbTeamSteps::stepsIntoAndOutOfCallsAreDoneByEach()
{
    start();
    gather("works");
    debug::Step step{debug::StepKind::Into};
    step.team = true;
    debug::StopEvent stop = m_rig->resume(step);
    QVERIFY2(stop.cause.reason == StopReason::Step && stop.cause.team, told(stop).c_str());
    QVERIFY2(stop.cause.team->done.size() == kTeam, told(stop).c_str());
    QVERIFY2(stop.cause.top.function.starts_with("work"), told(stop).c_str());
    for (const debug::ThreadInfo& thread : threads())
        QVERIFY(!m_team.contains(thread.index) || thread.top.function.starts_with("work"));
    step.kind = debug::StepKind::Out;
    stop = m_rig->resume(step);
    verifyDone(stop, "works");
    QVERIFY2(stop.cause.returnedFrom.starts_with("work"), stop.cause.returnedFrom.c_str());
}

void TstLldbTeamSteps::eachLeavesItsHandlerForWhatThatInterrupted_data()
{
    QTest::addColumn<QString>("what");
    QTest::addColumn<QString>("level");
    QTest::addColumn<int>("kind");
    QTest::addColumn<int>("times");
    for (const char* const level : {"O0", "O2"}) {
        for (const char* const what : {"raises", "spins"}) {
            QTest::addRow("over, %s, %s", what, level) << what << level << int(debug::StepKind::Over) << 1;
            QTest::addRow("into, %s, %s", what, level) << what << level << int(debug::StepKind::Into) << 1;
            QTest::addRow("out, %s, %s", what, level) << what << level << int(debug::StepKind::Out) << 1;
        }
    }
    QTest::addRow("three over, raises, O0") << "raises"
                                            << "O0" << int(debug::StepKind::Over) << 3;
}

void TstLldbTeamSteps::eachLeavesItsHandlerForWhatThatInterrupted()
{
    QFETCH(QString, what);
    QFETCH(QString, level);
    QFETCH(int, kind);
    QFETCH(int, times);
    start("pthreads", what.toStdString(), level.toStdString());
    gather("handles");
    debug::Step step{debug::StepKind(kind), std::uint32_t(times)};
    step.team = true;
    debug::StopEvent stop;
    for (int i = 0; i < 8; ++i) {
        stop = m_rig->resume(step);
        QVERIFY2(stop.cause.reason == StopReason::Step && stop.cause.team, told(stop).c_str());
        QVERIFY2(stop.cause.team->done.size() == kTeam && stop.cause.team->behind.empty(), told(stop).c_str());
        if (stop.cause.top.function != "handler")
            break;
    }
    const auto [from, to] = what == "raises" ? std::pair(line("raises"), line("has raised"))
                                             : std::pair(line("is to spin"), line("counts"));
    for (const debug::ThreadInfo& thread : threads()) {
        if (!m_team.contains(thread.index))
            continue;
        const std::string at = thread.top.function + ":" + std::to_string(thread.top.where.line);
        QVERIFY2(thread.top.function.starts_with("maySignal"), at.c_str());
        QVERIFY2(thread.top.where.line >= from && thread.top.where.line <= to, at.c_str());
    }
    if (times > 1)
        QCOMPARE(stop.cause.steps->done, std::uint32_t(times));
}

void TstLldbTeamSteps::aPlainStepAfterwardsMovesOneThreadOnly()
{
    start("openmp", "slow");
    gather("works");
    QVERIFY(client().ask(m_rig->all(), next()).failures.empty());
    QTest::qWait(100);
    QCOMPARE(m_rig->resume(debug::Interrupt{}).cause.reason, StopReason::Interrupt);
    const std::uint32_t one = leading();
    const debug::StopEvent stop = m_rig->resume(debug::Step{});
    QVERIFY2(stop.cause.reason == StopReason::Step && !stop.cause.team, told(stop).c_str());
    QCOMPARE(leading(), one);
}

DBGR_TEST(TstLldbTeamSteps, QCoreApplication);

} // namespace tst_lldb_team_steps

#include "tst_lldb_team_steps.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// Ranks that are asked to stand at any moment of whatever they and LLDB are doing: each asking is one stop, told once,
// and nothing of it is left when the rank runs on. The programs find out by themselves whether anything was lost.
#include <QTest> // first: moc cannot read <chrono> before other headers

#include "tests/contract/lldb_rig.h"
#include "tests/support/run/test_class.h"

#include <csignal>

namespace tst_lldb_interrupts {

using namespace dbgr;
using debug::StopReason;
using test::EngineClient;
using test::LldbRig;

namespace {

constexpr util::BreakpointId kBreakpoint(1);
constexpr int kRounds = 30;
constexpr int kMostMilliseconds = 20; // between letting them run and the interrupt
constexpr int kStorm = 100;           // stops at a breakpoint
constexpr auto kQuiet = std::chrono::milliseconds(150);
constexpr int kWell = 7; // the status of the program that lost nothing

/// What the ranks are doing when they are asked to stand.
enum class Doing
{
    Running,
    FalseCondition,           ///< judged by our reader
    FalseConditionByCompiler, ///< by LLDB's
    Breakpoint,               ///< which stops them, or the interrupt does
    Stepping,
    BreakpointsComeAndGo, ///< which LLDB interrupts them for by itself
    Loading               ///< libraries that a breakpoint waits for
};

struct Row
{
    const char* name;
    Doing doing;
    const char* program;
};

constexpr Row kRows[] = {
    {"running", Doing::Running, "lines"},
    {"threads come and go", Doing::Running, "threads"},
    {"forks", Doing::Running, "forks"},
    {"vforks", Doing::Running, "vforks"},
    {"a condition that is false", Doing::FalseCondition, "lines"},
    {"a condition that is false, in three threads", Doing::FalseCondition, "calls"},
    {"a condition that is false, in threads that come and go", Doing::FalseCondition, "threads"},
    {"a condition for the compiler", Doing::FalseConditionByCompiler, "lines"},
    {"a breakpoint", Doing::Breakpoint, "lines"},
    {"a breakpoint, in three threads", Doing::Breakpoint, "calls"},
    {"steps", Doing::Stepping, "lines"},
    {"breakpoints come and go", Doing::BreakpointsComeAndGo, "lines"},
    {"libraries come and go", Doing::Loading, "libraries"},
};

constexpr const char* kStorms[] = {"calls", "threads", "forks", "vforks", "libraries", "lines"};

debug::SetBreakpoint inHot(const std::string& condition)
{
    return {{kBreakpoint, debug::FunctionName{"hot"}, condition, true}};
}

std::optional<debug::SetBreakpoint> breakpointFor(Doing doing)
{
    switch (doing) {
    case Doing::FalseCondition:
        return inHot("number < 0");
    case Doing::FalseConditionByCompiler:
        return inHot("!isEven(2)");
    case Doing::Breakpoint:
        return inHot("");
    case Doing::Loading:
        return debug::SetBreakpoint{{kBreakpoint, debug::FunctionName{"not_there_yet"}, "", true}};
    default:
        return std::nullopt;
    }
}

} // namespace

class TstLldbInterrupts : public QObject
{
    Q_OBJECT

private slots:
    void eachAskingIsOneStop_data();
    void eachAskingIsOneStop();
    void manyRanksStandAtOnce();
    void nothingIsLostInAStormOfStops_data();
    void nothingIsLostInAStormOfStops();

private:
    [[nodiscard]] EngineClient& client() { return m_rig->client(); }
    void start(const char* what, unsigned count);
    /// Lets the ranks do it, and asks them to stand. \return how many stood
    [[nodiscard]] std::size_t interruptThem(Doing doing, int round);
    /// They run on by themselves, and find that nothing was lost.
    [[nodiscard]] bool endWell();

    std::unique_ptr<LldbRig> m_rig;
};

void TstLldbInterrupts::start(const char* what, unsigned count)
{
    m_rig.reset();
    m_rig = std::make_unique<LldbRig>();
    m_rig->start("storm", {what}, count, test::Debuggee::Begin::Running);
    QVERIFY(m_rig->attach());
}

std::size_t TstLldbInterrupts::interruptThem(Doing doing, int round)
{
    if (doing == Doing::Stepping)
        static_cast<void>(client().ask(m_rig->all(), debug::Step{debug::StepKind::Over}));
    else
        static_cast<void>(client().ask(m_rig->all(), debug::Continue{}));
    if (doing == Doing::BreakpointsComeAndGo && round % 2 == 0)
        static_cast<void>(client().send(m_rig->all(), inHot("number < 0")));
    else if (doing == Doing::BreakpointsComeAndGo)
        static_cast<void>(client().send(m_rig->all(), debug::RemoveBreakpoint{kBreakpoint}));
    QTest::qWait(round % kMostMilliseconds);
    static_cast<void>(client().ask(m_rig->all(), debug::Interrupt{}));
    std::size_t count = 0;
    const bool mayHaveStoodBefore = doing == Doing::Breakpoint || doing == Doing::Stepping;
    for (const auto& [rank, stop] : client().nextOfEach<debug::StopEvent>(m_rig->all().size())) {
        const bool isOurs = stop.cause.reason == StopReason::Interrupt;
        const bool isOther = stop.cause.reason == StopReason::Breakpoint || stop.cause.reason == StopReason::Step;
        count += isOurs || (mayHaveStoodBefore && isOther) ? 1 : 0;
    }
    return count;
}

bool TstLldbInterrupts::endWell()
{
    if (!client().ask(m_rig->all(), debug::Detach{}).failures.empty())
        return false;
    bool isWell = true;
    for (std::size_t i = 0; i < m_rig->all().size(); ++i) {
        ::kill(m_rig->process(i).pid().value(), SIGUSR2);
        const auto end = m_rig->process(i).waitForEnd(std::chrono::seconds(20));
        isWell = isWell && end && WIFEXITED(*end) && WEXITSTATUS(*end) == kWell;
    }
    return isWell;
}

void TstLldbInterrupts::eachAskingIsOneStop_data()
{
    QTest::addColumn<int>("row");
    for (const Row& row : kRows)
        QTest::newRow(row.name) << int(&row - kRows);
}

void TstLldbInterrupts::eachAskingIsOneStop()
{
    QFETCH(int, row);
    const Doing doing = kRows[row].doing;
    start(kRows[row].program, 2);
    if (const auto breakpoint = breakpointFor(doing))
        QVERIFY(client().ask(m_rig->all(), *breakpoint).failures.empty());
    for (int round = 0; round < kRounds; ++round)
        QCOMPARE(interruptThem(doing, round), std::size_t(2));
    static_cast<void>(client().ask(m_rig->all(), debug::RemoveBreakpoint{kBreakpoint}));
    static_cast<void>(client().ask(m_rig->all(), debug::Continue{}));
    QVERIFY2(!client().next<debug::StopEvent>(kQuiet), "something of an asking was left");
    QVERIFY(endWell());
}

void TstLldbInterrupts::manyRanksStandAtOnce()
{
    start("lines", 32);
    for (int round = 0; round < 5; ++round)
        QCOMPARE(interruptThem(Doing::Running, round), std::size_t(32));
    QVERIFY(endWell());
}

void TstLldbInterrupts::nothingIsLostInAStormOfStops_data()
{
    QTest::addColumn<QString>("what");
    for (const char* what : kStorms)
        QTest::newRow(what) << what;
}

void TstLldbInterrupts::nothingIsLostInAStormOfStops()
{
    QFETCH(QString, what);
    start(qPrintable(what), 1);
    QVERIFY(client().ask(m_rig->all(), inHot("")).failures.empty());
    const bool isMet = what != "forks"; // there only by children, which are none of ours
    for (int round = 0; round < kStorm; ++round) {
        static_cast<void>(client().ask(m_rig->all(), debug::Continue{}));
        if (!isMet)
            static_cast<void>(client().ask(m_rig->all(), debug::Interrupt{}));
        const auto stop = client().next<debug::StopEvent>();
        QVERIFY(stop);
        QCOMPARE(stop->cause.reason, isMet ? StopReason::Breakpoint : StopReason::Interrupt);
    }
    QVERIFY(endWell());
}

DBGR_TEST(TstLldbInterrupts, QCoreApplication);

} // namespace tst_lldb_interrupts

#include "tst_lldb_interrupts.moc"

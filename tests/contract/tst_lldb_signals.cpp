// SPDX-License-Identifier: GPL-3.0-or-later
// Signals that stop nobody: each reaches the rank and, where that is wanted, is told once, whatever else the rank and
// LLDB are at when it comes.
#include <QTest> // first: moc cannot read <chrono> before other headers

#include "tests/contract/lldb_rig.h"
#include "tests/support/run/test_class.h"

#include <csignal>

namespace tst_lldb_signals {

using namespace dbgr;
using debug::StopReason;
using test::LldbRig;

namespace {

constexpr int kMany = 40;
constexpr util::BreakpointId kInLap(2);

/// What the rank does meanwhile.
enum class Doing
{
    Running,
    FalseCondition, ///< that the keeper judges
    Stopping,       ///< at a breakpoint, again and again
    Stepping,
    SteppingTogether ///< both threads
};

} // namespace

class TstLldbSignals : public QObject
{
    Q_OBJECT

private slots:
    void eachReachesTheRankAndIsToldOnce_data();
    void eachReachesTheRankAndIsToldOnce();
    void whatStoppedARankIsNotToldLater();

private:
    void start(debug::SignalRule rule)
    {
        m_rig = std::make_unique<LldbRig>();
        m_rig->start("gets_signals", {std::to_string(kMany)});
        QVERIFY(m_rig->attach());
        QCOMPARE(m_rig->runTo(debug::FunctionName{"lap"}).cause.reason, StopReason::Breakpoint);
        static_cast<void>(m_rig->client().ask(m_rig->all(), debug::RemoveBreakpoint{util::BreakpointId(1)}));
        QVERIFY(m_rig->client().ask(m_rig->all(), debug::SetSignal{rule}).failures.empty());
        const debug::SetBreakpoint end{{util::BreakpointId(3), debug::FunctionName{"allCame"}, {}, true}};
        static_cast<void>(m_rig->client().ask(m_rig->all(), end));
    }
    void send() { ::sigqueue(m_rig->process(0).pid().value(), SIGRTMIN + 2, {}); }
    void doOnce(Doing doing)
    {
        if (doing == Doing::Running || doing == Doing::FalseCondition) {
            QTest::qWait(2);
            return;
        }
        debug::Step step{debug::StepKind::Over};
        step.team = doing == Doing::SteppingTogether;
        debug::EngineRequest next = step;
        if (doing == Doing::Stopping)
            next = debug::Continue{};
        m_last = m_rig->resume(next);
    }
    [[nodiscard]] bool isAtEnd() const { return m_last.cause.top.function == "allCame"; }
    std::uint64_t told()
    {
        std::uint64_t times = 0;
        while (m_rig->client().has<debug::SignalsSeen>())
            times += m_rig->client().next<debug::SignalsSeen>()->times;
        return times;
    }

    std::unique_ptr<LldbRig> m_rig;
    debug::StopEvent m_last;
};

void TstLldbSignals::eachReachesTheRankAndIsToldOnce_data()
{
    QTest::addColumn<int>("doing");
    QTest::addColumn<bool>("isToTell");
    for (const bool isToTell : {true, false}) {
        const char* const how = isToTell ? "told" : "unseen";
        QTest::addRow("%s, while it runs", how) << int(Doing::Running) << isToTell;
        QTest::addRow("%s, while a condition is false", how) << int(Doing::FalseCondition) << isToTell;
        QTest::addRow("%s, while it stops at a breakpoint", how) << int(Doing::Stopping) << isToTell;
        QTest::addRow("%s, while a thread steps", how) << int(Doing::Stepping) << isToTell;
        QTest::addRow("%s, while threads step together", how) << int(Doing::SteppingTogether) << isToTell;
    }
}

void TstLldbSignals::eachReachesTheRankAndIsToldOnce()
{
    QFETCH(int, doing);
    QFETCH(bool, isToTell);
    start({SIGRTMIN + 2, false, true, isToTell});
    const bool isAtPlace = Doing(doing) == Doing::FalseCondition || Doing(doing) == Doing::Stopping;
    const std::string condition = Doing(doing) == Doing::FalseCondition ? "number < 0" : "";
    if (isAtPlace) {
        const debug::SetBreakpoint set{{kInLap, debug::FunctionName{"lap"}, condition, true}};
        static_cast<void>(m_rig->client().ask(m_rig->all(), set));
    }
    if (Doing(doing) == Doing::Running || Doing(doing) == Doing::FalseCondition)
        QVERIFY(m_rig->client().ask(m_rig->all(), debug::Continue{}).failures.empty());
    for (int i = 0; i < kMany; ++i) {
        send();
        doOnce(Doing(doing));
    }
    static_cast<void>(m_rig->client().ask(m_rig->all(), debug::RemoveBreakpoint{kInLap}));
    if (Doing(doing) == Doing::Running || Doing(doing) == Doing::FalseCondition)
        m_last = m_rig->client().next<debug::StopEvent>().value_or(debug::StopEvent{});
    for (int i = 0; i < 5 && !isAtEnd(); ++i)
        m_last = m_rig->resume();
    QVERIFY2(isAtEnd(), m_last.cause.top.function.c_str());
    QCOMPARE(m_rig->value("g_got"), std::to_string(kMany));
    QCOMPARE(told(), std::uint64_t(isToTell ? kMany : 0));
}

void TstLldbSignals::whatStoppedARankIsNotToldLater()
{
    start({SIGRTMIN + 2, true, true, false});
    send();
    m_last = m_rig->resume();
    QCOMPARE(m_last.cause.reason, StopReason::Signal);
    QCOMPARE(m_last.cause.signal, SIGRTMIN + 2);
    const debug::SetSignal rule{{SIGRTMIN + 2, false, true, true}};
    QVERIFY(m_rig->client().ask(m_rig->all(), rule).failures.empty());
    QVERIFY(m_rig->client().ask(m_rig->all(), debug::Continue{}).failures.empty());
    for (int i = 1; i < kMany; ++i)
        send();
    const auto stop = m_rig->client().next<debug::StopEvent>();
    QVERIFY(stop && stop->cause.top.function == "allCame");
    QCOMPARE(told(), std::uint64_t(kMany - 1));
}

DBGR_TEST(TstLldbSignals, QCoreApplication);

} // namespace tst_lldb_signals

#include "tst_lldb_signals.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// Places that are named by a pattern of functions, or by an address: where they are, and what is refused.
#include <QTest> // first: moc cannot read <chrono> before other headers

#include "tests/contract/lldb_rig.h"

#include "debug/debug_error.h"

#include <memory>
#include <set>
#include <string>

using namespace dbgr;
using debug::StopReason;
using test::EngineClient;
using test::LldbRig;
using util::BreakpointId;

class TstLldbPlaces : public QObject
{
    Q_OBJECT

private slots:
    void cleanup() { m_rig.reset(); }

    void eachFunctionOfAPatternStops();
    void aPatternThatMeansNothingWaits();
    void aPatternMeansFunctionsOfLateLibraries();
    void aPatternThatMeansTooMuchIsRefused();
    void aPatternThatComesToMeanTooMuchIsOff();
    void anInstructionStops();
    void anAddressStops();
    void whatIsNoInstructionIsRefused_data();
    void whatIsNoInstructionIsRefused();
    void ranksRunToAnInstruction();

private:
    void start(const std::string& program, const std::vector<std::string>& arguments = {})
    {
        m_rig = std::make_unique<LldbRig>();
        m_rig->start(program, arguments, 2);
        QVERIFY(m_rig->attach());
    }
    [[nodiscard]] debug::EngineReply set(debug::Trigger where, std::uint32_t id = 7)
    {
        return client().ask(m_rig->all(), debug::SetBreakpoint{{BreakpointId(id), std::move(where), {}}});
    }
    [[nodiscard]] debug::BreakpointStatus statusOf(debug::Trigger where, std::uint32_t id = 7)
    {
        const debug::EngineReply reply = set(std::move(where), id);
        const auto* const body = std::get_if<debug::BreakpointReply>(&reply.body);
        return body ? body->status : debug::BreakpointStatus();
    }
    /// Why it is refused; "" it is not.
    [[nodiscard]] QString refusal(debug::Trigger where)
    {
        const debug::EngineReply reply = set(std::move(where));
        if (reply.failures.empty() || EngineClient::failure(reply) != debug::Errc::NoSuchPlace)
            return {};
        return QString::fromStdString(reply.failures.front().error.detail);
    }
    /// How far from the beginning of `turn` the instruction is that comes `steps` after its prologue.
    [[nodiscard]] std::uint64_t offsetAfter(std::uint32_t steps)
    {
        static_cast<void>(m_rig->runTo(debug::FunctionName{"turn"}));
        const debug::StopEvent stop = m_rig->resume(debug::Step{debug::StepKind::OverInstruction, steps});
        static_cast<void>(client().ask(m_rig->all(), debug::RemoveBreakpoint{BreakpointId(1)}));
        return stop.cause.instruction && stop.cause.instruction->offset ? *stop.cause.instruction->offset : 0;
    }
    [[nodiscard]] EngineClient& client() { return m_rig->client(); }

    std::unique_ptr<LldbRig> m_rig;
};

void TstLldbPlaces::eachFunctionOfAPatternStops()
{
    start("traced", {"2"});
    const debug::BreakpointStatus status = statusOf(debug::FunctionPattern{"^(half|work|doTurns)[(]"});
    QCOMPARE(status.resolved, m_rig->all());
    QCOMPARE(status.places, 3U);
    std::multiset<std::string> functions;
    for (int stops = 0; stops < 5; ++stops) {
        const debug::StopEvent stop = m_rig->resume();
        QCOMPARE(stop.cause.reason, StopReason::Breakpoint);
        QCOMPARE(stop.cause.breakpoints, std::vector<BreakpointId>{BreakpointId(7)});
        functions.insert(stop.cause.top.function.substr(0, stop.cause.top.function.find('(')));
    }
    QCOMPARE(functions, (std::multiset<std::string>{"doTurns", "half", "half", "work", "work"}));
}

void TstLldbPlaces::aPatternThatMeansNothingWaits()
{
    start("traced");
    const debug::BreakpointStatus status = statusOf(debug::FunctionPattern{"^nothing_like_it$"});
    QCOMPARE(status.pending, m_rig->all());
    QVERIFY(QString::fromStdString(status.problem).contains("nothing_like_it"));
}

void TstLldbPlaces::aPatternMeansFunctionsOfLateLibraries()
{
    start("loads", {"+liblate1.so", "!liblate1.so"});
    const debug::BreakpointStatus status = statusOf(debug::FunctionPattern{"^late_(mark|work)$"});
    QCOMPARE(status.pending, m_rig->all());
    const debug::StopEvent stop = m_rig->resume();
    QCOMPARE(stop.cause.reason, StopReason::Breakpoint);
}

void TstLldbPlaces::aPatternThatMeansTooMuchIsRefused()
{
    start("loop");
    static_cast<void>(m_rig->runTo(debug::FunctionName{"turn"}));
    QVERIFY(refusal(debug::FunctionPattern{"."}).contains("more than 1000 functions"));
    QVERIFY(client().ask(m_rig->all(), debug::RemoveBreakpoint{BreakpointId(7)}).failures.size() > 0); // there is none
}

void TstLldbPlaces::aPatternThatComesToMeanTooMuchIsOff()
{
    m_rig = std::make_unique<LldbRig>();
    m_rig->start("loop"); // no library is loaded yet
    QVERIFY(m_rig->attach());
    static_cast<void>(set(debug::FunctionPattern{"^std::"}));
    static_cast<void>(m_rig->runTo(debug::FunctionName{"turn"}));
    while (client().has<debug::BreakpointChanged>()) {
        const debug::BreakpointStatus status = client().next<debug::BreakpointChanged>()->status;
        if (status.id == BreakpointId(7) && QString::fromStdString(status.problem).contains("more than 1000 functions"))
            return;
    }
    QFAIL("nobody said so");
}

void TstLldbPlaces::anInstructionStops()
{
    start("loop");
    const std::uint64_t offset = offsetAfter(3);
    QVERIFY(offset > 0);
    const debug::BreakpointStatus status = statusOf(debug::CodeAddress{"turn", offset});
    QCOMPARE(status.resolved, m_rig->all());
    const debug::StopEvent stop = m_rig->resume();
    QCOMPARE(stop.cause.reason, StopReason::Breakpoint);
    const debug::StopEvent next = m_rig->resume(debug::Step{debug::StepKind::OverInstruction});
    QVERIFY(next.cause.instruction->offset && *next.cause.instruction->offset > offset);
    QCOMPARE(stop.cause.top.pc - offset, next.cause.top.pc - *next.cause.instruction->offset);
}

void TstLldbPlaces::anAddressStops()
{
    m_rig = std::make_unique<LldbRig>();
    m_rig->start("loop"); // one rank: another may have it elsewhere
    QVERIFY(m_rig->attach());
    static_cast<void>(m_rig->runTo(debug::FunctionName{"turn"}));
    const std::uint64_t pc = m_rig->resume(debug::Step{debug::StepKind::OverInstruction, 2}).cause.top.pc;
    static_cast<void>(client().ask(m_rig->all(), debug::RemoveBreakpoint{BreakpointId(1)}));
    QCOMPARE(statusOf(debug::CodeAddress{"", pc}).resolved, m_rig->all());
    const debug::StopEvent stop = m_rig->resume();
    QCOMPARE(stop.cause.reason, StopReason::Breakpoint);
    QCOMPARE(stop.cause.top.pc, pc);
}

void TstLldbPlaces::whatIsNoInstructionIsRefused_data()
{
    QTest::addColumn<QString>("function");
    QTest::addColumn<qulonglong>("offset");
    QTest::addColumn<QString>("words");
    QTest::newRow("within an instruction")
        << "turn" << qulonglong(2) << "no instruction begins there; the nearest begin at turn+1 and turn+4";
    QTest::newRow("behind the function") << "turn" << qulonglong(100) << "ends before that";
    QTest::newRow("no such function") << "nothing_like_it" << qulonglong(0) << "there is no function 'nothing_like_it'";
    QTest::newRow("no code") << "" << qulonglong(0x10) << "there is no code";
    QTest::newRow("beyond all code") << "" << ~qulonglong(0) << "there is no code";
}

void TstLldbPlaces::whatIsNoInstructionIsRefused()
{
    QFETCH(QString, function);
    QFETCH(qulonglong, offset);
    QFETCH(QString, words);
    start("loop");
    const QString why = refusal(debug::CodeAddress{function.toStdString(), offset});
    QVERIFY2(why.contains(words), qPrintable(why));
    // and nothing has been put into the text
    static_cast<void>(m_rig->runTo(debug::FunctionName{"turn"}));
    QCOMPARE(m_rig->resume().cause.reason, StopReason::Breakpoint);
}

void TstLldbPlaces::ranksRunToAnInstruction()
{
    start("loop");
    const std::uint64_t offset = offsetAfter(3);
    const debug::StopEvent stop = m_rig->resume(debug::RunTo{debug::CodeAddress{"turn", offset}});
    QCOMPARE(stop.cause.reason, StopReason::Arrived);
}

QTEST_GUILESS_MAIN(TstLldbPlaces)
#include "tst_lldb_places.moc"

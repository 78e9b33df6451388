// SPDX-License-Identifier: GPL-3.0-or-later
// Conditions of breakpoints in a real process: changed, and refused where they cannot be.
#include <QTest> // first: moc cannot read <chrono> before other headers

#include "debug/debug_error.h"
#include "tests/contract/lldb_rig.h"
#include "tests/support/run/test_class.h"

#include <utility>

namespace tst_lldb_conditions {

using namespace dbgr;
using test::lineOf;
using test::LldbRig;

class TstLldbConditions : public QObject
{
    Q_OBJECT

private slots:
    void init() { m_rig = std::make_unique<LldbRig>(); }
    void cleanup() { m_rig.reset(); }

    void brokenConditionOfALibraryToComeIsToldAndStops();
    void conditionIsChangedAndTakenAway();
    void conditionThatCannotBeIsRefused_data();
    void conditionThatCannotBeIsRefused();
    void conditionThatCanBeAtSomePlacesIsSetThere();

private:
    test::EngineClient& client() { return m_rig->client(); }

    std::unique_ptr<LldbRig> m_rig;
};

void TstLldbConditions::brokenConditionOfALibraryToComeIsToldAndStops()
{
    m_rig->start("loads", {"+liblate1.so", "!liblate1.so"});
    QVERIFY(m_rig->attach());
    const debug::StopEvent stop = m_rig->runTo(debug::FunctionName{"late_mark"}, "no_such_name == 3");
    QCOMPARE(stop.cause.breakpoints, std::vector{util::BreakpointId(1)});
    QVERIFY(stop.cause.description.find("no_such_name") != std::string::npos);
    const auto changed = client().next<debug::BreakpointChanged>();
    QVERIFY(changed);
    QVERIFY(changed->status.problem.find("no_such_name") != std::string::npos);
}

void TstLldbConditions::conditionIsChangedAndTakenAway()
{
    m_rig->start("loop");
    QVERIFY(m_rig->attach());
    const auto change = [this](const char* condition) {
        return client().get<debug::BreakpointReply>(
            m_rig->all(), debug::SetBreakpoint{{util::BreakpointId(1), debug::FunctionName{"turn"}, condition, true}});
    };
    static_cast<void>(m_rig->runTo(debug::FunctionName{"turn"}, "i == 5"));
    QCOMPARE(change("i == 9").status.resolved, m_rig->all());
    QCOMPARE(m_rig->resume().cause.breakpoints, std::vector{util::BreakpointId(1)});
    QCOMPARE(m_rig->value("i"), std::string("9"));
    static_cast<void>(change(""));
    static_cast<void>(m_rig->resume());
    QCOMPARE(m_rig->value("i"), std::string("10"));
    // One that cannot be changes nothing, whoever judges the one that was.
    for (const auto& [condition, next] : {std::pair("i == 20", "20"), std::pair("turn(i) != 0 && i == 23", "23")}) {
        QVERIFY(change(condition).status.problem.empty());
        const debug::SetBreakpoint broken{{util::BreakpointId(1), debug::FunctionName{"turn"}, "no_such_name", true}};
        const debug::EngineReply refused = client().ask(m_rig->all(), broken);
        QCOMPARE(refused.failures.size(), std::size_t(1));
        QVERIFY(refused.failures[0].error.code == debug::Errc::BadExpression);
        static_cast<void>(m_rig->resume());
        QCOMPARE(m_rig->value("i"), std::string(next));
    }
    QVERIFY(!client().has<debug::BreakpointChanged>());
}

void TstLldbConditions::conditionThatCannotBeIsRefused_data()
{
    QTest::addColumn<QString>("program");
    QTest::addColumn<QString>("function");
    QTest::addColumn<QString>("condition");
    QTest::addColumn<QString>("told"); // "" nothing: it is set
    const char* program = "loop";
    const char* function = "turn";
    const auto row = [&](const char* condition, const char* told) {
        QTest::newRow(condition) << program << function << condition << told;
    };
    row("i == 5", "");
    row("g_turns > 3 && (doubled != 4)", "");
    row("*(char*)&i == 'x' || sizeof(i) == 4", "");
    row("someone_elses == 4", "there is no 'someone_elses' in turn");
    row("i == 5 || someone_elses", "there is no 'someone_elses' in turn");
    row("i.x == 5", "only a struct has members");
    row("*i == 5", "'*' needs a pointer");
    row("g_turns > 3 || i->x", "only a struct has members");
    row("10 / (i - i) == 5", ""); // of its values, nobody knows yet
    row("i << 40 == 5", "");
    row("turn(i) == 5", ""); // calls are for the compiler
    row("(i == 5", "a ')' is missing");
    row("i == 5)", "there is a ')' too much");
    row("i ==", "nothing stands behind the last '='");
    row("i == 'x", "a quote is not closed");
    row("dubled == 4", "there is no 'dubled' in turn; the nearest is 'doubled'");
    program = "differs";
    function = "inspect";
    row("p.head == 1", "");
    row("p.haed == 1", "no member named 'haed' in Part");
    row("(&p)->padded[3].lo == 1", "no member named 'lo' in Padded");
    row("reference.padded->low", "");
    row("cat.lives == 9 || cat.legs", "");
    row("cat.live == 9", ""); // what is derived from it might have one
    row("owned->haed == 1", "no member named 'haed' in Part");
    // What only the compiler knows.
    row("vec.sise() == 3", "no member named 'sise' in 'std::vector<int>'");
    row("vec.size() == 3", "");
    row("vec.max_size() > 3", "");
    row("vec == 3", "");        // what the reader says hangs on what is in it
    row("text == \"abc\"", ""); // which the compiler cannot do
    row("cat.live == 9 && text == \"abc\"", "");
    row("text == \"abc\" && vec.max_size() > 3",
        "invalid operands to binary expression ('std::string' (aka 'std::basic_string<char>') and 'const char[4]')");
    row("p", "cannot convert 'Part' to 'bool' without a conversion operator");
    row("p > 3", "invalid operands to binary expression ('Part' and 'int')");
    row("p->head == 1", "member reference type 'Part' is not a pointer; did you mean to use '.'?");
    row("owned", "");
    row("owned.get() != nullptr", "");
    row("cat.speak() == 9", "no member named 'speak' in 'Cat'");
    row("std::nobody(3)", "no member named 'nobody' in namespace 'std'");
    row("p p", "expected ')'");
}

void TstLldbConditions::conditionThatCannotBeIsRefused()
{
    QFETCH(QString, program);
    QFETCH(QString, function);
    QFETCH(QString, condition);
    m_rig->start(program.toStdString());
    QVERIFY(m_rig->attach());
    QFETCH(QString, told);
    const debug::SetBreakpoint set{
        {util::BreakpointId(7), debug::FunctionName{function.toStdString()}, condition.toStdString(), true}};
    const debug::EngineReply reply = client().ask(m_rig->all(), set);
    const debug::EngineReply removed = client().ask(m_rig->all(), debug::RemoveBreakpoint{util::BreakpointId(7)});
    if (told.isEmpty()) {
        QCOMPARE(std::get<debug::BreakpointReply>(reply.body).status.resolved, m_rig->all());
        QCOMPARE(std::get<debug::BreakpointReply>(reply.body).status.problem, std::string());
        QVERIFY(removed.failures.empty());
        return;
    }
    QCOMPARE(reply.failures.size(), std::size_t(1));
    QVERIFY(reply.failures[0].error.code == debug::Errc::BadExpression);
    QCOMPARE(reply.failures[0].error.detail, "the condition '" + condition.toStdString() + "': " + told.toStdString());
    QCOMPARE(removed.failures.size(), std::size_t(1)); // there is none
}

void TstLldbConditions::conditionThatCanBeAtSomePlacesIsSetThere()
{
    m_rig->start("places");
    QVERIFY(m_rig->attach());
    const auto set = [this](const char* condition) {
        return client().ask(
            m_rig->all(), debug::SetBreakpoint{{util::BreakpointId(7), debug::FunctionName{"scale"}, condition, true}});
    };
    const debug::EngineReply some = set("by % 2 == 1");
    QVERIFY(some.failures.empty());
    const debug::BreakpointStatus status = std::get<debug::BreakpointReply>(some.body).status;
    QCOMPARE(status.problem, "at 1 of its 2 places (places.cpp:" + std::to_string(lineOf("places.cpp", "another one")) +
                                 ") it cannot be: '%' does not apply to real numbers");
    QCOMPARE(set("by.x == 1").failures.size(), std::size_t(1));
}

DBGR_TEST(TstLldbConditions, QCoreApplication);

} // namespace tst_lldb_conditions

#include "tst_lldb_conditions.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// What each thread of a real process has for itself, in C++, C and Fortran, of the program and of libraries; and what
// is in registers that few programs use.
#include <QTest> // first: moc cannot read <chrono> before other headers

#include "tests/contract/lldb_rig.h"
#include "tests/support/run/test_class.h"

#include <map>
#include <set>

namespace tst_lldb_own_data {

using namespace dbgr;
using test::lineOf;
using test::LldbRig;

class TstLldbOwnData : public QObject
{
    Q_OBJECT

private slots:
    void init() { m_rig = std::make_unique<LldbRig>(); }
    void cleanup() { m_rig.reset(); }

    void aThreadsOwnDataIsData_data();
    void aThreadsOwnDataIsData();
    void eachThreadHasItsOwn();
    void localsListThem();
    void theyCanBeChanged();
    void aConditionKnowsTheThreadsOwn_data();
    void aConditionKnowsTheThreadsOwn();
    void fortranHasThemToo();
    void aConditionInFortranKnowsThem();
    void cHasThemToo();
    void longDoublesMayBeInRegisters();

private:
    test::EngineClient& client() { return m_rig->client(); }
    /// Where main stands still, and all threads have changed theirs.
    void runToPause(const char* program = "own_data")
    {
        m_rig->start(program);
        QVERIFY(m_rig->attach());
        QCOMPARE(m_rig->runTo(debug::FunctionName{"pause_here"}).cause.reason, debug::StopReason::Breakpoint);
    }
    /// In all threads, and what is wrong with it.
    QStringList ofEachThread(const std::string& expression)
    {
        const auto reply =
            client().get<debug::ThreadValuesReply>(m_rig->all(), debug::EvaluateInThreads{expression, {}});
        std::set<QString> values;
        for (const debug::ThreadValues& one :
             reply.ranks.empty() ? std::vector<debug::ThreadValues>() : reply.ranks.front().values)
            values.insert(
                QString::fromStdString(one.value.problem.empty() ? one.value.value : "! " + one.value.problem));
        return {values.begin(), values.end()};
    }
    QString value(const char* expression, std::uint32_t frame = 0)
    {
        return QString::fromStdString(m_rig->value(expression, frame));
    }
    std::map<std::string, std::string> locals(std::uint32_t frame)
    {
        const auto reply = client().get<debug::VariablesReply>(m_rig->all(), debug::GetVariables{{}, frame});
        std::map<std::string, std::string> values;
        for (const debug::Variable& one :
             reply.ranks.empty() ? std::vector<debug::Variable>() : reply.ranks.front().variables)
            values[one.name] = one.problem.empty() ? one.value : "! " + one.problem;
        return values;
    }
    /// The stops that a condition at a breakpoint lets through until the end of the program.
    QStringList stopsWhere(const debug::Place& place, const std::string& condition, const std::string& look)
    {
        const debug::BreakpointSpec spec{util::BreakpointId(2), debug::toTrigger(place), condition, true};
        const auto status = client().get<debug::BreakpointReply>(m_rig->all(), debug::SetBreakpoint{spec}).status;
        QStringList seen{QString::fromStdString(status.problem)};
        for (int i = 0; i < 5; ++i) {
            static_cast<void>(client().ask(m_rig->all(), debug::Continue{}));
            const auto stop = client().next<debug::StopEvent>(std::chrono::seconds(5));
            if (!stop || stop->cause.reason != debug::StopReason::Breakpoint)
                break;
            seen += QString::fromStdString(m_rig->value(look) + stop->cause.description);
        }
        return seen;
    }

    std::unique_ptr<LldbRig> m_rig;
};

void TstLldbOwnData::aThreadsOwnDataIsData_data()
{
    QTest::addColumn<QString>("expected");
    const auto row = [](const char* expression, const char* value) { QTest::newRow(expression) << value; };
    row("plain", "7");
    row("plain + 1", "8");
    row("counts::perThread", "100");
    row("counts::perThread * 2 + plain", "207");
    row("pair", "{x = 1, y = {0.5, 1.5, 2.5}}");
    row("pair.y[1] + 1", "2.5");
    row("*&plain", "7");
    row("lib1::mine", "1000");
    row("lib1::mine + 1", "1001");
    row("lib1::halves[1]", "1.5");
    row("lib2::mine + 1", "1001");
    row("lib2::halves", "{0.5, 1.5}");
}

void TstLldbOwnData::aThreadsOwnDataIsData()
{
    QFETCH(QString, expected);
    runToPause();
    QCOMPARE(value(QTest::currentDataTag()), expected);
    QCOMPARE(value(QTest::currentDataTag(), 1), expected); // in main
}

void TstLldbOwnData::eachThreadHasItsOwn()
{
    runToPause();
    using Values = QStringList;
    QCOMPARE(ofEachThread("plain"), (Values{"7", "8", "9"}));
    QCOMPARE(ofEachThread("plain + 1"), (Values{"10", "8", "9"}));
    QCOMPARE(ofEachThread("counts::perThread"), (Values{"100", "110", "120"}));
    QCOMPARE(ofEachThread("pair.y[1]"), (Values{"1.5", "2.5", "3.5"}));
    // Of the library with tables a thread that never used it has none.
    const QString none = "! this thread has not used the thread-local variables of libown1.so yet, so that it has "
                         "none of its own";
    QCOMPARE(ofEachThread("lib1::mine"), (Values{none, "1000", "1001"}));
    QCOMPARE(ofEachThread("lib1::mine + 1"), (Values{none, "1001", "1002"}));
    QCOMPARE(ofEachThread("lib2::mine"), (Values{"1000", "1001"}));
    QCOMPARE(ofEachThread("lib2::halves[0]"), (Values{"0.5", "1.5"}));
}

void TstLldbOwnData::localsListThem()
{
    m_rig->start("own_data");
    QVERIFY(m_rig->attach());
    const auto line = debug::SourceLine{"own_data.cpp", lineOf("own_data.cpp", "pair.y[1] += who")};
    QCOMPARE(m_rig->runTo(line).cause.reason, debug::StopReason::Breakpoint);
    const std::string inside = locals(0)["inside"];
    QVERIFY2(inside == "50" || inside == "51" || inside == "52", inside.c_str());
    QCOMPARE(value("inside == 50 + who"), QString("true"));
}

void TstLldbOwnData::theyCanBeChanged()
{
    runToPause();
    std::uint64_t number = 0;
    for (const char* const name : {"plain", "lib1::mine", "lib2::mine"}) {
        static_cast<void>(client().ask(m_rig->all(), debug::Assign{name, "42", ++number}));
        QCOMPARE(value(name), QString("42"));
    }
    QCOMPARE(ofEachThread("plain"), (QStringList{"42", "8", "9"}));
}

void TstLldbOwnData::aConditionKnowsTheThreadsOwn_data()
{
    QTest::addColumn<QString>("condition");
    QTest::addColumn<QString>("who");
    QTest::newRow("of the program") << "plain == 9"
                                    << "2";
    QTest::newRow("of the program, of which there is none") << "plain == 3"
                                                            << "";
    QTest::newRow("of a library") << "who < 2 && lib1::mine == 1001"
                                  << "1";
    QTest::newRow("of a library at one place") << "lib2::mine == 1001 && who < 3"
                                               << "1";
}

void TstLldbOwnData::aConditionKnowsTheThreadsOwn()
{
    QFETCH(QString, condition);
    QFETCH(QString, who);
    runToPause();
    QStringList stops{""};
    if (!who.isEmpty())
        stops += who;
    QCOMPARE(stopsWhere(debug::FunctionName{"turn"}, condition.toStdString(), "who").join("; "), stops.join("; "));
}

void TstLldbOwnData::fortranHasThemToo()
{
#ifndef DBGR_TEST_FORTRAN
    QSKIP("this machine has no gfortran");
#endif
    runToPause("own_data_f");
    QCOMPARE(value("per_thread", 1), QString("5"));
    QCOMPARE(value("PER_THREAD + 1", 1), QString("6"));
    QCOMPARE(value("field", 1), QString("(0.5, 1.5, 2.5, 3.5)"));
    QCOMPARE(value("sum(field)", 1), QString("8"));
    QCOMPARE(value("heap", 1), QString("problem: not allocated"));
    QCOMPARE(value("inside", 1), QString("50"));
    QCOMPARE(locals(1)["inside"], "50");
    using Values = QStringList;
    const Values values = ofEachThread("own_mod::per_thread");
    QCOMPARE(values, (Values{"5", "6", "7"}));
    QCOMPARE(ofEachThread("own_mod::field(2)"), (Values{"1.5", "2.5", "3.5"}));
    QCOMPARE(ofEachThread("own_mod::heap"), (Values{"! not allocated", "(4)", "(8, 8)"}));
}

void TstLldbOwnData::aConditionInFortranKnowsThem()
{
#ifndef DBGR_TEST_FORTRAN
    QSKIP("this machine has no gfortran");
#endif
    runToPause("own_data_f");
    const auto stops = stopsWhere(debug::FunctionName{"done"}, "per_thread == 7", "who");
    QCOMPARE(stops, (QStringList{"", "2"}));
}

void TstLldbOwnData::cHasThemToo()
{
    m_rig->start("own_data_c");
    QVERIFY(m_rig->attach());
    static_cast<void>(m_rig->runTo(debug::FunctionName{"scaled"}));
    QCOMPARE(value("own"), QString("11"));
    QCOMPARE(value("own * 2"), QString("22"));
    QCOMPARE(value("named.a", 1), QString("4")); // of the caller
    QCOMPARE(value("named.a + own", 1), QString("15"));
}

void TstLldbOwnData::longDoublesMayBeInRegisters()
{
#ifndef __x86_64__
    QSKIP("of x86-64");
#endif
    m_rig->start("own_data_c");
    QVERIFY(m_rig->attach());
    const auto line = debug::SourceLine{"own_data_c.c", lineOf("own_data_c.c", "return both")};
    QCOMPARE(m_rig->runTo(line).cause.reason, debug::StopReason::Breakpoint);
    QCOMPARE(value("square"), QString("6.25"));
    QCOMPARE(value("both + 1"), QString("9.75"));
    QCOMPARE(locals(0)["square"], "6.25");
}

DBGR_TEST(TstLldbOwnData, QCoreApplication);

} // namespace tst_lldb_own_data

#include "tst_lldb_own_data.moc"

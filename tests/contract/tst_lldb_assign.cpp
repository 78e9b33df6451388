// SPDX-License-Identifier: GPL-3.0-or-later
// Variables of a process are changed, and read as changed by everybody; what cannot be changed says why and stays.
#include <QTest> // first: moc cannot read <chrono> before other headers

#include "tests/contract/lldb_rig.h"
#include "tests/support/run/test_class.h"

#include <string>

namespace tst_lldb_assign {

using namespace dbgr;
using test::lineOf;
using test::LldbRig;

class TstLldbAssign : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void cleanupTestCase() { m_rig.reset(); }

    void variablesAreChanged_data();
    void variablesAreChanged();
    void whatCannotBeSaysWhy_data();
    void whatCannotBeSaysWhy();
    void changesAreTakenBack();
    void viewsAreFresh();
    void formatsAreForOneQuestion();
    void typesHaveTheirMembers();
    void membersComeBeforeGlobals();
    void registersAreSaid();
    void runningRanksAreRefused();

private:
    [[nodiscard]] debug::ChangeGroup assign(const std::string& target, const std::string& value, std::uint32_t frame)
    {
        debug::Assign request{target, value, ++m_number};
        request.frame = frame;
        const auto changes = m_rig->client().get<debug::ChangesReply>(m_rig->all(), request).changes;
        if (changes.size() == 1 && changes.front().ranks == m_rig->all())
            return changes.front();
        return {{}, "", "", "", "(" + std::to_string(changes.size()) + " changes)"};
    }
    [[nodiscard]] std::string value(const std::string& expression) { return m_rig->value(expression, 1); }

    std::unique_ptr<LldbRig> m_rig;
    std::uint64_t m_number = 0;
};

void TstLldbAssign::initTestCase()
{
    m_rig = std::make_unique<LldbRig>();
    m_rig->start("assign", {}, 2);
    QVERIFY(m_rig->attach());
    const auto stop = m_rig->runTo(debug::FunctionName{"look"});
    QVERIFY(stop.cause.top.function.starts_with("look"));
}

void TstLldbAssign::variablesAreChanged_data()
{
    QTest::addColumn<QString>("value");
    QTest::addColumn<QString>("before");
    QTest::addColumn<QString>("after");
    QTest::newRow("number") << "number * 3 + many[0]"
                            << "1"
                            << "4";
    QTest::newRow("byte") << "255"
                          << "2 '\\x02'"
                          << "255 '\\xff'";
    QTest::newRow("real") << "0.1"
                          << "1.5"
                          << "0.1";
    QTest::newRow("truth") << "true"
                           << "false"
                           << "true";
    QTest::newRow("letter") << "'z'"
                            << "'a'"
                            << "'z'";
    QTest::newRow("text") << "\"changed\""
                          << "\"old\""
                          << "\"changed\"";
    QTest::newRow("many[2]") << "-9"
                             << "3"
                             << "-9";
    QTest::newRow("*pointer") << "22"
                              << "2"
                              << "22";
    QTest::newRow("reference") << "44"
                               << "4"
                               << "44";
    QTest::newRow("colour") << "Green"
                            << "Red"
                            << "Green";
    QTest::newRow("flags.low") << "6"
                               << "1"
                               << "6";
    QTest::newRow("flags.mid") << "-16"
                               << "-2"
                               << "-16";
    QTest::newRow("flags.on") << "true"
                              << "false"
                              << "true";
    QTest::newRow("either.number") << "8"
                                   << "7"
                                   << "8";
    QTest::newRow("shop::stock") << "5"
                                 << "3"
                                 << "5";
    QTest::newRow("list[1]") << "21"
                             << "20"
                             << "21";
    QTest::newRow("list.at(2)") << "31"
                                << "30"
                                << "31";
    QTest::newRow("wave") << "3.5"
                          << "1 - 2i"
                          << "3.5 + 0i";
    QTest::newRow("beats") << "-6"
                           << "5"
                           << "-6";
    QTest::newRow("maybe") << "9"
                           << "4"
                           << "9";
    QTest::newRow("counter.total") << "100"
                                   << "10"
                                   << "100";
}

void TstLldbAssign::variablesAreChanged()
{
    QFETCH(QString, value);
    const std::string target = QTest::currentDataTag();
    const std::string printed = this->value(target);
    const debug::ChangeGroup change = assign(target, value.toStdString(), 1);
    QCOMPARE(QString::fromStdString(change.problem), QString());
    const auto plain = [](const std::string& text) { return QString::fromStdString(text).section(" '", 0, 0); };
    QFETCH(QString, before);
    QFETCH(QString, after);
    QCOMPARE(plain(change.before), before.section(" '", 0, 0));
    QCOMPARE(plain(change.after), after.section(" '", 0, 0));
    QVERIFY(this->value(target) != printed);
    QVERIFY(!this->value(target).starts_with("problem"));
    QCOMPARE(this->value("flags.rest"), std::string("99"));
    QCOMPARE(this->value("many[0]"), std::string("1"));
}

void TstLldbAssign::whatCannotBeSaysWhy_data()
{
    QTest::addColumn<QString>("value");
    QTest::addColumn<QString>("problem");
    QTest::newRow("byte") << "256"
                          << "does not fit";
    QTest::newRow("number") << "1 +"
                            << "expected";
    QTest::newRow("number ") << "nonsense"
                             << "nonsense";
    QTest::newRow("nonsense") << "1"
                              << "nonsense";
    QTest::newRow("number + 1") << "1"
                                << "computed";
    QTest::newRow("many") << "0"
                          << "name one of its elements";
    QTest::newRow("text") << "\"12345678\""
                          << "there is room for 8";
    QTest::newRow("kConstant") << "1"
                               << "read-only";
    QTest::newRow("kText[0]") << "'X'"
                              << "read-only";
    QTest::newRow("*(int*)0") << "1"
                              << "";
    QTest::newRow("*(int*)16") << "1"
                               << "";
    QTest::newRow("many[number++]") << "1"
                                    << "++";
    QTest::newRow("$rax") << "1"
                          << "registers cannot be changed";
    QTest::newRow("flags.low") << "8"
                               << "does not fit";
    QTest::newRow("nothing") << "1"
                             << "it holds nothing";
    QTest::newRow("maybe") << "5000000000"
                           << "does not fit";
    QTest::newRow("list") << "1"
                          << "";
}

void TstLldbAssign::whatCannotBeSaysWhy()
{
    QFETCH(QString, value);
    QFETCH(QString, problem);
    const std::string target = QString(QTest::currentDataTag()).trimmed().toStdString();
    const std::string before = this->value("number");
    const debug::ChangeGroup change = assign(target, value.toStdString(), 1);
    QVERIFY2(!change.problem.empty(), change.after.c_str());
    QVERIFY2(QString::fromStdString(change.problem).contains(problem), change.problem.c_str());
    QVERIFY(change.problem.find('\n') == std::string::npos);
    QCOMPARE(this->value("number"), before);
    QCOMPARE(this->value("kConstant"), std::string("42"));
}

void TstLldbAssign::changesAreTakenBack()
{
    for (const char* target : {"number", "real", "text", "flags.mid", "list[0]", "wave", "beats", "maybe"}) {
        const std::string before = value(target);
        const debug::ChangeGroup change = assign(target, std::string(target) == "text" ? "\"x\"" : "3", 1);
        QCOMPARE(change.problem, std::string());
        QVERIFY(!change.final);
        QVERIFY(value(target) != before);
        const auto back = m_rig->client().get<debug::ChangesReply>(m_rig->all(), debug::TakeBack{m_number}).changes;
        QCOMPARE(back.size(), std::size_t(1));
        QCOMPARE(back.front().problem, std::string());
        QCOMPARE(back.front().after, change.before);
        QCOMPARE(value(target), before);
        const auto again = m_rig->client().ask(m_rig->all(), debug::TakeBack{m_number});
        QCOMPARE(again.failures.size(), std::size_t(1));
        QVERIFY(again.failures.front().error.code == debug::Errc::Stale);
    }
}

void TstLldbAssign::viewsAreFresh()
{
    debug::GetVariables all;
    all.frame = 1;
    const auto find = [&](const char* name) {
        const auto ranks = m_rig->client().get<debug::VariablesReply>(m_rig->all(), all).ranks;
        for (const debug::Variable& variable : ranks.front().variables) {
            if (variable.name == name)
                return variable.value;
        }
        return std::string("(none)");
    };
    const std::string before = find("either");
    QCOMPARE(assign("either.number", "12345", 1).problem, std::string());
    QVERIFY(find("either").find("12345") != std::string::npos);
    QVERIFY(find("either") != before);
    QCOMPARE(value("either.number + 1"), std::string("12346"));
}

/// The next one has the usual format again.
void TstLldbAssign::formatsAreForOneQuestion()
{
    const auto styled = [&](const char* expression, debug::ValueStyle style) {
        debug::Evaluate question{expression, {}, 1};
        question.style = style;
        const auto values = m_rig->client().get<debug::ValuesReply>(m_rig->all(), question).values;
        return values.size() == 1 ? values.front().value + values.front().problem : "(several values)";
    };
    for (const char* expression : {"shop::stock", "list", "flags"}) {
        const std::string usual = value(expression);
        const std::string hexadecimal = styled(expression, {'x', 0, 0, false});
        QVERIFY2(hexadecimal.find("0x") != std::string::npos, hexadecimal.c_str());
        QCOMPARE(value(expression), usual);
    }
    QVERIFY(styled("list", {0, 0, 1, false}).find("...") != std::string::npos);
}

void TstLldbAssign::typesHaveTheirMembers()
{
    debug::Describe question{debug::Describe::What::Type, "flags"};
    question.frame = 1;
    const auto flags = m_rig->client().get<debug::DescriptionsReply>(m_rig->all(), question).descriptions;
    QCOMPARE(flags.size(), std::size_t(1));
    QCOMPARE(flags.front().ranks, m_rig->all());
    QCOMPARE(flags.front().names.size(), std::size_t(4));
    QCOMPARE(flags.front().names[1].bits, 5U);
    question.text = "no_such_thing";
    const auto none = m_rig->client().get<debug::DescriptionsReply>(m_rig->all(), question).descriptions;
    QCOMPARE(none.size(), std::size_t(1));
    QVERIFY(!none.front().problem.empty());
}

void TstLldbAssign::membersComeBeforeGlobals()
{
    static_cast<void>(m_rig->runTo(debug::SourceLine{"assign.cpp", lineOf("assign.cpp", "// a member by its name")}));
    QCOMPARE(assign("total", "by + 500", 0).problem, std::string());
    QCOMPARE(m_rig->value("this->total", 0), std::string("501"));
    QCOMPARE(m_rig->value("::total", 0), std::string("77"));
}

void TstLldbAssign::registersAreSaid()
{
    static_cast<void>(m_rig->client().ask(m_rig->all(), debug::RemoveBreakpoint{util::BreakpointId(1)}));
    static_cast<void>(m_rig->runTo(debug::FunctionName{"look"}));
    const std::string before = m_rig->value("kept", 1);
    QCOMPARE(before, std::string("4"));
    QCOMPARE(assign("kept", "9", 1).problem,
             std::string("it cannot be changed: the compiler keeps it in a register here"));
    QCOMPARE(m_rig->value("kept", 1), before);
    QCOMPARE(assign("n", "9", 1).after, std::string("9"));
}

void TstLldbAssign::runningRanksAreRefused()
{
    static_cast<void>(m_rig->client().ask(m_rig->all(), debug::RemoveBreakpoint{util::BreakpointId(1)}));
    const std::uint64_t last = m_number; // of the stop that ends here
    static_cast<void>(m_rig->client().ask(m_rig->all(), debug::Continue{}));
    const auto exits = m_rig->client().nextOfEach<daemon::RankExited>(2);
    QCOMPARE(exits.size(), std::size_t(2));
    for (const auto& [rank, exit] : exits)
        QCOMPARE(exit.status, 0); // the program found its constants as they were
    const auto late = m_rig->client().ask(m_rig->all(), debug::TakeBack{last});
    QCOMPARE(late.failures.size(), std::size_t(1));
}

DBGR_TEST(TstLldbAssign, QCoreApplication);

} // namespace tst_lldb_assign

#include "tst_lldb_assign.moc"

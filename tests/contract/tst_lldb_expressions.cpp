// SPDX-License-Identifier: GPL-3.0-or-later
// Expressions of every kind have a value, or one plain sentence, and the same in every rank and frame.
#include <QTest> // first: moc cannot read <chrono> before other headers

#include "tests/contract/lldb_rig.h"
#include "tests/support/run/test_class.h"

#include <QRegularExpression>

#include <algorithm>

namespace tst_lldb_expressions {

using namespace dbgr;
using test::lineOf;
using test::LldbRig;

class TstLldbExpressions : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void cleanupTestCase() { m_rig.reset(); }

    void divisionByZeroIsSaid_data();
    void divisionByZeroIsSaid();
    void divisionsHaveTheirValues_data();
    void divisionsHaveTheirValues();
    void whatReturnsNothingIsVoid_data();
    void whatReturnsNothingIsVoid();
    void registersHaveValues_data();
    void registersHaveValues();
    void unknownRegistersAreSaid();
    void registersOfOuterFrames();
    void smartPointersAreFollowed_data();
    void smartPointersAreFollowed();
    void smartPointersAreTheSameInEveryFrame();
    void smartPointersOfAllTypesAreListed();
    void typesOfTheWholeLibraryCanBeLookedAt();

private:
    /// The value, which must be the same in both ranks and no more than one line.
    [[nodiscard]] std::string value(const std::string& expression, std::uint32_t frame = 0)
    {
        const std::string found = m_rig->value(expression, frame);
        return found.find('\n') == std::string::npos ? found : "several lines: " + found;
    }
    std::unique_ptr<LldbRig> m_rig;
};

void TstLldbExpressions::initTestCase()
{
    m_rig = std::make_unique<LldbRig>();
    m_rig->start("pointers", {}, 2);
    QVERIFY(m_rig->attach());
    const auto stop = m_rig->runTo(debug::SourceLine{"pointers.cpp", lineOf("pointers.cpp", "// all are set here")});
    QCOMPARE(stop.cause.top.function, std::string("look"));
}

void TstLldbExpressions::divisionByZeroIsSaid_data()
{
    QTest::addColumn<QString>("problem");
    for (const char* expression : {"1/0", "1%0", "one/0", "one/zero", "one%zero", "1/zero", "1/wideZero", "one/(zero)",
                                   "one/(one-1)", "one/(int)noMass", "1 / -zero", "six / one / zero", "one /= zero"})
        QTest::newRow(expression) << "division by zero";
    QTest::newRow("1<<40") << "shift count >= width of type";
    QTest::newRow("1<<-1") << "shift count is negative";
}

void TstLldbExpressions::divisionByZeroIsSaid()
{
    QFETCH(QString, problem);
    QCOMPARE(value(QTest::currentDataTag()), "problem: " + problem.toStdString());
    QCOMPARE(value("one"), std::string("1")); // and nothing was changed
}

void TstLldbExpressions::divisionsHaveTheirValues_data()
{
    QTest::addColumn<QString>("value");
    QTest::newRow("7/2") << "3";
    QTest::newRow("six/one") << "6";
    QTest::newRow("six % (one + 3)") << "2";
    QTest::newRow("six / -one") << "-6";
    QTest::newRow("1.0/noMass") << "+Inf";
    QTest::newRow("zero && 1/zero") << "false";
    QTest::newRow("\"a/0\"") << "\"a/0\"";
}

void TstLldbExpressions::divisionsHaveTheirValues()
{
    QFETCH(QString, value);
    QCOMPARE(QString::fromStdString(this->value(QTest::currentDataTag())), value);
}

void TstLldbExpressions::whatReturnsNothingIsVoid_data()
{
    QTest::addColumn<QString>("counted");
    QTest::newRow("count()") << "g_calls";
    QTest::newRow("counter.add(1)") << "counter.total";
    QTest::newRow("(void)0") << "";
}

void TstLldbExpressions::whatReturnsNothingIsVoid()
{
    QFETCH(QString, counted);
    const auto count = [&] { return counted.isEmpty() ? 0 : std::stoi(value(counted.toStdString())); };
    const int before = count();
    const auto values = m_rig->print(QTest::currentDataTag());
    QCOMPARE(values.size(), std::size_t(1));
    QCOMPARE(values.front().problem, std::string());
    QCOMPARE(values.front().value, std::string("void"));
    QCOMPARE(values.front().type, std::string("void"));
    QCOMPARE(count(), counted.isEmpty() ? 0 : before + 1);
}

void TstLldbExpressions::registersHaveValues_data()
{
    QTest::addColumn<QString>("form");
#if defined(__x86_64__)
    for (const char* name :
         {"$rax", "$eax", "$ax",  "$al",  "$ah",  "$rip", "$eflags", "$rflags",  "$rsp", "$esp",   "$sp", "$pc",
          "$fp",  "$r8",  "$r8d", "$r15", "$edi", "$dil", "$cs",     "$fs_base", "$mm0", "$mxcsr", "$RAX"})
        QTest::newRow(name) << "0x[0-9a-f]+";
    const QString vector = "\\{doubles = \\{.*\\}, floats = \\{.*\\}, words = \\{0x.*\\}\\}";
    QTest::newRow("$xmm0") << vector;
    QTest::newRow("$xmm15") << vector;
    QTest::newRow("$st0") << "[-+0-9.einfa]+";
    if (__builtin_cpu_supports("avx"))
        QTest::newRow("$ymm0") << vector;
#endif
    QTest::newRow("$pc + 0") << "[0-9]+";
}

void TstLldbExpressions::registersHaveValues()
{
    QFETCH(QString, form);
    for (const debug::ValueGroup& group : m_rig->print(QTest::currentDataTag())) {
        QCOMPARE(group.problem, std::string());
        QVERIFY(!group.type.empty());
        QVERIFY2(QRegularExpression("^" + form + "$").match(QString::fromStdString(group.value)).hasMatch(),
                 group.value.c_str());
    }
}

void TstLldbExpressions::unknownRegistersAreSaid()
{
    QCOMPARE(value("$nonsense"),
             std::string("problem: this processor has no register 'nonsense', or the kernel does not tell it"));
    QCOMPARE(value("$nonsense + 1"), std::string("problem: there is no register 'nonsense'"));
}

void TstLldbExpressions::registersOfOuterFrames()
{
#if defined(__x86_64__)
    QVERIFY(m_rig->print("$rip", 1).front().value != m_rig->print("$rip", 0).front().value);
    QVERIFY(value("$rax", 1).starts_with("problem: nobody knows what register 'rax' was in this frame"));
    QVERIFY(value("$xmm0", 1).starts_with("problem: nobody knows what register 'xmm0' was in this frame"));
#endif
}

void TstLldbExpressions::smartPointersAreFollowed_data()
{
    QTest::addColumn<QString>("value");
    QTest::newRow("*point") << "{x = 0.5, y = -1}";
    QTest::newRow("point->x") << "0.5";
    QTest::newRow("(*point).y") << "-1";
    QTest::newRow("*shared") << "{x = 1.5, y = 2.5}";
    QTest::newRow("shared->y") << "2.5";
    QTest::newRow("*number") << "5";
    QTest::newRow("*text") << "\"hello\"";
    QTest::newRow("numbers[2]") << "30";
    QTest::newRow("numbers[index]") << "30";
    QTest::newRow("shape->length") << "9";
    QTest::newRow("*closed") << "6";
    QTest::newRow("**nested") << "8";
    QTest::newRow("*many[0]") << "1";
    QTest::newRow("*both.second") << "2";
    QTest::newRow("owner.point->y") << "4";
    QTest::newRow("*owner.name") << "\"own\"";
    QTest::newRow("null") << "0x0";
    QTest::newRow("many[1]") << "0x0";
}

void TstLldbExpressions::smartPointersAreFollowed()
{
    QFETCH(QString, value);
    QCOMPARE(QString::fromStdString(this->value(QTest::currentDataTag())), value);
}

void TstLldbExpressions::smartPointersAreTheSameInEveryFrame()
{
    for (const char* pointer : {"point", "shared"}) { // shown like plain ones, without what is inside of them
        const QString shown = QString::fromStdString(m_rig->print(pointer).front().value);
        QVERIFY2(QRegularExpression("^0x[0-9a-f]+$").match(shown).hasMatch(), qPrintable(shown));
    }
    QCOMPARE(QString::fromStdString(value("*point", 1)), QString("{x = 0.5, y = -1}"));
    QCOMPARE(value("point->y", 1), std::string("-1"));
    QCOMPARE(value("*counter", 1), std::string("{total = 42}"));
    QCOMPARE(value("counter->total", 1), std::string("42"));
    for (const char* path : {"*null", "null->x"}) {
        const QString problem = QString::fromStdString(value(path));
        QVERIFY2(problem.startsWith("problem: ") && (problem.contains("0x0") || problem.contains("null")),
                 qPrintable(problem));
    }
}

void TstLldbExpressions::smartPointersOfAllTypesAreListed()
{
    const auto all = m_rig->client().get<debug::VariablesReply>(m_rig->all(), debug::GetVariables{}).ranks;
    QCOMPARE(all.size(), std::size_t(2));
    const auto& variables = all.front().variables;
    for (const char* name : {"point", "number", "text", "numbers", "shape", "closed", "nested"}) {
        const auto found =
            std::find_if(variables.begin(), variables.end(), [&](const auto& v) { return v.name == name; });
        QVERIFY2(found != variables.end(), name);
        QCOMPARE(found->problem, std::string());
        QVERIFY2((found->value.starts_with("0x") && found->value != "0x0") || found->value == "\"hello\"",
                 (found->name + found->value).c_str());
        const debug::GetChildren ask{found->handle, 0, 10};
        const auto inside = m_rig->client().get<debug::VariablesReply>(util::RankSet(util::Rank(0)), ask).ranks;
        if (found->childCount == 0) // a text, or a pointer to another smart pointer
            continue;
        QVERIFY2(inside.size() == 1 && !inside.front().variables.empty(), name);
        for (const debug::Variable& part : inside.front().variables) {
            if (part.childCount == 0)
                QVERIFY2(value(part.path) == part.value, (part.path + " is " + value(part.path)).c_str());
        }
    }
}

void TstLldbExpressions::typesOfTheWholeLibraryCanBeLookedAt()
{
    LldbRig rig;
    rig.start("library", {}, 2);
    QVERIFY(rig.attach());
    const auto stop = rig.runTo(debug::SourceLine{"library.cpp", lineOf("library.cpp", "// here")});
    QCOMPARE(stop.cause.top.function, std::string("show"));
    const util::RankSet rank(util::Rank(0));
    const auto ask = [&](debug::EngineRequest request) {
        const auto ranks = rig.client().get<debug::VariablesReply>(rank, std::move(request)).ranks;
        return ranks.empty() ? std::vector<debug::Variable>() : ranks.front().variables;
    };
    auto open = ask(debug::GetVariables{});
    QVERIFY(open.size() > 60);
    for (std::size_t i = 0; i < open.size() && i < 400; ++i) { // the list grows by what the variables hold
        QVERIFY2(!open[i].value.empty() || !open[i].problem.empty() || open[i].childCount == 0, open[i].path.c_str());
        if (open[i].childCount > 0) {
            const auto inside = ask(debug::GetChildren{open[i].handle, 0, 5});
            open.insert(open.end(), inside.begin(), inside.end());
        }
    }
    QCOMPARE(rig.value("n"), std::string("1")); // the engine still lives
    QCOMPARE(rig.value("o1"), std::string("nullopt"));
    QCOMPARE(rig.value("o2"), std::string("\"q\""));
    QCOMPARE(rig.value("opair->number"), std::string("5"));
    QVERIFY2(rig.value("opair").starts_with("{name = \"five\", number = 5"), rig.value("opair").c_str());
    QCOMPARE(rig.value("oref"), rig.value("opair"));
    const auto ou = rig.client().get<debug::ValuesReply>(rank, debug::Evaluate{"ou", {}, {}}).values;
    QVERIFY(ou.size() == 1 && ou.front().value.starts_with("0x"));
}

DBGR_TEST(TstLldbExpressions, QCoreApplication);

} // namespace tst_lldb_expressions

#include "tst_lldb_expressions.moc"

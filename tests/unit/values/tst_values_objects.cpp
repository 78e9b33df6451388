// SPDX-License-Identifier: GPL-3.0-or-later
// Objects of C++'s library in expressions and as what they open to, in a program that stands still.
#include "tests/support/run/test_class.h"
#include "tests/unit/values/stopped_program.h"

#include <QtTest>

namespace tst_values_objects {

using namespace dbgr;
using namespace dbgr::test;

namespace {

struct ExpressionRow
{
    const char* expression;
    const char* value;
};
const ExpressionRow kExpressions[] = {
    // elements
    {"numbers[0]", "10"},
    {"numbers[i+1]*2", "80"},
    {"same[4]", "50"},
    {"(*toNumbers)[1]", "20"},
    {"rows[1][0]", "3"},
    {"points[1].y", "4"},
    {"flags[0]", "true"},
    {"flags[1]", "false"},
    {"bits[0] && !bits[1] && bits[3]", "true"},
    {"words[1]", "\"beta\""},
    {"words[1][0]", "'b'"},
    {"fixed[2]", "9"},
    {"view[1]", "2"},
    {"queue[2]", "7"},
    {"chain[2]", "9"},
    {"text[1]", "'n'"},
    {"part[1]", "'n'"},
    {"numbers[5]", "! subscript 5 is outside of 0:4"},
    {"numbers[-1]", "! subscript -1 is outside of 0:4"},
    {"chain[3]", "! subscript 3 is outside of 0:2"},
    {"flags[3]", "! subscript 3 is outside of 0:2"},
    {"queue[99999999999]", "! subscript 99999999999 is outside of 0:2"},
    {"none[0]", "! it has no elements"},
    {"numbers[maybe]", "not ours: operators of 'optional<int>' need a compiler"},
    {"unique[0]", "not ours: the operator '[]' of a class needs a compiler"},
    {"mine[1]", "not ours: the operator '[]' of a class needs a compiler"},
    // slices
    {"numbers[1:3]", "{20, 30, 40}"},
    {"numbers[:1]", "{10, 20}"},
    {"numbers[3:]", "{40, 50}"},
    {"numbers[1:3][0]", "20"},
    {"fixed[1:2]", "{8, 9}"},
    {"text[0:1]", "\"an\""},
    {"numbers[3:7]", "! subscript 7 is outside of 0:4"},
    {"chain[0:1]", "! slices can be taken of what lies in one piece only: arrays, vectors, texts"},
    {"ages[0:1]", "! slices can be taken of what lies in one piece only: arrays, vectors, texts"},
    // keys
    {"ages[\"ann\"]", "31"},
    {"ages[other]", "42"},
    {"ages[buffer]", "42"},
    {"ages[letters] + 1", "32"},
    {"ages[\"zoe\"]", "! it has no key \"zoe\""},
    {"ages[3]", "! its keys are texts"},
    {"ages[nowhere]", "! the pointer is null"},
    {"names[3]", "\"three\""},
    {"names[-3]", "\"minus\""},
    {"names[i+1]", "\"three\""},
    {"names[4]", "! it has no key 4"},
    {"names[\"x\"]", "! its keys are no texts"},
    {"places[1].y", "1.5"},
    {"colours[Colour::Green]", "2"},
    {"reals[0.1]", "1"},
    {"reals[-2.5]", "2"},
    {"floats[0.1]", "5"},
    {"truths[true]", "11"},
    {"bytes[511]", "1"},
    {"bytes['a']", "2"},
    {"weights[7]", "0.5"},
    {"table[\"home\"].x", "6"},
    {"empty[1]", "! it has no key 1"},
    {"many[1]", "not ours: a multimap has no operator '[]'"},
    {"many.count(1)", "2"},
    {"ages.count(\"ann\")", "1"},
    {"ages.contains(\"zoe\")", "false"},
    {"unique.count(2)", "1"},
    {"tags.contains(\"b\")", "true"},
    {"ages.at(\"bob\")", "42"},
    {"ages.at(\"zoe\")", "! it has no key \"zoe\""},
    {"numbers.at(1)", "20"},
    {"numbers.at(7)", "! subscript 7 is outside of 0:4"},
    // what containers are asked for
    {"numbers.size()", "5"},
    {"toNumbers->size() * 2", "10"},
    {"heap->size()", "5"},
    {"heap->back()", "50"},
    {"(*heap)[1]", "20"},
    {"rows[0].size() + rows[1].size()", "3"},
    {"none.empty()", "true"},
    {"!numbers.empty()", "true"},
    {"numbers.front() + numbers.back()", "60"},
    {"chain.back()", "9"},
    {"none.front()", "! it has no elements"},
    {"*numbers.data()", "10"},
    {"numbers.data()[2]", "30"},
    {"text.size()", "3"},
    {"text.length() == nul.length()", "true"},
    {"*text.c_str()", "'a'"},
    {"ages.size()", "4"},
    {"unique.size()", "3"},
    {"bits.size()", "5"},
    {"pair.first", "1"},
    {"pair.second", "\"one\""},
    {"std::get<0>(triple)", "1"},
    {"std::get<2>(triple).size()", "5"},
    {"std::get<1>(fixed)", "8"},
    {"std::get<3>(triple)", "! subscript 3 is outside of 0:2"},
    {"std::get<0>(mine)", "not ours: templates need a compiler"},
    {"std::get<int>(triple)", "not ours: templates need a compiler"},
    {"mine.size()", "not ours: calls of functions need a compiler"},
    {"mine.data", "5"},
    {"numbers.capacity()", "not ours: calls of functions need a compiler"},
    {"numbers.size(1)", "not ours: calls of functions need a compiler"},
    {"i.size()", "not ours: calls of functions need a compiler"},
    {"pair.size()", "not ours: such a call needs a compiler"},
    // pointers
    {"*number + 1", "6"},
    {"owned->x", "1.5"},
    {"(*shared).y", "4.5"},
    {"shared->y * 2", "9"},
    {"owned.get()->y", "2.5"},
    {"shared.get() == raw", "true"},
    {"shared == raw", "true"},
    {"owned != nullptr", "true"},
    {"!owned", "false"},
    {"null == nullptr", "true"},
    {"owned && !null", "true"},
    {"null ? 1 : 2", "2"},
    {"*null", "! the pointer is null"},
    {"null->x", "! the pointer is null"},
    {"base->id", "1"},
    {"base->own", "2"},
    {"*base", "{Base = {id = 1}, own = 2}"},
    {"manyInts[2]", "6"},
    {"manyInts[0:2]", "{4, 5, 6}"},
    {"manyPoints[1].y", "4"},
    {"*manyInts", "4"},
    {"noInts[0]", "! the pointer is null"},
    {"noInts == nullptr", "true"},
    {"*untyped", "! the pointer is one to void: cast it first, as in *(int*)p"},
    {"((Point*)untyped.get())->y", "4.5"},
    {"shared + 1", "not ours: operators of 'shared_ptr<Point>' need a compiler"},
    {"weak == nullptr", "not ours: operators of 'weak_ptr<Point>' need a compiler"},
    {"*weak", "not ours: the operator '*' of a class needs a compiler"},
    {"*mine", "not ours: the operator '*' of a class needs a compiler"},
    {"mine->x", "not ours: the operator '->' of a class needs a compiler"},
    // optional values
    {"*maybe", "3"},
    {"maybe.value() + 1", "4"},
    {"maybe.has_value()", "true"},
    {"nothing.has_value()", "false"},
    {"*nothing", "! it holds no value"},
    {"nothing.value()", "! it holds no value"},
    {"maybe && !nothing", "true"},
    {"maybe == 3", "true"},
    {"maybe > 3", "false"},
    {"nothing == 3", "false"},
    {"nothing != 3", "true"},
    {"nothing < maybe", "true"},
    {"nothing == nothing", "true"},
    {"off == false", "true"},
    {"off ? 1 : 0", "1"},
    {"place->x + (*place).y", "17"},
    {"title == \"sir\"", "true"},
    {"maybe + 1", "not ours: operators of 'optional<int>' need a compiler"},
    {"(int)maybe", "not ours: operators of 'optional<int>' need a compiler"},
    {"(bool)maybe", "true"},
    {"bool(null)", "false"},
    {"names[maybe]", "not ours: operators of 'optional<int>' need a compiler"},
    {"null ? null->x : 2.5", "2.5"},
    {"(1 ? owned : null)->x", "1.5"},
    {"*owned.get() == 1", "not ours: operators of 'Point' need a compiler"},
    {"-maybe", "not ours: operators of 'optional<int>' need a compiler"},
    // texts
    {"text == \"ann\"", "true"},
    {"\"ann\" == text", "true"},
    {"text != other", "true"},
    {"text < other", "true"},
    {"other >= \"b\"", "true"},
    {"text == letters", "true"},
    {"other == buffer", "true"},
    {"part == \"an\"", "true"},
    {"part < text", "true"},
    {"nul == \"a\"", "false"},
    {"nul > \"a\"", "true"},
    {"words[0] == \"alpha\"", "true"},
    {"text == 3", "not ours: such a comparison needs a compiler"},
    {"text == nowhere", "! the pointer is null"},
    {"wide == text", "not ours: texts of wide characters need a compiler"},
    {"text + \"x\"", "not ours: operators of 'string' need a compiler"},
    {"mine == 1", "not ours: operators of 'Mine' need a compiler"},
    // what stands for one value
    {"counter + 1", "13"},
    {"counter.load() == 12", "true"},
    {"z * 2", "2 - 4i"},
    {"z.imag()", "-2"},
    {"w.real()", "0.5"},
    {"wrapped.get().x", "0.25"},
    // conditions
    {"numbers.size() == 5 && text == \"ann\"", "true"},
    {"none.empty() || none[0] > 3", "true"},
    {"owned && owned->x > 1", "true"},
    {"null && null->x > 1", "false"},
    {"ages.count(\"zoe\") > 0 && ages[\"zoe\"] > 3", "false"},
};

struct PartsRow
{
    const char* expression;
    const char* parts;
    const char* paths;
};
const PartsRow kParts[] = {
    {"numbers", "[0] = 10, [1] = 20, [2] = 30, [3] = 40, [4] = 50",
     "numbers[0], numbers[1], numbers[2], numbers[3], numbers[4]"},
    {"toNumbers[0]", "[0] = 10, [1] = 20, [2] = 30, [3] = 40, [4] = 50",
     "toNumbers[0][0], toNumbers[0][1], toNumbers[0][2], toNumbers[0][3], toNumbers[0][4]"},
    {"toNumbers", "[0] = 10, [1] = 20, [2] = 30, [3] = 40, [4] = 50",
     "(*toNumbers)[0], (*toNumbers)[1], (*toNumbers)[2], (*toNumbers)[3], (*toNumbers)[4]"},
    {"none", "", ""},
    {"rows", "[0] = size=2 {1, 2}, [1] = size=1 {3}", "rows[0], rows[1]"},
    {"points[1]", "x = 3, y = 4", "points[1].x, points[1].y"},
    {"flags", "[0] = true, [1] = false, [2] = true", "flags[0], flags[1], flags[2]"},
    {"words", "[0] = \"alpha\", [1] = \"beta\"", "words[0], words[1]"},
    {"text", "", ""},
    {"part", "", ""},
    {"fixed", "[0] = 7, [1] = 8, [2] = 9", "fixed[0], fixed[1], fixed[2]"},
    {"queue", "[0] = 5, [1] = 6, [2] = 7", "queue[0], queue[1], queue[2]"},
    {"chain", "[0] = 1, [1] = 4, [2] = 9", "chain[0], chain[1], chain[2]"},
    {"ages", "[\"ann\"] = 31, [\"bob\"] = 42, [\"q\\\"\\n\"] = 3, [\"z\\0\"] = 4",
     "ages[\"ann\"], ages[\"bob\"], ages[\"q\\\"\\n\"], -"},
    {"names", "[-3] = \"minus\", [3] = \"three\"", "names[-3], names[3]"},
    {"colours", "[Red] = 1, [Green] = 2", "colours[0], colours[1]"},
    {"reals", "[-2.5] = 2, [0.1] = 1", "reals[-2.5], reals[0.1]"},
    {"floats", "[0.1] = 5", "floats[0.1f]"},
    {"truths", "[false] = 10, [true] = 11", "truths[false], truths[true]"},
    {"grid", "[{first = 1, second = 2}] = 12", "-"},
    {"many", "[1] = 10, [1] = 11, [2] = 20", "-, -, -"},
    {"unique", "[0] = 1, [1] = 2, [2] = 3", "-, -, -"},
    {"table", "[\"home\"] = {x = 6, y = 7}", "table[\"home\"]"},
    {"owned", "x = 1.5, y = 2.5", "owned->x, owned->y"},
    {"number", "*number = 5", "*number"},
    {"base", "Base = {id = 1}, own = 2", "static_cast<Base&>(static_cast<Derived&>(*base)), base->own"},
    {"heap", "[0] = 10, [1] = 20, [2] = 30, [3] = 40, [4] = 50",
     "(*heap)[0], (*heap)[1], (*heap)[2], (*heap)[3], (*heap)[4]"},
    {"null", "", ""},
    {"manyInts", "[0] = 4", "manyInts[0]"},
    {"manyPoints", "x = 1, y = 2", "manyPoints[0].x, manyPoints[0].y"},
    {"noInts", "", ""},
    {"weak", "x = 3.5, y = 4.5", "-, -"},
    {"maybe", "*maybe = 3", "*maybe"},
    {"nothing", "", ""},
    {"place", "x = 8, y = 9", "place->x, place->y"},
    {"title", "*title = \"sir\"", "*title"},
    {"pair", "first = 1, second = \"one\"", "pair.first, pair.second"},
    {"triple", "[0] = 1, [1] = 2.5, [2] = \"three\"", "std::get<0>(triple), std::get<1>(triple), std::get<2>(triple)"},
    {"wrapped", "x = 0.25, y = 0.75", "wrapped.x, wrapped.y"},
    {"counter", "", ""},
    {"mine", "data = 5", "mine.data"},
};

} // namespace

class TestValuesObjects : public QObject
{
    Q_OBJECT

    StoppedProgram m_programs[2]; // by g++, and by clang++
    StoppedProgram& m_program = m_programs[0];

private slots:
    void initTestCase()
    {
        NEED_TOOL("g++");
        QFile source(DBGR_SOURCE_DIR "/tests/debuggees/values/objects.cpp");
        QVERIFY(source.open(QIODevice::ReadOnly));
        const QByteArray text = source.readAll();
        QVERIFY(m_program.start("g++", text, {"-O0", "-std=c++20"}));
        NEED_CLANG();
        QVERIFY(m_programs[1].start(clangCompiler(), text, {"-O0", "-std=c++20"}));
    }

    void evaluated_data()
    {
        QTest::addColumn<QString>("value");
        for (const ExpressionRow& row : kExpressions)
            QTest::newRow(row.expression) << row.value;
    }
    void evaluated()
    {
        QFETCH(QString, value);
        for (StoppedProgram& program : m_programs)
            QCOMPARE(QString::fromStdString(program.evaluated(QTest::currentDataTag())), value);
    }

    void parts_data()
    {
        QTest::addColumn<QString>("parts");
        QTest::addColumn<QString>("paths");
        for (const PartsRow& row : kParts)
            QTest::newRow(row.expression) << row.parts << row.paths;
    }
    void parts()
    {
        QFETCH(QString, parts);
        QFETCH(QString, paths);
        const std::string expression = QTest::currentDataTag();
        for (StoppedProgram& program : m_programs) {
            QCOMPARE(QString::fromStdString(program.parts(expression)), parts);
            QCOMPARE(QString::fromStdString(program.paths(expression)), paths);
        }
    }
    void anyAndVariantOpenToWhatTheyHold()
    {
        QCOMPARE(m_program.count("either"), 1u);
        QCOMPARE(m_program.parts("either"), "value = \"either\"");
        QCOMPARE(m_program.paths("either"), "-");
        QVERIFY(m_program.count("anything") <= 1u);
    }
    void garbageSaysThatItIsGarbage()
    {
        for (const char* const name : {"broken", "brokenMap", "brokenText", "brokenList"}) {
            const std::string expression = name;
            QVERIFY2(m_program.evaluated(expression + ".size()").starts_with("! "), name);
            QVERIFY2(m_program.parts(expression).starts_with("! "), name);
            QCOMPARE(m_program.count(expression), 0u);
        }
        QVERIFY(m_program.evaluated("broken[0]").starts_with("! "));
        QVERIFY(m_program.evaluated("brokenMap[1]").starts_with("! "));
        QVERIFY(m_program.evaluated("brokenText == \"a\"").starts_with("! "));
        QVERIFY(m_program.evaluated("brokenPointer->x + 1").starts_with("! "));
    }
    void rangesOfContainers()
    {
        QCOMPARE(m_program.parts("chain", 1, 1), "[1] = 4");
        QCOMPARE(m_program.parts("ages", 1, 1), "[\"bob\"] = 42");
        QCOMPARE(m_program.parts("triple", 2, 5), "[2] = \"three\"");
    }
    void conditionsOnObjects()
    {
        const auto isTrue = [&](const std::string& condition) {
            const auto tree = values::parse(condition, values::Language::Cxx);
            return m_program.reader->isTrue(m_program.frame(), tree.value());
        };
        QVERIFY(isTrue("numbers.size() == 5 && text == \"ann\"").value());
        QVERIFY(!isTrue("numbers.size() == 3 && text == \"ann\"").value());
        QVERIFY(isTrue("owned").value());
        QVERIFY(!isTrue("nothing").value());
        QCOMPARE(isTrue("numbers").error().code, make_error_code(values::Errc::NotOurs));
        QCOMPARE(isTrue("text").error().code, make_error_code(values::Errc::NotOurs));
    }
};

DBGR_TEST(TestValuesObjects, QCoreApplication);

} // namespace tst_values_objects

#include "tst_values_objects.moc"

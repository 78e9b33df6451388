// SPDX-License-Identifier: GPL-3.0-or-later
// Assigning stores what the program itself would store, or changes nothing and says why: every kind of type with every
// kind of value, at the ends of what fits.
#include "tests/support/run/test_class.h"
#include "tests/unit/values/fake_process.h"

#include <QtTest>

#include <cmath>
#include <limits>

namespace tst_values_assign {

using namespace dbgr::test;
using namespace dbgr::values;

namespace {

void addNumbersOfC(FakeProcess& process)
{
    const Type& integer = process.type(TypeKind::Signed, 4, "int");
    const Type& character = process.type(TypeKind::Character, 1, "char");
    process.variable("i", integer, std::vector<std::int32_t>{5, 77}); // with a neighbour
    process.variable("uc", process.type(TypeKind::Unsigned, 1, "unsigned char"), std::vector<std::uint8_t>{1, 200});
    process.variable("u", process.type(TypeKind::Unsigned, 4, "unsigned int"), std::vector<std::uint32_t>{1});
    process.variable("l", process.type(TypeKind::Signed, 8, "long"), std::vector<std::int64_t>{1});
    process.variable("f", process.type(TypeKind::Real, 4, "float"), std::vector<float>{1});
    process.variable("d", process.type(TypeKind::Real, 8, "double"), std::vector<double>{1});
    process.variable("b", process.type(TypeKind::Boolean, 1, "bool"), std::vector<std::uint8_t>{0});
    process.variable("c", character, std::vector<char>{'a'});
    process.variable("z", process.type(TypeKind::Complex, 16, "complex double"), std::vector<double>{3, -4});
    process.variable("s", process.arrayOf(character, {{0, 5}}), std::vector<char>{'o', 'l', 'd', 'e', 'r', 0, '!'});
    process.variable("a", process.arrayOf(integer, {{0, 2}}), std::vector<std::int32_t>{1, 2, 3});
    process.variable("p", process.pointerTo(integer),
                     std::vector<std::uint64_t>{process.names.variables["i"].address.value});
    Type& color = process.type(TypeKind::Enumeration, 4, "Color");
    color.enumerators = {{"Red", 0}, {"Green", 1}, {"Blue", -7}};
    process.variable("color", color, std::vector<std::int32_t>{0});
    process.variable("point", process.type(TypeKind::Structure, 8, "Point"), std::vector<std::int32_t>{1, 2});
    const auto field = [&](const char* name, TypeKind kind, BitField where) {
        const Type& type = process.type(kind, 4, kind == TypeKind::Signed ? "int" : "unsigned int");
        process.variable(name, type, std::vector<std::uint32_t>{0xA5A5A5A5}).bitField = where;
    };
    field("low3", TypeKind::Unsigned, {3, 0});
    field("mid5", TypeKind::Signed, {5, 6});
    field("high", TypeKind::Unsigned, {9, 23});
}

void addNumbersOfFortran(FakeProcess& process)
{
    const Type& integer = process.type(TypeKind::Signed, 4, "integer(kind=4)");
    const Type& real = process.type(TypeKind::Real, 8, "real(kind=8)");
    process.variable("n", integer, std::vector<std::int32_t>{5});
    process.variable("small", process.type(TypeKind::Signed, 1, "integer(kind=1)"), std::vector<std::int8_t>{1});
    process.variable("x", real, std::vector<double>{2.5});
    process.variable("z", process.type(TypeKind::Complex, 8, "complex(kind=4)"), std::vector<float>{3, -4});
    process.variable("yes", process.type(TypeKind::Boolean, 4, "logical(kind=4)"), std::vector<std::int32_t>{1});
    process.variable("name", process.text(5), std::vector<char>{'a', 'b', 'c', 'd', 'e', '!'});
    process.variable("words", process.arrayOf(process.text(2), {{1, 3}}),
                     std::vector<char>{'a', 'b', 'c', 'd', 'e', 'f'});
    process.variable("a", process.arrayOf(integer, {{1, 5}}), std::vector<std::int32_t>{1, 2, 3, 4, 5});
    process.variable("m", process.arrayOf(real, {{0, 1}, {1, 3}}), std::vector<double>{1, 2, 3, 4, 5, 6});
    process.variable("part", process.type(TypeKind::Structure, 4, "part"), std::vector<std::int32_t>{1});
    process.variable("off", process.pointerTo(integer), std::vector<std::uint64_t>{0});
    process.variable("on", process.pointerTo(integer),
                     std::vector<std::uint64_t>{process.names.variables["n"].address.value});
}

void columns()
{
    QTest::addColumn<QString>("target");
    QTest::addColumn<QString>("value");
    QTest::addColumn<QString>("expected");
}

void row(const char* rule, const char* target, const char* value, const char* expected)
{
    QTest::addRow("%s: %s = %s", rule, target, value) << target << value << expected;
}

} // namespace

class TestValuesAssign : public QObject
{
    Q_OBJECT

private slots:
    void numbersOfC_data();
    void numbersOfC() { compare(Language::Cxx, addNumbersOfC); }
    void othersOfC_data();
    void othersOfC() { compare(Language::Cxx, addNumbersOfC); }
    void fortran_data();
    void fortran() { compare(Language::Fortran, addNumbersOfFortran); }
    void neighboursStay();
    void bitsAroundAFieldStay_data();
    void bitsAroundAFieldStay();
    void everythingCanBeTakenBack();
    void allOrNothing();
    void whatHasNoMemoryIsSaid();

private:
    template <class Fill>
    void compare(Language language, Fill fill)
    {
        QFETCH(QString, target);
        QFETCH(QString, value);
        FakeProcess process(language);
        fill(process);
        const bool isRecord = target == "point" || target == "part"; // of which this process has no members
        const std::string was = isRecord ? "" : process.evaluate(target.toStdString());
        const std::string is = process.assign(target.toStdString(), value.toStdString());
        QTEST(QString::fromStdString(is), "expected");
        if (is.starts_with('!') && !isRecord)
            QCOMPARE(process.evaluate(target.toStdString()), was);
    }
};

void TestValuesAssign::numbersOfC_data()
{
    columns();
    row("an integer", "i", "7", "7");
    row("the largest", "i", "2147483647", "2147483647");
    row("one more", "i", "2147483648", "! the number does not fit: int has 32 bits, one of them the sign");
    row("the least", "i", "-2147483648", "-2147483648");
    row("one less", "i", "-2147483649", "! the number does not fit: int has 32 bits, one of them the sign");
    row("of itself", "i", "i * 2 + 1", "11");
    row("255", "uc", "255", "255");
    row("256", "uc", "256", "! the number does not fit: unsigned char has 8 bits, and no sign");
    row("-1 has no place", "uc", "-1", "! the number does not fit: unsigned char has 8 bits, and no sign");
    row("-1 has no place", "u", "-1", "! the number does not fit: unsigned int has 32 bits, and no sign");
    row("the largest", "u", "4294967295", "4294967295");
    row("64 bits", "l", "9223372036854775807", "9223372036854775807");
    row("reals are cut", "i", "2.9", "2");
    row("reals beyond all integers", "i", "1e30", "! the number does not fit: int has 32 bits, one of them the sign");
    row("a truth is a number", "i", "1 == 1", "1");
    row("an address", "l", "p", "4096");
    row("a character is a number", "i", "'A'", "65");
    row("an integer", "d", "3", "3");
    row("a float", "f", "0.1", "0.1");
    row("too large for a float", "f", "1e39", "! a number as large as that cannot be stored as float");
    row("infinity", "d", "1.0 / 0", "+Inf");
    row("a text is no number", "d", "\"x\"", "! a text cannot be stored as double");
    row("a text is no number", "i", "\"x\"", "! a text cannot be stored as int");
    row("an address is no real", "d", "p", "! what is no number cannot be stored as double");
    row("bool", "b", "true", "true");
    row("bool of a number", "b", "17", "true");
    row("bool of zero", "b", "0.0", "false");
    row("complex of a real", "z", "2", "2 + 0i");
}

void TestValuesAssign::othersOfC_data()
{
    columns();
    row("a character", "c", "'x'", "'x'");
    row("a character by number", "c", "10", "'\\n'");
    row("a character that is none", "c", "300", "! the number does not fit: char has 8 bits, one of them the sign");
    row("a pointer", "p", "0", "0x0");
    row("a pointer", "p", "0x1010", "0x1010");
    row("a pointer", "p", "&a[1]", "0x10a4");
    row("an array is its address", "p", "a", "0x10a0");
    row("a negative address", "p", "-1", "! what is no address cannot be stored as it");
    row("a real address", "p", "1.5", "! what is no address cannot be stored as it");
    row("what it points to", "*p", "12", "12");
    row("a text in an array", "s", "\"abc\"", "\"abc\"");
    row("the longest text", "s", "\"abcde\"", "\"abcde\"");
    row("without room for its end", "s", "\"abcdef\"",
        "! the text has 6 characters and its end, and there is room for 6");
    row("no text", "s", "\"\"", "\"\"");
    row("a text in numbers", "a", "\"abc\"", "! only an array of char can be changed to a text");
    row("an array", "a", "0", "! a whole array of C cannot be changed: name one of its elements");
    row("an element", "a[2]", "9", "9");
    row("an enumerator", "color", "Green", "Green");
    row("an enumerator below zero", "color", "Blue", "Blue");
    row("with its type", "color", "Color::Green", "Green");
    row("an enumerator by number", "color", "1", "Green");
    row("no enumerator", "color", "Yellow", "! there is no 'Yellow'");
    row("computed", "i + 1", "3", "! only a variable can be changed, and this was computed");
    row("a constant", "5", "3", "! only a variable can be changed, and this was computed");
    row("an address", "&i", "3", "! only a variable can be changed, and this was computed");
    row("a record", "point", "3", "not ours: assigning a whole Point needs a compiler");
    row("a bit field", "low3", "7", "7");
    row("a bit field", "low3", "8", "! the number does not fit: unsigned int has 3 bits, and no sign");
    row("a bit field", "low3", "-1", "! the number does not fit: unsigned int has 3 bits, and no sign");
    row("a signed bit field", "mid5", "15", "15");
    row("a signed bit field", "mid5", "16", "! the number does not fit: int has 5 bits, one of them the sign");
    row("a signed bit field", "mid5", "-16", "-16");
    row("a signed bit field", "mid5", "-17", "! the number does not fit: int has 5 bits, one of them the sign");
}

void TestValuesAssign::fortran_data()
{
    columns();
    row("an integer", "n", "7", "7");
    row("in any case", "N", "n + 1", "6");
    row("the largest", "n", "2147483647", "2147483647");
    row("one more", "n", "2147483648_8",
        "! the number does not fit: integer(kind=4) has 32 bits, one of them the sign");
    row("kind 1", "small", "127", "127");
    row("kind 1", "small", "128", "! the number does not fit: integer(kind=1) has 8 bits, one of them the sign");
    row("reals are cut", "n", "-2.9", "-2");
    row("a real", "x", "1", "1");
    row("a real of its own kind", "x", "0.1d0", "0.1");
    row("a real of single precision", "x", "0.1", "0.10000000149011612");
    row("complex", "z", "(1.5, 2)", "(1.5, 2)");
    row("complex of a real", "z", "7", "(7, 0)");
    row("a complex number is no integer", "n", "(1., 2.)", "! a complex number cannot be stored as integer(kind=4)");
    row("logical", "yes", ".false.", ".false.");
    row("logical of a comparison", "yes", "n > 7", ".false.");
    row("a number is no truth", "yes", "1", "! a number cannot be stored as logical(kind=4)");
    row("one character less", "name", "'abcd'", "'abcd '");
    row("as long as it is", "name", "'vwxyz'", "'vwxyz'");
    row("one character more", "name", "'uvwxyz'", "! the text has 6 characters, and there is room for 5");
    row("blanks at its end are cut", "name", "'vwxyz   '", "'vwxyz'");
    row("no characters", "name", "''", "'     '");
    row("a part", "name(2:3)", "'XY'", "'XY'");
    row("a part, filled", "name(2:4)", "'X'", "'X  '");
    row("a number is no text", "name", "5", "! a number cannot be stored as character");
    row("a text is no number", "n", "'5'", "! a text cannot be stored as integer(kind=4)");
    row("a text of many", "words(2)", "'x'", "'x '");
    row("all texts", "words", "'q'", "('q ', 'q ', 'q ')");
    row("all elements", "a", "0", "(0, 0, 0, 0, 0)");
    row("a section", "a(1:3)", "7", "(7, 7, 7)");
    row("every other one", "a(1:5:2)", "7", "(7, 7, 7)");
    row("backwards, of itself", "a(1:5)", "a(5:1:-1)", "(5, 4, 3, 2, 1)");
    row("shifted, of itself", "a(2:5)", "a(1:4)", "(1, 2, 3, 4)");
    row("another shape", "a", "a(1:3)", "! the shapes differ: (5) is to be (3)");
    row("a row", "m(1,:)", "-1", "(-1, -1, -1)");
    row("a column", "m(:,2)", "m(:,1) * 10", "(10, 20)");
    row("an array is no scalar", "n", "a", "! one value is expected, and there is an array of them");
    row("outside", "a(6)", "1", "! subscript 6 is outside of 1:5");
    row("what does not fit anywhere", "a", "3000000000_8",
        "! the number does not fit: integer(kind=4) has 32 bits, one of them the sign");
    row("a record", "part", "1", "! a whole part cannot be changed to that: name one of its components");
    row("no memory", "off", "1", "! not associated");
    row("through a pointer", "on", "42", "42");
    row("a function", "size(a)", "1", "! only a variable can be changed, and this was computed");
}

void TestValuesAssign::neighboursStay()
{
    FakeProcess process(Language::Cxx);
    addNumbersOfC(process);
    QCOMPARE(process.assign("i", "-1"), std::string("-1"));
    QCOMPARE(process.evaluate("(&i)[1]"), std::string("77"));
    QCOMPARE(process.assign("uc", "255"), std::string("255"));
    QCOMPARE(process.evaluate("(int)(&uc)[1]"), std::string("200"));
    QCOMPARE(process.assign("s", "\"abcde\""), std::string("\"abcde\""));
    QCOMPARE(process.evaluate("(&s[0])[6]"), std::string("'!'"));
    FakeProcess other(Language::Fortran);
    addNumbersOfFortran(other);
    QCOMPARE(other.assign("a(2:4:2)", "0"), std::string("(0, 0)"));
    QCOMPARE(other.evaluate("a"), std::string("(1, 0, 3, 0, 5)"));
    QCOMPARE(other.assign("m(0,:)", "0"), std::string("(0, 0, 0)"));
    QCOMPARE(other.evaluate("m"), std::string("((0, 2), (0, 4), (0, 6))"));
    QCOMPARE(other.assign("name(2:3)", "'.'"), std::string("'. '"));
    QCOMPARE(other.evaluate("name"), std::string("'a. de'"));
}

void TestValuesAssign::bitsAroundAFieldStay_data()
{
    QTest::addColumn<QString>("field");
    QTest::addColumn<QString>("value");
    QTest::addColumn<quint32>("expected");
    QTest::newRow("the lowest") << "low3"
                                << "2" << 0xA5A5A5A2U;
    QTest::newRow("in the middle") << "mid5"
                                   << "-1" << 0xA5A5A7E5U;
    QTest::newRow("the highest") << "high"
                                 << "0" << 0x0025A5A5U;
    QTest::newRow("all of the highest") << "high"
                                        << "511" << 0xFFA5A5A5U;
}

void TestValuesAssign::bitsAroundAFieldStay()
{
    QFETCH(QString, field);
    QFETCH(QString, value);
    FakeProcess process(Language::Cxx);
    addNumbersOfC(process);
    QCOMPARE(process.assign(field.toStdString(), value.toStdString()), value.toStdString());
    std::uint32_t whole = 0;
    QVERIFY(process.memory.read(process.names.variables[field.toStdString()].address,
                                std::as_writable_bytes(std::span(&whole, 1))));
    QTEST(quint32(whole), "expected");
}

void TestValuesAssign::everythingCanBeTakenBack()
{
    FakeProcess process(Language::Fortran);
    addNumbersOfFortran(process);
    process.variable("nan", process.type(TypeKind::Real, 8, "real(kind=8)"),
                     std::vector<std::uint64_t>{0x7ff8'0000'dead'beef});
    for (const char* target : {"a(1:5:2)", "m(1,:)", "x", "name(2:3)", "words", "nan"}) {
        const std::string before = process.evaluate(target);
        const bool isText = before.find('\'') != std::string::npos;
        QVERIFY(!process.assign(target, isText ? "'?'" : "0").starts_with('!'));
        QVERIFY(process.evaluate(target) != before);
        QVERIFY(process.takeBack());
        QCOMPARE(process.evaluate(target), before);
    }
    std::uint64_t bits = 0;
    QVERIFY(process.memory.read(process.names.variables["nan"].address, std::as_writable_bytes(std::span(&bits, 1))));
    QCOMPARE(bits, std::uint64_t{0x7ff8'0000'dead'beef}); // no text says that
}

void TestValuesAssign::allOrNothing()
{
    FakeProcess process(Language::Fortran);
    addNumbersOfFortran(process);
    process.memory.readOnly = process.names.variables["a"].address.plus(12); // the fourth element and all behind it
    QCOMPARE(process.assign("a(1:5:2)", "0"), std::string("! the memory there is read-only"));
    QCOMPARE(process.evaluate("a"), std::string("(1, 2, 3, 4, 5)"));
    QCOMPARE(process.assign("a(1:3)", "0"), std::string("(0, 0, 0)"));
}

void TestValuesAssign::whatHasNoMemoryIsSaid()
{
    FakeMemory memory;
    StopMemory pages(memory);
    NoModules modules;
    DebugFileStore store;
    LoadedFiles files(store, modules);
    ValueReader reader(pages, files);
    Type integer;
    integer.kind = TypeKind::Signed;
    integer.bytes = 4;
    integer.name = "int";
    const auto why = [&](StopMemory::MadeOf from) {
        Value value;
        value.type = &integer;
        value.address = pages.makeUp(std::vector<std::byte>(4), {}, from).value();
        return planAssignment(reader, value, integerNumber(1)).error().message();
    };
    QCOMPARE(why(StopMemory::MadeOf::Register),
             std::string("it cannot be changed: the compiler keeps it in a register here"));
    QCOMPARE(why(StopMemory::MadeOf::Constant),
             std::string("it cannot be changed: the compiler has made it a constant"));
    QCOMPARE(why(StopMemory::MadeOf::Pieces),
             std::string("it cannot be changed: the compiler keeps it in pieces here, some of them in registers"));
    QCOMPARE(why(StopMemory::MadeOf::Computed), std::string("it cannot be changed: it has no memory of its own here"));
    const auto at = pages.makeUp(std::vector<std::byte>(4)).value();
    QVERIFY(!pages.write(at, std::vector<std::byte>(4)));
}

DBGR_TEST(TestValuesAssign, QCoreApplication);

} // namespace tst_values_assign

#include "tst_values_assign.moc"

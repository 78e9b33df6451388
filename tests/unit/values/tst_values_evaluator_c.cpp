// SPDX-License-Identifier: GPL-3.0-or-later
// What expressions of C and C++ are: the program's own arithmetic, pointers, and what is left to others.
#include "tests/support/run/test_class.h"
#include "tests/unit/values/fake_process.h"

#include <QtTest>

namespace tst_values_evaluator_c {

using namespace dbgr::test;
using namespace dbgr::values;

namespace {

void addVariables(FakeProcess& process)
{
    const Type& integer = process.type(TypeKind::Signed, 4, "int");
    const Type& character = process.type(TypeKind::Character, 1, "char");
    const Type& real = process.type(TypeKind::Real, 8, "double");
    process.variable("i", integer, std::vector<std::int32_t>{42});
    process.variable("min", integer, std::vector<std::int32_t>{INT32_MIN});
    process.variable("x", real, std::vector<double>{0.5});
    process.variable("f", process.type(TypeKind::Real, 4, "float"), std::vector<float>{0.1F});
    process.variable("c", character, std::vector<char>{'a'});
    process.variable("uc", process.type(TypeKind::Character, 1, "unsigned char"), std::vector<std::uint8_t>{255});
    process.variable("us", process.type(TypeKind::Unsigned, 2, "unsigned short"), std::vector<std::uint16_t>{65535});
    process.variable("ul", process.type(TypeKind::Unsigned, 8, "unsigned long"), std::vector<std::uint64_t>{1});
    process.variable("yes", process.type(TypeKind::Boolean, 1, "bool"), std::vector<std::uint8_t>{1});
    process.variable("arr", process.arrayOf(integer, {{0, 4}}), std::vector<std::int32_t>{10, 20, 30, 40, 50});
    process.variable("m", process.arrayOf(integer, {{0, 1}, {0, 2}}), std::vector<std::int32_t>{1, 2, 3, 4, 5, 6});
    process.variable("name", process.arrayOf(character, {{0, 7}}), std::vector<char>{'h', 'i', 0, 0, 0, 0, 0, 0});
    const std::uint64_t array = process.names.variables["arr"].address.value;
    const std::uint64_t name = process.names.variables["name"].address.value;
    process.variable("p", process.pointerTo(integer), std::vector<std::uint64_t>{array});
    process.variable("q", process.pointerTo(integer), std::vector<std::uint64_t>{array + 8});
    process.variable("s", process.pointerTo(character), std::vector<std::uint64_t>{name});
    process.variable("bad", process.pointerTo(character), std::vector<std::uint64_t>{16});
    process.variable("null", process.pointerTo(integer), std::vector<std::uint64_t>{0});
    process.variable("v", process.pointerTo(process.type(TypeKind::Void, 0, "")), std::vector<std::uint64_t>{array});
    process.variable("record", process.type(TypeKind::Structure, 4, "point"), std::vector<std::int32_t>{1});
    Value& field = process.variable("bits", process.type(TypeKind::Unsigned, 4, "unsigned int"),
                                    std::vector<std::uint32_t>{0b101'000});
    field.bitField = BitField{3, 3};
    process.names.types["real_t"] = &real;
    process.variable("a::b::deep", integer, std::vector<std::int32_t>{7});
    process.variable("::outside", integer, std::vector<std::int32_t>{8});
    process.variable("this", process.pointerTo(integer), std::vector<std::uint64_t>{array});
}

} // namespace

class TestValuesEvaluatorC : public QObject
{
    Q_OBJECT

private slots:
    void computesAsTheProgramWould_data()
    {
        QTest::addColumn<QString>("expression");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char* rule, const char* expression, const char* expected) {
            QTest::addRow("%s: %s", rule, expression) << expression << expected;
        };
        row("precedence", "1 + 2 * 3", "7");
        row("precedence", "(1 + 2) * 3", "9");
        row("left to right", "10 - 4 - 3", "3");
        row("left to right", "100 / 10 / 2", "5");
        row("shift below sum", "1 << 2 + 1", "8");
        row("and below equality", "6 & 3 == 3", "0");
        row("xor between", "1 | 2 ^ 3 & 2", "1");
        row("unary first", "-2 + 3", "1");
        row("unary twice", "- -5", "5");
        row("not", "!i", "false");
        row("not of not", "!!i", "true");
        row("complement", "~0", "-1");
        row("complement of unsigned", "~0u", "4294967295");
        row("conditional", "i > 1 ? 10 : 20", "10");
        row("conditional nests to the right", "0 ? 1 : 0 ? 2 : 3", "3");
        row("conditional has the type of both", "(1 ? 1 : 2.0) / 2", "0.5");
        row("conditional of one type keeps it", "i ? 'a' : 'b'", "'a'");
        row("conditional of truths", "i ? true : false", "true");
        row("conditional needs one branch", "null ? *null : 5", "5");
        row("division truncates", "-7 / 2", "-3");
        row("remainder has the dividend's sign", "-7 % 2", "-1");
        row("unsigned wraps", "1u - 2", "4294967295");
        row("int wraps", "2147483647 + 1", "-2147483648");
        row("long does not", "2147483647L + 1", "2147483648");
        row("negating the smallest wraps", "-min", "-2147483648");
        row("signed meets unsigned", "-1 < 1u", "false");
        row("long holds unsigned", "-1L < 1u", "true");
        row("unsigned long", "ul - 2", "18446744073709551615");
        row("short is promoted", "us + 1", "65536");
        row("char is promoted", "uc + 1", "256");
        row("char is promoted", "~uc", "-256");
        row("bool is promoted", "yes + yes", "2");
        row("a small bit field is an int", "bits - 6", "-1");
        row("character's number", "'a' + 1", "98");
        row("character", "c", "'a'");
        row("float stays float", "f + f", "0.2");
        row("float meets double", "f + 0.1", "0.20000000149011612");
        row("float literal", "0.1f * 3", "0.3");
        row("double", "0.1 + 0.2", "0.30000000000000004");
        row("real division", "1 / 2.0", "0.5");
        row("by zero is infinite", "1 / 0.0", "+Inf");
        row("minus zero", "-1 / (1 / 0.0)", "-0");
        row("nan is not itself", "0/0.0 == 0/0.0", "false");
        row("shift", "1 << 31", "-2147483648");
        row("shift of long", "1L << 40", "1099511627776");
        row("shift right keeps the sign", "-8 >> 1", "-4");
        row("shift right of unsigned", "-8u >> 1", "2147483644");
        row("comparison of bool", "yes == true", "true");
        row("the right one of a comma", "i, 7", "7");
        row("comma in parentheses", "(1, 2) + 3", "5");
        row("or is not computed to its end", "1 || 1 / 0", "true");
        row("and is not computed to its end", "0 && 1 / 0", "false");
    }
    void computesAsTheProgramWould() { compare(Language::Cxx); }

    void readsLiterals_data()
    {
        QTest::addColumn<QString>("expression");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char* rule, const char* expression, const char* expected) {
            QTest::addRow("%s: %s", rule, expression) << expression << expected;
        };
        row("hexadecimal literal", "0xFF", "255");
        row("hexadecimal fits unsigned", "0xFFFFFFFF", "4294967295");
        row("decimal does not", "4294967295", "4294967295");
        row("hexadecimal wraps as unsigned", "0xFFFFFFFF + 1", "0");
        row("decimal as long", "4294967295 + 1", "4294967296");
        row("binary literal", "0b101", "5");
        row("octal literal", "017", "15");
        row("zero", "0", "0");
        row("separators", "1'000'000", "1000000");
        row("hexadecimal real", "0x1.8p1", "3");
        row("real with exponent", "1.5e3", "1500");
        row("real without digits behind", "2.", "2");
        row("real without digits before", ".5", "0.5");
        row("wide character", "u'x' + 1", "121");
        row("wide character beyond ASCII", "U'\u20ac' + 0", "8364");
        row("wide character by its code", "u'\\u20ac' + 0", "8364");
        row("wide character in hexadecimal", "L'\\x20ac' + 0", "8364");
        row("wide characters are as large", "sizeof(u'x') + 10 * sizeof(U'x') + 100 * sizeof(u8'x')", "142");
        row("escape", "'\\n'", "'\\n'");
        row("escape in octal", "'\\101'", "'A'");
        row("escape in hexadecimal", "'\\x41'", "'A'");
        row("text", "\"a\\tb\"", "\"a\\tb\"");
    }
    void readsLiterals() { compare(Language::Cxx); }

    void followsPointersAndCasts_data()
    {
        QTest::addColumn<QString>("expression");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char* rule, const char* expression, const char* expected) {
            QTest::addRow("%s: %s", rule, expression) << expression << expected;
        };
        row("cast to a type of the program", "(real_t)1 / 2", "0.5");
        row("cast of what has a sign", "(real_t)-1 / 2", "-0.5");
        row("no cast of a variable", "(i)-1", "41");
        row("cast and product", "2 * (real_t)*p", "20");
        row("size of a type of the program", "sizeof(real_t) + sizeof real_t", "16");
        row("pointers to pointers", "**(int**)&p", "10");
        row("pointer to an array", "(*(int(*)[5])p)[3]", "40");
        row("size of an array type", "sizeof(int[3])", "12");
        row("construction", "int(2.9) + double(1) / 2", "2.5");
        row("cast of C++", "static_cast<double>(1) / 2", "0.5");
        row("cast of C++", "*reinterpret_cast<int*>(v)", "10");
        row("reference", "(int&)x == 0", "true");
        row("cast", "(double)1 / 2", "0.5");
        row("cast", "(unsigned char)300", "44 ','");
        row("cast", "(signed char)200 + 0", "-56");
        row("cast", "(long unsigned int)-1", "18446744073709551615");
        row("cast", "(int)2.9", "2");
        row("cast", "(bool)5", "true");
        row("cast to float", "(float)0.1", "0.1");
        row("size of a type", "sizeof(long)", "8");
        row("size of a pointer", "sizeof(char *)", "8");
        row("size of an array", "sizeof arr", "20");
        row("size of an array", "sizeof(arr) / sizeof(arr[0])", "5");
        row("size of what is computed", "sizeof(1.0f)", "4");
        row("size of a text", "sizeof \"abc\"", "4");
        row("element", "arr[2]", "30");
        row("element computed", "arr[i - 40]", "30");
        row("two dimensions", "m[1][2]", "6");
        row("row", "m[1]", "{4, 5, 6}");
        row("whole", "m", "{{1, 2, 3}, {4, 5, 6}}");
        row("pointer's element", "p[1]", "20");
        row("before a pointer", "q[-1]", "20");
        row("dereference", "*p", "10");
        row("dereference a sum", "*(p + 2)", "30");
        row("dereference an array", "*arr", "10");
        row("array moves like a pointer", "*(arr + 1)", "20");
        row("address and back", "*&i", "42");
        row("address of an element", "*(&arr[1] + 1)", "30");
        row("difference", "q - p", "2");
        row("pointers compare", "p < q", "true");
        row("pointer and zero", "null == 0", "true");
        row("pointer and nullptr", "p != nullptr", "true");
        row("pointer as truth", "p && !null", "true");
        row("slice of a pointer", "p[1:3]", "{20, 30, 40}");
        row("slice of an array", "arr[3:]", "{40, 50}");
        row("repeat", "*p@3", "{10, 20, 30}");
        row("repeat binds looser than sums", "*p@1+1", "{10, 20}");
        row("repeat an element", "arr[1]@2", "{20, 30}");
        row("characters", "name", "\"hi\"");
        row("pointer cast", "*(int*)v", "10");
        row("pointer cast", "*((unsigned char*)p)", "10 '\\n'");
        row("this", "*this", "10");
        row("scope", "a::b::deep + 1", "8");
        row("outside", "::outside", "8");
    }
    void followsPointersAndCasts() { compare(Language::Cxx); }

    void truthsAreIntegersInC()
    {
        FakeProcess process(Language::C);
        addVariables(process);
        QCOMPARE(process.evaluate("1 < 2"), std::string("1"));
        QCOMPARE(process.evaluate("!i"), std::string("0"));
        QCOMPARE(process.evaluate("i && 0"), std::string("0"));
        QCOMPARE(process.evaluate("sizeof('a')"), std::string("4"));
    }

    void saysWhatIsWrong_data()
    {
        QTest::addColumn<QString>("expression");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char* expression, const char* expected) {
            QTest::addRow("%s", expression) << expression << expected;
        };
        row("1 / 0", "! division by zero");
        row("1 % 0", "! division by zero");
        row("min / -1", "! the quotient does not fit into 32 bits");
        row("i, nothing", "! there is no 'nothing'");
        row("(missing)-1", "! there is no 'missing'");
        row("(missing*)p", "! there is no type 'missing' here");
        row("(i*)p", "! there is no type 'i' here");
        row("(i)(1)", "not ours: calls of functions need a compiler");
        row("i << ul * 32", "! shift count >= width of type");
        row("i >> min", "! shift count is negative");
        row("arr->x", "! only a struct has members");
        row("u'ab'", "! one character is expected between ' and '");
        row("u'\\U0001f600'", "! one character is expected between ' and '");
        row("1 << 70", "! shift count >= width of type");
        row("1 << -1", "! shift count is negative");
        row("1.5 % 2", "! '%' does not apply to real numbers");
        row("~1.5", "! '~' applies to integers only");
        row("*i", "! '*' needs a pointer");
        row("*v", "! it points to void: cast it to what it points to");
        row("*(v + 1)", "! the pointer is one to void: cast it first, as in *(int*)p");
        row("*(null + 0)", "! the pointer is null");
        row("&1", "! what was computed has no address");
        row("&bits", "! a bit field has no address");
        row("p + q", "! '+' does not apply to a pointer and another");
        row("p * 2", "! '*' does not apply to a pointer");
        row("arr[1.5]", "! a subscript is an integer");
        row("*p@0", "! there are no 0 elements");
        row("(p + 1)[2:1]", "! the slice ends before it begins");
        row("nothing", "! there is no 'nothing'");
        row("(int)1e300", "! the number does not fit into an integer of 32 bits");
        row("record + 1", "not ours: operators of 'point' need a compiler");
        row("record[1]", "not ours: the operator '[]' of a class needs a compiler");
        row("record->x", "not ours: the operator '->' of a class needs a compiler");
        row("*record", "not ours: the operator '*' of a class needs a compiler");
        row("\"a\" + 1", "not ours: texts have no operators in C");
        row("m + 1", "not ours: arrays of several dimensions have no operators here");
    }
    void saysWhatIsWrong() { compare(Language::Cxx); }

private:
    static void compare(Language language)
    {
        QFETCH(QString, expression);
        QFETCH(QString, expected);
        FakeProcess process(language);
        addVariables(process);
        QCOMPARE(QString::fromStdString(process.evaluate(expression.toStdString())), expected);
    }
};

DBGR_TEST(TestValuesEvaluatorC);

} // namespace tst_values_evaluator_c

#include "tst_values_evaluator_c.moc"

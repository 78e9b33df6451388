// SPDX-License-Identifier: GPL-3.0-or-later
// What expressions of Fortran are: kinds, texts, whole arrays and sections, and the functions of the language.
#include "tests/support/run/test_class.h"
#include "tests/unit/values/fake_process.h"

#include <QtTest>

#include <cmath>
#include <limits>

namespace tst_values_evaluator_fortran {

using namespace dbgr::test;
using namespace dbgr::values;

namespace {

void addNumbers(FakeProcess& process)
{
    const Type& integer = process.type(TypeKind::Signed, 4, "integer(kind=4)");
    const Type& real = process.type(TypeKind::Real, 8, "real(kind=8)");
    const Type& logical = process.type(TypeKind::Boolean, 4, "logical(kind=4)");
    process.variable("n", integer, std::vector<std::int32_t>{5});
    process.variable("small", process.type(TypeKind::Signed, 1, "integer(kind=1)"), std::vector<std::int8_t>{127});
    process.variable("lowest", integer, std::vector<std::int32_t>{INT32_MIN});
    process.variable("x", real, std::vector<double>{2.5});
    process.variable("single", process.type(TypeKind::Real, 4, "real(kind=4)"), std::vector<float>{0.1F});
    process.variable("wide", process.type(TypeKind::Real, 16, "real(kind=10)"), std::vector<long double>{0.1L, 0});
    process.variable("z", process.type(TypeKind::Complex, 16, "complex(kind=8)"), std::vector<double>{3, -4});
    process.variable("yes", logical, std::vector<std::int32_t>{1});
    process.variable("no", logical, std::vector<std::int32_t>{0});
    process.variable("dp", integer, std::vector<std::int32_t>{8});
    process.variable("mod::inside", integer, std::vector<std::int32_t>{77});
    process.variable("count", integer, std::vector<std::int32_t>{9}); // named like a function
}

void addArrays(FakeProcess& process)
{
    const Type& integer = process.type(TypeKind::Signed, 4, "integer(kind=4)");
    const Type& real = process.type(TypeKind::Real, 8, "real(kind=8)");
    const Type& logical = process.type(TypeKind::Boolean, 4, "logical(kind=4)");
    process.variable("a", process.arrayOf(integer, {{1, 5}}), std::vector<std::int32_t>{1, 2, 3, 4, 5});
    process.variable("b", process.arrayOf(integer, {{-1, 0}, {0, 2}}), std::vector<std::int32_t>{1, 2, 3, 4, 5, 6});
    process.variable("r", process.arrayOf(real, {{1, 3}}), std::vector<double>{0.5, NAN, -2});
    process.variable("none", process.arrayOf(real, {{1, 0}}), std::vector<double>{0});
    process.variable("mask", process.arrayOf(logical, {{1, 3}}), std::vector<std::int32_t>{1, 0, 1});
    process.variable("name", process.text(8), std::vector<char>{'i', 't', '\'', 's', ' ', ' ', ' ', ' '});
    process.variable("words", process.arrayOf(process.text(2), {{1, 3}}),
                     std::vector<char>{'a', 'b', 'c', 'd', 'e', ' '});
    process.variable("off", process.pointerTo(integer), std::vector<std::uint64_t>{0});
    process.variable("on", process.pointerTo(integer),
                     std::vector<std::uint64_t>{process.names.variables["n"].address.value});
    Value& absent = process.variable("absent", integer, std::vector<std::int32_t>{0});
    absent.address = {};
    process.variable("part", process.type(TypeKind::Structure, 4, "part"), std::vector<std::int32_t>{1});
}

} // namespace

class TestValuesEvaluatorFortran : public QObject
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
        row("no case", "N + DP", "13");
        row("integers truncate", "7 / 2", "3");
        row("integers truncate", "-7 / 2", "-3");
        row("power from the right", "2 ** 3 ** 2", "512");
        row("minus below power", "-2 ** 2", "-4");
        row("power below zero", "2 ** (-1)", "0");
        row("power of minus one", "(-1) ** (-3)", "-1");
        row("negative exponent without parentheses", "2 ** -1", "0");
        row("real power of negative base", "(-2.0) ** 3", "-8");
        row("real power", "2d0 ** 0.5d0", "1.4142135623730951");
        row("the largest power", "2 ** 30", "1073741824");
        row("the lowest power", "(-2) ** 31", "-2147483648");
        row("a power that does not fit", "2 ** 31", "! the power does not fit in an integer of 4 bytes");
        row("one whose square does not fit", "10_8 ** 18", "1000000000000000000");
        row("one of kind 8 that does not fit", "10_8 ** 19", "! the power does not fit in an integer of 8 bytes");
        row("one of kind 16 that does not fit", "2_16 ** 127", "! the power does not fit in an integer of 16 bytes");
        row("a huge exponent", "2 ** 2147483647", "! the power does not fit in an integer of 16 bytes");
        row("a huge exponent of one", "(-1) ** 2147483647", "-1");
        row("a real that does not fit", "1e39", "! the number 1e39 is too large for a real of 4 bytes");
        row("a double that does not fit", "1d309", "! the number 1e309 is too large for a real of 8 bytes");
        row("integers wrap", "2147483647 + 1", "-2147483648");
        row("kind 1 wraps", "small + 1_1", "-128");
        row("kinds are promoted", "small + 1", "128");
        row("kind 8 does not wrap", "2147483647_8 + 1", "2147483648");
        row("large literal", "3000000000", "3000000000");
        row("kind 16", "9223372036854775807_16 + 1", "9223372036854775808");
        row("single and double", "single + 0d0", "0.10000000149011612");
        row("single stays", "single * 2", "0.2");
        row("extended", "wide * 3", "0.3");
        row("quad", "1 / 3.0_16", "0.3333333333333333333333333333333333");
        row("double by its exponent", "1d0 / 3", "0.3333333333333333");
        row("single by its exponent", "1e0 / 3", "0.33333334");
        row("kind by its name", "1.1_dp", "1.1");
        row("kind by number", "0.1_8", "0.1");
        row("point at the end", "1. + 1", "2");
        row("point is no part of an operator", "1.eq.1", ".true.");
        row("point and operator", "1..eq.1", ".true.");
        row("hexadecimal", "z'FF'", "255");
        row("octal", "O\"17\"", "15");
        row("binary", "b'101'", "5");
        row("complex", "(1.0, -2.0) * 2", "(2, -4)");
        row("complex", "z * z", "(-7, -24)");
        row("complex equality", "z == (3.0, -4.0)", ".true.");
        row("complex power", "z ** 2 == z * z .or. .true.", ".true.");
        row("logicals", ".true. .and. .not. .false.", ".true.");
        row("and before or", ".true. .or. .false. .and. .false.", ".true.");
        row("equivalence is last", ".false. .eqv. .true. .and. .false.", ".true.");
        row("neqv", "yes .NEQV. no", ".true.");
        row("not below comparison", ".not. 1 > 2", ".true.");
        row("comparison in words", "n .ge. 5", ".true.");
        row("comparison in signs", "n /= 5", ".false.");
    }
    void computesAsTheProgramWould() { compare(); }

    void computesWithTextsAndArrays_data()
    {
        QTest::addColumn<QString>("expression");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char* rule, const char* expression, const char* expected) {
            QTest::addRow("%s: %s", rule, expression) << expression << expected;
        };
        row("texts compare with blanks", "'ab' == 'ab  '", ".true.");
        row("texts compare", "'ab' < 'b'", ".true.");
        row("texts are joined", "'ab' // \"c\"", "'abc'");
        row("quotes are doubled", "'it''s'", "'it''s'");
        row("text", "name", "'it''s    '");
        row("part of a text", "name(1:2)", "'it'");
        row("part of a text from a place", "name(4:)", "'s    '");
        row("element of texts", "words(2)", "'cd'");
        row("part of an element", "words(2)(2:2)", "'d'");
        row("array", "a", "(1, 2, 3, 4, 5)");
        row("first subscript innermost", "b", "((1, 2), (3, 4), (5, 6))");
        row("element with its own bounds", "b(-1,2)", "5");
        row("section", "a(2:4)", "(2, 3, 4)");
        row("step", "a(::2)", "(1, 3, 5)");
        row("step with a variable", "a(1::dp - 6)", "(1, 3, 5)");
        row("two names and two colons are a step", "a(1:5:n - 3)", "(1, 3, 5)");
        row("backwards", "a(5:1:-2)", "(5, 3, 1)");
        row("row", "b(0,:)", "(2, 4, 6)");
        row("computed subscript", "a(n - 1)", "4");
        row("array and scalar", "a * 2", "(2, 4, 6, 8, 10)");
        row("array and array", "a + a(5:1:-1)", "(6, 6, 6, 6, 6)");
        row("comparison of arrays", "a > 2", "(.false., .false., .true., .true., .true.)");
        row("two dimensions", "b * b", "((1, 4), (9, 16), (25, 36))");
        row("minus array", "-a(1:2)", "(-1, -2)");
        row("texts of an array", "words == 'ab'", "(.true., .false., .false.)");
        row("module", "mod::inside", "77");
        row("module like a type", "mod%inside", "77");
        row("allocatable or pointer", "on + 1", "6");
        row("a variable wins over a function", "count + 1", "10");
        row("not read on", "allocated(off) .and. off > 0", ".false.");
    }
    void computesWithTextsAndArrays() { compare(); }

    void knowsTheFunctionsOfTheLanguage_data()
    {
        QTest::addColumn<QString>("expression");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char* expression, const char* expected) {
            QTest::addRow("%s", expression) << expression << expected;
        };
        row("allocated(on)", ".true.");
        row("allocated(off)", ".false.");
        row("associated(off)", ".false.");
        row("associated(on, n)", ".true.");
        row("associated(on, target=dp)", ".false.");
        row("present(absent)", ".false.");
        row("present(n)", ".true.");
        row("size(a)", "5");
        row("size(b)", "6");
        row("size(b, 2)", "3");
        row("size(b, dim=1)", "2");
        row("size(a + 1)", "5");
        row("lbound(b)", "(-1, 0)");
        row("ubound(b)", "(0, 2)");
        row("lbound(b, 2)", "0");
        row("lbound(a(2:3))", "(1)");
        row("ubound(none)", "(0)");
        row("shape(b)", "(2, 3)");
        row("rank(b)", "2");
        row("rank(n)", "0");
        row("sum(a)", "15");
        row("sum(b(0,:))", "12");
        row("sum(a * 2)", "30");
        row("sum(none)", "0");
        row("product(a)", "120");
        row("product(none)", "1");
        row("minval(a)", "1");
        row("maxval(b)", "6");
        row("maxval(r)", "0.5");
        row("minval(r)", "-2");
        row("maxval(none)", "-1.7976931348623157e+308");
        row("any(a > 4)", ".true.");
        row("all(a > 4)", ".false.");
        row("all(mask)", ".false.");
        row("len(name)", "8");
        row("len(words)", "2");
        row("len('abc')", "3");
        row("len_trim(name)", "4");
        row("trim(name) // '|'", "'it''s|'");
        row("kind(n)", "4");
        row("kind(z)", "8");
        row("kind(wide)", "10");
        row("kind(name)", "1");
        row("kind(1d0)", "8");
    }
    void knowsTheFunctionsOfTheLanguage() { compare(); }

    void knowsTheFunctionsOfNumbers_data()
    {
        QTest::addColumn<QString>("expression");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char* expression, const char* expected) {
            QTest::addRow("%s", expression) << expression << expected;
        };
        row("abs(-3)", "3");
        row("abs(z)", "5");
        row("abs(-2.5)", "2.5");
        row("real(3)", "3");
        row("real(1, 8) / 3", "0.3333333333333333");
        row("real(1, kind=dp) / 3", "0.3333333333333333");
        row("real(z)", "3");
        row("dble(1) / 3", "0.3333333333333333");
        row("int(2.9)", "2");
        row("int(-2.9)", "-2");
        row("int(3000000000d0, 8)", "3000000000");
        row("nint(2.5)", "3");
        row("nint(-2.5)", "-3");
        row("floor(-0.5)", "-1");
        row("ceiling(0.5)", "1");
        row("aimag(z)", "-4");
        row("conjg(z)", "(3, 4)");
        row("sqrt(2d0)", "1.4142135623730951");
        row("sqrt(16.0)", "4");
        row("exp(0.0)", "1");
        row("log(1d0)", "0");
        row("mod(-7, 3)", "-1");
        row("modulo(-7, 3)", "2");
        row("modulo(7, -3)", "-2");
        row("mod(5.5, 2.0)", "1.5");
        row("modulo(-5.5, 2.0)", "0.5");
        row("mod(a, 2)", "(1, 0, 1, 0, 1)");
        row("min(3, 1, 2)", "1");
        row("max(3, n, 2)", "5");
        row("max(a, 3)", "(3, 3, 3, 4, 5)");
        row("merge(1, 2, .false.)", "2");
        row("merge(a(1:3), 0, mask)", "(1, 0, 3)");
        row("iand(6, 3)", "2");
        row("ior(6, 3)", "7");
        row("ieor(6, 3)", "5");
        row("not(0)", "-1");
        row("ishft(1, 4)", "16");
        row("ishft(-1, -28)", "15");
        row("ishft(1, 32)", "0");
        row("sqrt(abs(a - 5) * 1.0)", "(2, 1.7320508, 1.4142135, 1, 0)");
    }
    void knowsTheFunctionsOfNumbers() { compare(); }

    void saysWhatIsWrong_data()
    {
        QTest::addColumn<QString>("expression");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char* expression, const char* expected) {
            QTest::addRow("%s", expression) << expression << expected;
        };
        row("1 / 0", "! division by zero");
        row("mod(1, 0)", "! division by zero");
        row("0 ** (-1)", "! division by zero");
        row("lowest / (-1)", "! the quotient does not fit into 32 bits");
        row("1 .and. 2", "! '.and.' needs logical values");
        row("yes + 1", "! '+' does not apply to logical values");
        row(".not. 1", "! '.not.' needs a logical value");
        row("-yes", "! '-' applies to numbers only");
        row("'a' + 'b'", "! '+' does not apply to texts");
        row("'a' + 1", "! a text and a number do not go together");
        row("1 // 2", "! '//' does not apply to integers");
        row("z < z", "! complex numbers have no order");
        row("a + a(1:2)", "! the shapes (5) and (2) do not go together");
        row("a(1.5)", "! a subscript is an integer");
        row("a(a)", "! one number is expected, and there is an array of them");
        row("a(1:2)(1:1)", "! subscripts behind subscripts make sense for one text only");
        row("a(::0)", "! the step of a range is not 0");
        row("a()", "! the array has 1 dimensions, not 0");
        row("a(dim=1)", "! 'dim=' is for functions, not for subscripts");
        row("(1 + 2)%x", "! an operator is expected before '%x'");
        row("nothing(1)", "! there is no 'nothing'");
        row("size()", "! size() does not take 0 arguments");
        row("size(a, 2)", "! the array has the dimensions 1 to 1");
        row("size(n)", "! size() needs an array");
        row("sum(n)", "! an array is needed, and there is a single number");
        row("sum(a, mask=yes)", "! sum() does not take 2 arguments");
        row("size(a, mask=1)", "! the argument 'mask=' of size() is not known here");
        row("any(a)", "! an array of logical values is needed, such as a > 0");
        row("int(1d300)", "! the number does not fit into an integer of 32 bits");
        row("part + 1", "! 'part' is no number, and has no operators here");
        row("1.5_3", "! there are no reals of kind 3");
        row("300_1", "! 300 does not fit into an integer of kind 1");
        row("1.5_n", "! there is no kind 5 of such numbers");
        row("off", "<not associated>");
        row("off + 1", "! not associated");
        row("absent", "<not present>");
        row("n = 3", "! assignments are not expressions");
    }
    void saysWhatIsWrong() { compare(); }

private:
    static void compare()
    {
        QFETCH(QString, expression);
        QFETCH(QString, expected);
        FakeProcess process(Language::Fortran);
        addNumbers(process);
        addArrays(process);
        QCOMPARE(QString::fromStdString(process.evaluate(expression.toStdString())), expected);
    }
};

DBGR_TEST(TestValuesEvaluatorFortran);

} // namespace tst_values_evaluator_fortran

#include "tst_values_evaluator_fortran.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// Whole values as one line, cut where they are too long, and their types in words. Records need debug information: they
// are in tests/values.
#include "tests/unit/values/fake_process.h"

#include "tests/support/run/test_class.h"
#include "values/describe/statistics_text.h"
#include "values/expr/statistics.h"
#include "values/print/type_name.h"
#include "values/print/type_text.h"

#include <QtTest>

#include <cmath>

namespace tst_values_printer {

using namespace dbgr::test;
using namespace dbgr::values;

class TestValuesPrinter : public QObject
{
    Q_OBJECT

private slots:
    void showsArraysOfC()
    {
        FakeProcess process(Language::C);
        const Type& integer = process.type(TypeKind::Signed, 4, "int");
        process.variable("a", process.arrayOf(integer, {{0, 2}}), std::vector<std::int32_t>{1, 1, 1});
        process.variable("m", process.arrayOf(integer, {{0, 1}, {0, 1}}), std::vector<std::int32_t>{1, 2, 3, 4});
        process.variable("none", process.arrayOf(integer, {{0, -1}}), std::vector<std::int32_t>{1});
        QCOMPARE(process.evaluate("a"), std::string("{1, 1, 1}"));
        QCOMPARE(process.evaluate("m"), std::string("{{1, 2}, {3, 4}}"));
        QCOMPARE(process.evaluate("none"), std::string("{}"));
        process.format = Format::Hexadecimal;
        QCOMPARE(process.evaluate("m"), std::string("{{0x1, 0x2}, {0x3, 0x4}}"));
    }

    void cutsWhatIsTooLong()
    {
        FakeProcess process(Language::C);
        const Type& integer = process.type(TypeKind::Signed, 4, "int");
        process.variable("a", process.arrayOf(integer, {{0, 999}}), std::vector<std::int32_t>(1000, 7));
        process.variable("m", process.arrayOf(integer, {{0, 1}, {0, 1}}), std::vector<std::int32_t>{1, 2, 3, 4});
        process.limits = {3, 4, 1000};
        QCOMPARE(process.evaluate("a"), std::string("{7, 7, 7, 7, ... (996 more)}"));
        process.limits = {3, 1000, 10};
        QCOMPARE(process.evaluate("a"), std::string("{7, 7, 7, ... (997 more)}"));
        process.limits = {2, 100, 1000};
        QCOMPARE(process.evaluate("m"), std::string("{{1, 2}, {3, 4}}"));
        process.limits = {1, 100, 1000};
        QCOMPARE(process.evaluate("m"), std::string("{{...}, {...}}"));
        process.limits = {0, 100, 1000};
        QCOMPARE(process.evaluate("m"), std::string("{...}"));
        process.limits = {3, 1, 1000};
        QCOMPARE(process.evaluate("m"), std::string("{{1, ... (1 more)}, ... (1 more)}"));
    }

    void showsTextsOfC()
    {
        FakeProcess process(Language::C);
        const Type& character = process.type(TypeKind::Character, 1, "char");
        const Type& byte = process.type(TypeKind::Character, 1, "unsigned char");
        process.variable("full", process.arrayOf(character, {{0, 2}}), std::vector<char>{'a', '"', 'c'});
        process.variable("two", process.arrayOf(character, {{0, 1}, {0, 2}}),
                         std::vector<char>{'a', 0, 0, 'b', 'c', 0});
        process.variable("bytes", process.arrayOf(byte, {{0, 1}}), std::vector<char>{'a', 0});
        process.variable("many", process.arrayOf(character, {{0, 99}}), std::vector<char>(100, 'x'));
        const auto address = [&](const char* name) {
            return std::vector<std::uint64_t>{process.names.variables[name].address.value};
        };
        process.variable("p", process.pointerTo(character), address("two"));
        process.variable("q", process.pointerTo(character), address("many"));
        process.variable("null", process.pointerTo(character), std::vector<std::uint64_t>{0});
        process.variable("bad", process.pointerTo(character), std::vector<std::uint64_t>{16});
        QCOMPARE(process.evaluate("full"), std::string("\"a\\\"c\""));
        QCOMPARE(process.evaluate("two"), std::string("{\"a\", \"bc\"}"));
        QCOMPARE(process.evaluate("bytes"), std::string("{97 'a', 0 '\\0'}"));
        QCOMPARE(process.evaluate("p"), std::string("\"a\""));
        QCOMPARE(process.evaluate("p + 3"), std::string("\"bc\""));
        QCOMPARE(process.evaluate("null"), std::string("0x0"));
        QCOMPARE(process.evaluate("bad"), std::string("0x10 <the memory there cannot be read>"));
        process.limits.bytes = 5;
        QCOMPARE(process.evaluate("many"), std::string("\"xxxxx\"..."));
        QCOMPARE(process.evaluate("q"), std::string("\"xxxxx\"..."));
    }

    void showsArraysOfFortranInTheirOrder()
    {
        FakeProcess process(Language::Fortran);
        const Type& integer = process.type(TypeKind::Signed, 4, "integer(kind=4)");
        process.variable("b", process.arrayOf(integer, {{1, 2}, {1, 3}}), std::vector<std::int32_t>{1, 2, 3, 4, 5, 6});
        process.variable("none", process.arrayOf(integer, {{1, 0}}), std::vector<std::int32_t>{1});
        QCOMPARE(process.evaluate("b"), std::string("((1, 2), (3, 4), (5, 6))"));
        QCOMPARE(process.evaluate("b * 2"), std::string("((2, 4), (6, 8), (10, 12))"));
        QCOMPARE(process.evaluate("none"), std::string("()"));
        process.limits = {3, 2, 1000};
        QCOMPARE(process.evaluate("b"), std::string("((1, 2), (3, 4), ... (1 more))"));
        QCOMPARE(process.evaluate("b + 0"), std::string("((1, 2), (3, 4), ... (1 more))"));
    }

    void showsTextsOfFortran()
    {
        FakeProcess process(Language::Fortran);
        process.variable("s", process.text(5), std::vector<char>{'a', 'b', ' ', '\x01', ' '});
        process.variable("long", process.text(100), std::vector<char>(100, 'x'));
        QCOMPARE(process.evaluate("s"), std::string("'ab \\x01 '"));
        process.limits.bytes = 4;
        QVERIFY(process.evaluate("long").ends_with("..."));
        QVERIFY(process.evaluate("long").size() < 12);
    }

    void showsTheBeginningOfTextsThatAreTooLong()
    {
        FakeProcess process(Language::Fortran);
        const auto tooLong = static_cast<std::int64_t>(ValueReader::kMaxText) + 1;
        process.variable("long", process.text(tooLong), std::vector<char>(100, 'x'));
        process.variable("garbage", process.text(std::int64_t{1} << 60), std::vector<char>(100, 'x'));
        process.limits.bytes = 20;
        const std::string shown = process.evaluate("long");
        QVERIFY2(shown.starts_with("'xxxx") && shown.ends_with("... (of 67108865 characters)"), shown.c_str());
        process.limits.bytes = 1000;
        QCOMPARE(QString::fromStdString(process.evaluate("garbage")),
                 QString("<it is said to have 1152921504606846976 characters>"));
        QCOMPARE(QString::fromStdString(process.evaluate("long // 'x'")).left(2), QString("! "));
    }

    void showsStatesInWords()
    {
        FakeProcess process(Language::Fortran);
        const Type& integer = process.type(TypeKind::Signed, 4, "integer(kind=4)");
        process.variable("off", process.pointerTo(integer), std::vector<std::uint64_t>{0});
        process.variable("absent", integer, std::vector<std::int32_t>{1}).address = {};
        process.variable("lost", integer, std::vector<std::int32_t>{1}).address = {16};
        QCOMPARE(process.evaluate("off"), std::string("<not associated>"));
        QCOMPARE(process.evaluate("absent"), std::string("<not present>"));
        QCOMPARE(process.evaluate("lost"), std::string("<the memory at 0x10 cannot be read>"));
    }

    void namesTypesOfC()
    {
        FakeProcess process(Language::C);
        const Type& real = process.type(TypeKind::Real, 8, "double");
        const Type& text = process.type(TypeKind::Character, 1, "const char");
        const Type& function = process.type(TypeKind::Function, 0, "");
        const_cast<Type&>(function).target = &real;
        const Type& matrix = process.arrayOf(real, {{0, 2}, {0, 3}});
        QCOMPARE(typeText(real), std::string("double"));
        QCOMPARE(typeText(process.pointerTo(text)), std::string("const char *"));
        QCOMPARE(typeText(process.pointerTo(process.pointerTo(text))), std::string("const char **"));
        QCOMPARE(typeText(matrix), std::string("double[3][4]"));
        QCOMPARE(typeText(process.arrayOf(process.pointerTo(text), {{0, 1}})), std::string("const char *[2]"));
        QCOMPARE(typeText(process.pointerTo(matrix)), std::string("double (*)[3][4]"));
        QCOMPARE(typeText(process.pointerTo(function)), std::string("double (*)()"));
        QCOMPARE(typeText(process.pointerTo(process.type(TypeKind::Void, 0, ""))), std::string("void *"));
        QCOMPARE(typeText(process.type(TypeKind::Structure, 8, "")), std::string("struct {...}"));
    }

    void namesOfTypesAreThoseOfPeople_data()
    {
        QTest::addColumn<QString>("shown");
        const auto row = [](const char* name, const char* shown) { QTest::newRow(name) << shown; };
        row("int", "int");
        row("long int", "long");
        row("long unsigned int", "unsigned long");
        row("long long int", "long long");
        row("short unsigned int", "unsigned short");
        row("unsigned char", "unsigned char");
        row("signed char", "signed char");
        row("unsigned int", "unsigned int");
        row("unsigned", "unsigned int");
        row("long double", "long double");
        row("__int128 unsigned", "unsigned __int128");
        row("complex double", "complex double");
        row("geo::Point", "geo::Point");
        row("std::__cxx11::basic_string<char, std::char_traits<char>, std::allocator<char> >", "std::string");
        row("std::basic_string<char32_t, std::char_traits<char32_t>, std::allocator<char32_t> >", "std::u32string");
        row("std::basic_string_view<wchar_t, std::char_traits<wchar_t> >", "std::wstring_view");
        row("std::basic_string<char, my::Traits, std::allocator<char> >", "std::basic_string<char, my::Traits>");
        row("std::vector<int, std::allocator<int> >", "std::vector<int>");
        row("std::vector<int, my::Allocator<int> >", "std::vector<int, my::Allocator<int>>");
        row("std::vector<std::vector<double, std::allocator<double> >, std::allocator<std::vector<double, "
            "std::allocator<double> > > >",
            "std::vector<std::vector<double>>");
        row("std::map<std::__cxx11::basic_string<char, std::char_traits<char>, std::allocator<char> >, long unsigned "
            "int, "
            "std::less<std::__cxx11::basic_string<char, std::char_traits<char>, std::allocator<char> > >, "
            "std::allocator<std::pair<const std::__cxx11::basic_string<char, std::char_traits<char>, "
            "std::allocator<char> >, long unsigned int> > >",
            "std::map<std::string, unsigned long>");
        row("std::map<int, int, std::greater<int>, std::allocator<std::pair<const int, int> > >",
            "std::map<int, int, std::greater<int>>");
        row("std::unordered_map<int, double, std::hash<int>, std::equal_to<int>, std::allocator<std::pair<const int, "
            "double> > >",
            "std::unordered_map<int, double>");
        row("std::unordered_set<my::Key, my::Hash, std::equal_to<my::Key>, std::allocator<my::Key> >",
            "std::unordered_set<my::Key, my::Hash>");
        row("std::set<const char*, std::less<const char*>, std::allocator<const char*> >", "std::set<const char *>");
        row("std::stack<int, std::deque<int, std::allocator<int> > >", "std::stack<int>");
        row("std::priority_queue<int, std::vector<int, std::allocator<int> >, std::less<int> >",
            "std::priority_queue<int>");
        row("std::unique_ptr<my::Shape, std::default_delete<my::Shape> >", "std::unique_ptr<my::Shape>");
        row("std::unique_ptr<int [], std::default_delete<int []> >", "std::unique_ptr<int[]>");
        row("std::unique_ptr<int, my::Closer>", "std::unique_ptr<int, my::Closer>");
        row("std::vector<char const*, std::allocator<char const*> >", "std::vector<const char *>");
        row("std::vector<long unsigned int const* const>", "std::vector<const unsigned long *const>");
        row("std::map<int, my::Key<3> const&>", "std::map<int, const my::Key<3> &>");
        row("const volatile int", "const volatile int");
        row("std::array<int, 3ul>", "std::array<int, 3>");
        row("std::span<int, 18446744073709551615>", "std::span<int>");
        row("std::function<int(double, long int)>", "std::function<int(double, long)>");
        row("std::__debug::vector<int, std::allocator<int> >", "std::vector<int>");
        row("Eigen::Matrix<double, -1, -1, 0, -1, -1>", "Eigen::Matrix<double, -1, -1>");
        row("Eigen::Matrix<double, 1, 3, 1, 1, 3>", "Eigen::Matrix<double, 1, 3>");
        row("Eigen::Matrix<double, 2, 3, 1, 2, 3>", "Eigen::Matrix<double, 2, 3, 1, 2, 3>");
        row("my::vector<int, std::allocator<int> >", "my::vector<int, std::allocator<int>>");
        row("(anonymous namespace)::Tag", "(anonymous namespace)::Tag");
        row("std::vector<(anonymous namespace)::Tag, std::allocator<(anonymous namespace)::Tag> >",
            "std::vector<(anonymous namespace)::Tag>");
        row("<lambda(int)>", "<lambda(int)>");
        row("main()::<lambda(int)>", "main()::<lambda(int)>");
        row("std::unique_ptr<void, void (*)(void*)>", "std::unique_ptr<void, void (*)(void *)>");
        row("Fixed<char, (char)97>", "Fixed<char, (char)97>");
        row("Outer<int>::Inner<long int>", "Outer<int>::Inner<long>");
        row("broken<int", "broken<int");
        row("broken>>", "broken>>");
        row("", "");
    }
    void namesOfTypesAreThoseOfPeople()
    {
        QFETCH(QString, shown);
        QCOMPARE(QString::fromStdString(shortTypeName(std::string_view(QTest::currentDataTag()))), shown);
    }

    void namesTypesOfFortran()
    {
        FakeProcess process(Language::Fortran);
        const Type& real = process.type(TypeKind::Real, 8, "real(kind=8)");
        Type& array = process.arrayOf(real, {{0, 9}, {-1, 1}});
        QCOMPARE(typeText(array), std::string("real(kind=8) (0:9,-1:1)"));
        array.allocated.constant = 1;
        Value value;
        value.type = &array;
        value.array = ArrayView{&real, {}, {{1, 10, 8}, {-1, 3, 80}}, false};
        QCOMPARE(typeText(value, &array), std::string("real(kind=8), allocatable (10,-1:1)"));
        value.array->isOpenEnded = true;
        QCOMPARE(typeText(value), std::string("real(kind=8) (10,-1:*)"));
        QCOMPARE(typeText(process.pointerTo(real)), std::string("real(kind=8), allocatable or pointer"));
        QCOMPARE(typeText(process.text(5)), std::string("character(len=5)"));
        QCOMPARE(typeText(process.type(TypeKind::Structure, 8, "particle")), std::string("type(particle)"));
        for (const auto& [container, text] : {std::pair("__class_base_mod_Point_a", "class(point), allocatable"),
                                              {"__class_Point_p", "class(point), pointer"},
                                              {"__class_m_A_b_c_t", "class(a_b_c)"},
                                              {"__class_my_mod_2_Cell_2_0a", "class(cell), allocatable"},
                                              {"__class_m_Cell_1_1_0t", "class(cell_1)"},
                                              {"__class__STAR_p", "class(*), pointer"},
                                              {"__class_1A2B3C4D_t", "class(...)"},
                                              {"__class_ABCDEF01_a", "class(...), allocatable"},
                                              {"__class_", "class(...)"},
                                              {"__class__", "class(...)"}})
            QCOMPARE(typeText(process.type(TypeKind::Structure, 16, container)), std::string(text));
    }

    void namesTypesOfWhatWasComputed()
    {
        FakeProcess process(Language::C);
        const Type& real = process.type(TypeKind::Real, 8, "double");
        QCOMPARE(typeText(integerNumber(1, 8, false), Language::C), std::string("unsigned long"));
        QCOMPARE(typeText(realNumber(1, 4), Language::C), std::string("float"));
        QCOMPARE(typeText(realNumber(1, 8), Language::Fortran), std::string("real(kind=8)"));
        QCOMPARE(typeText(textNumber("ab"), Language::Fortran), std::string("character(len=2)"));
        QCOMPARE(typeText(pointerNumber({16}, &real), Language::C), std::string("double *"));
        QCOMPARE(typeText(pointerNumber({16}, nullptr), Language::C), std::string("void *"));
    }

    void tellsTheEndsOfNumbersExactly()
    {
        FakeProcess process(Language::C);
        const Type& wide = process.type(TypeKind::Unsigned, 8, "unsigned long");
        const Type& byte = process.type(TypeKind::Character, 1, "unsigned char");
        const Type& real = process.type(TypeKind::Real, 8, "double");
        process.variable("w", process.arrayOf(wide, {{0, 1}, {0, 1}}), std::vector<std::uint64_t>{1, 0, ~0ULL, ~0ULL});
        process.variable("b", process.arrayOf(byte, {{0, 2}}), std::vector<std::uint8_t>{65, 255, 0});
        process.variable("n", process.arrayOf(real, {{0, 1}}), std::vector<double>{NAN, NAN});
        process.variable("d", real, std::vector<double>{0.1});
        QCOMPARE(described(process, "w"),
                 std::string("unsigned long[2][2]: 4, 0 [0][1] .. 18446744073709551615 [1][0]"));
        QCOMPARE(described(process, "b"), std::string("unsigned char[3]: 3, 0 [2] .. 255 [1]"));
        QCOMPARE(described(process, "n"), std::string("double[2]: 2,   ..  "));
        QCOMPARE(described(process, "d"), std::string("double: 1, 0.1  .. 0.1 "));
        process.variable("p", process.pointerTo(real), std::vector<std::uint64_t>{16});
        QVERIFY(described(process, "p").starts_with("! statistics need integers or reals"));
        process.variable("lost", process.arrayOf(real, {{0, 9}}), std::vector<double>{0}).address = {16};
        QVERIFY(described(process, "lost").starts_with("! the memory at 0x10 cannot be read"));
    }

    void countsWhatAnArrayHas()
    {
        FakeProcess process(Language::Fortran);
        const Type& real = process.type(TypeKind::Real, 8, "real(kind=8)");
        const Type& small = process.type(TypeKind::Signed, 1, "integer(kind=1)");
        const Type& quad = process.type(TypeKind::Real, 16, "real(kind=16)");
        process.variable("r", process.arrayOf(real, {{1, 6}}), std::vector<double>{1, NAN, 2, 3, -INFINITY, 1e6});
        process.variable("i", process.arrayOf(small, {{1, 4}}), std::vector<std::int8_t>{-128, 127, 0, 1});
        process.variable("q", process.arrayOf(quad, {{1, 2}}), std::vector<Quad>{1, 2});
        process.variable("none", process.arrayOf(real, {{1, 0}}), std::vector<double>{0});
        process.variable("big", process.arrayOf(real, {{1, 4}}),
                         std::vector<double>{1e9 + 4, 1e9 + 7, 1e9 + 13, 1e9 + 16});
        const auto r = statistics(process, "r");
        QCOMPARE(r.count, std::uint64_t{6});
        QCOMPARE(r.nans, std::uint64_t{1});
        QCOMPARE(r.infinities, std::uint64_t{1});
        QVERIFY(std::isinf(r.min));
        QCOMPARE(double(r.max), 1e6);
        QCOMPARE(double(r.sum), 1000006.0);
        const auto i = statistics(process, "i");
        QCOMPARE(double(i.min), -128.0);
        QCOMPARE(double(i.max), 127.0);
        QCOMPARE(double(i.mean), 0.0);
        QCOMPARE(double(statistics(process, "q").mean), 1.5);
        QVERIFY(std::isnan(statistics(process, "none").mean));
        QCOMPARE(double(statistics(process, "big").standardDeviation), std::sqrt(22.5)); // a naive sum loses it
    }

private:
    static std::string described(FakeProcess& process, const char* name)
    {
        StopMemory pages(process.memory);
        DebugFileStore store;
        NoModules modules;
        const LoadedFiles files(store, modules);
        ValueReader reader(pages, files);
        const auto found = describeStatistics(reader, process.names.variables[name], Language::C);
        return found ? found->type + ": " + std::to_string(found->count) + ", " + found->lowest + " " +
                           found->lowestAt + " .. " + found->highest + " " + found->highestAt
                     : "! " + found.error().message();
    }
    static ArrayStatistics statistics(FakeProcess& process, const char* name)
    {
        StopMemory pages(process.memory);
        DebugFileStore store;
        NoModules modules;
        const LoadedFiles files(store, modules);
        ValueReader reader(pages, files);
        const auto result = statisticsOf(reader, process.names.variables[name]);
        return result ? *result : ArrayStatistics{};
    }
};

DBGR_TEST(TestValuesPrinter);

} // namespace tst_values_printer

#include "tst_values_printer.moc"

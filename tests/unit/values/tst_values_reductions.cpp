// SPDX-License-Identifier: GPL-3.0-or-later
// One number of many: sums and extremes of arrays of the processor's kinds, which are read in blocks, are those of the
// same elements one by one; and so are statistics.
#include "tests/support/run/test_class.h"
#include "tests/unit/values/fake_process.h"
#include "values/expr/statistics.h"
#include "values/value/element_blocks.h"

#include <QtTest>

#include <cmath>
#include <concepts>
#include <cstdint>
#include <limits>
#include <numeric>
#include <string>
#include <type_traits>
#include <vector>

namespace tst_values_reductions {

using namespace dbgr::test;
using namespace dbgr::values;

namespace {

constexpr std::int64_t kBlock = ElementBlock::kMostBytes / sizeof(double);
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInf = std::numeric_limits<double>::infinity();

template <class T>
const Type& typeFor(FakeProcess& process)
{
    if constexpr (std::floating_point<T>)
        return process.type(TypeKind::Real, sizeof(T), "real(kind=" + std::to_string(sizeof(T)) + ")");
    else
        return process.type(std::is_signed_v<T> ? TypeKind::Signed : TypeKind::Unsigned, sizeof(T), "integer");
}

template <class T>
void addArray(FakeProcess& process, const char* name, const std::vector<T>& elements)
{
    const auto count = static_cast<std::int64_t>(elements.size());
    process.variable(name, process.arrayOf(typeFor<T>(process), {{1, count}}), elements);
}

/// Of each kind that can be: elements, and what is special about them.
template <class T>
std::vector<std::vector<T>> classesOf()
{
    constexpr T kLowest = std::numeric_limits<T>::lowest();
    constexpr T kHighest = std::numeric_limits<T>::max();
    std::vector<std::vector<T>> all{{7},
                                    {kHighest, 1},
                                    {kLowest, kLowest, 3},
                                    {kHighest, kLowest, kHighest, 5},
                                    {kHighest, kHighest, kHighest, kHighest, 11},
                                    {3, 3, 3, 3}};
    if constexpr (std::is_signed_v<T>)
        all.push_back({-1, 1, -2, 2, -3, 3, kLowest, static_cast<T>(-1), kHighest});
    if constexpr (std::floating_point<T>) {
        const T nan = static_cast<T>(kNan);
        const T inf = static_cast<T>(kInf);
        const T small = std::numeric_limits<T>::denorm_min();
        for (const std::vector<T>& one : std::vector<std::vector<T>>{{nan, 1, 2},
                                                                     {1, nan, -2},
                                                                     {1, 2, nan},
                                                                     {nan, nan},
                                                                     {inf, 1, -inf},
                                                                     {-inf, -inf},
                                                                     {nan, inf, -inf},
                                                                     {T(-0.0), T(-0.0)},
                                                                     {T(-0.0), T(0.0)},
                                                                     {T(0.0), T(-0.0)},
                                                                     {small, small, -small},
                                                                     {T(1e16), 1, T(-1e16), 1},
                                                                     {T(0.1), T(0.2), T(0.3), T(1) / 3, T(-0.7)}})
            all.push_back(one);
    }
    return all;
}

/// Elements that tell their places, so that a wrong one is seen in the sum: 1, 2, 3, ...
std::vector<double> places(std::int64_t count)
{
    std::vector<double> elements(static_cast<std::size_t>(count));
    std::iota(elements.begin(), elements.end(), 1.0);
    return elements;
}

} // namespace

class TestValuesReductions : public QObject
{
    Q_OBJECT

private slots:
    void aPlainArrayIsReducedAsItsElementsOneByOneAre()
    {
        compareWithOneByOne<std::int8_t>();
        compareWithOneByOne<std::int16_t>();
        compareWithOneByOne<std::int32_t>();
        compareWithOneByOne<std::int64_t>();
        compareWithOneByOne<std::uint8_t>();
        compareWithOneByOne<std::uint64_t>();
        compareWithOneByOne<float>();
        compareWithOneByOne<double>();
    }

    /// A minus in front of all has each element computed for itself.
    void whatIsMadeOfAnArrayIsReducedAsItsElementsOneByOneAre_data()
    {
        QTest::addColumn<QString>("made");
        for (const char* made : {"a*2",         "2*a",
                                 "a-1",         "1-a",
                                 "a/3",         "3/a",
                                 "(a-1)/3+2*5", "2*(1-a/7)",
                                 "a+0.1",       "a*k",
                                 "k-a",         "a*0",
                                 "a/0",         "0/a",
                                 "b*2.5",       "a*1.5d0",
                                 "b*0.1d0",     "a*i8",
                                 "a+a",         "a*b",
                                 "a*maxval(a)", "a*sum(a*sum(a*2))"})
            QTest::newRow(made) << made;
    }

    void whatIsMadeOfAnArrayIsReducedAsItsElementsOneByOneAre()
    {
        QFETCH(QString, made);
        for (const std::vector<double>& elements : classesOf<double>()) {
            FakeProcess process(Language::Fortran);
            addArray(process, "a", elements);
            addArray(process, "b", std::vector<float>(elements.begin(), elements.end()));
            process.variable("k", typeFor<std::int32_t>(process), std::vector<std::int32_t>{-3});
            process.variable("i8", typeFor<std::int64_t>(process),
                             std::vector<std::int64_t>{(std::int64_t{1} << 62) + 1});
            for (const char* const function : {"sum", "product", "minval", "maxval"}) {
                const std::string blocks = process.evaluate(function + ('(' + made + ')').toStdString());
                const std::string oneByOne = process.evaluate(function + ("(-(-(" + made + ")))").toStdString());
                QVERIFY(!blocks.starts_with("!"));
                QCOMPARE(blocks, oneByOne);
            }
        }
    }

    void whatCannotBeMadeSaysWhy()
    {
        FakeProcess process(Language::Fortran);
        addArray(process, "a", std::vector<double>{1, 2, 3});
        addArray(process, "c", std::vector<double>{1, 2});
        for (const char* const made : {"a*c", "a*nosuch", "nosuch*2", "a*2, 1", "a .and. 2"}) {
            const std::string said = process.evaluate("sum(" + std::string(made) + ")");
            QVERIFY2(said.starts_with("!"), said.c_str());
        }
        QCOMPARE(process.evaluate("sum(a*c)"), process.evaluate("sum(-(-(a*c)))"));
    }

    /// No element is kept: an array of more than can be kept is summed up.
    void whatIsMadeOfAnArrayIsNotKept()
    {
        FakeProcess process(Language::Fortran);
        const std::int64_t count = std::int64_t(NumberArray::kMaxElements) + kBlock + 1;
        addArray(process, "a", std::vector<double>(static_cast<std::size_t>(count), 0.5));
        QCOMPARE(process.evaluate("sum(a*2)"), std::to_string(count));
        QVERIFY(process.evaluate("sum(-(-(a*2)))").starts_with("!"));
    }

    void nestedOnesEndSoon()
    {
        FakeProcess process(Language::Fortran);
        addArray(process, "a", std::vector<double>{1, 2});
        std::string expression = "a*a";
        for (int i = 0; i < 40; ++i)
            expression = "a*a*sum(" + expression + ")";
        QVERIFY(!process.evaluate("sum(" + expression + ")").starts_with("!"));
    }

    void aSumIsRoundedAndWrapsAsInTheProgram_data()
    {
        QTest::addColumn<QString>("expression");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char* expression, const char* expected) {
            QTest::addRow("%s", expression) << expression << expected;
        };
        row("sum(four)", "-2147483648");
        row("sum(eight)", "-9223372036854775808");
        row("product(four)", "2147483647");
        row("minval(nans)", "1");
        row("maxval(nans)", "2");
        row("sum(nans)", "nan");
        row("minval(onlyNans)", "nan");
        row("sum(infinities)", "nan");
        row("maxval(infinities)", "inf");
        row("minval(infinities)", "-inf");
        row("minval(zeros)", "-0");
        row("sum(zeros)", "-0");
        row("sum(cancelled)", "1");
        row("sum(single)", "16777216");
    }
    void aSumIsRoundedAndWrapsAsInTheProgram()
    {
        QFETCH(const QString, expression);
        QFETCH(const QString, expected);
        FakeProcess process(Language::Fortran);
        addArray<std::int32_t>(process, "four", {INT32_MAX, 1});
        addArray<std::int64_t>(process, "eight", {INT64_MAX, 1});
        addArray<double>(process, "nans", {kNan, 2, kNan, 1});
        addArray<double>(process, "onlynans", {kNan, kNan});
        addArray<double>(process, "infinities", {kInf, 0, -kInf});
        addArray<double>(process, "zeros", {-0.0, -0.0});
        addArray<double>(process, "cancelled", {1e16, 1, -1e16, 1}); // the first 1 is lost, as in the program
        addArray<float>(process, "single", {16777216, 1, 1, 1});
        QCOMPARE(QString::fromStdString(process.evaluate(expression.toStdString())), expected);
    }

    void eachElementCountsOnceWhereverBlocksEnd_data()
    {
        QTest::addColumn<std::int64_t>("count");
        QTest::addColumn<std::int64_t>("stride");
        for (const std::int64_t stride : {1, 2, 3, 511, 512, 513, 600})
            for (const std::int64_t blocks : {1, 2}) {
                const std::int64_t limit = std::max<std::int64_t>(blocks * kBlock / stride, 2);
                for (const std::int64_t more : {-1, 0, 1})
                    for (const int sign : {1, -1})
                        QTest::addRow("%lld elements, stride %lld", static_cast<long long>(limit + more),
                                      static_cast<long long>(sign * stride))
                            << limit + more << sign * stride;
            }
    }
    void eachElementCountsOnceWhereverBlocksEnd()
    {
        QFETCH(const std::int64_t, count);
        QFETCH(const std::int64_t, stride);
        const std::int64_t distance = std::abs(stride);
        const std::int64_t size = (count - 1) * distance + 1;
        FakeProcess process(Language::Fortran);
        addArray(process, "a", places(size));
        const std::string ends = stride > 0 ? "1:" + std::to_string(size) : std::to_string(size) + ":1";
        const std::string section = "a(" + ends + ":" + std::to_string(stride) + ")";
        const std::int64_t sum = count + distance * (count * (count - 1) / 2);
        QCOMPARE(process.evaluate("int(sum(" + section + "), 8)"), std::to_string(sum));
        QCOMPARE(process.evaluate("int(minval(" + section + "), 8)"), std::string("1"));
        QCOMPARE(process.evaluate("int(maxval(" + section + "), 8)"), std::to_string(size));
    }

    void sectionsOfSeveralDimensionsAreWhole()
    {
        FakeProcess process(Language::Fortran);
        const Type& real = typeFor<double>(process);
        process.variable("b", process.arrayOf(real, {{1, 300}, {1, 400}}), places(120'000));
        QCOMPARE(process.evaluate("int(sum(b), 8)"), std::string("7200060000"));
        QCOMPARE(process.evaluate("int(sum(b(7,:)), 8)"), std::to_string(400 * 7 + 300 * (399 * 400 / 2)));
        QCOMPARE(process.evaluate("int(sum(b(:,7)), 8)"), std::to_string(300 * 1800 + 300 * 301 / 2));
        QCOMPARE(process.evaluate("int(sum(b(2:300:2,400:1:-1)), 8)"), std::string("3600060000"));
        QCOMPARE(process.evaluate("int(maxval(b(1:1,1:400:3)), 8)"), std::string("119701"));
        QCOMPARE(process.evaluate("int(sum(b(3:3,5:5)), 8)"), std::string("1203"));
    }

    void whatCannotBeReadIsSaidByItsAddress()
    {
        FakeProcess process(Language::Fortran);
        addArray(process, "a", places(3 * kBlock));
        const Address base = process.names.variables["a"].address;
        const Address lost = base.plus(8 * (kBlock + 1000));
        process.memory.hole = {lost, lost.plus(8)};
        const std::string problem = "! the memory at " + textOf(lost) + " cannot be read";
        for (const char* const expression : {"sum(a)", "maxval(a)", "sum(a(size(a):1:-1))"})
            QCOMPARE(process.evaluate(expression), problem);
        const std::int64_t before = kBlock + 1000;
        QCOMPARE(process.evaluate("int(sum(a(1:" + std::to_string(before) + ")), 8)"),
                 std::to_string(before * (before + 1) / 2));
        QCOMPARE(process.evaluate("int(minval(a(" + std::to_string(before + 2) + ":)), 8)"),
                 std::to_string(before + 2));
        StatisticsReader reader(process);
        QVERIFY(!reader.of("a"));
    }

    void whatLiesBetweenElementsNeedNotBeReadable()
    {
        FakeProcess process(Language::Fortran);
        addArray(process, "a", places(40'000));
        const Address second = process.names.variables["a"].address.plus(8 * 501);
        process.memory.hole = {second, second.plus(8)}; // a(502)
        QCOMPARE(process.evaluate("int(sum(a(1::2)), 8)"), std::to_string(20'000LL * 20'000));
        QCOMPARE(process.evaluate("int(sum(a(39999:1:-2)), 8)"), std::to_string(20'000LL * 20'000));
        QVERIFY(process.evaluate("sum(a(2::2))").starts_with("! the memory at"));
    }

    void statisticsAreThoseOfAllElements_data()
    {
        QTest::addColumn<int>("count");
        for (const int count : {1, 2, 511, 512, 513, 1024, 1025, 100'000})
            QTest::addRow("%d elements", count) << count;
    }
    void statisticsAreThoseOfAllElements()
    {
        QFETCH(const int, count);
        FakeProcess process(Language::Fortran);
        std::vector<double> elements;
        for (int i = 0; i < count; ++i) {
            const double sign = i % 2 == 0 ? 1 : -1;
            elements.insert(elements.end(), {sign * (1e9 + (i * 7919) % 1009), kNan, -0.0});
        }
        elements.insert(elements.end(), {kInf, -kInf, kNan});
        addArray(process, "r", elements);
        long double sum = 0;
        long double squares = 0;
        for (const double one : elements)
            sum += std::isfinite(one) ? one : 0;
        const long double mean = sum / (2 * count);
        for (const double one : elements)
            squares += std::isfinite(one) ? (one - mean) * (one - mean) : 0;
        StatisticsReader reader(process);
        const auto found = reader.of("r");
        QVERIFY(found);
        QCOMPARE(found->count, std::uint64_t(elements.size()));
        QCOMPARE(found->nans, std::uint64_t(count + 1));
        QCOMPARE(found->infinities, std::uint64_t(2));
        QCOMPARE(found->minAt, std::optional<std::uint64_t>(elements.size() - 2));
        QCOMPARE(found->maxAt, std::optional<std::uint64_t>(elements.size() - 3));
        QVERIFY(std::abs(found->mean - mean) <= 1e-15L * 1e9L);
        QVERIFY(std::abs(found->standardDeviation - std::sqrt(squares / (2 * count))) <= 1e-15L * 1e9L);
    }

    void statisticsOfIntegersAreExact()
    {
        FakeProcess process(Language::Fortran);
        addArray<std::int64_t>(process, "i", {INT64_MAX, INT64_MIN, INT64_MAX, INT64_MIN});
        addArray<std::uint64_t>(process, "u", {UINT64_MAX, UINT64_MAX - 2});
        StatisticsReader reader(process);
        const auto i = reader.of("i");
        QVERIFY(i);
        QVERIFY(i->min == static_cast<long double>(INT64_MIN) && i->max == static_cast<long double>(INT64_MAX));
        QVERIFY(i->mean == -0.5L);
        const auto u = reader.of("u");
        QVERIFY(u && u->mean == static_cast<long double>(UINT64_MAX - 1) && u->standardDeviation == 1);
    }

private:
    class StatisticsReader
    {
    public:
        explicit StatisticsReader(FakeProcess& process) : m_process(process), m_pages(process.memory) {}
        dbgr::util::Result<ArrayStatistics> of(const char* name)
        {
            return statisticsOf(m_reader, m_process.names.variables[name]);
        }

    private:
        FakeProcess& m_process;
        StopMemory m_pages;
        DebugFileStore m_store;
        NoModules m_modules;
        LoadedFiles m_files{m_store, m_modules};
        ValueReader m_reader{m_pages, m_files};
    };

    /// What was computed of an array is reduced number by number: -(-a) is a.
    template <class T>
    static void compareWithOneByOne()
    {
        for (const std::vector<T>& elements : classesOf<T>()) {
            FakeProcess process(Language::Fortran);
            addArray(process, "a", elements);
            for (const char* const function : {"sum", "product", "minval", "maxval"}) {
                const std::string plain = process.evaluate(std::string(function) + "(a)");
                QVERIFY(!plain.starts_with("!"));
                QCOMPARE(plain, process.evaluate(std::string(function) + "(-(-a))"));
            }
        }
    }
};

DBGR_TEST(TestValuesReductions);

} // namespace tst_values_reductions

#include "tst_values_reductions.moc"

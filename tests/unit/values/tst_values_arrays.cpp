// SPDX-License-Identifier: GPL-3.0-or-later
// Arrays, sections and texts: where their elements are, in which order, and which subscripts are refused.
#include "tests/support/run/test_class.h"
#include "tests/unit/values/made_process.h"

#include <QtTest>

#include <cstdint>
#include <limits>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

namespace tst_values_arrays {

using namespace dbgr::test;
using namespace dbgr::values;

namespace {

constexpr std::int64_t kLowest = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t kHighest = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t kMostSubscript = std::int64_t{1} << 46;

using Subscripts = std::vector<Subscript>;
using Number = std::optional<std::int64_t>;

Subscript range(Number first, Number last, std::int64_t step = 1)
{
    return {true, first, last, step};
}

Subscript one(std::int64_t subscript)
{
    return {false, subscript, std::nullopt, 1};
}

std::vector<std::int32_t> upTo(std::int32_t last)
{
    std::vector<std::int32_t> numbers(static_cast<std::size_t>(last));
    std::iota(numbers.begin(), numbers.end(), 1);
    return numbers;
}

QString words(const std::string& text)
{
    return QString::fromStdString(text);
}

void row(const char* rule, const Subscripts& subscripts, const char* expected)
{
    QTest::newRow(rule) << subscripts << QString(expected);
}

void columns()
{
    QTest::addColumn<Subscripts>("subscripts");
    QTest::addColumn<QString>("expected");
}

/// gfortran's descriptor, with one dimension.
struct Descriptor
{
    std::uint64_t base = 0;
    std::int64_t offset = 0;
    std::uint64_t elementBytes = 4;
    std::int32_t version = 0;
    std::int8_t rank = 1;
    std::int8_t type = 1;
    std::int16_t attribute = 0;
    std::int64_t span = 4;
    std::int64_t stride = 1;
    std::int64_t lower = 1;
    std::int64_t upper = 0;
};

const std::vector<std::string> kExpressions{GfortranExpressions::data(), GfortranExpressions::isThere(),
                                            GfortranExpressions::field(48), GfortranExpressions::field(56),
                                            GfortranExpressions::stride(40)};

Type& describedArray(MadeProcess& process)
{
    Type& array = process.type(TypeKind::Array, 0, "");
    array.target = &process.integer;
    array.data = process.file.bound(0);
    array.allocated = process.file.bound(1);
    array.dimensions.push_back({process.file.bound(2), process.file.bound(3), {}, process.file.bound(4), false});
    return array;
}

} // namespace

class TestValuesArrays : public QObject
{
    Q_OBJECT

private slots:
    void fortransFirstSubscriptIsTheFastest()
    {
        MadeProcess process(Language::Fortran);
        const Value a = process.of(process.arrayOf(process.integer, {{1, 2}, {0, 2}}), upTo(6));
        QCOMPARE(words(process.text(a)), QString("(1:2,0:2) 1 2 3 4 5 6"));
        const std::int64_t subscripts[] = {1, 2};
        QCOMPARE(words(process.text(process.reader.element(a, subscripts))), QString("5"));
        const Value settled = *process.reader.settled(a);
        for (std::uint64_t k = 0; k < 6; ++k)
            QCOMPARE(words(process.text(process.reader.elementAt(settled, k))), QString::number(k + 1));
    }

    void theLastSubscriptOfCIsTheFastest()
    {
        MadeProcess process(Language::C);
        const Value a = process.of(process.arrayOf(process.integer, {{0, 1}, {0, 2}}), upTo(6));
        QCOMPARE(words(process.text(a)), QString("(0:1,0:2) 1 2 3 4 5 6"));
        const std::int64_t subscripts[] = {1, 0};
        QCOMPARE(words(process.text(process.reader.element(a, subscripts))), QString("4"));
        QCOMPARE(words(process.text(process.reader.element(a, std::span(subscripts).first(1)))),
                 QString("(0:2) 4 5 6"));
        const Value settled = *process.reader.settled(a);
        for (std::uint64_t k = 0; k < 6; ++k)
            QCOMPARE(words(process.text(process.reader.elementAt(settled, k))), QString::number(k + 1));
    }

    void rowsWithATypeOfTheirOwnAreDimensions()
    {
        MadeProcess process(Language::C);
        const Type& row = process.arrayOf(process.integer, {{0, 2}});
        const Value a = process.of(process.arrayOf(row, {{0, 1}}), upTo(6));
        QCOMPARE(words(process.text(a)), QString("(0:1,0:2) 1 2 3 4 5 6"));
        MadeProcess fortran(Language::Fortran);
        const Type& inner = fortran.arrayOf(fortran.integer, {{1, 2}});
        const Value b = fortran.of(fortran.arrayOf(inner, {{1, 3}}), upTo(6));
        QCOMPARE(words(fortran.text(b)), QString("(1:2,1:3) 1 2 3 4 5 6"));
    }

    void followsStrides_data()
    {
        QTest::addColumn<std::int64_t>("stride");
        QTest::addColumn<int>("first");
        QTest::addColumn<QString>("expected");
        QTest::newRow("side by side") << std::int64_t{4} << 0 << "(1:3) 1 2 3";
        QTest::newRow("every second") << std::int64_t{8} << 0 << "(1:3) 1 3 5";
        QTest::newRow("backwards") << std::int64_t{-4} << 5 << "(1:3) 6 5 4";
        QTest::newRow("backwards, every second") << std::int64_t{-8} << 5 << "(1:3) 6 4 2";
        QTest::newRow("the same again") << std::int64_t{0} << 3 << "(1:3) 4 4 4";
        QTest::newRow("out of memory") << std::int64_t{-8} << 1 << "! Unreadable";
        QTest::newRow("absurd") << kLowest << 1 << "! Unreadable";
    }
    void followsStrides()
    {
        QFETCH(const std::int64_t, stride);
        QFETCH(const int, first);
        QFETCH(const QString, expected);
        MadeProcess process(Language::Fortran);
        Type& type = process.arrayOf(process.integer, {{1, 3}});
        type.dimensions[0].byteStride.constant = stride;
        Value a = process.of(type, upTo(6));
        a.address = a.address.plus(std::int64_t{4} * first);
        QCOMPARE(words(process.text(a)), expected);
        const auto settled = process.reader.settled(a);
        QVERIFY(settled);
        if (!expected.startsWith('!'))
            QCOMPARE(words(process.text(process.reader.elementAt(*settled, 2))), expected.section(' ', -1));
    }

    void aStrideOfTheWholeTypeHolds()
    {
        MadeProcess process(Language::Fortran);
        Type& type = process.arrayOf(process.integer, {{1, 2}, {1, 1}});
        type.byteStride.constant = 8;
        QCOMPARE(words(process.text(process.of(type, upTo(4)))), QString("(1:2,1:1) 1 3"));
    }

    void walksInTheOrderOfSubscriptsNotOfMemory()
    {
        MadeProcess process(Language::Fortran);
        const Address base = process.memory.put(upTo(6));
        // transposed: the first subscript goes along rows of 2
        const Value a = process.view(process.integer, base, {{1, 3, 8}, {1, 2, 4}});
        QCOMPARE(words(process.text(a)), QString("(1:3,1:2) 1 3 5 2 4 6"));
        const Value back = process.view(process.integer, base.plus(20), {{1, 2, -4}, {1, 3, -8}});
        QCOMPARE(words(process.text(back)), QString("(1:2,1:3) 6 5 4 3 2 1"));
    }

    void holdsNothing()
    {
        MadeProcess process(Language::Fortran);
        QCOMPARE(words(process.text(process.of(process.arrayOf(process.integer, {{1, 0}}), upTo(1)))),
                 QString("(1:0)"));
        QCOMPARE(words(process.text(process.of(process.arrayOf(process.integer, {{5, -9}}), upTo(1)))),
                 QString("(5:4)"));
        const Value none = process.of(process.arrayOf(process.integer, {{1, 3}, {1, 0}}), upTo(1));
        QCOMPARE(words(process.text(none)), QString("(1:3,1:0)"));
        const std::int64_t first[] = {1, 1};
        QCOMPARE(words(process.text(process.reader.element(none, first))), QString("! Undefined"));
        QCOMPARE(*process.reader.bytesOf(*process.reader.settled(none)), std::uint64_t{0});
    }

    void boundsThatNobodySetAreNotUsed_data()
    {
        QTest::addColumn<std::int64_t>("lower");
        QTest::addColumn<std::int64_t>("upper");
        QTest::addColumn<bool>("isGood");
        QTest::newRow("the largest") << kMostSubscript - 1 << kMostSubscript << true;
        QTest::newRow("beyond") << kMostSubscript << kMostSubscript + 1 << false;
        QTest::newRow("the lowest") << -kMostSubscript << -kMostSubscript + 1 << true;
        QTest::newRow("below") << -kMostSubscript - 1 << -kMostSubscript << false;
        QTest::newRow("all there are") << kLowest << kHighest << false;
        QTest::newRow("none of all") << kHighest << kLowest << false;
    }
    void boundsThatNobodySetAreNotUsed()
    {
        QFETCH(const std::int64_t, lower);
        QFETCH(const std::int64_t, upper);
        QFETCH(const bool, isGood);
        MadeProcess process(Language::Fortran);
        const auto a = process.reader.settled(process.of(process.arrayOf(process.integer, {{lower, upper}}), upTo(2)));
        QCOMPARE(words(a ? "" : process.errorText(a.error())), QString(isGood ? "" : "! NotRecorded"));
    }

    void takesElements_data()
    {
        QTest::addColumn<std::vector<std::int64_t>>("subscripts");
        QTest::addColumn<QString>("expected");
        using S = std::vector<std::int64_t>;
        // b(-1:1,2:3)
        QTest::newRow("the first") << S{-1, 2} << "1";
        QTest::newRow("the last") << S{1, 3} << "6";
        QTest::newRow("one before") << S{-2, 2} << "! Undefined";
        QTest::newRow("one behind") << S{2, 2} << "! Undefined";
        QTest::newRow("one before, second") << S{-1, 1} << "! Undefined";
        QTest::newRow("one behind, second") << S{-1, 4} << "! Undefined";
        QTest::newRow("absurdly low") << S{kLowest, 2} << "! Undefined";
        QTest::newRow("absurdly high") << S{kHighest, 2} << "! Undefined";
        QTest::newRow("too few") << S{1} << "! Wrong";
        QTest::newRow("too many") << S{1, 2, 1} << "! Wrong";
        QTest::newRow("none") << S{} << "! Wrong";
    }
    void takesElements()
    {
        QFETCH(const std::vector<std::int64_t>, subscripts);
        QFETCH(const QString, expected);
        MadeProcess process(Language::Fortran);
        const Value b = process.of(process.arrayOf(process.integer, {{-1, 1}, {2, 3}}), upTo(6));
        QCOMPARE(words(process.text(process.reader.element(b, subscripts))), expected);
    }

    void onlyArraysHaveElements()
    {
        MadeProcess process(Language::C);
        const Value n = process.of(process.integer, upTo(1));
        const std::int64_t first[] = {0};
        QCOMPARE(words(process.text(process.reader.element(n, first))), QString("! Wrong"));
        QCOMPARE(words(process.text(process.reader.section(n, Subscripts{range({}, {})}))), QString("! Wrong"));
    }

    void anOpenEndIsNoBound()
    {
        MadeProcess process(Language::Fortran);
        Type& type = process.arrayOf(process.integer, {{1, 2}, {1, 1}});
        type.dimensions[1].upper = {};
        const Value a = process.of(type, upTo(6)); // a(2,*)
        const auto element = [&](std::int64_t i, std::int64_t k) {
            const std::int64_t subscripts[] = {i, k};
            return words(process.text(process.reader.element(a, subscripts)));
        };
        QCOMPARE(element(2, 3), QString("6"));
        QCOMPARE(element(3, 1), QString("! Undefined"));
        QCOMPARE(element(1, 0), QString("! Undefined"));
        QCOMPARE(element(1, 1000), QString("! Unreadable"));
        QCOMPARE(words(process.text(a)), QString("(1:2,1:0)"));
        const auto section = [&](const Subscripts& subscripts) {
            return words(process.text(process.reader.section(a, subscripts)));
        };
        QCOMPARE(section({range({}, {}), range({}, 2)}), QString("(1:2,1:2) 1 2 3 4"));
        QCOMPARE(section({one(2), range(2, 3)}), QString("(1:2) 4 6"));
        QCOMPARE(section({range({}, {}), range({}, {})}), QString("! Wrong"));
        QCOMPARE(section({range({}, {}), range(0, 1)}), QString("! Undefined"));
        QCOMPARE(section({range({}, {}), range(3, 1, -2)}), QString("(1:2,1:2) 5 6 1 2"));
    }

    void anAbsurdSubscriptOfAnOpenEndIsNoPlace()
    {
        MadeProcess process(Language::Fortran);
        Type& type = process.arrayOf(process.integer, {{1, 5}, {1, 1}});
        type.dimensions[1].upper = {};
        const std::int64_t subscripts[] = {5, 461168601842738791};
        QCOMPARE(words(process.text(process.reader.element(process.of(type, upTo(5)), subscripts))),
                 QString("! Undefined"));
    }

    void theFirstDimensionOfCIsOpen()
    {
        MadeProcess process(Language::C);
        Type& type = process.arrayOf(process.integer, {{0, 0}, {0, 1}});
        type.dimensions[0].upper = {};
        const Value a = process.of(type, upTo(6)); // int a[][2]
        const std::int64_t subscripts[] = {2, 1};
        QCOMPARE(words(process.text(process.reader.element(a, subscripts))), QString("6"));
        const std::int64_t beyond[] = {0, 2};
        QCOMPARE(words(process.text(process.reader.element(a, beyond))), QString("! Undefined"));
        QCOMPARE(words(process.text(process.reader.section(a, Subscripts{range(1, 2)}))), QString("(0:1,0:1) 3 4 5 6"));
    }

    void cutsSections_data()
    {
        columns();
        // a(1:5) = 1 2 3 4 5
        row("all", {range({}, {})}, "(1:5) 1 2 3 4 5");
        row("counts from 1", {range(2, 4)}, "(1:3) 2 3 4");
        row("from", {range(4, {})}, "(1:2) 4 5");
        row("to", {range({}, 2)}, "(1:2) 1 2");
        row("steps", {range({}, {}, 2)}, "(1:3) 1 3 5");
        row("steps that do not meet the end", {range(1, 4, 2)}, "(1:2) 1 3");
        row("a step beyond the end", {range(2, {}, 9)}, "(1:1) 2");
        row("backwards", {range(5, 1, -1)}, "(1:5) 5 4 3 2 1");
        row("backwards by default bounds", {range({}, {}, -1)}, "(1:5) 5 4 3 2 1");
        row("backwards in steps", {range({}, {}, -2)}, "(1:3) 5 3 1");
        row("backwards, not to the end", {range(4, 1, -2)}, "(1:2) 4 2");
        row("one", {range(3, 3)}, "(1:1) 3");
        row("a single subscript leaves no dimension", {one(3)}, "() 3");
        row("nothing", {range(3, 2)}, "(1:0)");
        row("nothing backwards", {range(2, 3, -1)}, "(1:0)");
        row("nothing beyond the bounds is nothing", {range(9, 8)}, "(1:0)");
        row("the edges", {range(1, 5, 4)}, "(1:2) 1 5");
        row("one before", {range(0, 3)}, "! Undefined");
        row("one behind", {range(3, 6)}, "! Undefined");
        row("a last that no step meets", {range(2, 8, 7)}, "(1:1) 2");
        row("one before, backwards", {range(3, 0, -1)}, "! Undefined");
        row("one behind, backwards", {range(6, 1, -1)}, "! Undefined");
        row("a single one before", {one(0)}, "! Undefined");
        row("a single one behind", {one(6)}, "! Undefined");
        row("step 0", {range({}, {}, 0)}, "! Undefined");
        row("the lowest first", {range(kLowest, 3)}, "! Undefined");
        row("the highest last", {range(1, kHighest)}, "! Undefined");
        row("all there are", {range(kLowest, kHighest)}, "! Undefined");
        row("backwards through all", {range(kHighest, kLowest, -1)}, "! Undefined");
        row("the lowest step", {range({}, {}, kLowest)}, "! Undefined");
        row("the highest step", {range({}, {}, kHighest)}, "! Undefined");
        row("the largest step that is one", {range({}, {}, kMostSubscript)}, "(1:1) 1");
        row("and back", {range({}, {}, -kMostSubscript)}, "(1:1) 5");
        row("a single absurd one", {one(kLowest)}, "! Undefined");
        row("a single absurd one, high", {one(kHighest)}, "! Undefined");
        row("too many dimensions", {range({}, {}), range({}, {})}, "! Wrong");
        row("no dimensions", {}, "! Wrong");
    }
    void cutsSections()
    {
        QFETCH(const Subscripts, subscripts);
        QFETCH(const QString, expected);
        MadeProcess process(Language::Fortran);
        const Value a = process.of(process.arrayOf(process.integer, {{1, 5}}), upTo(5));
        QString text = words(process.text(process.reader.section(a, subscripts)));
        QCOMPARE(text.startsWith(") ") ? "(" + text : text, expected);
    }

    void cutsSectionsOfSeveralDimensions_data()
    {
        columns();
        // m(0:1,1:3): 1 2, 3 4, 5 6
        row("a row", {one(0), range({}, {})}, "(1:3) 1 3 5");
        row("a column", {range({}, {}), one(2)}, "(1:2) 3 4");
        row("both ways back", {range({}, {}, -1), range({}, {}, -1)}, "(1:2,1:3) 6 5 4 3 2 1");
        row("every second column", {range({}, {}), range(1, 3, 2)}, "(1:2,1:2) 1 2 5 6");
        row("nothing of one is nothing", {range({}, {}), range(3, 2)}, "(1:2,1:0)");
        row("one is out of bounds", {one(2), range({}, {})}, "! Undefined");
        row("too few", {range({}, {})}, "! Wrong");
    }
    void cutsSectionsOfSeveralDimensions()
    {
        QFETCH(const Subscripts, subscripts);
        QFETCH(const QString, expected);
        MadeProcess process(Language::Fortran);
        const Value m = process.of(process.arrayOf(process.integer, {{0, 1}, {1, 3}}), upTo(6));
        QCOMPARE(words(process.text(process.reader.section(m, subscripts))), expected);
    }

    void sectionsOfCCountFromZero()
    {
        MadeProcess process(Language::C);
        const Value m = process.of(process.arrayOf(process.integer, {{0, 2}, {0, 1}}), upTo(6));
        QCOMPARE(words(process.text(process.reader.section(m, Subscripts{range(1, 2)}))), QString("(0:1,0:1) 3 4 5 6"));
        QCOMPARE(words(process.text(process.reader.section(m, Subscripts{one(1)}))), QString("(0:1) 3 4"));
        QCOMPARE(words(process.text(process.reader.section(m, Subscripts{range(2, 1, -1), one(1)}))),
                 QString("(0:1) 6 4"));
    }

    void pointersOfCAreArraysWithoutAnEnd()
    {
        MadeProcess process(Language::C);
        const Address first = process.memory.put(upTo(6));
        const Value p = process.of(process.pointerTo(process.integer), std::vector<std::uint64_t>{first.value + 8});
        const auto element = [&](std::int64_t k) {
            return words(process.text(process.reader.element(p, std::span(&k, 1))));
        };
        QCOMPARE(element(0), QString("3"));
        QCOMPARE(element(-2), QString("1"));
        QCOMPARE(element(3), QString("6"));
        QCOMPARE(element(kLowest), QString("3")); // 4 * 2^63 wraps around
        QCOMPARE(words(process.text(process.reader.section(p, Subscripts{range(0, 3)}))), QString("(0:3) 3 4 5 6"));
        QCOMPARE(words(process.text(process.reader.section(p, Subscripts{range(0, {})}))), QString("! Wrong"));
    }

    void sectionsOfSectionsAddUp()
    {
        MadeProcess process(Language::Fortran);
        const Value a = process.of(process.arrayOf(process.integer, {{1, 9}}), upTo(9));
        const Value odd = *process.reader.section(a, Subscripts{range({}, {}, 2)}); // 1 3 5 7 9
        const Value back = *process.reader.section(odd, Subscripts{range(4, 2, -1)});
        QCOMPARE(words(process.text(back)), QString("(1:3) 7 5 3"));
        QCOMPARE(words(process.text(process.reader.section(back, Subscripts{one(4)}))), QString("! Undefined"));
    }

    void cutsTexts_data()
    {
        columns();
        // 'abcde'
        row("all", {range({}, {})}, "abcde");
        row("some", {range(2, 4)}, "bcd");
        row("the first", {range(1, 1)}, "a");
        row("the last", {range(5, 5)}, "e");
        row("to the end", {range(4, {})}, "de");
        row("nothing", {range(3, 2)}, "");
        row("nothing beyond the end", {range(9, 8)}, "");
        row("nothing before the beginning", {range(0, -1)}, "");
        row("one before", {range(0, 3)}, "! Undefined");
        row("one behind", {range(3, 6)}, "! Undefined");
        row("all there are", {range(kLowest, kHighest)}, "! Undefined");
        row("nothing of all", {range(kHighest, kLowest)}, "");
        row("a step", {range(1, 3, 2)}, "! Wrong");
        row("backwards", {range(3, 1, -1)}, "! Wrong");
        row("one subscript", {one(3)}, "! Wrong");
        row("two ranges", {range(1, 2), range(1, 2)}, "! Wrong");
    }
    void cutsTexts()
    {
        QFETCH(const Subscripts, subscripts);
        QFETCH(const QString, expected);
        MadeProcess process(Language::Fortran);
        const Value text = process.of(process.FakeProcess::text(5), std::vector<char>{'a', 'b', 'c', 'd', 'e', '!'});
        QCOMPARE(words(process.text(process.reader.section(text, subscripts))), expected);
    }

    void cutsTextsOfWideCharacters()
    {
        MadeProcess process(Language::Fortran);
        Type& type = process.type(TypeKind::Text, 12, "character(kind=4)");
        type.length.constant = 3;
        type.characterBytes = 4;
        const Value text = process.of(type, std::vector<char32_t>{'a', 'b', 'c'});
        const auto part = process.reader.section(text, Subscripts{range(2, 3)});
        QVERIFY(part);
        QCOMPARE(part->address, text.address.plus(4));
        QCOMPARE(part->length, std::optional<std::uint64_t>(2));
        const auto nothing = process.reader.section(text, Subscripts{range(kHighest, 1)}); // places wrap around
        QVERIFY(nothing);
        QCOMPARE(nothing->length, std::optional<std::uint64_t>(0));
    }

    void lengthsOfTextsAreChecked()
    {
        MadeProcess process(Language::Fortran);
        const auto settledLength = [&](std::int64_t length) {
            const auto text =
                process.reader.settled(process.of(process.FakeProcess::text(length), std::vector<char>{'a'}));
            return words(text ? std::to_string(text->length.value_or(999)) : process.errorText(text.error()));
        };
        const auto most = static_cast<std::int64_t>(ValueReader::kMaxText);
        QCOMPARE(settledLength(0), QString("0"));
        QCOMPARE(settledLength(-1), QString("0"));
        QCOMPARE(settledLength(kLowest), QString("0"));
        QCOMPARE(settledLength(most), QString::number(most));
        QCOMPARE(settledLength(most + 1), QString::number(most + 1)); // whose beginning may be looked at
        QCOMPARE(settledLength((std::int64_t{1} << 46) + 1), QString("! TooLarge"));
        QCOMPARE(settledLength(kHighest), QString("! TooLarge"));
    }

    void elementsOfTextsHaveTheirLength()
    {
        MadeProcess process(Language::Fortran);
        const Value words2 = process.of(process.arrayOf(process.FakeProcess::text(2), {{1, 3}}),
                                        std::vector<char>{'a', 'b', 'c', 'd', 'e', 'f'});
        QCOMPARE(words(process.text(words2)), QString("(1:3) ab cd ef"));
        const std::int64_t second[] = {2};
        QCOMPARE(words(process.text(process.reader.element(words2, second))), QString("cd"));
    }

    void textsWithoutCharactersAreElements()
    {
        MadeProcess process(Language::Fortran);
        const Value none = process.of(process.arrayOf(process.FakeProcess::text(0), {{1, 3}}), std::vector<char>{'a'});
        const auto settled = process.reader.settled(none);
        QVERIFY(settled);
        int visits = 0;
        QVERIFY(process.reader.forEachElement(*settled, [&](std::span<const std::byte> bytes) {
            visits += bytes.empty() ? 1 : 100;
            return true;
        }));
        QCOMPARE(visits, 3);
    }

    void readsInPieces_data()
    {
        QTest::addColumn<std::uint64_t>("bytes");
        QTest::addColumn<std::uint64_t>("count");
        const std::uint64_t chunk = std::uint64_t{1} << 20;
        QTest::newRow("one less than a piece") << std::uint64_t{1} << chunk - 1;
        QTest::newRow("a piece") << std::uint64_t{1} << chunk;
        QTest::newRow("one more") << std::uint64_t{1} << chunk + 1;
        QTest::newRow("an element of 8 more") << std::uint64_t{8} << chunk / 8 + 1;
        QTest::newRow("elements that do not fill a piece") << std::uint64_t{3} << chunk / 3 + 1;
        QTest::newRow("two pieces and one") << std::uint64_t{4} << chunk / 2 + 1;
        QTest::newRow("an element as large as a piece") << chunk << std::uint64_t{2};
        QTest::newRow("elements larger than one") << chunk + 1 << std::uint64_t{2};
        QTest::newRow("one element") << std::uint64_t{8} << std::uint64_t{1};
    }
    void readsInPieces()
    {
        QFETCH(const std::uint64_t, bytes);
        QFETCH(const std::uint64_t, count);
        MadeProcess process(Language::Fortran);
        std::vector<std::byte> content(bytes * count);
        for (std::size_t i = 0; i < content.size(); ++i)
            content[i] = std::byte(i * 31 + (i >> 8) * 7 + (i >> 16));
        const Type& element = process.type(TypeKind::Unsigned, bytes, "element");
        const Value a =
            process.view(element, process.memory.put(content), {{1, count, static_cast<std::int64_t>(bytes)}});
        std::vector<std::byte> seen;
        seen.reserve(content.size());
        std::uint64_t visits = 0;
        const auto done = process.reader.forEachElement(a, [&](std::span<const std::byte> one) {
            seen.insert(seen.end(), one.begin(), one.end());
            ++visits;
            return true;
        });
        QVERIFY(done);
        QCOMPARE(visits, count);
        QVERIFY(seen == content);
    }

    void stopsWhenItIsTold_data()
    {
        QTest::addColumn<std::int64_t>("stride");
        QTest::newRow("side by side") << std::int64_t{4};
        QTest::newRow("apart") << std::int64_t{8};
        QTest::newRow("backwards") << std::int64_t{-4};
    }
    void stopsWhenItIsTold()
    {
        QFETCH(const std::int64_t, stride);
        MadeProcess process(Language::Fortran);
        const Address base = process.memory.put(upTo(100)).plus(200);
        const Value a = process.view(process.integer, base, {{1, 3, stride}, {1, 4, 4}});
        for (int most = 1; most <= 12; ++most) {
            int visits = 0;
            QVERIFY(process.reader.forEachElement(a, [&](std::span<const std::byte>) { return ++visits < most; }));
            QCOMPARE(visits, most);
        }
    }

    void whatComesBeforeWhatIsUnreadableIsSeen()
    {
        MadeProcess process(Language::Fortran);
        const Value a = process.view(process.integer, process.memory.put(upTo(3)), {{1, 5, 8}});
        int visits = 0;
        const auto done = process.reader.forEachElement(a, [&](std::span<const std::byte>) { return ++visits < 9; });
        QCOMPARE(words(done ? "" : process.errorText(done.error())), QString("! Unreadable"));
        QCOMPARE(visits, 2);
    }

    void hasLimits()
    {
        MadeProcess process(Language::Fortran);
        const Address base = process.memory.put(upTo(1));
        const auto visited = [&](const Type& element, const std::vector<Extent>& extents) {
            const auto done = process.reader.forEachElement(process.view(element, base, extents),
                                                            [](std::span<const std::byte>) { return false; });
            return words(done ? "good" : process.errorText(done.error()));
        };
        const std::uint64_t most = ValueReader::kMaxElements;
        QCOMPARE(visited(process.integer, {{1, most, 0}}), QString("good"));
        QCOMPARE(visited(process.integer, {{1, most + 1, 0}}), QString("! TooLarge"));
        QCOMPARE(visited(process.integer, {{1, most, 0}, {1, 2, 0}}), QString("! TooLarge"));
        QCOMPARE(visited(process.integer, {{1, UINT64_MAX, 0}, {1, UINT64_MAX, 0}}), QString("! TooLarge"));
        QCOMPARE(visited(process.integer, {{1, UINT64_MAX, 0}, {1, 0, 0}}), QString("good"));
        QCOMPARE(visited(process.type(TypeKind::Signed, 0, "none"), {{1, 1, 0}}), QString("! NotRecorded"));
        QCOMPARE(visited(process.type(TypeKind::Void, 0, "void"), {{1, 1, 0}}), QString("! TooLarge"));
        QCOMPARE(visited(process.type(TypeKind::Unsigned, ValueReader::kMaxText + 1, "large"), {{1, 1, 0}}),
                 QString("! TooLarge"));
        const auto bytes =
            process.reader.bytesOf(process.view(process.integer, base, {{1, std::uint64_t{1} << 61, 4}}));
        QCOMPARE(words(bytes ? "good" : process.errorText(bytes.error())), QString("! TooLarge"));
        const auto large = process.reader.read(
            process.at(base, process.type(TypeKind::Structure, ValueReader::kMaxText * 4 + 1, "large")));
        QCOMPARE(words(large ? "good" : process.errorText(large.error())), QString("! TooLarge"));
    }

    void countsUpToWhatFits()
    {
        const ArrayView view{nullptr, {}, {{1, UINT64_MAX, 0}, {1, 3, 0}}, false};
        QCOMPARE(view.count(), std::uint64_t{INT64_MAX});
        QCOMPARE((ArrayView{nullptr, {}, {{1, UINT64_MAX, 0}, {1, 3, 0}, {1, 0, 0}}, false}.count()), std::uint64_t{0});
        QCOMPARE((ArrayView{nullptr, {}, {}, false}.count()), std::uint64_t{1});
        QCOMPARE((ArrayView{nullptr, {}, {{1, 3, 0}, {1, 4, 0}}, false}.count()), std::uint64_t{12});
    }

    void readsDescriptorsOfGfortran_data()
    {
        QTest::addColumn<std::int64_t>("lower");
        QTest::addColumn<std::int64_t>("upper");
        QTest::addColumn<std::int64_t>("stride");
        QTest::addColumn<QString>("expected");
        const auto made = [](const char* rule, std::int64_t lower, std::int64_t upper, std::int64_t stride,
                             const char* expected) {
            QTest::newRow(rule) << lower << upper << stride << QString(expected);
        };
        made("side by side", 1, 3, 1, "(1:3) 11 12 13");
        made("with bounds of its own", -1, 1, 1, "(-1:1) 11 12 13");
        made("every second", 1, 3, 2, "(1:3) 11 13 15");
        made("backwards", 1, 3, -1, "(1:3) 11 10 9");
        made("empty", 1, 0, 1, "(1:0)");
        made("bounds that nobody set", kLowest, kHighest, 1, "! NotRecorded");
        made("too many to read", 1, 1 + (std::int64_t{1} << 30), 1, "! TooLarge");
    }
    void readsDescriptorsOfGfortran()
    {
        QFETCH(const std::int64_t, lower);
        QFETCH(const std::int64_t, upper);
        QFETCH(const std::int64_t, stride);
        QFETCH(const QString, expected);
        MadeProcess process(Language::Fortran, kExpressions);
        Descriptor descriptor;
        descriptor.base = process.memory.put(upTo(20)).value + 40;
        descriptor.lower = lower;
        descriptor.upper = upper;
        descriptor.stride = stride;
        const Type& type = describedArray(process);
        QCOMPARE(words(process.text(process.of(type, std::vector<Descriptor>{descriptor}))), expected);
        descriptor.base = 0;
        QCOMPARE(words(process.text(process.of(type, std::vector<Descriptor>{descriptor}))), QString("! NotAllocated"));
    }

    void addressesWrapAround()
    {
        MadeProcess process(Language::Fortran);
        const Value a = process.view(process.integer, Address{0x1000}, {{1, 3, kHighest}, {1, 3, kHighest}});
        QCOMPARE(process.reader.elementAt(a, 4).address.value, 0x1000 + 2 * static_cast<std::uint64_t>(kHighest));
        const std::int64_t subscripts[] = {2, 2};
        const auto element = process.reader.element(a, subscripts);
        QVERIFY(element);
        QCOMPARE(element->address.value, 0x1000 + 2 * static_cast<std::uint64_t>(kHighest));
    }

    void readsArraysOfTextsThatHaveNoType_data()
    {
        QTest::addColumn<std::int64_t>("lower");
        QTest::addColumn<std::int64_t>("upper");
        QTest::addColumn<QString>("expected");
        QTest::newRow("as they are") << std::int64_t{2} << std::int64_t{3} << "(2:3) abc def";
        QTest::newRow("empty") << std::int64_t{1} << std::int64_t{0} << "(1:0)";
        QTest::newRow("bounds that nobody set") << kLowest << kHighest << "! NotRecorded";
        QTest::newRow("an upper bound that nobody set") << std::int64_t{5} << kHighest << "! NotRecorded";
        QTest::newRow("a lower bound that nobody set") << kLowest << std::int64_t{5} << "! NotRecorded";
    }
    void readsArraysOfTextsThatHaveNoType()
    {
        QFETCH(const std::int64_t, lower);
        QFETCH(const std::int64_t, upper);
        QFETCH(const QString, expected);
        MadeProcess process(Language::Fortran);
        Descriptor descriptor;
        descriptor.base = process.memory.put(std::vector<char>{'a', 'b', 'c', 'd', 'e', 'f'}).value;
        descriptor.type = 6;
        descriptor.elementBytes = 3;
        descriptor.span = 3;
        descriptor.lower = lower;
        descriptor.upper = upper;
        const Type& nameless = process.type(TypeKind::Incomplete, 0, "");
        QCOMPARE(words(process.text(process.of(nameless, std::vector<Descriptor>{descriptor}))), expected);
    }

    void theLengthOfTextsThatHaveNoTypeIsChecked()
    {
        MadeProcess process(Language::Fortran);
        Descriptor descriptor;
        descriptor.base = process.memory.put(std::vector<char>{'a'}).value;
        descriptor.type = 6;
        descriptor.upper = 1;
        descriptor.elementBytes = ValueReader::kMaxText + 1;
        const Type& nameless = process.type(TypeKind::Incomplete, 0, "");
        QCOMPARE(words(process.text(process.of(nameless, std::vector<Descriptor>{descriptor}))), QString("! TooLarge"));
        descriptor.rank = 16;
        QCOMPARE(words(process.text(process.of(nameless, std::vector<Descriptor>{descriptor}))),
                 QString("! NotRecorded"));
        descriptor.rank = 0;
        QCOMPARE(words(process.text(process.of(nameless, std::vector<Descriptor>{descriptor}))),
                 QString("! NotRecorded"));
    }
};

DBGR_TEST(TestValuesArrays);

} // namespace tst_values_arrays

#include "tst_values_arrays.moc"

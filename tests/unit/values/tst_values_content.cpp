// SPDX-License-Identifier: GPL-3.0-or-later
// What ranks are compared by: contents that are the same to a program have one hash, all others do not.
#include "tests/support/run/test_class.h"
#include "tests/unit/values/made_process.h"
#include "values/compare/content.h"

#include <QtTest>

#include <bit>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace tst_values_content {

using namespace dbgr;
using namespace dbgr::test;
using namespace dbgr::values;

namespace {

constexpr ContentLimits kPlenty{1 << 20, 1000};

using Numbers = std::vector<std::int32_t>;

debug::Content contentOf(MadeProcess& process, const Value& value, const ContentLimits& limits = kPlenty)
{
    return values::contentOf(process.reader, value, limits);
}

/// Whether two contents of one type have the same hash, each in memory of its own.
template <class T>
bool areSame(MadeProcess& process, const Type& type, const std::vector<T>& left, const std::vector<T>& right)
{
    const debug::Content one = contentOf(process, process.of(type, left));
    const debug::Content other = contentOf(process, process.of(type, right));
    return one.sameAs(other) && !one.partial && !other.partial;
}

} // namespace

class TestValuesContent : public QObject
{
    Q_OBJECT

private slots:
    void equalContentsAreEqualWhereverTheyAre()
    {
        MadeProcess process(Language::Fortran);
        QVERIFY(areSame(process, process.integer, Numbers{5}, Numbers{5}));
        const Type& array = process.arrayOf(process.integer, {{1, 3}});
        QVERIFY(areSame(process, array, Numbers{1, 2, 3}, Numbers{1, 2, 3}));
        QVERIFY(areSame(process, process.FakeProcess::text(3), std::vector<char>{'a', 'b', 'c'},
                        std::vector<char>{'a', 'b', 'c'}));
    }

    void oneBitIsADifference()
    {
        MadeProcess process(Language::Fortran);
        const std::vector<std::byte> zeros(64);
        const Type& bytes = process.type(TypeKind::Unsigned, 1, "byte");
        const Type& array = process.arrayOf(bytes, {{1, 64}});
        for (std::size_t bit = 0; bit < 64 * 8; ++bit) {
            std::vector<std::byte> other = zeros;
            other[bit / 8] = std::byte(1 << (bit % 8));
            QVERIFY(!areSame(process, array, zeros, other));
        }
    }

    void theLastElementCounts()
    {
        MadeProcess process(Language::Fortran);
        Numbers numbers(70'000, 7);
        const Numbers same = numbers;
        const Type& array = process.arrayOf(process.integer, {{1, 70'000}});
        QVERIFY(areSame(process, array, numbers, same));
        numbers.back() = 8;
        QVERIFY(!areSame(process, array, numbers, same));
    }

    void boundsCount()
    {
        MadeProcess process(Language::Fortran);
        const auto with = [&](const std::vector<FakeProcess::Bounds>& bounds) {
            return contentOf(process, process.of(process.arrayOf(process.integer, bounds), Numbers{1, 1, 1, 1, 1, 1}));
        };
        QVERIFY(with({{1, 6}}).sameAs(with({{1, 6}})));
        QVERIFY(!with({{1, 6}}).sameAs(with({{0, 5}})));
        QVERIFY(!with({{1, 6}}).sameAs(with({{1, 5}})));
        QVERIFY(!with({{1, 2}, {1, 3}}).sameAs(with({{1, 3}, {1, 2}})));
        QVERIFY(!with({{1, 0}}).sameAs(with({{2, 1}})));
    }

    void stridesDoNotCount()
    {
        MadeProcess process(Language::Fortran);
        const Address near = process.memory.put(Numbers{1, 2, 3});
        const Address far = process.memory.put(Numbers{1, 0, 2, 0, 3});
        QVERIFY(contentOf(process, process.view(process.integer, near, {{1, 3, 4}}))
                    .sameAs(contentOf(process, process.view(process.integer, far, {{1, 3, 8}}))));
    }

    void allNotANumberAreAlike_data()
    {
        QTest::addColumn<int>("kind");
        QTest::newRow("4 bytes") << 4;
        QTest::newRow("8 bytes") << 8;
        QTest::newRow("x87") << 10;
        QTest::newRow("complex of 8 bytes") << 108;
    }
    void allNotANumberAreAlike()
    {
        QFETCH(const int, kind);
        MadeProcess process(Language::Fortran);
        if (kind == 4) {
            const Type& real = process.type(TypeKind::Real, 4, "real(kind=4)");
            using Bits = std::vector<std::uint32_t>;
            QVERIFY(areSame(process, real, Bits{0x7fc0'0000}, Bits{0xffc0'0001}));
            QVERIFY(!areSame(process, real, Bits{0x7fc0'0000}, Bits{0x7f80'0000})); // infinite
        } else if (kind == 8) {
            const Type& real = process.type(TypeKind::Real, 8, "real(kind=8)");
            using Bits = std::vector<std::uint64_t>;
            QVERIFY(areSame(process, real, Bits{0x7ff8'0000'0000'0000}, Bits{0xfff0'0000'0000'0001}));
            QVERIFY(!areSame(process, real, Bits{0x7ff8'0000'0000'0000}, Bits{0x7ff0'0000'0000'0000}));
            const Type& array = process.arrayOf(real, {{1, 2}});
            QVERIFY(areSame(process, array, Bits{1, 0x7ff8'0000'0000'0000}, Bits{1, 0x7ff8'0000'0000'0009}));
        } else if (kind == 10) {
            const Type& real = process.type(TypeKind::Real, 16, "real(kind=10)");
            using Bits = std::vector<std::uint64_t>;
            QVERIFY(areSame(process, real, Bits{0xC000'0000'0000'0000, 0x7fff}, Bits{0xC000'0000'0000'0001, 0xffff}));
        } else {
            const Type& complex = process.type(TypeKind::Complex, 16, "complex(kind=8)");
            using Bits = std::vector<std::uint64_t>;
            QVERIFY(areSame(process, complex, Bits{0x7ff8'0000'0000'0000, 1}, Bits{0x7ff8'0000'0000'0002, 1}));
            QVERIFY(!areSame(process, complex, Bits{0x7ff8'0000'0000'0000, 1}, Bits{0x7ff8'0000'0000'0000, 2}));
        }
    }

    void integersThatLookLikeNoNumbersDiffer()
    {
        MadeProcess process(Language::Fortran);
        QVERIFY(!areSame(process, process.integer, Numbers{0x7fc0'0000}, Numbers{0x7fc0'0001}));
    }

    void paddingDoesNotCount()
    {
        MadeProcess process(Language::C);
        using Bits = std::vector<std::uint64_t>;
        const Type& real = process.type(TypeKind::Real, 16, "long double");
        const std::uint64_t one = 0x8000'0000'0000'0000;
        QVERIFY(areSame(process, real, Bits{one, 0x3fff}, Bits{one, 0xabcd'ef00'0000'3fff}));
        QVERIFY(!areSame(process, real, Bits{one, 0x3fff}, Bits{one, 0x4000}));
        QVERIFY(areSame(process, process.arrayOf(real, {{0, 0}}), Bits{one, 0x3fff}, Bits{one, 0x7777'0000'3fff}));
    }

    void paddingOfComplexNumbersDoesNotCount()
    {
        MadeProcess process(Language::C);
        using Bits = std::vector<std::uint64_t>;
        const std::uint64_t one = 0x8000'0000'0000'0000;
        const Type& complex = process.type(TypeKind::Complex, 32, "complex long double");
        QVERIFY(!areSame(process, complex, Bits{one, 0x3fff, one, 0x3fff}, Bits{one, 0x3fff, one, 0x4000}));
        QVERIFY(areSame(process, complex, Bits{one, 0x3fff, one, 0x3fff}, Bits{one, 0x12'3fff, one, 0x34'3fff}));
    }

    void paddingOfRecordsDoesNotCount()
    {
        MadeProcess process(Language::C);
        const Type& character = process.type(TypeKind::Character, 1, "char");
        const Type& record = process.record("s", 8, {madeField("c", character, 0), madeField("n", process.integer, 4)});
        using Bytes = std::vector<std::uint8_t>;
        QVERIFY(areSame(process, record, Bytes{1, 0, 0, 0, 5, 0, 0, 0}, Bytes{1, 9, 9, 9, 5, 0, 0, 0}));
        QVERIFY(!areSame(process, record, Bytes{1, 0, 0, 0, 5, 0, 0, 0}, Bytes{2, 0, 0, 0, 5, 0, 0, 0}));
        QVERIFY(!areSame(process, record, Bytes{1, 0, 0, 0, 5, 0, 0, 0}, Bytes{1, 0, 0, 0, 5, 0, 0, 1}));
        const Type& array = process.arrayOf(record, {{0, 1}});
        QVERIFY(areSame(process, array, Bytes{1, 0, 0, 0, 5, 0, 0, 0, 1, 0, 0, 0, 5, 0, 0, 0},
                        Bytes{1, 9, 9, 9, 5, 0, 0, 0, 1, 9, 9, 9, 5, 0, 0, 0}));
    }

    void neighboursOfBitFieldsDoNotCount_data()
    {
        QTest::addColumn<unsigned>("offset");
        QTest::addColumn<unsigned>("bits");
        QTest::newRow("one bit") << 3U << 1U;
        QTest::newRow("across bytes") << 5U << 12U;
        QTest::newRow("all of a word") << 0U << 64U;
        QTest::newRow("to the end of a word") << 7U << 57U;
        QTest::newRow("across nine bytes") << 7U << 60U;
    }
    void neighboursOfBitFieldsDoNotCount()
    {
        QFETCH(const unsigned, offset);
        QFETCH(const unsigned, bits);
        MadeProcess process(Language::C);
        Field field = madeField("f", process.type(TypeKind::Unsigned, 8, "unsigned long"), 0);
        field.bits = bits;
        field.bitOffset = offset;
        const Type& record = process.record("s", 9, {field});
        const std::vector<std::uint8_t> zeros(9);
        for (unsigned bit = 0; bit < 72; ++bit) {
            std::vector<std::uint8_t> other = zeros;
            other[bit / 8] = static_cast<std::uint8_t>(1U << (bit % 8));
            const bool isOfField = bit >= offset && bit < offset + bits;
            QVERIFY2(areSame(process, record, zeros, other) != isOfField, qPrintable(QString("bit %1").arg(bit)));
        }
    }

    void pointersOfFortranAreFollowed()
    {
        MadeProcess process(Language::Fortran);
        const Type& pointer = process.pointerTo(process.integer);
        const auto to = [&](std::int32_t number) { return std::vector{process.memory.put(Numbers{number}).value}; };
        QVERIFY(areSame(process, pointer, to(5), to(5)));
        QVERIFY(!areSame(process, pointer, to(5), to(6)));
        QVERIFY(!areSame(process, pointer, to(5), {0}));
        QVERIFY(areSame<std::uint64_t>(process, pointer, {0}, {0}));
    }

    void pointersOfCAreAddresses()
    {
        MadeProcess process(Language::C);
        const Type& pointer = process.pointerTo(process.integer);
        const std::uint64_t one = process.memory.put(Numbers{5}).value;
        const std::uint64_t other = process.memory.put(Numbers{5}).value;
        QVERIFY(areSame<std::uint64_t>(process, pointer, {one}, {one}));
        QVERIFY(!areSame<std::uint64_t>(process, pointer, {one}, {other}));
    }

    void textsAreTheirLetters_data()
    {
        QTest::addColumn<QString>("letter");
        QTest::addColumn<unsigned>("unit");
        for (const LetterType& one : kLetterTypes) {
            const QString name = QString::fromLatin1(one.name.data(), static_cast<qsizetype>(one.name.size()));
            QTest::newRow(qPrintable(name)) << name << one.bytes;
            QTest::newRow(qPrintable("const " + name)) << "const " + name << one.bytes;
        }
    }
    void textsAreTheirLetters()
    {
        QFETCH(const QString, letter);
        QFETCH(const unsigned, unit);
        MadeProcess process(Language::Cxx);
        const Type& pointer = process.pointerTo(process.type(TypeKind::Unsigned, unit, letter.toStdString()));
        // \param tail the unit behind the text's end \param skewed bytes before its begin
        const auto to = [&](std::vector<std::uint32_t> text, std::uint8_t tail = 0, std::size_t skewed = 0) {
            std::vector<std::uint8_t> bytes(skewed);
            for (const std::uint32_t code : text)
                for (unsigned i = 0; i < unit; ++i)
                    bytes.push_back(static_cast<std::uint8_t>(code >> 8 * i));
            bytes.resize(bytes.size() + unit);
            bytes.push_back(tail);
            bytes.resize(bytes.size() + 64); // what a piece reads too far
            return std::vector{process.memory.put(bytes).value + skewed};
        };
        const std::uint32_t high = unit == 1 ? 0xc3 : unit == 2 ? 0x100 : 0x1'0000; // with a byte of zero in it
        const std::vector<std::uint32_t> text{'a', high, 'b'};
        QVERIFY(areSame(process, pointer, to(text), to(text)));
        QVERIFY(areSame(process, pointer, to(text), to(text, 7)));
        QVERIFY(!areSame(process, pointer, to(text), to({'a', high, 'c'})));
        QVERIFY(!areSame(process, pointer, to(text), to({'a', high})));
        QVERIFY(!areSame(process, pointer, to({}), {0}));
        std::vector<std::uint32_t> longer(5000, 'x'); // longer than a line, and in many pieces
        const auto plain = to(longer);
        for (const std::size_t skewed : {std::size_t{1}, std::size_t{2}, std::size_t{3}, std::size_t{63}})
            QVERIFY(areSame(process, pointer, plain, to(longer, 0, skewed)));
        longer[4900] = 'y';
        QVERIFY(!areSame(process, pointer, plain, to(longer)));
    }

    void changesInTheSameTextAreSeen()
    {
        MadeProcess process(Language::Cxx);
        const Type& pointer = process.pointerTo(process.type(TypeKind::Signed, 4, "wchar_t"));
        std::vector<std::uint32_t> letters(200, 'x');
        letters.back() = 0;
        const std::vector<std::uint64_t> text{process.memory.put(letters).value};
        const debug::Content before = contentOf(process, process.of(pointer, text));
        std::vector<std::uint32_t> changed(1, 'y');
        QVERIFY(process.memory.write(Address{text.front() + 600}, std::as_bytes(std::span(changed))));
        process.pages.forgetPages();
        QVERIFY(!before.sameAs(contentOf(process, process.of(pointer, text))));
    }

    void saysWhichTextsAreAddresses()
    {
        MadeProcess process(Language::Cxx);
        const auto isAddress = [&](const Type& type) {
            return contentOf(process,
                             process.of(type, std::vector<std::uint64_t>{process.memory.put(Numbers{5}).value}))
                .isAddress;
        };
        const Type& pointer = process.pointerTo(process.integer);
        QVERIFY(isAddress(pointer));
        Type& handle = process.type(TypeKind::Pointer, 8, "MPI_Comm");
        handle.target = &process.integer;
        handle.canonical = &pointer;
        QVERIFY(isAddress(handle));
        Type& code = process.type(TypeKind::Function, 0, "");
        code.target = &process.integer;
        QVERIFY(isAddress(process.pointerTo(code)));
        Type& reference = process.type(TypeKind::Reference, 8, "");
        reference.target = &process.integer;
        QVERIFY(!isAddress(reference));
        QVERIFY(!isAddress(process.integer));
        QVERIFY(!isAddress(process.type(TypeKind::Unsigned, 8, "uintptr_t")));
        QVERIFY(!isAddress(process.record("s", 8, {madeField("p", pointer, 0)})));
        QVERIFY(!isAddress(process.arrayOf(pointer, {{0, 0}})));
        MadeProcess fortran(Language::Fortran);
        QVERIFY(!contentOf(fortran, fortran.of(fortran.pointerTo(fortran.integer),
                                               std::vector<std::uint64_t>{fortran.memory.put(Numbers{5}).value}))
                     .isAddress);
    }

    void whatCannotBeReadIsNotWhatCan()
    {
        MadeProcess process(Language::Fortran);
        const debug::Content nowhere = contentOf(process, process.at(Address{8}, process.integer));
        QVERIFY(!nowhere.partial);
        QVERIFY(nowhere.sameAs(contentOf(process, process.at(Address{16}, process.integer))));
        QVERIFY(!nowhere.sameAs(contentOf(process, process.of(process.integer, Numbers{0}))));
        QVERIFY(!nowhere.sameAs(contentOf(process, process.at(Address{0}, process.integer)))); // not present
    }

    void bytesAreLimited()
    {
        MadeProcess process(Language::Fortran);
        const Value array =
            process.of(process.arrayOf(process.integer, {{1, 10}}), Numbers{1, 2, 3, 4, 5, 6, 7, 8, 9, 10});
        const debug::Content all = contentOf(process, array, {40, 1});
        QVERIFY(!all.partial);
        QCOMPARE(all.compared, std::uint64_t{0});
        for (std::uint64_t bytes = 0; bytes < 40; ++bytes) {
            const debug::Content some = contentOf(process, array, {bytes, 1});
            QVERIFY(some.partial);
            QCOMPARE(some.compared, bytes / 4);
        }
    }

    void differencesBeyondTheLimitAreNotSeen()
    {
        MadeProcess process(Language::Fortran);
        const Type& type = process.arrayOf(process.integer, {{1, 4}});
        const Value one = process.of(type, Numbers{1, 2, 3, 4});
        const Value other = process.of(type, Numbers{1, 2, 9, 9});
        QVERIFY(contentOf(process, one, {8, 9}).sameAs(contentOf(process, other, {8, 9})));
        QVERIFY(!contentOf(process, one, {12, 9}).sameAs(contentOf(process, other, {12, 9})));
    }

    void visitsAreLimited()
    {
        MadeProcess process(Language::Fortran);
        const Type& record = process.record("s", 4, {madeField("n", process.integer, 0)});
        const Value array = process.of(process.arrayOf(record, {{1, 3}}), Numbers{1, 2, 3});
        constexpr std::uint32_t kNeeded = 7; // the array, three records, three members
        QVERIFY(!contentOf(process, array, {100, kNeeded}).partial);
        for (std::uint32_t visits = 0; visits < kNeeded; ++visits) {
            const debug::Content some = contentOf(process, array, {100, visits});
            QVERIFY(some.partial);
            QCOMPARE(some.compared, std::uint64_t{visits >= 3 ? (visits - 1) / 2 : 0});
        }
    }

    void anAbsurdNumberOfRecordsEnds()
    {
        MadeProcess process(Language::Fortran);
        const Type& record = process.record("s", 4, {madeField("n", process.integer, 0)});
        const Value array = process.view(record, process.memory.put(Numbers{1}), {{1, std::uint64_t{1} << 46, 0}});
        QVERIFY(contentOf(process, array, {1000, 1000}).partial);
        const Type& empty = process.record("empty", 0, {});
        const Value nothing = process.view(empty, process.memory.put(Numbers{1}), {{1, std::uint64_t{1} << 46, 0}});
        QVERIFY(contentOf(process, nothing, {1000, 1000}).partial);
    }

    void circlesEnd()
    {
        MadeProcess process(Language::Fortran);
        Type& node = process.record("node", 16, {});
        process.file.setFields(node,
                               {madeField("n", process.integer, 0), madeField("next", process.pointerTo(node), 8)});
        const std::uint64_t at = process.memory.put(Numbers{1}).value + 16;
        const Value first = process.of(node, std::vector<std::uint64_t>{3, at});
        QCOMPARE(first.address.value, at);
        const debug::Content content = contentOf(process, first);
        QVERIFY(content.partial);
        QVERIFY(content.compared > 0);
    }

    void branchesInCirclesEndByVisits()
    {
        MadeProcess process(Language::Fortran);
        Type& node = process.record("node", 16, {});
        process.file.setFields(
            node, {madeField("left", process.pointerTo(node), 0), madeField("right", process.pointerTo(node), 8)});
        const std::uint64_t at = process.memory.put(Numbers{1}).value + 16;
        QVERIFY(contentOf(process, process.of(node, std::vector<std::uint64_t>{at, at})).partial);
    }

    void lengthsOfTextsCount()
    {
        MadeProcess process(Language::Fortran);
        const auto of = [&](std::int64_t length) {
            return contentOf(process, process.of(process.FakeProcess::text(length), std::vector<char>(8, ' ')));
        };
        QVERIFY(of(3).sameAs(of(3)));
        QVERIFY(!of(3).sameAs(of(4)));
        QVERIFY(!of(0).sameAs(of(1)));
    }
};

DBGR_TEST(TestValuesContent);

} // namespace tst_values_content

#include "tst_values_content.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// Records: which member a name means, where it is, and what ends when types go round in circles.
#include "tests/support/run/test_class.h"
#include "tests/unit/values/made_process.h"

#include <QtTest>

#include <cstdint>
#include <string>
#include <vector>

namespace tst_values_members {

using namespace dbgr::test;
using namespace dbgr::values;

namespace {

using Numbers = std::vector<std::int32_t>;

QString words(const std::string& text)
{
    return QString::fromStdString(text);
}

/// struct base { int a; int both; }; struct derived : base { int b; int both; union { int c; float d; }; };
Type& derived(MadeProcess& process)
{
    const Type& integer = process.integer;
    const Type& base = process.record("base", 8, {madeField("a", integer, 0), madeField("both", integer, 4)});
    Type& choice = process.record("", 4, {madeField("c", integer, 0), madeField("d", integer, 0)});
    choice.kind = TypeKind::Union;
    Field parent = madeField("base", base, 0);
    parent.isBase = true;
    return process.record(
        "derived", 20, {parent, madeField("b", integer, 8), madeField("both", integer, 12), madeField("", choice, 16)});
}

} // namespace

class TestValuesMembers : public QObject
{
    Q_OBJECT

private slots:
    void findsByName_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("expected");
        QTest::newRow("its own") << "b"
                                 << "3";
        QTest::newRow("of its base") << "a"
                                     << "1";
        QTest::newRow("its own before the base's") << "both"
                                                   << "4";
        QTest::newRow("of an anonymous union") << "c"
                                               << "5";
        QTest::newRow("another one of it") << "d"
                                           << "5";
        QTest::newRow("none") << "e"
                              << "! NoSuchName";
        QTest::newRow("in another case") << "B"
                                         << "! NoSuchName";
        QTest::newRow("a part of a name") << "bot"
                                          << "! NoSuchName";
    }
    void findsByName()
    {
        QFETCH(const QString, name);
        QFETCH(const QString, expected);
        MadeProcess process(Language::Cxx);
        const Value value = process.of(derived(process), Numbers{1, 2, 3, 4, 5});
        QCOMPARE(words(process.text(process.reader.member(value, name.toStdString()))), expected);
    }

    void knowsWhatItIsAMemberOf()
    {
        MadeProcess process(Language::Cxx);
        const Type& type = derived(process);
        const Value value = process.of(type, Numbers{1, 2, 3, 4, 5});
        const Value b = *process.reader.member(value, "b");
        QCOMPARE(b.name, std::string("b"));
        QCOMPARE(b.record, value.address);
        QVERIFY(b.recordType == &type);
        QCOMPARE(b.address, value.address.plus(8));
    }

    void aBaseIsAMember()
    {
        MadeProcess process(Language::Cxx);
        const Value value = process.of(derived(process), Numbers{1, 2, 3, 4, 5});
        const auto base = process.reader.member(value, "base");
        QVERIFY(base);
        QCOMPARE(words(process.text(process.reader.member(*base, "both"))), QString("2"));
        const auto all = process.reader.members(value);
        QVERIFY(all);
        std::string names;
        for (const Value& member : *all)
            names += member.name + ",";
        QCOMPARE(names, std::string("base,b,both,,"));
    }

    void namesOfFortranHaveNoCase()
    {
        MadeProcess process(Language::Fortran);
        const Type& type =
            process.record("point", 8, {madeField("x_Pos", process.integer, 0), madeField("_len", process.integer, 4)});
        const Value value = process.of(type, Numbers{7, 8});
        QCOMPARE(words(process.text(process.reader.member(value, "X_pOS"))), QString("7"));
        QCOMPARE(words(process.text(process.reader.member(value, "x_po"))), QString("! NoSuchName"));
        QCOMPARE(process.reader.members(value)->size(), std::size_t{1}); // the compiler's own is none
    }

    void cShowsUnderscores()
    {
        MadeProcess process(Language::C);
        const Type& type = process.record("s", 4, {madeField("_len", process.integer, 0)});
        QCOMPARE(process.reader.members(process.of(type, Numbers{7}))->size(), std::size_t{1});
    }

    void bitFieldsHaveTheirBits()
    {
        MadeProcess process(Language::C);
        Field low = madeField("low", process.integer, 0);
        low.bits = 3;
        Field high = madeField("high", process.integer, 1);
        high.bits = 12;
        high.bitOffset = 5;
        const Type& type = process.record("flags", 4, {low, high});
        const Value value = process.of(type, std::vector<std::uint8_t>{0xff, 0xa0, 0xbc, 0x01});
        const Value first = *process.reader.member(value, "low");
        QVERIFY(first.bitField && first.bitField->bits == 3 && first.bitField->offset == 0);
        QCOMPARE(process.reader.read(first)->size(), std::size_t{1});
        const Value second = *process.reader.member(value, "high");
        QVERIFY(second.bitField && second.bitField->bits == 12 && second.bitField->offset == 5);
        QCOMPARE(second.address, value.address.plus(1));
        QCOMPARE(process.reader.read(second)->size(), std::size_t{3}); // the bytes that it lies in
    }

    void aComponentOfAnArrayIsAnArray()
    {
        MadeProcess process(Language::Fortran);
        const Type& type =
            process.record("point", 8, {madeField("x", process.integer, 0), madeField("y", process.integer, 4)});
        const Value points = process.of(process.arrayOf(type, {{0, 2}}), Numbers{1, 2, 3, 4, 5, 6});
        QCOMPARE(words(process.text(process.reader.member(points, "Y"))), QString("(0:2) 2 4 6"));
        const Subscript back{true, std::nullopt, std::nullopt, -2};
        const Value section = *process.reader.section(points, std::span(&back, 1));
        QCOMPARE(words(process.text(process.reader.member(section, "x"))), QString("(1:2) 5 1"));
        QCOMPARE(words(process.text(process.reader.member(points, "z"))), QString("! NoSuchName"));
        const Value none = process.of(process.arrayOf(type, {{1, 0}}), Numbers{});
        QCOMPARE(words(process.text(process.reader.member(none, "x"))), QString("(1:0)"));
    }

    void aComponentThatIsElsewhereIsAskedForOfOneElement()
    {
        MadeProcess process(Language::Fortran);
        const Address target = process.memory.put(Numbers{42});
        const Type& type = process.record("node", 16,
                                          {madeField("pair", process.arrayOf(process.integer, {{1, 2}}), 0),
                                           madeField("there", process.pointerTo(process.integer), 8)});
        const Value nodes =
            process.of(process.arrayOf(type, {{1, 1}}), std::vector<std::uint64_t>{0x2'0000'0001, target.value});
        QCOMPARE(words(process.text(process.reader.member(nodes, "pair"))), QString("! Wrong"));
        QCOMPARE(words(process.text(process.reader.member(nodes, "there"))), QString("! Wrong"));
        const std::int64_t first[] = {1};
        const Value node = *process.reader.element(nodes, first);
        QCOMPARE(words(process.text(process.reader.member(node, "pair"))), QString("(1:2) 1 2"));
        QCOMPARE(words(process.text(process.reader.member(node, "there"))), QString("42"));
    }

    void aMemberBeyondAPointerOfC()
    {
        MadeProcess process(Language::C);
        const Type& type = process.record("s", 8, {madeField("n", process.integer, 4)});
        const Address target = process.memory.put(Numbers{1, 2});
        const Type& pointer = process.pointerTo(type);
        const auto member = [&](std::uint64_t to) {
            return words(process.text(process.reader.member(process.of(pointer, std::vector<std::uint64_t>{to}), "n")));
        };
        QCOMPARE(member(target.value), QString("2"));
        QCOMPARE(member(0), QString("! NotAssociated"));
        QCOMPARE(member(UINT64_MAX), QString("! Unreadable"));
        const Type& two = process.pointerTo(pointer);
        const Value indirect =
            process.of(two, std::vector<std::uint64_t>{process.memory.put(std::vector{target.value}).value});
        QCOMPARE(words(process.text(process.reader.member(indirect, "n"))), QString("! Wrong"));
    }

    void aPointerOfFortranIsFollowed()
    {
        MadeProcess process(Language::Fortran);
        const Type& type = process.record("s", 8, {madeField("n", process.integer, 4)});
        const Address target = process.memory.put(Numbers{1, 2});
        const Type& pointer = process.pointerTo(type);
        const Value there = process.of(pointer, std::vector<std::uint64_t>{target.value});
        QCOMPARE(words(process.text(process.reader.member(there, "n"))), QString("2"));
        const Value nowhere = process.of(pointer, std::vector<std::uint64_t>{0});
        QCOMPARE(words(process.text(process.reader.member(nowhere, "n"))), QString("! NotAssociated"));
        QCOMPARE(words(process.text(process.reader.member(process.at(Address{0}, type), "n"))),
                 QString("! NotPresent"));
    }

    void referencesAreFollowed()
    {
        MadeProcess process(Language::Cxx);
        const Address number = process.memory.put(Numbers{5});
        Type& reference = process.type(TypeKind::Reference, 8, "");
        reference.target = &process.integer;
        const Value there = process.of(reference, std::vector<std::uint64_t>{number.value});
        QCOMPARE(words(process.text(there)), QString("5"));
        Type& self = process.type(TypeKind::Reference, 8, "");
        self.target = &self; // and its memory refers to itself
        Value circle = process.of(self, std::vector<std::uint64_t>{0});
        circle = process.of(self, std::vector<std::uint64_t>{circle.address.value + 16});
        QCOMPARE(words(process.text(circle)), QString("! NotRecorded"));
    }

    void pointersOfFortranInACircleEnd()
    {
        MadeProcess process(Language::Fortran);
        Type& pointer = process.type(TypeKind::Pointer, 8, "");
        pointer.target = &pointer;
        const std::uint64_t here = process.memory.put(Numbers{0}).value + 16;
        QCOMPARE(words(process.text(process.of(pointer, std::vector<std::uint64_t>{here}))), QString("! NotRecorded"));
    }

    void whatHasNoMembersSaysSo()
    {
        MadeProcess process(Language::C);
        const Value n = process.of(process.integer, Numbers{1});
        QCOMPARE(words(process.text(process.reader.member(n, "x"))), QString("! Wrong"));
        QVERIFY(!process.reader.members(n));
        const Value a = process.of(process.arrayOf(process.integer, {{0, 1}}), Numbers{1, 2});
        QCOMPARE(words(process.text(process.reader.member(a, "x"))), QString("! Wrong"));
        QVERIFY(!process.reader.members(a));
        const Type& incomplete = process.type(TypeKind::Incomplete, 0, "hidden");
        QCOMPARE(words(process.text(process.reader.member(process.of(incomplete, Numbers{1}), "x"))),
                 QString("! Wrong"));
        const Type& empty = process.record("empty", 0, {});
        QCOMPARE(process.reader.members(process.of(empty, Numbers{1}))->size(), std::size_t{0});
        QCOMPARE(words(process.text(process.reader.member(process.of(empty, Numbers{1}), "x"))),
                 QString("! NoSuchName"));
    }

    void pointersPointToSomething()
    {
        MadeProcess process(Language::C);
        const Type& nothing = process.type(TypeKind::Void, 0, "void");
        const Address target = process.memory.put(Numbers{5});
        const auto pointee = [&](const Type& type) {
            const Value pointer = process.of(type, std::vector<std::uint64_t>{target.value});
            return words(process.text(process.reader.pointee(pointer)));
        };
        QCOMPARE(pointee(process.pointerTo(process.integer)), QString("5"));
        QCOMPARE(pointee(process.pointerTo(nothing)), QString("! Wrong"));
        QCOMPARE(pointee(process.integer), QString("! Wrong"));
        const Value array = process.of(process.arrayOf(process.integer, {{0, 1}}), Numbers{7, 8});
        QCOMPARE(words(process.text(process.reader.pointee(array))), QString("7"));
    }

    void aTypeThatIsItsOwnBaseEnds()
    {
        MadeProcess process(Language::Cxx);
        Type& type = process.record("self", 4, {});
        Field base = madeField("self", type, 0);
        base.isBase = true;
        process.file.setFields(type, {base, madeField("n", process.integer, 0)});
        const Value value = process.of(type, Numbers{3});
        QCOMPARE(words(process.text(process.reader.member(value, "n"))), QString("3"));
        QCOMPARE(words(process.text(process.reader.member(value, "m"))), QString("! NoSuchName"));
    }

    void anArrayWithoutElementsIsAPointer()
    {
        MadeProcess process(Language::C);
        Type& flexible = process.arrayOf(process.integer, {{0, 0}}); // int rest[];
        flexible.dimensions[0].upper = {};
        QCOMPARE(words(process.text(process.reader.pointee(process.of(flexible, Numbers{7})))), QString("7"));
        const Value none = process.of(process.arrayOf(process.integer, {{0, -1}}), Numbers{7}); // int none[0];
        const auto first = process.reader.pointee(none);
        QVERIFY(!first || first->address == none.address);
    }

    void aTypeThatIsManyTimesItsOwnMemberEndsSoon()
    {
        MadeProcess process(Language::Cxx);
        Type& type = process.record("self", 4, {});
        process.file.setFields(type, {madeField("", type, 0), madeField("", type, 0)});
        const Value value = process.of(type, Numbers{3});
        QCOMPARE(words(process.text(process.reader.member(value, "m"))), QString("! NoSuchName"));
    }
};

DBGR_TEST(TestValuesMembers);

} // namespace tst_values_members

#include "tst_values_members.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// Which element a person means who types subscripts.
#include "tests/support/run/test_class.h"
#include "ui/values/element_subscripts.h"

#include <QtTest>

namespace tst_element_subscripts {

using namespace dbgr;
using ui::ElementSubscripts;

class TestElementSubscripts : public QObject
{
    Q_OBJECT

private slots:
    void countAsTheProgramDoes_data();
    void countAsTheProgramDoes();
    void countFromZeroWhereTheTypeSaysNothing_data();
    void countFromZeroWhereTheTypeSaysNothing();
    void refuseWhatIsNoPlace_data();
    void refuseWhatIsNoPlace();
};

void TestElementSubscripts::countAsTheProgramDoes_data()
{
    QTest::addColumn<QString>("type");
    QTest::addColumn<uint>("count");
    QTest::addColumn<QString>("first");
    QTest::addColumn<QString>("range");
    QTest::addColumn<QString>("text");
    QTest::addColumn<uint>("number");
    const QString vector = "real(kind=8), allocatable (-2:300)";
    const QString matrix = "integer(kind=4) (3:7,0:4)";
    QTest::newRow("first") << vector << 303U << "-2"
                           << "(-2:300)"
                           << "-2" << 0U;
    QTest::newRow("last") << vector << 303U << "-2"
                          << "(-2:300)"
                          << "300" << 302U;
    QTest::newRow("below") << vector << 303U << "-2"
                           << "(-2:300)"
                           << "-9" << 0U;
    QTest::newRow("behind") << vector << 303U << "-2"
                            << "(-2:300)"
                            << "9223372036854775807" << 302U;
    QTest::newRow("two dimensions") << matrix << 25U << "3,0"
                                    << "(3:7,0:4)"
                                    << " 4, 2" << 11U;
    QTest::newRow("both ends") << matrix << 25U << "3,0"
                               << "(3:7,0:4)"
                               << "7,4" << 24U;
    QTest::newRow("of records") << "type(cell), pointer (5:6)" << 2U << "5"
                                << "(5:6)"
                                << "6" << 1U;
}

void TestElementSubscripts::countAsTheProgramDoes()
{
    QFETCH(QString, type);
    QFETCH(uint, count);
    QFETCH(QString, text);
    QFETCH(uint, number);
    const ElementSubscripts subscripts(type, count);
    QTEST(subscripts.first(), "first");
    QTEST(subscripts.range(), "range");
    const auto found = subscripts.numberOf(text);
    QVERIFY(found);
    QCOMPARE(*found, number);
}

void TestElementSubscripts::countFromZeroWhereTheTypeSaysNothing_data()
{
    QTest::addColumn<QString>("type");
    QTest::newRow("C") << "int [303]";
    QTest::newRow("C++") << "std::vector<int>";
    QTest::newRow("a function's") << "void (*[303])(int)";
    QTest::newRow("other bounds than elements") << "real(kind=8) (1:4)";
    QTest::newRow("bounds that overflow") << "real(kind=8) (1:999999999999999999,1:999999999999999999)";
    QTest::newRow("no elements") << "real(kind=8) (5:4,1:303)";
    QTest::newRow("nothing") << "";
}

void TestElementSubscripts::countFromZeroWhereTheTypeSaysNothing()
{
    QFETCH(QString, type);
    const ElementSubscripts subscripts(type, 303);
    QCOMPARE(subscripts.first(), "0");
    QCOMPARE(subscripts.range(), "0 to 302");
    QCOMPARE(subscripts.numberOf("17").value_or(0), 17U);
    QCOMPARE(subscripts.numberOf("400").value_or(0), 302U);
}

void TestElementSubscripts::refuseWhatIsNoPlace_data()
{
    QTest::addColumn<QString>("text");
    for (const char* text : {"", "x", "1", "1,2,3", "1,", "4,2x", "99999999999999999999,1"})
        QTest::newRow(*text ? text : "nothing") << text;
}

void TestElementSubscripts::refuseWhatIsNoPlace()
{
    QFETCH(QString, text);
    QVERIFY(!ElementSubscripts("integer(kind=4) (3:7,0:4)", 25).numberOf(text));
}

DBGR_TEST(TestElementSubscripts);

} // namespace tst_element_subscripts

#include "tst_element_subscripts.moc"

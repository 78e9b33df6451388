// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "tests/support/session/builders.h"
#include "ui/values/across.h"

#include <cmath>

using namespace dbgr;
using test::ranks;
using test::value;
using ui::Across;

namespace {

using Groups = std::vector<debug::ValueGroup>;

debug::ValueGroup problem(const char* rankText, std::string why)
{
    return {ranks(rankText), {}, {}, std::move(why)};
}

QString fold(Groups groups, const char* asked, std::uint64_t focus)
{
    return ui::acrossText(ui::foldAcross(std::move(groups), {}, ranks(asked)), focus);
}

} // namespace

class TestAcross : public QObject
{
    Q_OBJECT

private slots:
    void saysTheSameOnceAndSpeaksOnlyForThoseAsked();
    void saysFromWhereToWhereOfNumbers_data();
    void saysFromWhereToWhereOfNumbers();
    void endsOfARangeCanBeToldApart();
    void briefWordsLeaveOutTheKindsOfNumbers();
    void readsNumbersAsWrittenByDebuggers_data();
    void readsNumbersAsWrittenByDebuggers();
    void comparesIntegersOf64BitsExactly();
    void countsKindsOfTexts();
    void saysWhereItDoesNotExist();
    void addressesHaveNoRange();
    void ranksThatFailedAreAbsent();
    void oneRankHasNothingToCompare();
    void drawsValuesAgainstRanks();
    void listsGroupsAndCutsTheList();
};

void TestAcross::saysTheSameOnceAndSpeaksOnlyForThoseAsked()
{
    QCOMPARE(fold({value("0-3", "7")}, "0-3", 4), "= all");
    QCOMPARE(fold({value("0-2", "7")}, "0-2", 4), "= in 3 of 4");
    // The same text of two types is the same to look at.
    QCOMPARE(fold({value("0-1", "7", "int"), value("2-3", "7", "long")}, "0-3", 4), "= all");
}

void TestAcross::saysFromWhereToWhereOfNumbers_data()
{
    QTest::addColumn<QStringList>("values");
    QTest::addColumn<QString>("text");
    QTest::newRow("integers") << QStringList{"3", "0", "31"} << "0..31, 3 kinds";
    QTest::newRow("negative") << QStringList{"-2", "5", "-10"} << "-10..5, 3 kinds";
    QTest::newRow("as numbers, not as texts") << QStringList{"9", "10", "9"} << "9..10, 2 kinds";
    QTest::newRow("floats") << QStringList{"0.5", "-1.25", "2"} << "-1.25..2, 3 kinds";
    QTest::newRow("long floats") << QStringList{"0.33333333333333331", "0.66666666666666663", "1"}
                                 << "0.3333..1, 3 kinds";
    QTest::newRow("not a number") << QStringList{"1", "NaN", "3"} << "1..3, 3 kinds, NaN in 1";
    QTest::newRow("one number") << QStringList{"1", "nan", "NaN"} << "1, 3 kinds, NaN in 2";
    QTest::newRow("infinite") << QStringList{"1", "+Inf", "-Inf"} << "-Inf..+Inf, 3 kinds";
    QTest::newRow("hexadecimal") << QStringList{"0x10", "0x9", "0x10"} << "0x9..0x10, 2 kinds";
    QTest::newRow("yes or no") << QStringList{"true", "false", "true"} << "2 true, 1 false";
}

void TestAcross::saysFromWhereToWhereOfNumbers()
{
    QFETCH(QStringList, values);
    QFETCH(QString, text);
    Groups groups;
    for (int i = 0; i < values.size(); ++i)
        groups.push_back({util::RankSet(util::Rank(static_cast<std::uint32_t>(i))), values[i].toStdString(), "t", {}});
    QCOMPARE(fold(groups, "0-2", 3), text);
}

void TestAcross::endsOfARangeCanBeToldApart()
{
    QCOMPARE(fold({value("0", "0.12345678"), value("1", "0.12349999")}, "0-1", 2), "0.12346..0.1235, 2 kinds");
}

void TestAcross::briefWordsLeaveOutTheKindsOfNumbers()
{
    const auto brief = [](Groups groups) {
        return ui::acrossText(ui::foldAcross(std::move(groups), {}, ranks("0-2")), 3, ui::AcrossWords::Brief);
    };
    QCOMPARE(brief({value("0", "1"), value("1-2", "5")}), "1..5");
    QCOMPARE(brief({value("0", "1"), value("1", "NaN"), problem("2", "gone")}), "1, NaN in 1, n/a in 1");
    QCOMPARE(brief({value("0", "\"a\""), value("1-2", "\"b\"")}), "2 kinds");
}

void TestAcross::readsNumbersAsWrittenByDebuggers_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<bool>("isNumber");
    QTest::addColumn<double>("number");
    QTest::newRow("integer") << "42" << true << 42.0;
    QTest::newRow("negative") << "-7" << true << -7.0;
    QTest::newRow("exponent") << "1.5e+300" << true << 1.5e300;
    QTest::newRow("hexadecimal") << "0xff" << true << 255.0;
    QTest::newRow("infinity") << "-Inf" << true << -std::numeric_limits<double>::infinity();
    QTest::newRow("text") << "\"12\"" << false << 0.0;
    QTest::newRow("character") << "'1'" << false << 0.0;
    QTest::newRow("bool") << "true" << false << 0.0;
    QTest::newRow("struct") << "{1, 2}" << false << 0.0;
    QTest::newRow("number with more") << "12 apples" << false << 0.0;
    QTest::newRow("hexadecimal with text") << "0xff \"x\"" << false << 0.0;
    QTest::newRow("empty") << "" << false << 0.0;
}

void TestAcross::readsNumbersAsWrittenByDebuggers()
{
    QFETCH(QString, text);
    QFETCH(bool, isNumber);
    QFETCH(double, number);
    const auto read = ui::numberOf(text.toStdString());
    QCOMPARE(read.has_value(), isNumber);
    if (isNumber)
        QCOMPARE(static_cast<double>(*read), number);
    QVERIFY(std::isnan(*ui::numberOf("NaN")));
}

void TestAcross::comparesIntegersOf64BitsExactly()
{
    const Across across = ui::foldAcross(
        {value("0", "9223372036854775807"), value("1", "9223372036854775806"), value("2", "18446744073709551615")}, {},
        ranks("0-2"));
    QCOMPARE(across.lowest, "9223372036854775806");
    QCOMPARE(across.highest, "18446744073709551615");
}

void TestAcross::countsKindsOfTexts()
{
    QCOMPARE(fold({value("0", "\"a\""), value("1", "\"b\""), value("2", "'c'")}, "0-2", 3), "3 kinds");
    QCOMPARE(fold({value("0", "1"), value("1", "{x = 1}")}, "0-1", 2), "2 kinds"); // not only numbers
}

void TestAcross::saysWhereItDoesNotExist()
{
    QCOMPARE(fold({value("0-1", "7"), problem("2-3", "no variable of that name")}, "0-3", 4), "= in 2, n/a in 2");
    QCOMPARE(fold({value("0", "7"), value("1", "8"), problem("2", "optimised out"), problem("3", "gone")}, "0-3", 4),
             "7..8, 2 kinds, n/a in 2");
    QCOMPARE(fold({problem("0-3", "no variable of that name")}, "0-3", 4), "n/a");
}

void TestAcross::addressesHaveNoRange()
{
    const Across across =
        ui::foldAcross({value("0", "0x7f01", "char *"), value("1", "0x7f02", "char *")}, {}, ranks("0-1"));
    QVERIFY(!across.numeric);
    QCOMPARE(ui::acrossText(across, 2), "2 kinds");
}

void TestAcross::ranksThatFailedAreAbsent()
{
    const Across across =
        ui::foldAcross({value("0-2", "7")}, {{ranks("3,9"), {{}, "its daemon is lost", ""}}}, ranks("0-3"));
    QCOMPARE(across.absent.size(), std::size_t(1));
    QCOMPARE(across.absent.front().ranks.toString(), "3"); // 9 was not asked
    QCOMPARE(across.of(util::Rank(3))->problem, "its daemon is lost");
    QCOMPARE(across.of(util::Rank(1))->value, "7");
    QVERIFY(!across.of(util::Rank(9)));
}

void TestAcross::oneRankHasNothingToCompare()
{
    QCOMPARE(fold({value("3", "7")}, "3", 4), "");
}

void TestAcross::drawsValuesAgainstRanks()
{
    const Across few = ui::foldAcross({value("2", "0"), value("5", "10"), value("7", "5")}, {}, ranks("2,5,7"));
    QCOMPARE(few.spark.size(), std::size_t(3));
    QCOMPARE(few.spark[0].high, 0.0F);
    QCOMPARE(few.spark[1].low, 1.0F);
    QCOMPARE(few.spark[2].low, 0.5F);

    // Many ranks share a column; a rank that differs is seen in it.
    const Across many = ui::foldAcross({value("0-4999,5001-9999", "1"), value("5000", "9")}, {}, ranks("0-9999"));
    QCOMPARE(many.spark.size(), Across::kSparkColumns);
    QCOMPARE(many.spark[24].low, 0.0F);
    QCOMPARE(many.spark[24].high, 1.0F);
    QCOMPARE(many.spark[0].high, 0.0F);

    const Across gaps = ui::foldAcross({value("0", "1"), value("1", "NaN"), value("2", "+Inf")}, {}, ranks("0-2"));
    QVERIFY(!gaps.spark[1].any);
    QCOMPARE(gaps.spark[2].high, 1.0F);
    QVERIFY(ui::foldAcross({value("0-2", "1")}, {}, ranks("0-2")).spark.empty()); // all the same: nothing to draw
}

void TestAcross::listsGroupsAndCutsTheList()
{
    const Across across =
        ui::foldAcross({value("1", "8"), value("0,2", "7"), problem("3", "optimised out")}, {}, ranks("0-3"));
    QCOMPARE(ui::acrossLines(across, 9), QStringList({"0,2: 7", "1: 8", "3: optimised out"}));
    QCOMPARE(ui::acrossLines(across, 3).size(), 3);
    QCOMPARE(ui::acrossLines(across, 2), QStringList({"0,2: 7", "and 2 more"}));
}

QTEST_GUILESS_MAIN(TestAcross)
#include "tst_across.moc"

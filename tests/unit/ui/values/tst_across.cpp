// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "tests/support/run/test_class.h"
#include "tests/support/session/builders.h"
#include "ui/values/across.h"

#include <cmath>

namespace tst_across {

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

debug::ValueGroup address(const char* rankText, const char* text)
{
    debug::ValueGroup group = value(rankText, text, "MPI_Comm");
    group.content.isAddress = true;
    return group;
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
    void addressesDifferIsSaidOfNothingElse_data();
    void addressesDifferIsSaidOfNothingElse();
    void ranksThatFailedAreAbsent();
    void oneRankHasNothingToCompare();
    void contentBeyondTheTextCounts();
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
    QTest::newRow("integers") << QStringList{"3", "0", "31"} << "0..31, 3 values";
    QTest::newRow("negative") << QStringList{"-2", "5", "-10"} << "-10..5, 3 values";
    QTest::newRow("as numbers, not as texts") << QStringList{"9", "10", "9"} << "9..10, 2 values";
    QTest::newRow("floats") << QStringList{"0.5", "-1.25", "2"} << "-1.25..2, 3 values";
    QTest::newRow("long floats") << QStringList{"0.33333333333333331", "0.66666666666666663", "1"}
                                 << "0.3333..1, 3 values";
    QTest::newRow("not a number") << QStringList{"1", "NaN", "3"} << "1..3, 3 values, NaN in 1";
    QTest::newRow("one number") << QStringList{"1", "nan", "NaN"} << "1, 3 values, NaN in 2";
    QTest::newRow("infinite") << QStringList{"1", "+Inf", "-Inf"} << "-Inf..+Inf, 3 values";
    QTest::newRow("hexadecimal") << QStringList{"0x10", "0x9", "0x10"} << "0x9..0x10, 2 values";
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
    QCOMPARE(fold({value("0", "0.12345678"), value("1", "0.12349999")}, "0-1", 2), "0.12346..0.1235, 2 values");
}

void TestAcross::briefWordsLeaveOutTheKindsOfNumbers()
{
    const auto brief = [](Groups groups) {
        return ui::acrossText(ui::foldAcross(std::move(groups), {}, ranks("0-2")), 3, ui::AcrossWords::Brief);
    };
    QCOMPARE(brief({value("0", "1"), value("1-2", "5")}), "1..5");
    QCOMPARE(brief({value("0", "1"), value("1", "NaN"), problem("2", "gone")}), "1, NaN in 1, n/a in 2");
    QCOMPARE(brief({value("0", "\"a\""), value("1-2", "\"b\"")}), "2 values");
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
    QCOMPARE(fold({value("0", "\"a\""), value("1", "\"b\""), value("2", "'c'")}, "0-2", 3), "3 values");
    QCOMPARE(fold({value("0", "1"), value("1", "{x = 1}")}, "0-1", 2), "2 values"); // not only numbers
}

void TestAcross::saysWhereItDoesNotExist()
{
    QCOMPARE(fold({value("0-1", "7"), problem("2-3", "no variable of that name")}, "0-3", 4), "= in 2, n/a in 2-3");
    QCOMPARE(fold({value("0", "7"), value("1", "8"), problem("2", "optimised out"), problem("3", "gone")}, "0-3", 4),
             "7..8, 2 values, n/a in 2-3");
    QCOMPARE(fold({problem("0-3", "no variable of that name")}, "0-3", 4), "n/a");
    const char* const undeclared = "there is no 'hop' here";
    QCOMPARE(fold({value("0,3", "7"), problem("1-2", undeclared)}, "0-3", 4), "= in 2, not in scope in 1-2");
    QCOMPARE(fold({value("0", "7"), problem("1-2", undeclared), problem("3", "optimised out")}, "0-3", 4),
             "= in 1, n/a in 1-3");
    QCOMPARE(fold({problem("0-3", undeclared)}, "0-3", 4), "not in scope");
}

void TestAcross::addressesHaveNoRange()
{
    const Across across = ui::foldAcross({address("0", "0x7f01"), address("1", "0x7f02")}, {}, ranks("0-1"));
    QVERIFY(!across.numeric);
    QCOMPARE(ui::acrossText(across, 2), "addresses differ");
    QVERIFY(across.differsInAddressesOnly());
}

void TestAcross::addressesDifferIsSaidOfNothingElse_data()
{
    QTest::addColumn<QStringList>("values");
    QTest::addColumn<bool>("isAddress");
    QTest::addColumn<QString>("text");
    QTest::addColumn<bool>("quiet");
    const QStringList plain{"0x7f01", "0x7f02", "0x7f03"};
    QTest::newRow("pointer") << plain << true << "addresses differ" << true;
    QTest::newRow("to the same text") << QStringList{"0x1 \"a\"", "0x2 \"a\"", "0x3 \"a\""} << true
                                      << "addresses differ" << true;
    QTest::newRow("to the same function")
        << QStringList{"0x1 <work>", "0x2 <work>", "0x3 <work>"} << true << "addresses differ" << true;
    QTest::newRow("to other functions") << QStringList{"0x1 <work>", "0x2 <rest>", "0x3 <work>"} << true << "3 values"
                                        << false;
    QTest::newRow("to other texts") << QStringList{"0x1 \"a\"", "0x2 \"b\"", "0x3 \"a\""} << true << "3 values"
                                    << false;
    QTest::newRow("texts alone") << QStringList{"\"a\"", "\"b\"", "\"c\""} << true << "3 values" << false;
    QTest::newRow("some null") << QStringList{"0x0000", "0x7f02", "0x7f03"} << true << "null in 0, addresses differ"
                               << false;
    QTest::newRow("one is not null") << QStringList{"0x0000", "0x7f02", "0x0000"} << true << "null in 0,2" << false;
    QTest::newRow("the same") << QStringList{"0x1", "0x1", "0x1"} << true << "= all" << false;
    QTest::newRow("a number in hexadecimal") << plain << false << "0x7f01..0x7f03, 3 values" << false;
    QTest::newRow("a pointer's words") << QStringList{"0x1", "nullptr", "0x3"} << true << "3 values" << false;
}

void TestAcross::addressesDifferIsSaidOfNothingElse()
{
    QFETCH(const QStringList, values);
    QFETCH(const bool, isAddress);
    QFETCH(const bool, quiet);
    // What the type is called does not matter.
    for (const char* type : {"int *", "MPI_Comm", "std::unique_ptr<int>"}) {
        Groups groups;
        for (int i = 0; i < values.size(); ++i) {
            groups.push_back(
                {util::RankSet(util::Rank(static_cast<std::uint32_t>(i))), values[i].toStdString(), type, {}});
            groups.back().content.isAddress = isAddress;
        }
        const Across across = ui::foldAcross(groups, {}, ranks("0-2"));
        QTEST(ui::acrossText(across, 3), "text");
        QCOMPARE(across.differsInAddressesOnly(), quiet);
        QCOMPARE(across.spark.empty(), isAddress);
    }
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

void TestAcross::contentBeyondTheTextCounts()
{
    const auto vec = [](const char* who, std::uint64_t hash, bool partial = false) {
        debug::ValueGroup group = value(who, "{1, 2, ...}", "T");
        group.content = {{hash, 1}, partial, partial ? 500U : 0U};
        return group;
    };
    QCOMPARE(fold({vec("0-1", 7), vec("2-3", 7)}, "0-3", 4), "= all");
    QCOMPARE(fold({vec("0-1,3", 7), vec("2", 8)}, "0-3", 4), "2 values");
    QCOMPARE(fold({vec("0-3", 7, true)}, "0-3", 4), "first 500 = all");
    auto none = vec("0-3", 7, true);
    none.content.compared = 0;
    QCOMPARE(fold({none}, "0-3", 4), "not compared");
    QCOMPARE(fold({vec("0-2", 7, true), problem("3", "gone")}, "0-3", 4), "first 500 = in 3, n/a in 3");
    const Across across = ui::foldAcross({vec("0-1,3", 7), vec("2", 8)}, {}, ranks("0-3"));
    QCOMPARE(ui::acrossLines(across, 9), QStringList({"0-1,3: {1, 2, ...}  (differs beyond what is shown)",
                                                      "2: {1, 2, ...}  (differs beyond what is shown)"}));
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
    QCOMPARE(ui::acrossLines(across, 9), QStringList({"0,2: 7", "1: 8", "3: (optimised out)"}));
    QCOMPARE(ui::acrossLines(across, 3).size(), 3);
    QCOMPARE(ui::acrossLines(across, 2), QStringList({"0,2: 7", "and 2 more"}));
}

DBGR_TEST(TestAcross, QCoreApplication);

} // namespace tst_across

#include "tst_across.moc"

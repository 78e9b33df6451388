// SPDX-License-Identifier: GPL-3.0-or-later
// Sets of ranks as people write them, and as nobody should.
#include "session/group_expression.h"
#include "tests/support/run/test_class.h"
#include "tests/support/session/builders.h"

#include <QElapsedTimer>
#include <QTest>

#include <map>

namespace tst_group_expression {

using namespace dbgr;
using namespace dbgr::session;
using namespace dbgr::test;
using util::RankSet;

namespace {

/// In a job of ranks 0-9, in which a is 0-4, b is 3-6 and c is nothing.
QString evaluated(const GroupExpression& expression)
{
    const std::map<std::string, RankSet> known{{"all", ranks("0-9")},      {"a", ranks("0-4")},
                                               {"b", ranks("3-6")},        {"c", {}},
                                               {"host:n-1.x", ranks("8")}, {"program:my ring", ranks("9")}};
    return QString::fromStdString(
        expression.evaluate(ranks("0-9"), [&](const std::string& name) { return known.at(name); }).toString());
}

std::string repeated(const std::string& text, std::size_t times)
{
    std::string all;
    for (std::size_t i = 0; i < times; ++i)
        all += text;
    return all;
}

/// Every second rank, as a list.
std::string sieve(std::size_t ranks)
{
    std::string text = "0";
    for (std::size_t rank = 2; rank < ranks; rank += 2)
        text += "," + std::to_string(rank);
    return text;
}

QString problemOf(const std::string& text)
{
    const auto expression = GroupExpression::parse(text);
    return expression ? QString("none") : QString::fromStdString(expression.error().detail);
}

} // namespace

class TestGroupExpression : public QObject
{
    Q_OBJECT

private slots:
    void means_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("ranks");
        const auto row = [](const char* text, const char* meant) { QTest::newRow(text) << text << meant; };
        row("3", "3");
        row(" 0-3 , 7 ", "0-3,7");
        row("0 - 3", "0-3"); // between two numbers it is a range
        row("12", "12");     // whether the job has it others say
        row("*", "0-9");
        row("none", "");
        row("a|b", "0-6");
        row("a,b", "0-6");
        row("a & b", "3-4");
        row("a-b", "0-2");
        row("a-3", "0-2,4");
        row("3 - a", "");
        row("5-7 - b", "7");
        row("!a", "5-9");
        row("!!a", "0-4");
        row("!0-3,7", "4-6,8-9");  // a list binds most
        row("0,7 & a", "0");       //
        row("a | b & 4-9", "0-6"); // & before |
        row("(a | b) & 4-9", "4-6");
        row("a | b - 3", "0-2,4-6"); // from left to right
        row("a - b - 0", "1-2");
        row("a - (b - 3)", "0-3");
        row("c", "");
        row("7,a,9", "0-4,7,9");
        row("host:n-1.x|0", "0,8");
        row("all - host:n-1.x", "0-7,9");
        row("program:\"my ring\" | 1", "1,9");
    }
    void means()
    {
        QFETCH(QString, text);
        const auto expression = GroupExpression::parse(text.toStdString());
        QVERIFY2(expression.has_value(), expression ? "" : expression.error().detail.c_str());
        QTEST(evaluated(*expression), "ranks");
        QCOMPARE(expression->text(), text.trimmed().toStdString());
    }

    void saysWhatIsWrong_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("why");
        const auto row = [](const char* text, const char* why) { QTest::newRow(text) << text << why; };
        row("", "a rank or the name of a group is missing at the end");
        row("3-", "a rank or the name of a group is missing at the end");
        row("3,", "a rank or the name of a group is missing at the end");
        row("a | | b", "a rank or the name of a group is missing at character 5");
        row("-3", "a rank or the name of a group is missing at character 1");
        row("a b", "an operator such as | or & is missing at character 3");
        row("3x", "an operator such as | or & is missing at character 2");
        row("5-3", "the range 5-3 runs backwards");
        row("4294967296", "there is no rank as large as 4294967296");
        row("(a", "a ')' is missing at the end");
        row("a)", "there is no '(' for the ')' at character 2");
        row("()", "a rank or the name of a group is missing at character 2");
        row("host:", "the name of a host is missing at the end");
        row("program:\"x", "the name of a program is missing at character 10");
        row("a%b", "an operator such as | or & is missing at character 2");
        row("\xc3\xa4", "a rank or the name of a group is missing at character 1");
    }
    void saysWhatIsWrong()
    {
        QFETCH(QString, text);
        QFETCH(QString, why);
        QCOMPARE(problemOf(text.toStdString()), "'" + text + "' is not a set of ranks such as 0-3,7 or all: " + why);
    }

    void whatIsHostileIsRefusedSoon()
    {
        QVERIFY(problemOf(repeated("(", 100'000) + "a" + repeated(")", 100'000)).endsWith("nested too deeply"));
        QVERIFY(problemOf(repeated("(", 90) + "a" + repeated(")", 90)) == "none");
        QVERIFY(problemOf(repeated("a|", 100'000) + "a").endsWith("too many names and operators"));
        QVERIFY(problemOf(repeated("a,", 100'000) + "a").endsWith("too many names and operators"));
        QVERIFY(problemOf(std::string(GroupExpression::kMaxTextBytes + 1, '1')).endsWith("it is too long"));
        QVERIFY(problemOf(std::string(GroupExpression::kMaxTextBytes, '9')).size() < 300);
        QVERIFY(problemOf(std::string("a\0b", 3)) != "none");
        const auto negated = GroupExpression::parse(repeated("!", 100'001) + "a");
        QCOMPARE(evaluated(*negated), QString("5-9"));
    }

    void aMillionRanksAreCheap()
    {
        const std::string many = sieve(140'000); // about the longest list that is taken
        QElapsedTimer timer;
        timer.start();
        const auto list = GroupExpression::parse(many);
        QVERIFY(list.has_value());
        QCOMPARE(list->numbers().size(), std::uint64_t(70'000));
        const auto mixed = GroupExpression::parse("!" + many + " & 1-900000 | all - 5");
        const RankSet all = RankSet::firstN(1'000'000);
        QCOMPARE(mixed->evaluate(all, [&](const std::string&) { return all; }).size(), std::uint64_t(999'999));
        QVERIFY2(timer.elapsed() < 1000, "it has become slow");
    }

    void whatNamesGroupsFollows()
    {
        for (const char* const text : {"a", "all", "3|a", "!3", "host:n"})
            QVERIFY2(GroupExpression::parse(text)->follows(), text);
        for (const char* const text : {"3", "none", "3-5 - 4", "(0-3) & 2"})
            QVERIFY2(!GroupExpression::parse(text)->follows(), text);
        QVERIFY(!GroupExpression::of(ranks("1-2")).follows());
        QCOMPARE(evaluated(GroupExpression::of(ranks("1-2,7"))), QString("1-2,7"));
        QCOMPARE(GroupExpression::of({}).text(), std::string("none"));
        QCOMPARE(evaluated(GroupExpression()), QString());
    }

    void aNewNameStandsWhereTheOldOneStood()
    {
        const auto expression = GroupExpression::parse("a | (b - a) & aa, host:a");
        const GroupExpression renamed = expression->renamed("a", "first");
        QCOMPARE(renamed.text(), std::string("first | (b - first) & aa, host:a"));
        QCOMPARE(renamed.renamed("first", "a").text(), expression->text());
        QCOMPARE(renamed.renamed("b", "c").text(), std::string("first | (c - first) & aa, host:a"));
    }

    void namesOfPlacesAreWrittenAsTheyAreRead()
    {
        QCOMPARE(placeName("host", "n-1.x"), std::string("host:n-1.x"));
        QCOMPARE(placeName("program", "my ring"), std::string("program:\"my ring\""));
        QCOMPARE(evaluated(*GroupExpression::parse(placeName("program", "my ring"))), QString("9"));
    }

    void namesOfGroups()
    {
        for (const char* const good : {"a", "_", "slow_2", "Z9"})
            QVERIFY2(isGroupName(good), good);
        for (const char* const bad : {"", "2a", "a-b", "a b", "host:x", "\xc3\xa4"})
            QVERIFY2(!isGroupName(bad), bad);
        QVERIFY(isGroupName(std::string(64, 'a')) && !isGroupName(std::string(65, 'a')));
    }
};

DBGR_TEST(TestGroupExpression, QCoreApplication);

} // namespace tst_group_expression

#include "tst_group_expression.moc"

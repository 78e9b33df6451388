// SPDX-License-Identifier: GPL-3.0-or-later
// What becomes of definitions when ranks come and go: what they are called, and that they mean the right ranks.
#include "session/group_edit.h"
#include "tests/support/run/test_class.h"
#include "tests/support/session/builders.h"

#include <QTest>

#include <string>
#include <system_error>
#include <vector>

namespace tst_group_edit {

using namespace dbgr;
using namespace dbgr::session;
using namespace dbgr::test;
using util::RankSet;

namespace {

/// In a job of ranks 0-9: whatever is named is 0-4.
RankSet evaluated(const GroupExpression& expression)
{
    return expression.evaluate(ranks("0-9"), [](const std::string&) { return ranks("0-4"); });
}

/// What the text is after edits, with blanks between them: "+3" puts 3 in, "-3" takes it out; or where it went wrong.
QString edited(const QString& text, const QString& edits)
{
    GroupExpression expression = GroupExpression::parse(text.toStdString()).value();
    for (const QString& edit : edits.split(' ')) {
        const RankSet those = ranks(edit.mid(1).toStdString());
        const bool in = edit.front() == '+';
        const RankSet meant = in ? evaluated(expression) | those : evaluated(expression) - those;
        expression = (in ? withRanks(expression, those) : withoutRanks(expression, those)).value();
        if (evaluated(expression) != meant)
            return "after " + edit + " it means other ranks: " + QString::fromStdString(expression.text());
    }
    return QString::fromStdString(expression.text());
}

} // namespace

class TestGroupEdit : public QObject
{
    Q_OBJECT

private slots:
    void becomes_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("edits");
        QTest::addColumn<QString>("becomes");
        const auto row = [](const char* text, const char* edits, const char* becomes) {
            QTest::addRow("%s %s", text, edits) << text << edits << becomes;
        };
        row("0-2", "+3", "0-3"); // numbers stay numbers
        row("0-2", "-0-2", "none");
        row("none", "+7", "7");
        row("3, 1 | 2", "-2", "1,3");
        row("crashed", "+3", "crashed | 3");
        row("crashed", "-3", "crashed - 3");
        row("crashed", "+7 +8 -3 -1", "crashed - 1,3 | 7-8"); // however often
        row("crashed", "+7 -7 +7", "crashed | 7");
        row("crashed", "-3 +3", "crashed | 3"); // it was put in: also when it has not crashed
        row("a & b", "+7 -1", "a & b - 1 | 7");
        row("!a", "-7", "!a - 7");
        row("a | b - 3", "+7 -4", "a | b - 3-4 | 7");
        row("a - 3", "+3", "a | 3");
        row("a - 3 | 3", "-4", "a - 3-4 | 3"); // as it is read
        row("host:n01", "-3 -4", "host:n01 - 3-4");
        row("group1", "-3 +4", "group1 - 3 | 4");
        row("program:\"my | 3\"", "+7", "program:\"my | 3\" | 7");
        row("*", "-3", "* - 3");
        // What a dash would make a range of stands in parentheses.
        row("crashed, 3", "-5", "(crashed, 3) - 5");
        row("crashed, 3 - 5", "-5 -4", "(crashed, 3 - 5) - 4-5");
        row("a | 1-2-3", "-5 +6", "(a | 1-2-3) - 5 | 6");
        row("host:a-1", "-3 -4", "(host:a-1) - 3-4");
        // Lists that are written in another way are not ours.
        row("a |3", "+7", "a |3 | 7");
        row("a | 3, 5", "+7", "a | 3, 5 | 7");
        row("(a | 3)", "+7", "(a | 3) | 7");
    }
    void becomes()
    {
        QFETCH(QString, text);
        QFETCH(QString, edits);
        QTEST(edited(text, edits), "becomes");
    }

    void manyEditsDoNotMakeItLonger()
    {
        GroupExpression expression = GroupExpression::parse("crashed, 3").value();
        for (int i = 0; i < 3000; ++i) {
            const RankSet one = ranks(std::to_string(i % 7));
            expression = (i % 3 ? withRanks(expression, one) : withoutRanks(expression, one)).value();
        }
        QVERIFY2(expression.text().size() < 60, expression.text().c_str());
    }

    void whatIsTooLongIsRefused()
    {
        std::vector<RankSet::Interval> sieve;
        for (std::uint32_t rank = 0; rank < 400'000; rank += 2)
            sieve.push_back({rank, rank});
        const auto refused =
            withRanks(GroupExpression::parse("crashed").value(), RankSet::fromIntervals(std::move(sieve)));
        QVERIFY(!refused && refused.error().code == std::errc::invalid_argument);
    }
};

DBGR_TEST(TestGroupEdit, QCoreApplication);

} // namespace tst_group_edit

#include "tst_group_edit.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// The line that makes a group, and what of a condition's values counts as true.
#include "session/condition_ranks.h"
#include "session/group_line.h"
#include "tests/support/run/test_class.h"
#include "tests/support/session/builders.h"

#include <QTest>

namespace tst_group_line {

using namespace dbgr;
using namespace dbgr::session;
using namespace dbgr::test;

class TestGroupLine : public QObject
{
    Q_OBJECT

private slots:
    void reads_data()
    {
        QTest::addColumn<QString>("line");
        QTest::addColumn<QString>("name");
        QTest::addColumn<GroupLine::How>("how");
        QTest::addColumn<QString>("text");
        using How = GroupLine::How;
        const auto row = [](const char* line, const char* name, How how, const char* text) {
            QTest::newRow(line) << line << name << how << text;
        };
        row("bad = crashed | 3-5", "bad", How::Define, "crashed | 3-5");
        row(" bad=0 ", "bad", How::Define, "0");
        row("now := stopped", "now", How::Freeze, "stopped");
        row("now:=0-3", "now", How::Freeze, "0-3");
        row("slow where step < 10", "slow", How::Where, "step < 10");
        row("slow where(step)", "slow", How::Where, "(step)");
        row("slow where\tx == 1 && y := 2", "slow", How::Where, "x == 1 && y := 2");
        row("here where stopped", "here", How::Define, "stopped"); // a state is followed
        row("here where (stopped)", "here", How::Where, "(stopped)");
        row("9! = 0", "9!", How::Define, "0"); // whether the name will do others say
    }
    void reads()
    {
        QFETCH(QString, line);
        QFETCH(GroupLine::How, how);
        const auto made = parseGroupLine(line.toStdString());
        QVERIFY2(made.has_value(), made ? "" : made.error().detail.c_str());
        QTEST(QString::fromStdString(made->name), "name");
        QTEST(QString::fromStdString(made->text), "text");
        QVERIFY(made->how == how);
    }

    void saysWhatIsWrong_data()
    {
        QTest::addColumn<QString>("line");
        QTest::addColumn<QString>("why");
        QTest::newRow("nothing") << ""
                                 << "the name of the group is missing";
        QTest::newRow("no name") << "= 3"
                                 << "the name of the group is missing";
        QTest::newRow("only a name") << "bad"
                                     << "behind the name 'bad' one of =, := and where is missing";
        QTest::newRow("another word") << "bad whereas 3"
                                      << "behind the name 'bad' one of =, := and where is missing";
        QTest::newRow("no ranks") << "bad ="
                                  << "the ranks are missing";
        QTest::newRow("no condition") << "bad where "
                                      << "the condition is missing";
    }
    void saysWhatIsWrong()
    {
        QFETCH(QString, line);
        const auto made = parseGroupLine(line.toStdString());
        QVERIFY(!made);
        QTEST(QString::fromStdString(made.error().detail), "why");
    }

    void truths_data()
    {
        QTest::addColumn<QString>("value");
        QTest::addColumn<int>("truth"); // -1: it is none
        const auto row = [](const char* value, int truth) { QTest::newRow(value) << value << truth; };
        for (const char* const yes :
             {"true", ".true.", "1", "-3", "0.5", "1e-300", "97 'a'", "0x7ffc00 <x>", "2.5d+00"})
            row(yes, 1);
        for (const char* const no : {"false", ".false.", "0", "-0", "0.0", "0e+10", "0 '\\000'", "0x0"})
            row(no, 0);
        for (const char* const neither : {"", "{x = 1}", "\"text\"", "red", "(1, 2)", "nan", "0x", "-", "truest"})
            row(neither, -1);
    }
    void truths()
    {
        QFETCH(QString, value);
        const auto truth = truthOf(value.toStdString());
        QTEST(truth ? int(*truth) : -1, "truth");
    }

    void ranksWithoutAnAnswerAreOnNeitherSide()
    {
        debug::ValueGroup gone = value("4", "");
        gone.problem = "optimised out";
        std::vector<debug::RankFailure> failures;
        const ConditionRanks sorted = sortByTruth(
            {value("0,2", "true", "bool"), value("1", "false", "bool"), value("3", "{1, 2}"), gone}, failures);
        QCOMPARE(sorted.holds, ranks("0,2"));
        QCOMPARE(sorted.fails, ranks("1"));
        QCOMPARE(failures.size(), std::size_t(2));
        QCOMPARE(failures.at(0).ranks, ranks("3"));
        QCOMPARE(failures.at(0).error.message(), std::string("it is neither true nor false there"));
        QCOMPARE(failures.at(1).ranks, ranks("4"));
        QCOMPARE(failures.at(1).error.message(), std::string("optimised out"));
    }
};

DBGR_TEST(TestGroupLine, QCoreApplication);

} // namespace tst_group_line

#include "tst_group_line.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// How commands about the whole job are read: which of its ranks lead, and how it is launched again.
#include "app/dbgr/command_language.h"
#include "tests/support/run/test_class.h"

#include <QtTest>

#include <variant>

namespace tst_job_commands {

using namespace dbgr;
using namespace dbgr::app;

namespace {

using Strings = std::vector<std::string>;

/// \pre it is one
template <class Wanted>
Wanted readAs(const std::string& line)
{
    return std::get<Wanted>(parseCommand(line).value());
}

QString refusalOf(const std::string& line)
{
    const auto command = parseCommand(line);
    return command ? QString() : QString::fromStdString(command.error().detail);
}

} // namespace

class TestJobCommands : public QObject
{
    Q_OBJECT

private slots:
    void focusSaysWhoLeads()
    {
        const auto both = readAs<FocusCommand>("focus 0-3 leading 2");
        QCOMPARE(both.ranks->text(), std::string("0-3"));
        QVERIFY(both.leading == util::Rank(2));
        const auto leader = readAs<FocusCommand>("focus leading 2");
        QVERIFY(!leader.ranks && leader.leading == util::Rank(2));
        const auto group = readAs<FocusCommand>("focus leading"); // of that name
        QCOMPARE(group.ranks->text(), std::string("leading"));
        QVERIFY(!group.leading);
        QCOMPARE(refusalOf("focus 0-3 leading x"), QString("focus: column 7: 'x' is not a rank that could lead"));
    }

    void restartTakesVariablesAndACommandLine()
    {
        const auto plain = readAs<RestartCommand>("restart");
        QVERIFY(plain.argv.empty() && plain.environment.empty() && plain.unset.empty());
        const auto whole = readAs<RestartCommand>("restart A=1 -u B 'C=x y' mpiexec -n 2 './a b' D=2");
        QVERIFY(whole.environment == (Strings{"A=1", "C=x y"}));
        QVERIFY(whole.unset == Strings{"B"});
        QVERIFY(whole.argv == (Strings{"mpiexec", "-n", "2", "./a b", "D=2"}));
        QVERIFY(readAs<RestartCommand>("restart -n 2 ./a").argv == (Strings{"dbgrun", "-n", "2", "./a"}));
        QCOMPARE(refusalOf("restart ./a 'b"), QString("restart: column 9: A quote has no end."));
        QCOMPARE(refusalOf("restart A=1 -u"),
                 QString("restart: column 9: the name of a variable is missing after '-u'"));
    }
};

DBGR_TEST(TestJobCommands);

} // namespace tst_job_commands

#include "tst_job_commands.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "agent/orders.h"
#include "tests/support/run/test_class.h"

#include <QtTest>

#include <unistd.h>

namespace tst_orders {

using namespace dbgr;
using agent::Orders;

namespace {

Orders sample()
{
    return {"00112233445566778899aabbccddeeff", "/usr/bin/dbgd", {"--for", "node 1:4711"}, true};
}

} // namespace

class TestOrders : public QObject
{
    Q_OBJECT

private slots:
    void comeBackFromVariables()
    {
        for (const bool hold : {true, false}) {
            Orders orders = sample();
            orders.hold = hold;
            const auto read = agent::ordersIn(agent::toVariables(orders));
            QVERIFY(read && *read);
            QVERIFY(**read == orders);
        }
        for (const util::RankSet& readers : {util::RankSet(), util::RankSet(util::Rank(0)), util::RankSet::firstN(3)}) {
            Orders orders = sample();
            orders.launchersReaders = readers;
            QVERIFY(**agent::ordersIn(agent::toVariables(orders)) == orders);
        }
        Orders plain = sample();
        plain.daemonArguments.clear();
        QVERIFY(**agent::ordersIn(agent::toVariables(plain)) == plain);
    }

    void theNamesAreThoseOfTheVariables()
    {
        const auto variables = agent::toVariables(sample());
        const auto names = agent::variableNames();
        QCOMPARE(names.size(), variables.size());
        for (std::size_t i = 0; i < names.size(); ++i)
            QVERIFY(variables[i].starts_with(names[i] + "="));
    }

    void withoutAnyThereAreNone()
    {
        const auto none = agent::ordersIn({"PATH=/bin", "DBGR_SECRET=1"});
        QVERIFY(none && !*none);
    }

    void malformedOnesAreRefused_data()
    {
        QTest::addColumn<QString>("variable");
        QTest::newRow("a session that leads elsewhere") << "DBGR_AGENT_SESSION=../../../../../../../../etc/abcde";
        QTest::newRow("a short session") << "DBGR_AGENT_SESSION=0011";
        QTest::newRow("a relative daemon") << "DBGR_AGENT_DAEMON=dbgd";
        QTest::newRow("no daemon") << "DBGR_AGENT_DAEMON=";
        QTest::newRow("another hold") << "DBGR_AGENT_HOLD=init";
        QTest::newRow("readers that are no ranks") << "DBGR_AGENT_READERS=some";
    }
    void malformedOnesAreRefused()
    {
        QFETCH(QString, variable);
        std::vector<std::string> environment = {variable.toStdString()};
        for (const std::string& entry : agent::toVariables(sample()))
            environment.push_back(entry); // the first of a name counts
        const auto read = agent::ordersIn(environment);
        QVERIFY(!read);
        QVERIFY(!read.error().advice.empty());
    }

    void sessionsDiffer()
    {
        const auto one = agent::newSession();
        const auto other = agent::newSession();
        QCOMPARE(one->size(), std::size_t(32));
        QVERIFY(*one != *other);
    }

    void theProgramGetsNothingOfOurs()
    {
        const std::vector<std::string> environment = {"A=1", "DBGR_SECRET=x", "DBGR_AGENT_HOLD=exec", "MY_DBGR_=2"};
        QCOMPARE(agent::forProgram(environment), (std::vector<std::string>{"A=1", "MY_DBGR_=2"}));
    }

    void dbgdGetsAllButTheOrders()
    {
        const std::vector<std::string> environment = {"A=1", "DBGR_SECRET=x", "DBGR_AGENT_HOLD=exec"};
        QCOMPARE(agent::forDaemon(environment, "/tmp/d/door"),
                 (std::vector<std::string>{"A=1", "DBGR_SECRET=x", "DBGR_AGENT_DOOR=/tmp/d/door"}));
    }

    void takenVariablesAreOverwrittenWhereTheyWere()
    {
        ::setenv("DBGR_SECRET", "feedface", 1);
        const auto environment = agent::takeEnvironment();
        QVERIFY(std::find(environment.begin(), environment.end(), "DBGR_SECRET=feedface") != environment.end());
        QCOMPARE(::getenv("DBGR_SECRET"), "");
        QVERIFY(::getenv("PATH") && *::getenv("PATH"));
    }
};

DBGR_TEST(TestOrders, QCoreApplication);

} // namespace tst_orders

#include "tst_orders.moc"

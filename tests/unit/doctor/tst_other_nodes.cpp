// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/doctor/node_report.h"
#include "app/doctor/other_nodes.h"
#include "tests/support/run/test_class.h"

#include <QtTest>

namespace tst_other_nodes {

using namespace dbgr::doctor;
using Words = std::vector<std::string>;

class TestOtherNodes : public QObject
{
    Q_OBJECT

private slots:
    void namesAreNames_data();
    void namesAreNames();
    void sshGetsQuotedWords();
    void slurmStartsItInItsAllocation();
    void saysWhyANodeCannotBeSeen_data();
    void saysWhyANodeCannotBeSeen();
};

void TestOtherNodes::namesAreNames_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<bool>("is");
    for (const char* name : {"n1", "node-07.cluster.example", "10.0.0.1", "fd00::2", "me@n1", "n_1"})
        QTest::newRow(name) << name << true;
    for (const char* name : {"", "-oProxyCommand=x", "--json", "n1;reboot", "$(x)", "a b", "n1\n", "n[1-3]"})
        QTest::newRow(name) << name << false;
    QTest::newRow("long") << QString(300, 'n') << false;
}

void TestOtherNodes::namesAreNames()
{
    QFETCH(QString, name);
    QFETCH(bool, is);
    QCOMPARE(isNodeName(name.toStdString()), is);
}

void TestOtherNodes::sshGetsQuotedWords()
{
    const Words command = commandOn("n1", {"/a b/it's", "--call", "10.0.0.1:1"}, {"PATH=/bin"});
    QCOMPARE(command.front(), std::string("ssh"));
    const Words end(command.end() - 5, command.end());
    QVERIFY((end == Words{"--", "n1", R"('/a b/it'\''s')", "'--call'", "'10.0.0.1:1'"}));
    QVERIFY(std::ranges::find(command, "BatchMode=yes") != command.end()); // nobody is asked for a password
}

void TestOtherNodes::slurmStartsItInItsAllocation()
{
    const Words command = commandOn("n1", {"/a b/x", "y"}, {"SLURM_JOB_ID=7"});
    QCOMPARE(command.front(), std::string("srun"));
    QVERIFY(std::ranges::find(command, "--nodelist=n1") != command.end());
    QVERIFY(std::ranges::find(command, "--overlap") != command.end());
    QVERIFY((Words(command.end() - 2, command.end()) == Words{"/a b/x", "y"}));
}

void TestOtherNodes::saysWhyANodeCannotBeSeen_data()
{
    QTest::addColumn<int>("status");
    QTest::addColumn<bool>("tooLate");
    QTest::addColumn<QString>("errors");
    QTest::addColumn<QString>("found");
    QTest::addColumn<QString>("advice");
    QTest::newRow("no way") << 255 << false << "Warning: x\nssh: connect to host n1: Connection refused\n"
                            << "ssh cannot start anything there: ssh: connect to host n1: Connection refused"
                            << "password";
    QTest::newRow("no dbgr") << 127 << false << "sh: 1: /opt/doctor: not found\n"
                             << "not installed there"
                             << "all nodes see";
    QTest::newRow("no ssh") << 127 << false << "ssh: No such file or directory"
                            << "cannot start anything"
                            << "on the node";
    QTest::newRow("silence") << 1 << false << ""
                             << "status 1"
                             << "on the node";
    QTest::newRow("too late") << 137 << true << ""
                              << "not back within"
                              << "answers";
}

void TestOtherNodes::saysWhyANodeCannotBeSeen()
{
    QFETCH(int, status);
    QFETCH(bool, tooLate);
    QFETCH(QString, errors);
    QFETCH(QString, found);
    QFETCH(QString, advice);
    ProgramRun run{status, tooLate, "Welcome\n", errors.toStdString()};
    const Findings findings = findingsFrom(run, {"ssh", "n1"}, "/opt/doctor");
    QCOMPARE(findings.size(), 1U);
    QVERIFY(findings[0].verdict == Verdict::Broken);
    QVERIFY2(QString::fromStdString(findings[0].found).contains(found), findings[0].found.c_str());
    QVERIFY2(QString::fromStdString(findings[0].advice).contains(QRegularExpression(advice)),
             findings[0].advice.c_str());
    run.output = toLines({{"tracing", Verdict::Fine, "x", {}}}); // what the node said counts more
    QCOMPARE(findingsFrom(run, {"ssh", "n1"}, "/opt/doctor")[0].check, std::string("tracing"));
}

DBGR_TEST(TestOtherNodes);

} // namespace tst_other_nodes

#include "tst_other_nodes.moc"

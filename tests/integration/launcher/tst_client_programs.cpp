// SPDX-License-Identifier: GPL-3.0-or-later
// The C clients of tests/peers, which check a server by the Standard's interface, with the system's libpmix and with
// that of Open MPI 5: under dbgrun all of their checks hold. Under prterun all but those in a table of differences.
#include "tests/integration/launcher/launcher_run.h"
#include "tests/support/batch/job_environment.h"

#include <QtTest>

#include <QDir>
#include <QFileInfo>
#include <QSet>

using namespace dbgr::test;

namespace {

const QString kToCleanUp = "file-to-clean-up";

/// A client, and the checks that fail under prterun of PRRTE 3.0.
struct Client
{
    const char* name;
    int status; ///< that the launcher is to end with
    QSet<QString> prterunFails;
};

const QList<Client>& clients()
{
    static const QList<Client> all{
        {"client_abort", 7, {}},
        // What a process had put before it left may be read after its return, and a fence may miss who is not back.
        {"client_again", 0, {"the value of this round", "fence of all"}},
        {"client_connect", 0, {}},
        {"client_events", 0, {}},
        // A 5.0 server reads the short request of a 4.2 client in its own layout. A 5.0 client cannot read the reply
        // of a group without context id.
        {"client_group",
         0,
         {"group construct", "group destruct", "destruct of a name used again", "destruct of a part"}},
        // The whole job is signalled.
        {"client_jobctrl", 0, {"only that rank got it"}},
        {"client_misc", 0, {"get credential", "resolve nodes", "this node is the only one"}},
        // Keys are not compared, and a missing list of keys is refused without telling the client.
        {"client_publish", 0, {"publish of a key in use", "lookup after that"}},
        {"client_putget", 0, {}},
    };
    return all;
}

/// The names of the checks that failed: "not ok RANK NAME: why".
QSet<QString> failedChecks(const LauncherResult& result)
{
    QSet<QString> names;
    for (const QByteArray& line : result.standardOutput.split('\n')) {
        if (line.startsWith("not ok "))
            names.insert(QString::fromUtf8(line).section(' ', 3).section(": ", 0, 0).trimmed());
    }
    return names;
}

void addRows()
{
    QTest::addColumn<int>("client");
    QTest::addColumn<QString>("program");
    QTest::addColumn<int>("ranks");
    for (int i = 0; i < clients().size(); ++i) {
        for (const char* version : {"", "5"}) {
            const QString program = builtProgram("peers/" + QString(clients().at(i).name)) + version;
            if (!QFileInfo::exists(program))
                continue;
            for (const int ranks : {2, 5})
                QTest::addRow("%s%s, %d", clients().at(i).name, version, ranks) << i << program << ranks;
        }
    }
}

LauncherResult run(const QString& launcher, const QString& program, int ranks)
{
    return runLauncher(launcher, {"-n", QString::number(ranks), program, kToCleanUp}, Mpi::OpenMpi5, {}, 45000);
}

} // namespace

class TestClientPrograms : public QObject
{
    Q_OBJECT

private slots:
    void allHoldsUnderDbgrun_data() { addRows(); }
    void allHoldsUnderDbgrun();
    void prterunDiffersAsTheTableSays_data() { addRows(); }
    void prterunDiffersAsTheTableSays();
};

void TestClientPrograms::allHoldsUnderDbgrun()
{
    QFETCH(int, client);
    QFETCH(QString, program);
    QFETCH(int, ranks);
    const auto result = run(dbgrun(), program, ranks);
    QVERIFY2(result.status == clients().at(client).status, result.text());
    QVERIFY2(failedChecks(result).isEmpty(), result.text());
    QVERIFY2(result.standardOutput.count("ok ") >= 1, result.text());
    QVERIFY2(!result.leftInFolder.contains(kToCleanUp), "the launcher did not clean up");
}

void TestClientPrograms::prterunDiffersAsTheTableSays()
{
    QFETCH(int, client);
    QFETCH(QString, program);
    QFETCH(int, ranks);
    const Client& expected = clients().at(client);
    const auto result = run(openMpi5Bin() + "/prterun", program, ranks);
    const QSet<QString> failed = failedChecks(result);
    QVERIFY2((failed - expected.prterunFails).isEmpty(), result.text());
    // It is known to crash after an abort.
    QVERIFY2((result.status == 0) == (failed.isEmpty() && expected.status == 0), result.text());
}

QTEST_GUILESS_MAIN(TestClientPrograms)
#include "tst_client_programs.moc"

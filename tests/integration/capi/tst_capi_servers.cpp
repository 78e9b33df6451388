// SPDX-License-Identifier: GPL-3.0-or-later
// A server written to the Standard with clients written to it: each with our library and with libpmix.
#include <QTest>

#include "tests/integration/capi/capi_rows.h"
#include "tests/integration/launcher/launcher_run.h"
#include "tests/support/batch/job_environment.h"

using namespace dbgr::test;

class TestCapiServers : public QObject
{
    Q_OBJECT

private slots:
    void aServerServesItsClients_data();
    void aServerServesItsClients();
};

void TestCapiServers::aServerServesItsClients_data()
{
    QTest::addColumn<QString>("server");
    QTest::addColumn<QString>("client");
    QTest::addColumn<int>("ranks");
    for (const QString& server : librariesUnderTest())
        for (const QString& client : librariesUnderTest())
            for (const auto& [program, ranks] : {std::pair{"client_data", 1}, std::pair{"client_data", 3}})
                QTest::addRow("%s, %d ranks, server with %s, client with %s", program, ranks, qPrintable(server),
                              qPrintable(client))
                    << builtProgram("capi/server_host_" + server)
                    << builtProgram(QString("capi/%1_%2").arg(program, client)) << ranks;
}

void TestCapiServers::aServerServesItsClients()
{
    QFETCH(QString, server);
    QFETCH(QString, client);
    QFETCH(int, ranks);
    const auto result = runLauncher(server, {QString::number(ranks), client}, Mpi::OpenMpi5, {}, 30000);
    QVERIFY2(result.status == 0, result.text());
    QVERIFY2(result.standardOutput.count(": done\n") == ranks + 1, result.text());
}

QTEST_GUILESS_MAIN(TestCapiServers)
#include "tst_capi_servers.moc"

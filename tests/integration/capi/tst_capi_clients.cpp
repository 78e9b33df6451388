// SPDX-License-Identifier: GPL-3.0-or-later
// Clients written to the Standard, under real launchers: with our library and, as a check of the program itself and of
// dbgrun, with libpmix.
#include <QTest>

#include "tests/integration/capi/capi_rows.h"
#include "tests/integration/launcher/launcher_run.h"
#include "tests/support/batch/job_environment.h"

#include <string_view>

using namespace dbgr::test;

class TestCapiClients : public QObject
{
    Q_OBJECT

private slots:
    void clientsDoWhatTheStandardSays_data();
    void clientsDoWhatTheStandardSays();
};

void TestCapiClients::clientsDoWhatTheStandardSays_data()
{
    QTest::addColumn<QString>("launcher");
    QTest::addColumn<QString>("program");
    QTest::addColumn<int>("ranks");
    for (const QString& launcher : launchersUnderTest())
        for (const QString& library : librariesUnderTest())
            for (const auto& [program, ranks] :
                 {std::pair{"client_data", 1}, std::pair{"client_data", 4}, std::pair{"client_events", 3},
                  std::pair{"client_invite", 3}, std::pair{"client_publish", 2}}) {
                // libpmix 4.2 does not say who joined.
                if (program == std::string_view("client_invite") && library == "libpmix")
                    continue;
                const QString path = builtProgram(QString("capi/%1_%2").arg(program, library));
                QTest::addRow("%s, %d ranks, %s, %s", program, ranks, qPrintable(library),
                              qPrintable(launcher.section('/', -1)))
                    << launcher << path << ranks;
            }
}

void TestCapiClients::clientsDoWhatTheStandardSays()
{
    QFETCH(QString, launcher);
    QFETCH(QString, program);
    QFETCH(int, ranks);
    const auto result = runLauncher(launcher, {"-n", QString::number(ranks), program}, Mpi::OpenMpi5, {}, 60000);
    QVERIFY2(result.status == 0, result.text());
    QVERIFY2(result.standardOutput.count(": done\n") == ranks, result.text());
}

QTEST_GUILESS_MAIN(TestCapiClients)
#include "tst_capi_clients.moc"

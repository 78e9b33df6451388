// SPDX-License-Identifier: GPL-3.0-or-later
// Attaching to ranks that the launcher has started by way of something else: of each, the process that uses MPI now is
// the one that is debugged, under every launcher.
#include "tests/support/batch/batch_run.h"
#include "tests/support/batch/job_environment.h"
#include "tests/support/batch/job_processes.h"
#include "tests/support/launchers/user_job.h"
#include "tests/support/run/test_class.h"

#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QStandardPaths>
#include <QtTest>

namespace tst_attach_scripts {

using namespace dbgr::test;

namespace {

constexpr int kRanks = 2;

struct Launcher
{
    const char* command;
    const char* mpi; ///< of the program
};
constexpr std::string_view kWithPmix = "openmpi5";
constexpr Launcher kLaunchers[] = {
    {"dbgrun", "openmpi5"}, {"mpiexec", "openmpi5"}, {"mpiexec.openmpi", "openmpi4"}, {"mpiexec.hydra", "mpich"}};

const QList<std::pair<QString, QString>> kForOpenMpi4{{"OMPI_ALLOW_RUN_AS_ROOT", "1"},
                                                      {"OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1"},
                                                      {"OMPI_MCA_btl", "self,vader"},
                                                      {"OMPI_MCA_rmaps_base_oversubscribe", "1"}};

/// Open MPI 4 and MPICH do not take a second program of a rank; Python closes the descriptor that MPICH's ranks are
/// given.
enum class Under
{
    All,
    Pmix
};

struct Way
{
    const char* name;
    const char* script; ///< APP is the program; "" none
    const char* before;
    Under under = Under::All;
};
constexpr Way kWays[] = {
    {"env and nice", "", "env COLOUR=red nice -n 1"},
    {"a script that becomes it", "#!/bin/sh\nexec APP \"$@\"\n", ""},
    {"a script that starts it beside a helper", "#!/bin/bash\nsleep 100 &\nAPP \"$@\"\ns=$?\nkill %1\nexit $s\n", ""},
    {"a script that had another one before",
     "#!/bin/sh\nAPP 0 \"$2\" && rm -f \"$2\"/beat.* \"$2\"/pid.*\nAPP \"$@\"\nexit $?\n", "", Under::Pmix},
    {"Python under env",
     "#!/usr/bin/env python3\nimport subprocess, sys\nsys.exit(subprocess.call(['APP'] + sys.argv[1:]))\n",
     "env COLOUR=red", Under::Pmix},
};

} // namespace

class TestAttachScripts : public QObject
{
    Q_OBJECT

private slots:
    void theMpiProgramIsDebugged_data()
    {
        QTest::addColumn<QString>("launcher");
        QTest::addColumn<QString>("program");
        QTest::addColumn<QString>("script");
        QTest::addColumn<QString>("before");
        for (const Launcher& launcher : kLaunchers)
            for (const Way& way : kWays)
                if (way.under == Under::All || launcher.mpi == kWithPmix)
                    QTest::addRow("%s: %s", launcher.command, way.name)
                        << QString(launcher.command) << QString("debuggees/launcher_rank_") + launcher.mpi
                        << QString(way.script) << QString(way.before);
    }
    void theMpiProgramIsDebugged()
    {
        QFETCH(QString, launcher);
        QFETCH(QString, program);
        QFETCH(QString, script);
        QFETCH(QString, before);
        const QString app = builtProgram(program);
        if (!QFile::exists(app)) {
            if (!qEnvironmentVariableIsEmpty("DBGR_REQUIRE"))
                QFAIL(qPrintable(app + " is missing, and DBGR_REQUIRE is set"));
            QSKIP(qPrintable(app + " is missing"));
        }
        UserJob job;
        if (launcher == "mpiexec.openmpi")
            for (const auto& [name, value] : kForOpenMpi4)
                job.environment().insert(name, value);
        QStringList command = before.split(' ', Qt::SkipEmptyParts);
        if (script.isEmpty()) {
            command += app;
        } else {
            command += job.folder() + "/run.sh";
            writeScript(command.last(), QString(script).replace("APP", app).toUtf8());
        }
        job.start(QStringList{launcher == "dbgrun" ? builtProgram(launcher) : launcher, "-n", QString::number(kRanks)} +
                  command + QStringList{"120", job.folder()});
        QVERIFY2(job.turns(kRanks), job.transcript());
        BatchRun run;
        run.commands({"ranks", "break turn", "continue", "print rank", "delete 1", "detach"});
        run.option({"--attach", QString::number(job.launcherPid())});
        run.startCommand({});
        QVERIFY2(!run.waitForReply("detach", 60000).isEmpty(), run.transcript());
        const QJsonArray ranks = run.replies("ranks").value(0)["ranks"].toArray();
        QVERIFY2(ranks.size() == kRanks, run.transcript());
        for (const auto& rank : ranks)
            QCOMPARE(QFileInfo(rank.toObject()["executable"].toString()).canonicalFilePath(),
                     QFileInfo(app).canonicalFilePath());
        QVERIFY2(run.replies("print").value(0)["values"].toArray().size() == kRanks, run.transcript());
        QVERIFY2(run.events("warning").isEmpty(), run.transcript());
        for (int rank = 0; rank < kRanks; ++rank)
            QVERIFY2(beats(job.folder(), rank), job.transcript());
        job.stop();
        QVERIFY2(run.exitStatus() == 0, run.transcript());
        QVERIFY2(job.exitStatus() == 0, job.transcript());
    }
};

DBGR_TEST(TestAttachScripts, QCoreApplication);

} // namespace tst_attach_scripts

#include "tst_attach_scripts.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// Real launchers behind what people put in front of them: scripts, nice, time, env, variables.
#include "tests/support/batch/batch_run.h"
#include "tests/support/batch/job_processes.h"
#include "tests/support/run/test_class.h"

#include <QFile>
#include <QJsonArray>
#include <QtTest>

#include <sys/resource.h>

namespace tst_wrappers {

using namespace dbgr::test;

namespace {

constexpr int kRanks = 2;

struct Wrapped
{
    const char* launcher;
    const char* mpi; ///< of the program
};
constexpr Wrapped kWrapped[] = {{"mpiexec", "openmpi5"}, {"mpiexec.hydra", "mpich"}};

struct Wrapper
{
    const char* name;
    const char* script; ///< LAUNCHER is its path; "" none
    const char* before;
};
constexpr Wrapper kWrappers[] = {
    {"nothing", "", ""},
    {"a script that becomes it", "#!/bin/sh\nexport X=1\nexec LAUNCHER \"$@\"\n", ""},
    {"a script that waits for it", "#!/bin/bash\necho starting >&2\nX=1 LAUNCHER \"$@\"\nexit $?\n", ""},
    {"nice", "", "nice -n 3"},
    {"time", "", "time"},
    {"env", "", "env X=1"},
    {"a variable", "", "X=1"},
    {"all of them", "#!/bin/sh\nexec LAUNCHER \"$@\"\n", "X=1 nice -n 3 time"},
};

/// A script in which nothing says what it runs.
void hideLauncher(const QString& script, const QString& launcher)
{
    writeScript(script, "#!/bin/sh\nexec $(cat \"$0.name\") \"$@\"\n");
    writeScript(script + ".name", launcher.toUtf8());
}

QByteArray environmentOf(int pid)
{
    QFile file(QString("/proc/%1/environ").arg(pid));
    return file.open(QIODevice::ReadOnly) ? '\0' + file.readAll() : QByteArray();
}

} // namespace

class TestWrappers : public QObject
{
    Q_OBJECT

private slots:
    void theJobIsDebugged_data()
    {
        QTest::addColumn<QString>("launcher");
        QTest::addColumn<QString>("program");
        QTest::addColumn<QString>("script");
        QTest::addColumn<QString>("before");
        for (const Wrapped& wrapped : kWrapped)
            for (const Wrapper& wrapper : kWrappers)
                QTest::addRow("%s: %s", wrapped.launcher, wrapper.name)
                    << QString(wrapped.launcher) << QString("debuggees/launcher_rank_") + wrapped.mpi
                    << QString(wrapper.script) << QString(wrapper.before);
    }
    void theJobIsDebugged()
    {
        QFETCH(const QString, launcher);
        QFETCH(const QString, program);
        QFETCH(const QString, script);
        QFETCH(const QString, before);
        BatchRun run;
        QStringList command = before.split(' ', Qt::SkipEmptyParts);
        if (script.isEmpty()) {
            command += launcher;
        } else {
            command += run.folder() + "/wrapper";
            writeScript(command.last(), QString(script).replace("LAUNCHER", launcher).toUtf8());
        }
        run.startCommand(command +
                         QStringList{"-n", QString::number(kRanks), builtProgram(program), "120", run.folder()});
        QVERIFY2(run.waitForEvent("attached", 60000)["ranks"] == "0-1", run.transcript());
        run.type("break turn");
        run.type("continue");
        QVERIFY2(run.waitForReply("continue")["stopped"] == "0-1", run.transcript());
        run.type("print rank");
        QVERIFY2(run.waitForReply("print")["values"].toArray().size() == kRanks, run.transcript());
        const int pid = spinPid(run.folder(), 0);
        QVERIFY2(pid > 0, run.transcript());
        if (script.contains("X=1") || before.contains("X=1"))
            QVERIFY2(environmentOf(pid).contains(QByteArrayView("\0X=1", 4)), run.transcript());
        if (before.contains("nice"))
            QCOMPARE(::getpriority(PRIO_PROCESS, static_cast<id_t>(pid)), ::getpriority(PRIO_PROCESS, 0) + 3);
        run.type("delete all");
        QVERIFY(QFile(run.folder() + "/stop").open(QIODevice::WriteOnly));
        run.type("continue");
        run.closeInput();
        QVERIFY2(run.exitStatus() == 0, run.transcript()); // that of the job, by way of the wrapper
        QVERIFY2(run.events("warning").isEmpty(), run.transcript());
        QVERIFY2(allGone(run.folder()), run.transcript());
    }

    /// It is tried as if it spoke PMIx.
    void aScriptThatHidesItsLauncherIsExplained_data()
    {
        QTest::addColumn<QString>("launcher");
        QTest::newRow("MPICH") << "mpiexec.hydra";
        QTest::newRow("Open MPI 4") << "mpiexec.openmpi";
    }
    void aScriptThatHidesItsLauncherIsExplained()
    {
        QFETCH(const QString, launcher);
        BatchRun run;
        const QString script = run.folder() + "/start";
        hideLauncher(script, launcher);
        run.commands({"continue"});
        run.startCommand({script, "-n", "2", "/bin/true"});
        QVERIFY2(run.exitStatus() == 121, run.transcript());
        const QJsonObject error = run.events("error").value(0);
        QVERIFY2(error["detail"].toString().contains(script + " is a script that does not say"), run.transcript());
        QVERIFY2(error["advice"].toString().contains("Start that launcher itself"), run.transcript());
        QVERIFY2(allGone(run.folder()), run.transcript());
    }

    /// And what that advice says works.
    void withTheAgentInFrontTheScriptDoesNotMatter()
    {
        BatchRun run;
        const QString script = run.folder() + "/start";
        hideLauncher(script, "mpiexec.hydra");
        run.commands({"break turn", "continue", "print rank", "kill"});
        run.startCommand({script, "-n", "2", builtProgram("dbgr-exec"), builtProgram("debuggees/launcher_rank_mpich"),
                          "120", run.folder()});
        QVERIFY2(run.exitStatus() == 137, run.transcript());
        QVERIFY2(run.replies("print").value(0)["values"].toArray().size() == 2, run.transcript());
        QVERIFY2(allGone(run.folder()), run.transcript());
    }
};

DBGR_TEST(TestWrappers, QCoreApplication);

} // namespace tst_wrappers

#include "tst_wrappers.moc"

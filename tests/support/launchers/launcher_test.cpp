// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/launchers/launcher_test.h"

#include "tests/support/batch/job_processes.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonObject>
#include <QtTest>

#include <csignal>

namespace dbgr::test {

void LauncherTest::launchHeld()
{
    BatchRun run;
    launch(run, "60");
    const QJsonObject held = run.waitForEvent("held");
    QVERIFY2(held["ranks"] == kAll && held["where"] == "exec", run.transcript());
    QVERIFY2(run.waitForEvent("attached")["ranks"] == kAll, run.transcript());
    for (int rank = 0; rank < kRanks; ++rank)
        QVERIFY2(!QFile::exists(run.folder() + "/pid." + QString::number(rank)), "a rank ran before it was let go");
    run.type("kill");
    run.closeInput();
    QVERIFY2(run.exitStatus() >= 0, run.transcript());
    checkNothingIsLeft(run);
}

void LauncherTest::breakpointAndStep()
{
    BatchRun run;
    run.commands({"break turn", "continue", "print number", "next", "where", "delete 1", "continue"});
    launch(run, "1");
    QVERIFY2(run.exitStatus() == 0, run.transcript());
    const QJsonArray values = run.replies("print").value(0)["values"].toArray();
    QVERIFY2(values.size() == 1 && values[0]["ranks"] == kAll && values[0]["value"] == "1", run.transcript());
    int steps = 0;
    for (const QJsonObject& stop : run.events("stopped"))
        steps += stop["reason"] == "step";
    QVERIFY2(steps > 0, run.transcript());
    checkOnlyExpectedStops(run);
}

void LauncherTest::output()
{
    BatchRun run;
    run.commands({"continue"});
    launch(run, "1");
    QVERIFY2(run.exitStatus() == 0, run.transcript());
    for (int rank = 0; rank < kRanks; ++rank) {
        QVERIFY2(run.output(rank) ==
                     QString("rank %1 of %2 begins\nrank %1 turn 20\nrank %1 ends\n").arg(rank).arg(kRanks),
                 run.transcript());
        QVERIFY2(run.output(rank, "stderr") == QString("rank %1 complains\n").arg(rank), run.transcript());
    }
    checkOnlyExpectedStops(run);
}

void LauncherTest::attachWhileRunning()
{
    UserJob job;
    QVERIFY2(startJob(job), job.transcript());
    BatchRun run;
    attach(run, job);
    QVERIFY2(run.waitForEvent("attached")["ranks"] == kAll, run.transcript());
    for (int rank = 0; rank < kRanks; ++rank)
        QVERIFY2(tracerOf(job.rankPid(rank)) > 0, run.transcript());
    run.closeInput();
    QVERIFY2(run.exitStatus() == 0, run.transcript());
    endJob(job);
}

void LauncherTest::stacksWhileAttached()
{
    UserJob job;
    QVERIFY2(startJob(job), job.transcript());
    BatchRun run;
    run.commands({"stacks", "break turn", "continue", "print rank", "delete 1", "detach"});
    attach(run, job);
    QVERIFY2(!run.waitForReply("print").isEmpty(), run.transcript());
    QVERIFY2(run.replies("stacks").value(0)["stacks"].toArray().size() > 0, run.transcript());
    QCOMPARE(run.replies("print").value(0)["values"].toArray().size(), kRanks);
    QVERIFY2(!run.waitForReply("detach").isEmpty(), run.transcript());
    job.stop();
    QVERIFY2(run.exitStatus() == 0, run.transcript());
    endJob(job);
}

void LauncherTest::detachLeavesTheJob()
{
    UserJob job;
    QVERIFY2(startJob(job), job.transcript());
    BatchRun run;
    attach(run, job);
    QVERIFY2(!run.waitForEvent("attached").isEmpty(), run.transcript());
    run.closeInput();
    QVERIFY2(run.exitStatus() == 0, run.transcript());
    for (int rank = 0; rank < kRanks; ++rank) {
        QTRY_COMPARE_WITH_TIMEOUT(tracerOf(job.rankPid(rank)), 0, 10000);
        QVERIFY2(beats(job.folder(), rank), job.transcript());
    }
    endJob(job);
}

void LauncherTest::attachTwice()
{
    UserJob job;
    QVERIFY2(startJob(job), job.transcript());
    for (int time = 0; time < 2; ++time) {
        BatchRun run;
        run.commands({"stacks"});
        attach(run, job);
        QVERIFY2(run.exitStatus() == 0, run.transcript());
        QVERIFY2(run.events("attached").last()["ranks"] == kAll, run.transcript());
        for (int rank = 0; rank < kRanks; ++rank)
            QVERIFY2(beats(job.folder(), rank), job.transcript());
    }
    endJob(job);
}

void LauncherTest::launcherKilled()
{
    UserJob job;
    QVERIFY2(startJob(job), job.transcript());
    BatchRun run;
    attach(run, job);
    QVERIFY2(!run.waitForEvent("attached").isEmpty(), run.transcript());
    run.type("continue &");
    ::kill(job.launcherPid(), SIGKILL);
    QVERIFY2(!run.waitForEvent("ended").isEmpty(), run.transcript());
    run.closeInput();
    QVERIFY2(run.exitStatus() >= 0, run.transcript());
    QVERIFY2(allGone(job.folder(), 40000), job.transcript()); // its launcher's own doing
}

void LauncherTest::debuggerKilled()
{
    UserJob job;
    QVERIFY2(startJob(job), job.transcript());
    BatchRun run;
    attach(run, job);
    QVERIFY2(!run.waitForEvent("attached").isEmpty(), run.transcript());
    ::kill(static_cast<pid_t>(run.pid()), SIGKILL);
    QVERIFY2(run.exitStatus(5000) == 128 + SIGKILL, run.transcript());
    for (int rank = 0; rank < kRanks; ++rank) {
        QVERIFY2(beats(job.folder(), rank), job.transcript());
        QTRY_COMPARE_WITH_TIMEOUT(tracerOf(job.rankPid(rank)), 0, 10000);
    }
    endJob(job);
}

// ---- Beyond the table

void LauncherTest::launchedRanksOutliveADebuggerThatIsKilled()
{
    BatchRun run;
    launch(run, "60");
    QVERIFY2(!run.waitForEvent("attached").isEmpty(), run.transcript());
    ::kill(static_cast<pid_t>(run.pid()), SIGKILL);
    QVERIFY2(run.exitStatus(5000) == 128 + SIGKILL, run.transcript());
    for (int rank = 0; rank < kRanks; ++rank)
        QVERIFY2(spinPid(run.folder(), rank) > 0 && beats(run.folder(), rank), run.transcript());
    QVERIFY(QFile(run.folder() + "/stop").open(QIODevice::WriteOnly));
    checkNothingIsLeft(run);
}

void LauncherTest::aHeldJobIsNotLeftBehind()
{
    BatchRun run;
    launch(run, "60");
    QVERIFY2(!run.waitForEvent("launcher").isEmpty(), run.transcript());
    ::kill(static_cast<pid_t>(run.pid()), SIGKILL);
    QVERIFY2(run.exitStatus(5000) == 128 + SIGKILL, run.transcript());
    QVERIFY2(allGone(run.folder(), 40000), left(run));
}

void LauncherTest::theLaunchersDeathEndsTheSession()
{
    BatchRun run;
    launch(run, "60");
    const int launcher = run.waitForEvent("launcher")["pid"].toInt();
    QVERIFY2(!run.waitForEvent("attached").isEmpty(), run.transcript());
    QVERIFY(launcher > 0);
    ::kill(launcher, SIGKILL);
    QVERIFY2(!run.waitForEvent("error").isEmpty(), run.transcript());
    run.closeInput();
    QVERIFY2(run.exitStatus(30000) > 0, run.transcript());
    QVERIFY2(allGone(run.folder(), 40000), left(run));
}

void LauncherTest::ranksMayRunFromTheStart()
{
    BatchRun run;
    run.option({"--stop=none"});
    launch(run, "60");
    QVERIFY2(run.waitForEvent("attached")["ranks"] == kAll, run.transcript());
    QVERIFY2(run.events("held").isEmpty(), run.transcript());
    run.type("kill");
    run.closeInput();
    QVERIFY2(run.exitStatus() == 137, run.transcript());
    checkNothingIsLeft(run);
}

// ---- For those who derive

void LauncherTest::startCommand(BatchRun& run, const QStringList& rest)
{
    for (const auto& [name, value] : environment())
        run.environment(name, value);
    run.startCommand(launcher() + rest);
}

QStringList LauncherTest::programOfRow(const QString& seconds, const QString& folder)
{
    QFETCH_GLOBAL(QString, program);
    QFETCH_GLOBAL(QStringList, options);
    return options + QStringList{builtProgram(program), seconds, folder};
}

void LauncherTest::launch(BatchRun& run, const QString& seconds, const QStringList& more)
{
    startCommand(run, programOfRow(seconds, run.folder()) + more);
}

bool LauncherTest::startJob(UserJob& job)
{
    for (const auto& [name, value] : environment())
        job.environment().insert(name, value);
    job.start(launcher() + programOfRow("120", job.folder()));
    return job.turns(kRanks);
}

void LauncherTest::attach(BatchRun& run, const UserJob& job)
{
    run.option({"--attach", QString::number(job.launcherPid())});
    run.startCommand({});
}

void LauncherTest::endJob(UserJob& job)
{
    job.stop();
    QVERIFY2(job.exitStatus() == 0, job.transcript());
    for (int rank = 0; rank < kRanks; ++rank)
        QVERIFY2(job.standardOutput().contains("rank " + QByteArray::number(rank) + " ends\n"), job.transcript());
}

void LauncherTest::checkOnlyExpectedStops(BatchRun& run)
{
    for (const QJsonObject& stop : run.events("stopped"))
        QVERIFY2(stop["reason"] != "signal", run.transcript());
}

void LauncherTest::checkNothingIsLeft(BatchRun& run)
{
    QVERIFY2(allGone(run.folder()), left(run));
}

QByteArray LauncherTest::left(BatchRun& run)
{
    QByteArray text = "left:\n";
    for (const JobProcess& process : processesOf(run.folder()))
        text += QByteArray::number(process.pid) + ' ' + process.command.toLocal8Bit() + '\n';
    return text + QDir(run.folder()).entryList().join(' ').toLocal8Bit() + '\n' + run.transcript();
}

} // namespace dbgr::test
